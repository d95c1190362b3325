"""Converts between rows of `reminders` and the domain."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

from sidecar import dates
from sidecar.domain.reminder import FiringId, LostFiring, Reminder, ReminderId, ReminderState, Schedule
from sidecar.language.fold import fold
from sidecar.storage.columns import checked, instant, person_id, text, to_text, whole
from sidecar.storage.db import Row, Value


def message_columns(message: str) -> dict[str, Value]:
    return {"message": message, "folded": fold(message)}


def schedule_columns(schedule: Schedule) -> dict[str, Value]:
    return {
        "due_at": to_text(schedule.due),
        "zone": schedule.zone.key,
        "words": schedule.words,
        "rrule": schedule.rrule,
        "first_local": schedule.first.isoformat(timespec="seconds") if schedule.first else None,
    }


@checked
def to_reminder(row: Row) -> Reminder:
    return Reminder(
        id=ReminderId(whole(row, "id")),
        person=person_id(row),
        message=text(row, "message"),
        schedule=_to_schedule(row),
        state=ReminderState(text(row, "state")),
        created_at=instant(row, "created_at"),
        late=bool(row["late"]),
        revision=whole(row, "revision"),
    )


def _to_schedule(row: Row) -> Schedule:
    """Convert a schedule whose rule, if it has one, can be followed."""
    first = row["first_local"]
    schedule = Schedule(
        due=instant(row, "due_at"),
        zone=ZoneInfo(text(row, "zone")),
        words=text(row, "words"),
        rrule=text(row, "rrule"),
        first=datetime.fromisoformat(first) if isinstance(first, str) else None,
    )
    if schedule.rrule and schedule.first:
        dates.next_firings(schedule.rrule, schedule.first, schedule.zone, after=schedule.due)
    return schedule


@checked
def lost_firing(row: Row) -> LostFiring:
    """Convert a row of `reminders` joined with its firing."""
    return LostFiring(FiringId(whole(row, "firing_id")), to_reminder(row), instant(row, "fired_for"))
