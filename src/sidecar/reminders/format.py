"""Reminders in words: moments, lists, and the notices that are delivered unasked."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from zoneinfo import ZoneInfo

from sidecar import dates
from sidecar.domain.reminder import Firing, LostFiring, Reminder, ReminderState
from sidecar.i18n import Texts

_LISTED_AT_MOST = 20
MARK = "⏰"


def format_moment(at: datetime, now: datetime, zone: ZoneInfo, say: Texts) -> str:
    """Format as `mañana a las 9:00`, to the minute."""
    return dates.format_instant(at.replace(second=0, microsecond=0), now, zone, say.language)


def format_when(reminder: Reminder, now: datetime, say: Texts) -> str:
    """Format as `mañana a las 9:00 (Europe/Madrid)`, or the rule and its next two firings. The zone is always there
    (REM-02)."""
    schedule = reminder.schedule
    zone = schedule.zone.key
    if schedule.first is None:
        return f"{format_moment(schedule.due, now, schedule.zone, say)} ({zone})"
    coming = [schedule.due, *dates.next_firings(schedule.rrule, schedule.first, schedule.zone, after=schedule.due)]
    shown = [format_moment(at, now, schedule.zone, say) for at in coming]
    rule = f"{format_rule(reminder, say)} ({zone})"
    if len(shown) == 1:
        return say("{rule}; the last time: {first}", rule=rule, first=shown[0])
    return say("{rule}; next: {first}, then {second}", rule=rule, first=shown[0], second=shown[1])


def format_rule(reminder: Reminder, say: Texts) -> str:
    """Format as `todos los lunes a las 9:00`; "" for a single moment."""
    schedule = reminder.schedule
    if schedule.first is None:
        return ""
    return dates.format_recurrence(dates.Recurrence(schedule.rrule, schedule.first, (), schedule.zone), say.language)


def format_line(reminder: Reminder, now: datetime, say: Texts) -> str:
    """Format one line of a list."""
    schedule = reminder.schedule
    at = format_moment(schedule.due, now, schedule.zone, say)
    rule = format_rule(reminder, say)
    parts = [f"**#{reminder.id}** {reminder.message}", f"{at} · {rule}" if rule else at, _state(reminder, say)]
    return " — ".join(part for part in parts if part)


def format_list(reminders: Sequence[Reminder], now: datetime, say: Texts) -> str:
    return "\n".join(f"- {format_line(reminder, now, say)}" for reminder in reminders)


def _state(reminder: Reminder, say: Texts) -> str:
    match reminder.state:
        case ReminderState.PENDING:
            return ""
        case ReminderState.ATTEMPTING:
            return say("on its way")
        case ReminderState.DELIVERED:
            return say("said")
        case ReminderState.CANCELLED:
            return say("cancelled")
        case ReminderState.MISSED:
            return say("may not have reached you")


# -- what is said unasked


def format_on_time(reminder: Reminder, say: Texts, phrased: str = "") -> str:
    return f"{MARK} {phrased or say('Reminder: {message}', message=reminder.message)}"


def format_late(firings: Sequence[Firing], now: datetime, say: Texts) -> str:
    """Format one late reminder, or a digest of several."""
    if len(firings) == 1:
        return f"{MARK} {say('Late reminder: {reminder}', reminder=_fired(firings[0], now, say))}"
    shown = [f"- {_fired(firing, now, say)}" for firing in firings]
    title = say.plural(
        "{n} reminder came due in the meantime:", "{n} reminders came due in the meantime:", len(firings)
    )
    return "\n".join([f"{MARK} {title}", *shown])


def _fired(firing: Firing, now: datetime, say: Texts) -> str:
    reminder = firing.reminder
    at = format_past(firing.due, now, reminder.schedule.zone, say)
    if firing.times == 1:
        return say("{message} (it was for {moment})", message=reminder.message, moment=at)
    return say(
        "{message} ({n} times; the first was for {first}, the last for {last})",
        message=reminder.message,
        n=firing.times,
        first=at,
        last=format_past(firing.last_due, now, reminder.schedule.zone, say),
    )


def format_past(at: datetime, now: datetime, zone: ZoneInfo, say: Texts) -> str:
    """Format a moment that is over: `hoy a las 9:00`, `el 2026-03-12 a las 9:00`."""
    local, today = at.astimezone(zone), now.astimezone(zone).date()
    clock = f"{local.hour}:{local:%M}"
    match (today - local.date()).days:
        case 0:
            return say("today at {clock}", clock=clock)
        case 1:
            return say("yesterday at {clock}", clock=clock)
        case _:
            return say("{date} at {clock}", date=local.date().isoformat(), clock=clock)


def format_lost_line(firing: LostFiring, now: datetime, say: Texts) -> str:
    reminder = firing.reminder
    at = format_past(firing.due, now, reminder.schedule.zone, say)
    return f"- **#{reminder.id}** {say('{message} (it was for {moment})', message=reminder.message, moment=at)}"


def format_lost_warning(firings: Sequence[LostFiring], now: datetime, say: Texts) -> str:
    """Ask whether reminders arrived whose delivery was interrupted."""
    title = say.plural(
        "I was cut off while giving you this reminder, and I don't know if you saw it:",
        "I was cut off while giving you these reminders, and I don't know if you saw them:",
        len(firings),
    )
    shown = [format_lost_line(firing, now, say) for firing in firings[:_LISTED_AT_MOST]]
    more = [f"- +{len(firings) - _LISTED_AT_MOST}"] if len(firings) > _LISTED_AT_MOST else []
    way_out = say("`/reminders lost resend` repeats them, `/reminders lost dismiss` lets them go.")
    return "\n".join([f"⚠ {title}", *shown, *more, "", way_out])
