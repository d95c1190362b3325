"""From a statement and what is known to the change that is written."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import date
from typing import assert_never

from sidecar.domain.fact import Fact, FactId, NewFact
from sidecar.domain.message import TurnId
from sidecar.domain.person import PersonId
from sidecar.memory.facts.dedup import (
    AwaitsConfirmation,
    Confirmed,
    New,
    Refines,
    Supersedes,
    candidate_words,
    confirmed,
    decide,
    refined,
)
from sidecar.memory.outcome import Became, Outcome
from sidecar.memory.ports import FactAddition, FactChange, FactUpdate


def keys_of(said: NewFact) -> Collection[str]:
    """By these the facts are found that may have to do with it."""
    return candidate_words(said.text)


def repeats(new: NewFact, earlier: NewFact) -> bool:
    """Whether the same was said a moment before, in the same message."""
    as_fact = Fact(
        FactId(0), PersonId(""), earlier.text, earlier.domain, earlier.subject, earlier.confidence, earlier.source,
        date.min, date.min, critical=earlier.critical,
    )  # fmt: skip
    return isinstance(decide(new, [as_fact]), Confirmed)


def decide_change(
    new: NewFact, known: Sequence[Fact], today: date, origin: TurnId | None
) -> tuple[FactChange, Outcome]:
    """What is to be written for a statement, among the facts that may have to do with it."""
    decision = decide(new, known)
    match decision:
        case New():
            return FactAddition(new, today, today, origin), Outcome(new, Became.NEW)
        case Confirmed(fact):
            return FactUpdate(confirmed(decision, today), origin), Outcome(new, Became.CONFIRMED, fact)
        case Refines(fact):
            return FactUpdate(refined(fact, new, today), origin), Outcome(new, Became.REFINED, fact)
        case Supersedes(fact):
            return FactAddition(new, today, today, origin, supersedes=fact.id), Outcome(new, Became.REPLACED, fact)
        case AwaitsConfirmation(fact):
            return FactAddition(new, today, today, origin, awaits=fact.id), Outcome(new, Became.AWAITS, fact)
        case _:
            assert_never(decision)
