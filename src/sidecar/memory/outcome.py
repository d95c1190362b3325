"""What came of a statement, for whoever made it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from sidecar.domain.fact import Domain, Fact, FactId, NewFact


class Became(StrEnum):
    """What came of a statement."""

    NEW = "new"
    CONFIRMED = "confirmed"
    REFINED = "refined"
    REPLACED = "replaced"
    AWAITS = "awaits confirmation"


@dataclass(frozen=True, slots=True)
class Outcome:
    """`other` is the fact that was there: confirmed, refined, replaced, or perhaps to be replaced."""

    said: NewFact
    became: Became
    other: Fact | None = None
    id: FactId | None = None
    """Of the fact that holds it now; None before it is kept."""
    unchanged: bool = False
    """The fact is known from this very message: nothing was written."""

    @property
    def stands(self) -> str:
        """The text by which it is known from now on."""
        return self.other.text if self.became is Became.CONFIRMED and self.other else self.said.text

    @property
    def kept_in(self) -> Domain | None:
        """The domain of a protected fact that was said in another one: it stays (MEM-13)."""
        other = self.other
        moved = other is not None and other.protected and other.domain is not self.said.domain
        return other.domain if other and moved and self.became is Became.CONFIRMED else None
