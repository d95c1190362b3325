"""Looking for something in everything that is remembered."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from sidecar.domain.person import PersonId


@dataclass(frozen=True, slots=True)
class MemoryHit:
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
    async def recall(self, person: PersonId, query: str, *, k: int) -> Sequence[MemoryHit]:
        """The `k` best, the best first."""
        ...
