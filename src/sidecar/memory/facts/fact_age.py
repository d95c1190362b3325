"""How facts age (MEM-20): by the days since they were last confirmed, computed when they are asked for."""

from __future__ import annotations

from datetime import date
from enum import StrEnum

from sidecar.domain.fact import Fact

FRESH_DAYS = 60
"""Below this a fact may always enter a prompt."""
FADING_DAYS = 90
"""From here on only a fact that is highly relevant to the message may."""
STALE_DAYS = 120
"""From here on it may not, and is found by searching only."""
HIGH_RELEVANCE = 0.7
FADED_FACTOR = 0.9
"""By how much a fact of 60 to 89 days ranks lower."""


class Age(StrEnum):
    FRESH = "fresh"
    """0–59 days, and every protected or pinned fact."""
    FADED = "faded"
    """60–89 days: ranks slightly lower."""
    FADING = "fading"
    """90–119 days: only when highly relevant."""
    STALE = "stale"
    """120 days and more, and every fact that is over: never by itself."""


def age(fact: Fact, today: date) -> Age:
    """Return the age of a fact. Protected and pinned facts stay fresh until they are over; a date in the future (an
    edited file) counts as today."""
    if fact.is_over(today):
        return Age.STALE
    days = days_since_confirmed(fact, today)
    if fact.protected or fact.pinned or days < FRESH_DAYS:
        return Age.FRESH
    if days < FADING_DAYS:
        return Age.FADED
    return Age.FADING if days < STALE_DAYS else Age.STALE


def is_eligible(fact: Fact, today: date, relevance: float) -> bool:
    """Return whether a fact may enter a prompt. `relevance` to the message, 0..1; a replaced fact never may."""
    if fact.superseded_by is not None:
        return False
    match age(fact, today):
        case Age.FRESH | Age.FADED:
            return True
        case Age.FADING:
            return relevance >= HIGH_RELEVANCE
        case Age.STALE:
            return False


def is_stale(fact: Fact, today: date) -> bool:
    """Return whether a fact is over, or is neither protected nor pinned and was not confirmed for 120 days or more."""
    return age(fact, today) is Age.STALE


def days_since_confirmed(fact: Fact, today: date) -> int:
    return max(0, (today - fact.confirmed).days)
