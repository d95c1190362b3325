"""Parses a person's words into the schedule of a reminder: new, amended or snoozed. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from sidecar import dates
from sidecar.domain.message import TurnId
from sidecar.domain.person import LANGUAGES, Language, PersonId
from sidecar.domain.reminder import Reminder, ReminderState, Schedule
from sidecar.errors import RequestError, UnclearMoment
from sidecar.i18n import Texts
from sidecar.reminders.format import format_rule
from sidecar.reminders.lead import Lead, find_event, find_lead, resolve_lead

_PROBE = timedelta(minutes=1)
_BARE_NUMBER = re.compile(
    r"(?:\W|\b(?:no+|make it|better|mejor|actually|wait|perdon|perdón|sorry|que sean)\b)*(\d{1,3})"
    r"(?:\W|\b(?:actually|better|mejor|sorry|please|porfa)\b)*",
    re.IGNORECASE,
)
"""After a length, a number alone is one of minutes: "in half an hour" … "make it 20"."""
DAY_ALONE = re.compile(
    r"(?:\W|\b(?:no+|mejor|uh+|perd[oó]n|sorry|actually|make it|wait|digo|que sea|en realidad|vence|es)\b)*"
    r"\b(?:el|the) (?:d[ií]a )?(\d{1,2})(?:st|nd|rd|th)?"
    r"(?:\W|\b(?:mejor|instead|actually|corregilo|cambialo|porfa|please)\b)*",
    re.IGNORECASE,
)
"""The day of a monthly series: "no, the 5th"."""
_STARTS = re.compile(r"(?P<rule>.+), starting (?P<day>\d{4}-\d\d-\d\d)")
_FROM_NOW = re.compile(r"\W*(?:en|dentro de|in|within)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Asker:
    """Whose reminders, and the zone and language in which their words are read."""

    person: PersonId
    zone: ZoneInfo
    language: Language
    turn: TurnId | None = None
    """The message that asks."""

    @property
    def say(self) -> Texts:
        return Texts(self.language)


def parse_schedule(asker: Asker, words: str, now: datetime) -> tuple[Schedule, Sequence[str]]:
    """Parse date words, in whatever language. The texts say how ambiguous words were understood. Raises
    `UnclearMoment`."""
    if not words.strip():
        say = asker.say
        raise UnclearMoment(
            reason="unparseable", message=say("When should I remind you? For example: “tomorrow at 9”.")
        )
    if (series := _STARTS.fullmatch(words)) is not None:
        return _schedule(_parse_from(date.fromisoformat(series["day"]), series["rule"], asker, now), words)
    lead = find_lead(words)
    if lead is not None and lead.event:
        return _schedule(resolve_lead(lead, now, asker.zone, asker.language), words)
    return _schedule(dates.parse(words, now, asker.zone, asker.language), words)


def write_start(rule: str, day: date) -> str:
    """Return the words of a rule whose first firing comes on a day or after it, as `parse_schedule` reads them."""
    return f"{rule}, starting {day.isoformat()}"


def _parse_from(day: date, rule: str, asker: Asker, now: datetime) -> dates.DateResult:
    """Parse a rule as if its day were the present one; an interval's first firing is not one interval later then."""
    eve = datetime.combine(day, time(), asker.zone) - _PROBE
    read = dates.parse(rule, max(eve, now), asker.zone, asker.language)
    other = next(language for language in LANGUAGES if language != asker.language)
    read = dates.parse(rule, max(eve, now), asker.zone, other) if isinstance(read, dates.DateError) else read
    if not isinstance(read, dates.Recurrence):
        return read
    interval = re.search(r"FREQ=WEEKLY;INTERVAL=(\d+)", read.rrule)
    first = read.first - timedelta(weeks=int(interval[1])) if interval else read.first
    first = next((one for one in (first, first + timedelta(weeks=1)) if interval and one.date() >= day), read.first)
    rings = dates.next_firings(read.rrule, first, asker.zone, after=now, count=2)
    return replace(read, first=first, next_two=tuple(moment.replace(tzinfo=None) for moment in rings))


def amend_schedule(asker: Asker, reminder: Reminder, words: str, now: datetime) -> tuple[Schedule, Sequence[str]]:
    """Parse date words against the time that a reminder has: "a las 16" keeps its day, "mañana" its hour. Raises
    `UnclearMoment`, and `RequestError` for a rule that cannot be changed like that."""
    schedule = reminder.schedule
    lead, known = find_lead(words), find_event(reminder)
    if lead is not None and lead.event:
        return parse_schedule(asker, words, now)
    if lead is not None and not lead.event and known is not None:
        again = Lead(f"{known[0].local:%Y-%m-%d %H:%M}", lead.before, lead.clock)
        return parse_schedule(asker, again.words, now)
    if lead is not None and not lead.event and (events := find_lead(schedule.words)) is not None and reminder.recurring:
        return parse_schedule(asker, Lead(events.event, lead.before, lead.clock).words, now)
    if (day := DAY_ALONE.fullmatch(words)) is not None and "BYMONTHDAY" in (schedule.rrule or ""):
        return parse_schedule(asker, f"el {day[1]} de cada mes a las {schedule.local:%H:%M}", now)
    if (minutes := _BARE_NUMBER.fullmatch(words)) is not None and counts_from_now(reminder):
        return parse_schedule(asker, f"in {minutes[1]} minutes", now)
    amended = dates.change_time(words, schedule.local, now, asker.zone, asker.language)
    if known is not None and isinstance(amended, dates.Instant) and amended.utc >= known[0].utc:
        event = dates.change_time(words, known[0].local, now, asker.zone, asker.language)  # it would ring too late
        if isinstance(event, dates.Instant):
            return parse_schedule(asker, replace(known[1], event=f"{event.local:%Y-%m-%d %H:%M}").words, now)
    if schedule.first is None:
        return parse_schedule(asker, words, now) if amended is None else _schedule(amended, words)
    if isinstance(amended, dates.Instant) and amended.local.date() == schedule.local.date():
        return _at_another_hour(schedule, amended, now), amended.notes
    understood, notes = parse_schedule(asker, words, now)
    if understood.first is None:
        raise RequestError(
            "Reminder #{id} repeats ({rule}). Say the whole new rule, like “every Monday at 9”.",
            id=reminder.id,
            rule=format_rule(reminder, asker.say),
        )
    return understood, notes


def counts_from_now(reminder: Reminder) -> bool:
    """Return whether it was set for so long from then: "in half an hour"."""
    return _FROM_NOW.match(reminder.schedule.words) is not None


def parse_snooze(
    due: datetime, words: str, now: datetime, zone: ZoneInfo, language: Language, *, ahead: bool
) -> dates.Instant | dates.DateError:
    """Parse how long a reminder is put off. "10 minutes" counts from now or, when what
    was `due` is still `ahead`, from its due time; "in 10 minutes" always counts from now, and "tomorrow at 9" is what
    it says."""
    moment = dates.parse_snooze_time(words, due, now, zone, language)
    if isinstance(moment, dates.DateError) or not ahead or _FROM_NOW.match(words):
        return moment
    probe = dates.parse_snooze_time(words, due, now + _PROBE, zone, language)
    counts_from_now = isinstance(probe, dates.Instant) and probe.utc - moment.utc == _PROBE
    return dates.parse_snooze_time(words, due, due, zone, language) if counts_from_now else moment


def skip_next_firing(reminder: Reminder) -> Reminder:
    """Move a recurring reminder on to the firing after the next; cancel it if there is none."""
    schedule = reminder.schedule
    assert schedule.first is not None
    following = dates.next_firings(schedule.rrule, schedule.first, schedule.zone, after=schedule.due)
    if not following:
        return replace(reminder, state=ReminderState.CANCELLED)
    return replace(reminder, schedule=replace(schedule, due=following[0].astimezone(UTC)))


def _schedule(result: dates.DateResult, words: str) -> tuple[Schedule, Sequence[str]]:
    said = " ".join(words.split())
    match result:
        case dates.Instant():
            return Schedule(result.utc, result.zone, said), result.notes
        case dates.Recurrence():
            first = result.next_two[0].replace(tzinfo=result.zone).astimezone(UTC)
            return Schedule(first, result.zone, said, result.rrule, result.first), result.notes
        case dates.DateError():
            raise UnclearMoment(reason=result.code, message=result.message, suggestions=result.suggestions)


def _at_another_hour(schedule: Schedule, amended: dates.Instant, now: datetime) -> Schedule:
    """Move a rule to another hour. Raises `RequestError` for one that names its hours."""
    assert schedule.first is not None
    if "BYHOUR" in schedule.rrule or "HOURLY" in schedule.rrule or "MINUTELY" in schedule.rrule:
        raise RequestError("It repeats at several hours: say the whole new rule, like “every day at 8 and at 20”.")
    first = datetime.combine(schedule.first.date(), amended.local.time())
    due = dates.next_firings(schedule.rrule, first, schedule.zone, after=now)
    if not due:
        raise RequestError("That rule has no times left: say the whole new rule, like “every Monday at 9”.")
    return replace(schedule, first=first, due=due[0].astimezone(UTC))
