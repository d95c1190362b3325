"""What becomes of a statement among the facts that are known."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from sidecar.domain.fact import Confidence, Domain, Fact, FactId, FactSource, NewFact, Subject
from sidecar.domain.person import PersonId
from sidecar.memory.facts import (
    AwaitsConfirmation,
    Confirmed,
    New,
    Refines,
    Supersedes,
    candidate_words,
    compare,
    confirmed,
    decide,
    refined,
)
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


@pytest.mark.req("MEM-11")
def test_what_is_known_is_confirmed_in_any_domain() -> None:
    known = fact("Toca el acordeón", Domain.PERSONAL)
    outcome = decide(NewFact("toco el acordeon", Domain.PREFERENCES), [fact("Tiene un acuario", id=2), known])
    assert isinstance(outcome, Confirmed)
    assert outcome == Confirmed(known, Domain.PREFERENCES, kept=False)
    after = confirmed(outcome, TODAY)
    assert (after.weight, after.confirmed, after.learned, after.domain) == (4, TODAY, LEARNED, Domain.PREFERENCES)


@pytest.mark.req("MEM-11")
def test_weight_ends_at_ten_and_what_was_stale_is_not() -> None:
    known = replace(fact("Toca el acordeón", weight=10), stale=True)
    after = confirmed(Confirmed(known, known.domain, kept=False), TODAY)
    assert (after.weight, after.stale) == (10, False)


@pytest.mark.req("MEM-13")
@pytest.mark.parametrize(
    "known", [fact("Es celíaca", Domain.HEALTH), fact("Es celíaca", Domain.PREFERENCES, critical=True)]
)
def test_a_protected_fact_keeps_its_domain(known: Fact) -> None:
    assert decide(NewFact("soy celíaca", Domain.PERSONAL), [known]) == Confirmed(known, known.domain, kept=True)


@pytest.mark.req("MEM-14")
def test_a_contradiction_supersedes() -> None:
    known = fact("Trabaja en Google", Domain.WORK)
    assert decide(NewFact("renuncié, estoy en una startup", Domain.WORK), [known]) == Supersedes(known)


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
    assert decide(said, [known]) == AwaitsConfirmation(known)


@pytest.mark.req("MEM-17")
def test_a_refinement_keeps_weight_and_learned_date() -> None:
    known = fact("Vive en Córdoba", Domain.PERSONAL)
    said = NewFact("vivo en Córdoba, barrio Güemes", Domain.PERSONAL)
    assert decide(said, [known]) == Refines(known)
    after = refined(known, said, TODAY)
    assert (after.text, after.weight, after.learned, after.confirmed) == (said.text, 3, LEARNED, TODAY)


@pytest.mark.req("MEM-13", "MEM-17")
def test_a_refined_health_fact_stays_in_health() -> None:
    known = fact("Tiene asma", Domain.HEALTH)
    assert refined(known, NewFact("tengo asma alérgica", Domain.GENERAL), TODAY).domain is Domain.HEALTH


@pytest.mark.req("MEM-11")
def test_what_was_replaced_is_passed_over_and_the_rest_is_new() -> None:
    gone = replace(fact("Toca el acordeón"), superseded_by=FactId(9))
    assert decide(NewFact("toco el acordeón"), [gone, fact("Toca el arpa", id=2)]) == New()
    assert decide(NewFact("toco el acordeón"), []) == New()


@pytest.mark.req("MEM-11")
def test_known_beats_replaced_beats_detailed_and_the_same_domain_comes_first() -> None:
    old, current = fact("Vive en Salta", id=1), fact("Vive en Jujuy", Domain.PERSONAL, id=2)
    assert decide(NewFact("vivo en jujuy", Domain.PERSONAL), [old, current]) == Confirmed(
        current, Domain.PERSONAL, False
    )
    twin = fact("Vive en Jujuy", Domain.GENERAL, id=3)
    assert decide(NewFact("vivo en jujuy", Domain.PERSONAL), [twin, current]) == Confirmed(
        current, Domain.PERSONAL, False
    )


@pytest.mark.req("MEM-11", "MEM-17")
def test_candidates_share_a_key_whenever_they_are_not_different() -> None:
    lost = [
        f"{pair.stored.text} / {pair.said.text}"
        for pair in pairs()
        if compare(pair.stored, pair.said).decision != "different"
        and not candidate_words(pair.stored.text) & candidate_words(pair.said.text)
    ]
    assert lost == []
