"""Selects the facts that answer a question: current ones, the newest first, one of each slot."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from sidecar.domain.fact import Fact, Subject
from sidecar.memory.answers.evidence import answers, find_aliases
from sidecar.memory.answers.question import Question, Wanted
from sidecar.memory.facts.comparator import compare
from sidecar.memory.facts.parsed_statement import collect_keys
from sidecar.memory.facts.parser import parse_statement
from sidecar.memory.facts.statement import Relation, Statement
from sidecar.memory.facts.taxonomy import is_implied
from sidecar.memory.lexicon.lexicon import concept_group

_MOST = 3
_MOST_HEALTH = 4
_ONE_VALUE = frozenset({Wanted.AGE, Wanted.AMOUNT})
_MATTERS = frozenset({"food", "drink", "drug", "condition"})


@dataclass(frozen=True, slots=True)
class Answer:
    """Facts that answer a question, best first. `on_point`: they speak of the very thing, rather than of the person's
    health in general; `over`: they held before."""

    facts: Sequence[Fact] = ()
    on_point: bool = True
    over: bool = False


def select_answer(question: Question, facts: Sequence[Fact], today: date) -> Answer:
    """Select from facts of any age; what was replaced or is over counts only where the past is asked for."""
    current = [fact for fact in facts if fact.superseded_by is None and not fact.is_over(today)]
    current = _without_pending(current)
    if question.advice and (health := _select_health(question, current)):
        return health
    aliases = find_aliases(facts)
    found = _newest_first(fact for fact in current if answers(question, fact, aliases))
    if found and not question.past:
        return Answer(_one_of_each_slot(found)[: 1 if question.wanted in _ONE_VALUE else _MOST])
    before = [fact for fact in facts if fact.superseded_by is not None or fact.is_over(today)] if question.past else []
    return Answer(_newest_first(fact for fact in before if answers(question, fact, aliases))[:_MOST], over=True)


def _without_pending(facts: Sequence[Fact]) -> list[Fact]:
    """Leave out the older side of a change that the person has not confirmed."""
    by_id = {fact.id: fact for fact in facts}
    dropped = {
        min(new, old, key=_recency).id
        for new in facts
        if new.unconfirmed_change_of is not None and (old := by_id.get(new.unconfirmed_change_of))
    }
    return [fact for fact in facts if fact.id not in dropped]


def _select_health(question: Question, facts: Sequence[Fact]) -> Answer | None:
    """Select what must be known before the person eats, drinks or takes it; None where nothing is known."""
    health = [fact for fact in facts if fact.protected and fact.subject is Subject.USER]
    wanted = [item for item in question.items if item.kinds & _MATTERS]
    close: list[Fact] = []
    for fact in health:
        items = parse_statement(fact.text).items
        keys = frozenset(key for item in items for key in item.keys)
        if any(item.keys & keys or is_implied(item, keys) for item in wanted) or any(
            is_implied(item, asked.keys) for item in items for asked in wanted
        ):
            close.append(fact)
    if close:
        return Answer(_newest_first(close)[:_MOST])
    drug = any("drug" in item.kinds for item in wanted)
    ordered = sorted(health, key=lambda fact: (_concerns(fact, drug=drug), fact.critical, _recency(fact)), reverse=True)
    return Answer(_one_of_each_slot(ordered)[:_MOST_HEALTH], on_point=False) if health else None


def _concerns(fact: Fact, *, drug: bool) -> bool:
    """Return whether a health fact is about medicines, or else about eating."""
    items = parse_statement(fact.text).items
    if drug:
        return any("drug" in item.kinds or "allergic" in item.keys for item in items)
    return any("food" in item.kinds or item.keys & concept_group("eating") for item in items)


def _one_of_each_slot(facts: Sequence[Fact]) -> list[Fact]:
    """Leave out what a fact before it replaces: an older dose, an older address."""
    kept: list[Fact] = []
    for fact in facts:
        if not any(_is_other_value(fact, newer) for newer in kept):
            kept.append(fact)
    return kept


def _is_other_value(older: Fact, newer: Fact) -> bool:
    """Return whether both say the same of the same thing with another value, as a number is."""
    things = [_things(fact) for fact in (older, newer)]
    if all(measured for _, measured in things) and things[0] == things[1]:
        return True
    told, said = (Statement(fact.text, fact.domain) for fact in (older, newer))
    return compare(told, said).relation is Relation.CONTRADICTION


def _things(fact: Fact) -> tuple[frozenset[str], bool]:
    """Return the concepts of a fact beside numbers and times, and whether there are any of these."""
    items = parse_statement(fact.text).items
    return collect_keys(item for item in items if not item.measure), any(item.measure for item in items)


def _newest_first(facts: Iterable[Fact]) -> list[Fact]:
    return sorted(facts, key=_recency, reverse=True)


def _recency(fact: Fact) -> tuple[date, int]:
    return fact.confirmed, fact.id
