"""Moments and rules in words that `parse` reads back."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from sidecar.dates.languages import load_date_language
from sidecar.dates.result import Instant, Recurrence
from sidecar.dates.rules import parse_local_rule
from sidecar.dates.wall_time import to_local


def format_instant(
    instant: Instant | datetime, now: datetime, zone: ZoneInfo, language: str, *, with_zone: bool = False
) -> str:
    """Format a moment in words: "mañana a las 9:00". Its zone follows where it is not `zone`."""
    moment = instant.utc if isinstance(instant, Instant) else instant.astimezone(UTC)
    other = instant.zone if isinstance(instant, Instant) else zone
    local = moment.astimezone(other)
    if local.fold:
        return local.isoformat()  # words name the first of two
    formatter = load_date_language(language).formatter
    words = formatter.moment(local.replace(tzinfo=None), to_local(now.astimezone(UTC), other), False)
    return f"{words} ({other.key})" if with_zone or other.key != zone.key else words


def format_recurrence(recurrence: Recurrence, language: str, *, now: datetime | None = None) -> str:
    """Format a rule in words: "todos los lunes a las 9:00". With `now`, its next firings follow."""
    rule = parse_local_rule(recurrence.rrule, recurrence.zone)
    words = load_date_language(language).formatter.rule(rule, recurrence.first)
    if now is None:
        return words
    firings = (format_instant(moment, now, recurrence.zone, language) for moment in recurrence.next_two)
    return " · ".join([words, *firings])
