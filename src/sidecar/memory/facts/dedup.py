"""Deduplicates a new statement against the known facts (MEM-11, 13, 14, 17)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from functools import cache
from typing import assert_never

from sidecar.domain.fact import WEIGHT_MAX, Domain, Fact, FactId, NewFact
from sidecar.domain.message import TurnId
from sidecar.memory.facts.candidates import candidate_words
from sidecar.memory.facts.comparator import compare
from sidecar.memory.facts.statement import Relation, Statement
from sidecar.memory.outcome import Addition, Confirmation, PendingReplacement, Refinement, Replacement, SavingOutcome
from sidecar.memory.ports import FactAddition, FactUpdate

_ORDER = (Relation.SAME, Relation.CONTRADICTION, Relation.REFINEMENT)
"""Known beats replaced beats detailed, when several facts are related to the statement."""


def decide(said: NewFact, known: Sequence[Fact], similarities: Mapping[FactId, float] | None = None) -> SavingOutcome:
    """Decide how `said` changes the known facts. Pure.

    `known`: candidates from every domain, in any order; replaced ones are passed over. `similarities`: of their
    embeddings with what is said, -1..1, where they are at hand. Among several facts of one relation the one in the same
    domain counts, then the newest.
    """
    found: dict[Relation, list[Fact]] = {}
    for fact in known:
        if fact.superseded_by is None:
            similarity = similarities.get(fact.id) if similarities else None
            found.setdefault(_relation(fact, said, similarity), []).append(fact)
    for relation in _ORDER:
        if facts := found.get(relation):
            return _outcome(relation, said, _nearest(facts, said))
    return Addition(said)


def is_repetition(said: NewFact, earlier: NewFact) -> bool:
    """Return whether a statement says what an earlier one of the same message has said."""
    return _relation(earlier, said) is Relation.SAME


@cache
def preload_word_lists() -> None:
    """Read the word lists and the stemmers, which takes a quarter of a second, once."""
    for statement in (NewFact("vive en Lima"), NewFact("lives in Lima")):
        is_repetition(statement, statement)
        candidate_words(statement.text)


def build_fact_change(outcome: SavingOutcome, today: date, origin: TurnId | None) -> FactAddition | FactUpdate:
    """Return the change to write for an outcome."""
    match outcome:
        case Addition(said):
            return FactAddition(said, today, today, origin)
        case Confirmation():
            return FactUpdate(_confirmed(outcome, today), origin)
        case Refinement():
            return FactUpdate(_refined(outcome, today), origin)
        case Replacement(said, fact):
            return FactAddition(said, today, today, origin, supersedes=(fact.id,))
        case PendingReplacement(said, fact):
            return FactAddition(said, today, today, origin, awaits=fact.id)
        case _:
            assert_never(outcome)


def _confirmed(outcome: Confirmation, today: date) -> Fact:
    """Return the fact confirmed today: heavier by one (10 at most), not stale."""
    fact = outcome.fact
    weight, domain = min(WEIGHT_MAX, fact.weight + 1), _domain_of(fact, outcome.said)
    return replace(fact, weight=weight, confirmed=max(today, fact.confirmed), stale=False, domain=domain)


def _refined(outcome: Refinement, today: date) -> Fact:
    """Return the fact with the more detailed text; weight and learned date stay (MEM-17)."""
    fact, said = outcome.fact, outcome.said
    return replace(
        fact,
        text=said.text,
        domain=_domain_of(fact, said),
        critical=fact.critical or said.critical,
        confirmed=max(today, fact.confirmed),
        stale=False,
        until=said.until,
    )


def _domain_of(fact: Fact, said: NewFact) -> Domain:
    """Return the domain of a fact that is said again: a protected fact's stays (MEM-13)."""
    return fact.domain if fact.protected or not said.domain_is_known else said.domain


def _relation(fact: Fact | NewFact, said: NewFact, similarity: float | None = None) -> Relation:
    return compare(Statement(fact.text, fact.domain), Statement(said.text, said.domain), similarity).relation


def _outcome(relation: Relation, said: NewFact, fact: Fact) -> SavingOutcome:
    match relation:
        case Relation.SAME:
            return Confirmation(said, fact)
        case Relation.REFINEMENT:
            return Refinement(said, fact)
        case Relation.CONTRADICTION:
            protected = fact.protected or said.critical or said.domain is Domain.HEALTH
            return PendingReplacement(said, fact) if protected else Replacement(said, fact)
        case Relation.DIFFERENT:
            return Addition(said)


def _nearest(facts: Sequence[Fact], said: NewFact) -> Fact:
    return max(facts, key=lambda fact: (fact.domain is said.domain, fact.confirmed, fact.weight, fact.id))
