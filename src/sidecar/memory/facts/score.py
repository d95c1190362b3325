"""Scores facts for the prompt (MEM-21): weight × recency, together with relevance."""

from __future__ import annotations

import math
from datetime import date

from sidecar.domain.fact import WEIGHT_MAX, Fact
from sidecar.memory.facts.fact_age import FADED_FACTOR, Age, age, days_since_confirmed

WEEK_DAYS, MONTH_DAYS, QUARTER_DAYS = 7, 30, 90
RELEVANCE_SHARE = 0.5
"""How much of the score is relevance; the rest is weight × recency."""


def rarity(facts: int) -> float:
    """Return how much a word tells that stands in so many facts: 1.0 for one, a third for a thousand."""
    return 1 / (1 + math.log10(max(1, facts)) * 2 / 3)


def recency(days: int) -> float:
    """Return 1.0 below 7 days since the last confirmation, 0.8 to 30, 0.5 to 90, 0.3 beyond."""
    if days < WEEK_DAYS:
        return 1.0
    if days <= MONTH_DAYS:
        return 0.8
    return 0.5 if days <= QUARTER_DAYS else 0.3


def base_score(fact: Fact, today: date) -> float:
    """Return weight × recency, 0..1 (weight 10 confirmed this week is 1)."""
    return fact.weight / WEIGHT_MAX * recency(days_since_confirmed(fact, today))


def prompt_score(fact: Fact, today: date, relevance: float) -> float:
    """Score a fact for the prompt, 0..1: half weight × recency, half relevance to the message (clamped to 0..1).

    A fact of 60 to 89 days scores a tenth less (MEM-20). `fact_age.is_eligible` decides whether it may be used.
    """
    relevant = min(1.0, max(0.0, relevance))
    score = (1 - RELEVANCE_SHARE) * base_score(fact, today) + RELEVANCE_SHARE * relevant
    return score * FADED_FACTOR if age(fact, today) is Age.FADED else score
