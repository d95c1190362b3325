"""Deduplicates a new statement against the known facts (MEM-11, 13, 14, 17)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from functools import cache
from typing import assert_never

from sidecar.domain.fact import FACT_MAX_CHARS, WEIGHT_MAX, Confidence, Domain, Fact, FactId, NewFact, Subject
from sidecar.domain.message import TurnId
from sidecar.language.fold import find_original
from sidecar.memory.facts.candidates import candidate_words
from sidecar.memory.facts.comparator import compare
from sidecar.memory.facts.parser import parse_statement
from sidecar.memory.facts.parts import split_joined
from sidecar.memory.facts.statement import NO_LONGER, Comparison, Relation, Statement
from sidecar.memory.lexicon.lexicon import concept_group
from sidecar.memory.outcome import (
    Addition,
    Confirmation,
    Outdated,
    PendingReplacement,
    Refinement,
    Replacement,
    SavingOutcome,
)
from sidecar.memory.ports import FactAddition, FactChange, FactUpdate


def decide(
    said: NewFact,
    known: Sequence[Fact],
    similarities: Mapping[FactId, float] | None = None,
    told_on: date = date.max,
) -> SavingOutcome:
    """Decide how `said` changes the known facts. Pure.

    `known`: candidates from every domain, in any order; replaced ones are passed over. `similarities`: of their
    embeddings with what is said, -1..1, where they are at hand. Known beats replaced beats detailed; among several
    facts of one relation the one in the same domain counts, then the newest. `told_on`: what was told later than that
    is not replaced; what is said may be an earlier version of it.
    """
    active = [fact for fact in known if fact.superseded_by is None]
    compared = [
        (fact, _relate(fact, said, similarities.get(fact.id) if similarities else None, told_on)) for fact in active
    ]
    same, detailed = (
        [fact for fact, comparison in compared if comparison.relation is relation]
        for relation in (Relation.SAME, Relation.REFINEMENT)
    )
    changed = {fact: one for fact, one in compared if one.relation is Relation.CONTRADICTION}
    if same:
        fact = _nearest(same, said)
        over = (one for one in changed if one.unconfirmed_change_of == fact.id or one.id in said.ends)
        return Confirmation(said, fact, also=tuple(one for one in over if not _holds(one, fact)))
    later = [fact for fact in active if fact.confirmed > told_on and (fact in changed or _replaces(fact, said))]
    if later:
        return Outdated(said, _nearest(later, said))
    if replaced := _without_guesses(changed):
        return _replacement(said, replaced, active, told_on)
    return Refinement(said, _nearest(detailed, said)) if detailed else Addition(said)


def _relate(fact: Fact, said: NewFact, similarity: float | None, told_on: date) -> Comparison:
    """Compare by words; what words do not tell, who read the message may have told. A plan ends nothing but plans."""
    comparison = _compare(fact, said, similarity)
    if fact.id in said.ends and (comparison.relation is Relation.DIFFERENT or is_due(fact, told_on)):
        return Comparison(Relation.CONTRADICTION, "ended by what was said")
    planned = said.until is not None and said.until > told_on and fact.until is None
    if comparison.relation is Relation.CONTRADICTION and planned and fact.id not in said.ends:
        return Comparison(Relation.DIFFERENT, "only planned")
    if comparison.doubtful and _is_protected(fact, said):
        return replace(comparison, relation=Relation.CONTRADICTION)
    return comparison


def _holds(over: Fact, fact: Fact) -> bool:
    """Return whether a fact stays until the person confirms that it is over."""
    return over.protected and over.unconfirmed_change_of != fact.id


def _without_guesses(changed: Mapping[Fact, Comparison]) -> Mapping[Fact, Comparison]:
    """Leave out what fits several facts without saying which."""
    sure = {fact: one for fact, one in changed.items() if not one.loose}
    return sure or (changed if len(changed) == 1 else {})


def _replacement(
    said: NewFact, changed: Mapping[Fact, Comparison], known: Sequence[Fact], told_on: date
) -> SavingOutcome:
    """Replace facts, a protected one when the person confirms it; a change that still waits for that is passed over."""
    bases = {fact.id: fact for fact in known}
    held = [fact for fact, one in changed.items() if not (one.certain or is_due(fact, told_on))]
    held = [fact for fact in held if _is_protected(fact, said)]
    pending = [fact for fact in held if fact.unconfirmed_change_of in bases]
    if not held:
        fact, *also = sorted(changed, key=lambda one: one != _nearest(list(changed), said))
        return Replacement(said, fact, tuple(also))
    base = [bases[fact.unconfirmed_change_of] for fact in pending if fact.unconfirmed_change_of is not None]
    also = (fact for fact in changed if fact not in held or fact in pending)
    return PendingReplacement(said, _nearest(base or held, said), tuple(also))


def is_due(fact: Fact, today: date) -> bool:
    """Return whether the last day of a plan has come: what was planned is done, or fell through; nobody need be
    asked."""
    return fact.until is not None and fact.until <= today


def _is_protected(fact: Fact, said: NewFact) -> bool:
    return fact.protected or said.critical or said.domain is Domain.HEALTH


def _replaces(later: Fact, said: NewFact) -> bool:
    """Return whether a fact that was told later replaces what is said now."""
    return _compare(said, NewFact(later.text, later.domain)).relation is Relation.CONTRADICTION


def is_replaced(fact: Fact, later: Fact) -> bool:
    """Return whether a fact has ended by a later one that was confirmed."""
    comparison = _compare(fact, NewFact(later.text, later.domain))
    return comparison.relation is Relation.CONTRADICTION and not comparison.loose


def is_repetition(said: NewFact, earlier: NewFact) -> bool:
    """Return whether a statement says what an earlier one of the same message has said."""
    return _compare(earlier, said).relation is Relation.SAME


def find_left_out(read: Sequence[NewFact], certain: Sequence[NewFact]) -> list[NewFact]:
    """Return what is certain of health, and that another reading of the same message has left out.

    A weak model that finds nothing must not outvote the patterns where it may hurt.
    """
    return [
        fact
        for fact in certain
        if (fact.critical or fact.domain is Domain.HEALTH)
        and fact.confidence is Confidence.HIGH
        and not any(_concerns(other, fact) for other in read)
    ]


def _concerns(read: NewFact, fact: NewFact) -> bool:
    """Return whether a reading speaks of the same things, in whatever words."""
    told = parse_statement(read.text)
    things = [item for item in parse_statement(fact.text).items if not (item.predicate or item.measure or item.person)]
    if any("drug" in item.kinds and told.has(*item.keys) for item in things):
        return True  # of "changed enalapril for losartan", what is taken now
    return all(told.has(*item.keys) for item in things) and (
        bool(things) or _compare(fact, read).relation is not Relation.DIFFERENT
    )


@cache
def preload_word_lists() -> None:
    """Read the word lists and the stemmers, which takes a quarter of a second, once."""
    for statement in (NewFact("vive en Lima"), NewFact("lives in Lima")):
        is_repetition(statement, statement)
        candidate_words(statement.text)


def build_fact_changes(outcome: SavingOutcome, today: date, origin: TurnId | None) -> tuple[FactChange, ...]:
    """Return the changes to write for an outcome; the first is that of the fact that holds the statement."""
    match outcome:
        case Addition(said):
            return (FactAddition(said, today, today, origin),)
        case Confirmation(_, fact, also=also):
            withdrawn = (replace(one, superseded_by=fact.id, unconfirmed_change_of=None) for one in also)
            return (FactUpdate(_confirmed(outcome, today), origin), *map(FactUpdate, withdrawn))
        case Refinement():
            return (FactUpdate(_refined(outcome, today), origin),)
        case Replacement(said, fact, also):
            return (FactAddition(said, today, today, origin, supersedes=_ids(fact, *also)),)
        case PendingReplacement(said, fact, also):
            return (FactAddition(said, today, today, origin, supersedes=_ids(*also), awaits=fact.id),)
        case Outdated():
            return ()
        case _:
            assert_never(outcome)


def split_stored(fact: Fact, said: NewFact) -> tuple[Fact, tuple[NewFact, ...]] | None:
    """Take a fact apart that joins several things, of which `said` changes one: return that one, and the others."""
    whole = NewFact(
        fact.text, fact.domain, fact.subject, fact.confidence, fact.source, fact.critical, fact.weight,
        until=fact.until,
    )  # fmt: skip
    parts = split_joined(whole)
    touched = [part for part in parts if _compare(part, said).relation is Relation.CONTRADICTION]
    if len(parts) == 1 or len(touched) != 1:
        return None
    changed = replace(fact, text=touched[0].text, domain=touched[0].domain, critical=touched[0].critical)
    return changed, tuple(part for part in parts if part is not touched[0])


def tell_former(fact: Fact, said: NewFact) -> NewFact | None:
    """Return the name of a partner from whom the person has parted without naming them: "Su ex se llama Martín"."""
    parted, known = parse_statement(said.text), parse_statement(fact.text)
    names = [item.text for item in known.items if item.name and "name" in item.kinds]
    if not (parted.has("separated", "divorced") and known.has(*concept_group("partner"), "married")):
        return None
    if not names or names[0] in parted.words:
        return None
    name = find_original(fact.text, names[0])
    text = f"Su ex se llama {name}" if known.language == "es" else f"Their ex is called {name}"
    return NewFact(text, Domain.RELATIONSHIPS, Subject.OTHER, Confidence.HIGH)


def tell_over(fact: Fact) -> NewFact:
    """Return the statement that a fact holds no longer: "Ya no es así: toma topiramato 75"."""
    text = f"{NO_LONGER[parse_statement(fact.text).language]}{fact.text[:1].lower()}{fact.text[1:]}"
    return NewFact(
        text[:FACT_MAX_CHARS], fact.domain, fact.subject, Confidence.HIGH, critical=fact.critical, ends=(fact.id,)
    )


def _ids(*facts: Fact) -> tuple[FactId, ...]:
    return tuple(fact.id for fact in facts)


def _confirmed(outcome: Confirmation, today: date) -> Fact:
    """Return the fact confirmed today: heavier by one (10 at most), not stale."""
    fact = outcome.fact
    weight, domain = min(WEIGHT_MAX, fact.weight + 1), _domain_of(fact, outcome.said)
    until = outcome.said.until if fact.is_over(today) else fact.until
    return replace(fact, weight=weight, confirmed=max(today, fact.confirmed), stale=False, domain=domain, until=until)


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


def _compare(fact: Fact | NewFact, said: NewFact, similarity: float | None = None) -> Comparison:
    return compare(Statement(fact.text, fact.domain), Statement(said.text, said.domain), similarity)


def _nearest(facts: Sequence[Fact], said: NewFact) -> Fact:
    return max(facts, key=lambda fact: (fact.domain is said.domain, fact.confirmed, fact.weight, fact.id))
