"""Searches everything that is remembered about a person."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol
from zoneinfo import ZoneInfo

from sidecar.domain.message import Message
from sidecar.domain.person import PersonId
from sidecar.memory.retrieval.document import NO_REQUEST, Collection, Document, FilterRequest, Hit
from sidecar.runtime.lanes import return_at_once

if TYPE_CHECKING:
    from sidecar.memory.retrieval.search import Search


@dataclass(frozen=True, slots=True)
class MemoryHit:
    """A text that was found. `date` is the person's local date, empty when unknown; `beside` is what was said just
    before and after it."""

    kind: str
    id: str
    text: str
    date: str
    speaker: str
    score: float
    beside: Sequence[str] = ()
    outdated: bool = False
    """It has been replaced or is over: how things were before."""
    similarity: float | None = None
    """The cosine of question and text; None without a vector."""


class Recall(Protocol):
    async def read_messages(self) -> None:
        """Read for facts, by patterns alone, what was said and waits to be read: a question may come right after."""
        ...

    async def list_last(self, person: PersonId, n: int) -> Sequence[Message]:
        """Return the last `n` messages of the person and the companion, oldest first."""
        ...

    async def recall(
        self, person: PersonId, query: str, *, k: int, request: FilterRequest = NO_REQUEST
    ) -> Sequence[MemoryHit]:
        """Return the `k` best texts, best first. Raises `RequestError` for impossible filters."""
        ...


async def _list_none(_: PersonId, __: int) -> Sequence[Message]:
    return ()


class SearchRecall:
    """Implements `Recall` by a search of the person's memory. `index` and `read` do so with recent messages, `last`
    returns them; `zone` gives the person's time zone."""

    def __init__(
        self,
        search: Search,
        index: Callable[[], Awaitable[None]],
        zone: Callable[[PersonId], ZoneInfo],
        read: Callable[[], Awaitable[None]] = return_at_once,
        last: Callable[[PersonId, int], Awaitable[Sequence[Message]]] = _list_none,
    ) -> None:
        self._search = search
        self._index = index
        self._zone = zone
        self._read = read
        self._last = last

    async def read_messages(self) -> None:
        await self._read()

    async def list_last(self, person: PersonId, n: int) -> Sequence[Message]:
        return await self._last(person, n)

    async def recall(
        self, person: PersonId, query: str, *, k: int, request: FilterRequest = NO_REQUEST
    ) -> Sequence[MemoryHit]:
        zone = self._zone(person)
        filters = self._search.parse_filters(request, zone)
        await self._index()
        hits = await self._search.search(Collection(person), query, k=k, timezone=zone, filters=filters)
        return [_memory_hit(hit, zone) for hit in hits]


def _memory_hit(hit: Hit, zone: ZoneInfo) -> MemoryHit:
    document = hit.document
    return MemoryHit(
        document.kind.value,
        document.source,
        document.text,
        f"{document.at.astimezone(zone):%Y-%m-%d}" if document.at else "",
        document.speaker,
        hit.score,
        [_with_speaker(one) for one in hit.neighbours],
        hit.outdated,
        hit.similarity,
    )


def _with_speaker(document: Document) -> str:
    return f"{document.speaker}: {document.text}" if document.speaker else document.text
