"""The days that date words name, and the reminders that ring on them. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from sidecar import dates
from sidecar.domain.person import LANGUAGES, Language
from sidecar.domain.reminder import Reminder


@dataclass(frozen=True, slots=True)
class Days:
    """From `first` to `last`, both included."""

    first: date
    last: date


def find_days(words: str, now: datetime, zone: ZoneInfo, language: Language) -> Days | None:
    """Return the days that date words name; None where they name none, or only an hour."""
    today = now.astimezone(zone).date()
    for tongue in sorted(LANGUAGES, key=lambda other: other != language):
        if spans := dates.find_days(words, today, tongue, dates.Tense.COMING):
            return Days(max(today, min(span.first for span in spans)), max(span.last for span in spans))
    return None


def is_due_within(reminder: Reminder, days: Days) -> bool:
    """Return whether it rings on one of these days."""
    schedule = reminder.schedule
    rings = schedule.local.date()
    if rings < days.first and schedule.first is not None:
        eve = datetime.combine(days.first, time(), schedule.zone) - timedelta(seconds=1)
        coming = dates.next_firings(schedule.rrule, schedule.first, schedule.zone, after=eve)
        rings = coming[0].date() if coming else rings
    return days.first <= rings <= days.last
