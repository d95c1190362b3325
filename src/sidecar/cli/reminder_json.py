"""Reminders as `--json` shows them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from sidecar.domain.reminder import LostFiring, Reminder, ReminderState


def as_object(reminder: Reminder) -> dict[str, object]:
    """A reminder as the reference of the command line shows it. Local times carry no zone: it stands beside them."""
    schedule = reminder.schedule
    return {
        "id": reminder.id,
        "message": reminder.message,
        "utc": _utc(schedule.due),
        "local": _local(schedule.local),
        "zone": schedule.zone.key,
        "rrule": schedule.rrule or None,
        "state": reminder.state.value,
        "late": reminder.late,
        "words": schedule.words,
        "next": _next_two(reminder),
    }


def _next_two(reminder: Reminder) -> list[str]:
    """The next firings of one that repeats, local."""
    from sidecar.dates import next_firings

    schedule = reminder.schedule
    if schedule.first is None or reminder.state is not ReminderState.PENDING:
        return []
    following = next_firings(schedule.rrule, schedule.first, schedule.zone, after=schedule.due)
    return [_local(moment.astimezone(schedule.zone)) for moment in (schedule.due, *following)]


def lost_as_object(firing: LostFiring) -> dict[str, object]:
    due_local = _local(firing.due.astimezone(firing.reminder.schedule.zone))
    return {**as_object(firing.reminder), "due_utc": _utc(firing.due), "due_local": due_local}


def several(found: Sequence[Reminder]) -> dict[str, object]:
    return {"reminders": [as_object(reminder) for reminder in found]}


def _utc(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")


def _local(moment: datetime) -> str:
    return moment.replace(tzinfo=None).isoformat(timespec="seconds")
