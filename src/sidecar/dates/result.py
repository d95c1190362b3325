"""The result of parsing date words: an instant, a recurrence, or an error that helps."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal
from zoneinfo import ZoneInfo

DateErrorCode = Literal[
    "ambiguous_day", "vague", "missing_time", "past", "nonexistent_local_time", "impossible", "unparseable"
]


@dataclass(frozen=True, slots=True)
class Instant:
    """One moment. `notes` are sentences for the person: the other reading of a small hour, the first of two."""

    utc: datetime
    local: datetime
    zone: ZoneInfo
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Recurrence:
    """An RFC 5545 rule in local time, anchored at `first`. `next_two` are its first two firings, local; `notes` are
    those of the first one."""

    rrule: str
    first: datetime
    next_two: tuple[datetime, ...]
    zone: ZoneInfo
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DateError:
    """Why there is no moment. Every suggestion is a phrase that `parse` understands."""

    code: DateErrorCode
    message: str
    suggestions: tuple[str, ...] = ()


DateResult = Instant | Recurrence | DateError


class Refusal(Exception):
    """Raised inside the package where words are not one moment. `moments` are local times worth suggesting."""

    def __init__(self, code: DateErrorCode, *moments: datetime) -> None:
        super().__init__(code)
        self.code: DateErrorCode = code
        self.moments = moments
