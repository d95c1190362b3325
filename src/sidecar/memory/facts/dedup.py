"""What becomes of a new statement among the facts that are there already (MEM-11, 13, 14, 17)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date

from sidecar.domain.fact import WEIGHT_MAX, Domain, Fact, FactId, NewFact
from sidecar.language.stems import Language
from sidecar.memory.facts.cognates import cognate
from sidecar.memory.facts.comparing import compare
from sidecar.memory.facts.languages.packs import group, maps, ties
from sidecar.memory.facts.reader import read
from sidecar.memory.facts.reading import Item
from sidecar.memory.facts.sorts import categories
from sidecar.memory.facts.statement import Comparison, Decision, Statement
from sidecar.memory.facts.words import detect


@dataclass(frozen=True, slots=True)
class New:
    """Nothing like it is known."""


@dataclass(frozen=True, slots=True)
class Confirmed:
    """Known already. It moves to `domain`; when that is not the domain it was told in, it is protected and stays."""

    fact: Fact
    domain: Domain
    kept: bool
    """A move was asked for and refused: worth a log line (MEM-13)."""


@dataclass(frozen=True, slots=True)
class Refines:
    """The same with more detail: the new text takes the place of the old one."""

    fact: Fact


@dataclass(frozen=True, slots=True)
class Supersedes:
    """The fact no longer holds: it goes to the archive, linked to the new one."""

    fact: Fact


@dataclass(frozen=True, slots=True)
class AwaitsConfirmation:
    """It would replace a health or critical fact: both stand until the person says so."""

    fact: Fact


Saved = New | Confirmed | Refines | Supersedes | AwaitsConfirmation

_ORDER = (Decision.SAME, Decision.CONTRADICTION, Decision.REFINEMENT)
"""Known beats replaced beats detailed, when several facts have something to do with the statement."""


def decide(said: NewFact, known: Sequence[Fact], similarities: Mapping[FactId, float] | None = None) -> Saved:
    """What saving `said` comes to. Pure.

    `known`: candidates from every domain, in any order; replaced ones are passed over. `similarities`: of their
    embeddings with what is said, -1..1, where they are at hand. Among several facts of one relation the one in the same
    domain counts, then the newest.
    """
    found: dict[Decision, list[Fact]] = {}
    for fact in known:
        if fact.superseded_by is None:
            similarity = similarities.get(fact.id) if similarities else None
            found.setdefault(compare_with(fact, said, similarity).decision, []).append(fact)
    for decision in _ORDER:
        if facts := found.get(decision):
            return _saved(decision, said, _nearest(facts, said))
    return New()


def compare_with(fact: Fact, said: NewFact, similarity: float | None = None) -> Comparison:
    """How a statement relates to one fact."""
    return compare(Statement(fact.text, fact.domain), Statement(said.text, said.domain), similarity)


def confirmed(outcome: Confirmed, today: date) -> Fact:
    """The fact after it was said again: one heavier (10 at most), confirmed today, not stale, in its domain."""
    fact = outcome.fact
    weight = min(WEIGHT_MAX, fact.weight + 1)
    return replace(fact, weight=weight, confirmed=max(today, fact.confirmed), stale=False, domain=outcome.domain)


def refined(fact: Fact, said: NewFact, today: date) -> Fact:
    """The fact with the more detailed text; weight and learned date stay (MEM-17), a protected one in its domain."""
    domain = _domain_of(fact, said)
    critical = fact.critical or said.critical
    return replace(
        fact, text=said.text, domain=domain, critical=critical, confirmed=max(today, fact.confirmed), stale=False
    )


def _domain_of(fact: Fact, said: NewFact) -> Domain:
    """Where it is kept when it is said again (MEM-13)."""
    return fact.domain if fact.protected or not said.domain_is_known else said.domain


def candidate_words(text: str, language: Language | None = None) -> frozenset[str]:
    """The keys by which a fact is found again: two statements that have none in common are different.

    Concepts ("peanut", in both languages), stems of words that no pack knows ("w:carpint"), the sorts of things of
    which a person has one ("phone"), and what an event ends ("work" for a resignation). Index these for every stored
    fact and look up those of the new statement.
    """
    reading = read(text, language or detect(text))
    keys: set[str] = set()
    for item in reading.items:
        keys |= _item_keys(item)
    return frozenset(keys)


def _item_keys(item: Item) -> set[str]:
    keys = set(item.keys | categories(item))
    if item.kinds & {"word", "name"}:
        keys.add(f"c:{cognate(item.text)}")
    if "job" in item.kinds:
        keys.add("work")
    for event, left in maps("leaves").items():
        if event in item.keys:
            keys |= left
    for states, people in ties():
        if item.keys & (states | people):
            keys |= states | people
    if item.keys & (group("child") | {"gave_birth"}):
        keys.add("children")
    if item.keys & group("partner"):
        keys.add("single")
    return keys


def _saved(decision: Decision, said: NewFact, fact: Fact) -> Saved:
    protected = fact.protected or said.critical or said.domain is Domain.HEALTH
    match decision:
        case Decision.SAME:
            kept = fact.protected and said.domain_is_known and said.domain is not fact.domain
            return Confirmed(fact, _domain_of(fact, said), kept)
        case Decision.REFINEMENT:
            return Refines(fact)
        case Decision.CONTRADICTION:
            return AwaitsConfirmation(fact) if protected else Supersedes(fact)
        case Decision.DIFFERENT:
            return New()


def _nearest(facts: Sequence[Fact], said: NewFact) -> Fact:
    return max(facts, key=lambda fact: (fact.domain is said.domain, fact.confirmed, fact.weight, fact.id))
