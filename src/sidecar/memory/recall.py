"""Looking for something in everything that is remembered."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol
from zoneinfo import ZoneInfo

from sidecar.domain.person import PersonId
from sidecar.memory.retrieval.document import NO_FILTERS, Document, Filters, Hit, Shelf
from sidecar.memory.retrieval.search import Search


@dataclass(frozen=True, slots=True)
class Recalled:
    """Something that was found. `date` is the person's local date, empty where there is none; `beside` is what was said
    just before and after it."""

    kind: str
    id: str
    text: str
    date: str
    speaker: str
    score: float
    beside: Sequence[str] = ()


class Recall(Protocol):
    async def recall(
        self, person: PersonId, query: str, *, k: int, filters: Filters = NO_FILTERS
    ) -> Sequence[Recalled]:
        """The `k` best, the best first."""
        ...


class SearchRecall:
    """Implements `Recall` on the person's own shelf. `zone` is where the person is."""

    def __init__(self, search: Search, zone: Callable[[PersonId], ZoneInfo]) -> None:
        self._search = search
        self._zone = zone

    async def recall(
        self, person: PersonId, query: str, *, k: int, filters: Filters = NO_FILTERS
    ) -> Sequence[Recalled]:
        zone = self._zone(person)
        hits = await self._search.search(Shelf(person), query, k=k, filters=filters, timezone=zone)
        return [_recalled(hit, zone) for hit in hits]


def _recalled(hit: Hit, zone: ZoneInfo) -> Recalled:
    document = hit.document
    return Recalled(
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
