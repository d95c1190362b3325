"""Outcomes of saving a statement, as one union: from the comparison to the answer to the person.

`said` is the statement, `fact` the one that was known, `also` other facts that go to the archive with it, `id` that of
the fact that holds it now (None until it is stored), and `label` its name in events and JSON.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from sidecar.domain.fact import Domain, Fact, FactId, NewFact


@dataclass(frozen=True, slots=True)
class Addition:
    """Nothing like it was known."""

    label: ClassVar = "new"
    said: NewFact
    id: FactId | None = None


@dataclass(frozen=True, slots=True)
class Confirmation:
    """It was known already, as `fact`. `unchanged`: known from this very message, nothing is written. `also`: changes
    of it that the person had not confirmed."""

    label: ClassVar = "confirmed"
    said: NewFact
    fact: Fact
    unchanged: bool = False
    also: tuple[Fact, ...] = ()

    @property
    def id(self) -> FactId:
        return self.fact.id

    @property
    def kept_in(self) -> Domain | None:
        """The domain of a protected fact that was said in another one: it does not move (MEM-13)."""
        return self.fact.domain if self.fact.protected and self.fact.domain is not self.said.domain else None


@dataclass(frozen=True, slots=True)
class Refinement:
    """The same with more detail: the new text takes the place of the old one."""

    label: ClassVar = "refined"
    said: NewFact
    fact: Fact

    @property
    def id(self) -> FactId:
        return self.fact.id


@dataclass(frozen=True, slots=True)
class Replacement:
    """`fact` no longer holds: it goes to the archive, linked to the new one."""

    label: ClassVar = "replaced"
    said: NewFact
    fact: Fact
    also: tuple[Fact, ...] = ()
    id: FactId | None = None


@dataclass(frozen=True, slots=True)
class PendingReplacement:
    """Would replace a health or critical fact: both are kept until the person confirms it. `also`: facts that need no
    confirmation, and earlier changes of `fact` that were never confirmed."""

    label: ClassVar = "awaits confirmation"
    said: NewFact
    fact: Fact
    also: tuple[Fact, ...] = ()
    id: FactId | None = None


@dataclass(frozen=True, slots=True)
class Outdated:
    """It was told before `fact`, which has taken its place: an old message, read late. Nothing is written."""

    label: ClassVar = "outdated"
    said: NewFact
    fact: Fact

    @property
    def id(self) -> FactId:
        return self.fact.id


SavingOutcome = Addition | Confirmation | Refinement | Replacement | PendingReplacement | Outdated
