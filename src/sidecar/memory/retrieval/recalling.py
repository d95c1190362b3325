"""Recalling what a person told: a search on their own collection, in their own days."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from zoneinfo import ZoneInfo

from sidecar.domain.person import PersonId
from sidecar.memory.recall import MemoryHit
from sidecar.memory.retrieval.document import Collection, Document, Hit
from sidecar.memory.retrieval.search import Search


class SearchRecall:
    """Implements `Recall` on the person's own memory. `catch_up` indexes recent messages; `zone` is where the
    person is."""

    def __init__(
        self, search: Search, catch_up: Callable[[], Awaitable[None]], zone: Callable[[PersonId], ZoneInfo]
    ) -> None:
        self._search = search
        self._catch_up = catch_up
        self._zone = zone

    async def recall(self, person: PersonId, query: str, *, k: int) -> Sequence[MemoryHit]:
        await self._catch_up()
        zone = self._zone(person)
        hits = await self._search.search(Collection(person), query, k=k, timezone=zone)
        return [_recalled(hit, zone) for hit in hits]


def _recalled(hit: Hit, zone: ZoneInfo) -> MemoryHit:
    document = hit.document
    return MemoryHit(
        document.kind.value,
        document.source,
        document.text,
        f"{document.at.astimezone(zone):%Y-%m-%d}" if document.at else "",
        document.speaker,
        hit.score,
        [_as_said(one) for one in hit.neighbours],
    )


def _as_said(document: Document) -> str:
    return f"{document.speaker}: {document.text}" if document.speaker else document.text
