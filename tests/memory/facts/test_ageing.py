"""How facts age, and which come first."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sidecar.domain.fact import Domain, Fact, FactId
from sidecar.memory.facts import Age, age, is_eligible, is_stale, prompt_score, recency
from tests.memory.facts.test_dedup import fact

TODAY = date(2026, 6, 1)


def confirmed_ago(days: int, **changes: object) -> Fact:
    return replace(fact("Toca el arpa"), confirmed=TODAY - timedelta(days=days), **changes)  # type: ignore[arg-type]


@pytest.mark.req("MEM-20")
@pytest.mark.parametrize(
    ("days", "expected"),
    [
        (-5, Age.FRESH),
        (0, Age.FRESH),
        (59, Age.FRESH),
        (60, Age.FADED),
        (89, Age.FADED),
        (90, Age.FADING),
        (119, Age.FADING),
        (120, Age.STALE),
        (4000, Age.STALE),
    ],
)
def test_a_fact_ages_by_days_since_it_was_confirmed(days: int, expected: Age) -> None:
    assert age(confirmed_ago(days), TODAY) is expected
    assert is_stale(confirmed_ago(days), TODAY) == (days >= 120)


@pytest.mark.req("MEM-20")
@pytest.mark.parametrize(
    ("days", "relevance", "expected"),
    [(89, 0.0, True), (90, 0.69, False), (90, 0.7, True), (119, 1.0, True), (120, 1.0, False)],
)
def test_an_old_fact_needs_to_be_relevant(days: int, relevance: float, expected: bool) -> None:
    assert is_eligible(confirmed_ago(days), TODAY, relevance) is expected


@pytest.mark.req("MEM-20")
@pytest.mark.parametrize("changes", [{"domain": Domain.HEALTH}, {"critical": True}])
def test_protected_facts_do_not_decay_out(changes: dict[str, object]) -> None:
    old = confirmed_ago(4000, **changes)
    assert is_eligible(old, TODAY, 0.0)
    assert not is_stale(old, TODAY)


@pytest.mark.req("MEM-14")
def test_a_replaced_fact_is_never_eligible() -> None:
    assert not is_eligible(confirmed_ago(1, superseded_by=FactId(2), critical=True), TODAY, 1.0)


@pytest.mark.req("MEM-21")
@pytest.mark.parametrize(
    ("days", "expected"), [(0, 1.0), (6, 1.0), (7, 0.8), (30, 0.8), (31, 0.5), (90, 0.5), (91, 0.3), (999, 0.3)]
)
def test_recency_has_four_steps(days: int, expected: float) -> None:
    assert recency(days) == expected


@pytest.mark.req("MEM-20", "MEM-21")
def test_a_faded_fact_scores_slightly_lower() -> None:
    fresh, faded = confirmed_ago(59, weight=10), confirmed_ago(60, weight=10)
    assert 0.85 * prompt_score(fresh, TODAY, 0.5) < prompt_score(faded, TODAY, 0.5) < prompt_score(fresh, TODAY, 0.5)


@pytest.mark.req("MEM-21")
@given(st.integers(1, 10), st.integers(0, 400), st.floats(0, 1), st.floats(0, 1))
def test_the_score_is_a_share_and_grows_with_weight_and_relevance(
    weight: int, days: int, low: float, high: float
) -> None:
    low, high = sorted((low, high))
    known = confirmed_ago(days, weight=weight)
    score = prompt_score(known, TODAY, low)
    assert 0 <= score <= prompt_score(known, TODAY, high) <= 1
    assert score <= prompt_score(replace(known, weight=min(10, weight + 1)), TODAY, low)
