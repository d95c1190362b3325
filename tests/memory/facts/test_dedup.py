"""What becomes of a statement among the facts that are known."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from sidecar.domain.fact import Confidence, Domain, Fact, FactId, FactSource, NewFact, Subject
from sidecar.domain.person import PersonId
from sidecar.memory.facts import build_fact_changes, candidate_words, compare, decide
from sidecar.memory.outcome import Addition, Confirmation, PendingReplacement, Refinement, Replacement, SavingOutcome
from sidecar.memory.ports import FactUpdate
from tests.memory.facts.pairs import pairs

LEARNED, TODAY = date(2026, 1, 10), date(2026, 3, 1)


def fact(text: str, domain: Domain = Domain.GENERAL, *, id: int = 1, critical: bool = False, weight: int = 3) -> Fact:
    return Fact(
        FactId(id),
        PersonId("ana"),
        text,
        domain,
        Subject.USER,
        Confidence.HIGH,
        FactSource.EXPLICIT,
        LEARNED,
        LEARNED,
        weight,
        critical=critical,
    )


def changed(outcome: SavingOutcome) -> Fact:
    change, *_ = build_fact_changes(outcome, TODAY, None)
    assert isinstance(change, FactUpdate)
    return change.fact


@pytest.mark.req("MEM-11")
def test_what_is_known_is_confirmed_in_any_domain() -> None:
    known = fact("Toca el acordeón", Domain.PERSONAL)
    said = NewFact("toco el acordeon", Domain.PREFERENCES)
    outcome = decide(said, [fact("Tiene un acuario", id=2), known])
    assert isinstance(outcome, Confirmation)
    assert (outcome.said, outcome.fact) == (said, known)
    assert outcome.kept_in is None
    after = changed(outcome)
    assert (after.weight, after.confirmed, after.learned, after.domain) == (4, TODAY, LEARNED, Domain.PREFERENCES)


@pytest.mark.req("MEM-11")
def test_weight_ends_at_ten_and_what_was_stale_is_not() -> None:
    known = replace(fact("Toca el acordeón", weight=10), stale=True)
    after = changed(Confirmation(NewFact("toca el acordeón"), known))
    assert (after.weight, after.stale) == (10, False)


@pytest.mark.req("MEM-13")
@pytest.mark.parametrize(
    "known", [fact("Es celíaca", Domain.HEALTH), fact("Es celíaca", Domain.PREFERENCES, critical=True)]
)
def test_a_protected_fact_keeps_its_domain(known: Fact) -> None:
    outcome = decide(said := NewFact("soy celíaca", Domain.PERSONAL), [known])
    assert isinstance(outcome, Confirmation)
    assert (outcome.said, outcome.fact) == (said, known)
    assert (outcome.kept_in, changed(outcome).domain) == (known.domain, known.domain)


@pytest.mark.req("MEM-14")
def test_a_contradiction_supersedes() -> None:
    known = fact("Trabaja en Google", Domain.WORK)
    said = NewFact("renuncié, estoy en una startup", Domain.WORK)
    assert decide(said, [known]) == Replacement(said, known)


@pytest.mark.req("MEM-14", "MEM-17")
@pytest.mark.parametrize(
    ("known", "said"),
    [
        (fact("Toma sertralina", Domain.HEALTH), NewFact("dejé la sertralina", Domain.HEALTH)),
        (fact("Vive en Oslo", Domain.PERSONAL, critical=True), NewFact("me mudé a Roma", Domain.PERSONAL)),
        (fact("Es vegano", Domain.PREFERENCES), NewFact("ya no soy vegano", Domain.HEALTH)),
    ],
)
def test_a_change_in_health_awaits_the_person(known: Fact, said: NewFact) -> None:
    assert decide(said, [known]) == PendingReplacement(said, known)


@pytest.mark.req("MEM-17")
def test_a_refinement_keeps_weight_and_learned_date() -> None:
    known = fact("Vive en Córdoba", Domain.PERSONAL)
    said = NewFact("vivo en Córdoba, barrio Güemes", Domain.PERSONAL)
    assert decide(said, [known]) == Refinement(said, known)
    after = changed(Refinement(said, known))
    assert (after.text, after.weight, after.learned, after.confirmed) == (said.text, 3, LEARNED, TODAY)


@pytest.mark.req("MEM-13", "MEM-17")
def test_a_refined_health_fact_stays_in_health() -> None:
    known = fact("Tiene asma", Domain.HEALTH)
    said = NewFact("tengo asma alérgica", Domain.GENERAL)
    assert changed(Refinement(said, known)).domain is Domain.HEALTH


@pytest.mark.req("MEM-11")
def test_what_was_replaced_is_passed_over_and_the_rest_is_new() -> None:
    gone = replace(fact("Toca el acordeón"), superseded_by=FactId(9))
    said = NewFact("toco el acordeón")
    assert decide(said, [gone, fact("Toca el arpa", id=2)]) == Addition(said)
    assert decide(said, []) == Addition(said)


@pytest.mark.req("MEM-11")
def test_known_beats_replaced_beats_detailed_and_the_same_domain_comes_first() -> None:
    old, current = fact("Vive en Salta", id=1), fact("Vive en Jujuy", Domain.PERSONAL, id=2)
    said = NewFact("vivo en jujuy", Domain.PERSONAL)
    assert decide(said, [old, current]) == Confirmation(said, current)
    twin = fact("Vive en Jujuy", Domain.GENERAL, id=3)
    assert decide(said, [twin, current]) == Confirmation(said, current)


@pytest.mark.req("MEM-11", "MEM-17")
def test_candidates_share_a_key_whenever_they_are_not_different() -> None:
    lost = [
        f"{pair.stored.text} / {pair.said.text}"
        for pair in pairs()
        if compare(pair.stored, pair.said).relation != "different"
        and not candidate_words(pair.stored.text) & candidate_words(pair.said.text)
    ]
    assert lost == []
