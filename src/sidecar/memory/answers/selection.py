"""Selects the facts that answer a question: current ones, the newest first, one of each slot."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date

from sidecar.domain.fact import Fact, Subject
from sidecar.memory.answers.evidence import answers, find_aliases
from sidecar.memory.answers.question import Question
from sidecar.memory.answers.question_words import Wanted
from sidecar.memory.facts.comparator import compare
from sidecar.memory.facts.parsed_statement import collect_keys
from sidecar.memory.facts.parser import parse_statement
from sidecar.memory.facts.statement import Relation, Statement
from sidecar.memory.facts.taxonomy import is_implied
from sidecar.memory.lexicon.lexicon import concept_group, function_words

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
    current = select_current(facts, today)
    if question.advice and (health := _select_health(question, current)):
        return health
    aliases = find_aliases(facts)
    if question.wanted is Wanted.NAME and question.statement.has("ex_partner"):
        question = replace(question, wanted=Wanted.WHO)  # "broke up with Kyle" says the name
    if question.counts_people:
        question = replace(question, wanted=Wanted.TRUTH)
    found = _newest_first(fact for fact in current if answers(question, fact, aliases))
    if not found and (loose := question.without_purpose()):
        found = _newest_first(fact for fact in current if _tells_drug(fact) and answers(loose, fact, aliases))
    if not found and (each := question.of_each()):
        return Answer([fact for one in each for fact in select_answer(one, facts, today).facts][:_MOST])
    if found and not question.past:
        return Answer(select_newest_values(found)[: 1 if question.wanted in _ONE_VALUE else _MOST])
    if not found and (other := question.without_value()):
        return select_answer(other, facts, today)
    before = [fact for fact in facts if fact.superseded_by is not None or fact.is_over(today)] if question.past else []
    return Answer(_newest_first(fact for fact in before if answers(question, fact, aliases))[:_MOST], over=True)


def select_current(facts: Sequence[Fact], today: date) -> list[Fact]:
    """Return what holds now; of a change that the person has not confirmed the newer side."""
    facts = [fact for fact in facts if fact.superseded_by is None and not fact.is_over(today)]
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
    drug = any("drug" in item.kinds or item.text in function_words("sort_drug") for item in question.items)
    ordered = sorted(health, key=lambda fact: (_concerns(fact, drug=drug), fact.critical, _recency(fact)), reverse=True)
    return Answer(select_newest_values(ordered)[:_MOST_HEALTH], on_point=False) if health else None


def _tells_drug(fact: Fact) -> bool:
    return any("drug" in item.kinds for item in parse_statement(fact.text).items)


def _concerns(fact: Fact, *, drug: bool) -> int:
    """Return 2 for an allergy to medicines, or else to food, 1 for another such health fact, 0 for any other."""
    items = parse_statement(fact.text).items
    about_drug = any("drug" in item.kinds for item in items)
    about_food = any("food" in item.kinds or item.keys & concept_group("eating") for item in items)
    allergy = any(item.keys & {"allergic", "intolerant"} for item in items)
    return (1 + allergy) * (about_drug if drug else about_food)


def select_newest_values(facts: Sequence[Fact]) -> list[Fact]:
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
