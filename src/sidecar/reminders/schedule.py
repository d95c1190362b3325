"""When a reminder comes that is put off: pure. What has been said comes again from now on, what has not, from its own
time."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from sidecar import dates
from sidecar.domain.person import LANGUAGES, Language
from sidecar.domain.reminder import Reminder, ReminderState

_PROBE = timedelta(minutes=1)
_FROM_NOW = re.compile(r"\W*(?:en|dentro de|in|within)\b", re.IGNORECASE)


def parse_snooze(
    due: datetime, words: str, now: datetime, zone: ZoneInfo, language: Language, *, ahead: bool
) -> dates.Instant | dates.DateError:
    """In the person's language first. "10 minutes" is ten minutes from now, or, when what was `due` is still `ahead`,
    ten minutes after that; "in 10 minutes" is always from now on, and "tomorrow at 9" what it says."""
    tongues: list[Language] = sorted(LANGUAGES, key=lambda other: other != language)
    moments = [(tongue, dates.snooze(words, due, now, zone, tongue)) for tongue in tongues]
    tongue, moment = next((one for one in moments if isinstance(one[1], dates.Instant)), moments[0])
    if isinstance(moment, dates.DateError) or not ahead or _FROM_NOW.match(words):
        return moment
    probe = dates.snooze(words, due, now + _PROBE, zone, tongue)
    counts_from_now = isinstance(probe, dates.Instant) and probe.utc - moment.utc == _PROBE
    return dates.snooze(words, due, due, zone, tongue) if counts_from_now else moment


def skip_next_firing(reminder: Reminder) -> Reminder:
    """A rule that goes on after the firing that was put off."""
    schedule = reminder.schedule
    assert schedule.first is not None
    following = dates.next_firings(schedule.rrule, schedule.first, schedule.zone, after=schedule.due)
    if not following:
        return replace(reminder, state=ReminderState.CANCELLED)
    return replace(reminder, schedule=replace(schedule, due=following[0].astimezone(UTC)))
