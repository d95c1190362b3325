"""Reminders as JSON. Local times carry no zone: it is a field of its own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Self

from sidecar.api.encoding import INLINE, OPTIONAL
from sidecar.dates import next_firings
from sidecar.domain.reminder import LostFiring, Reminder, ReminderState
from sidecar.reminders.reminders import ReminderChange


@dataclass(frozen=True, slots=True)
class ReminderJson:
    id: int
    message: str
    utc: str
    local: str
    zone: str
    rrule: str | None
    state: str
    late: bool
    words: str
    next: Sequence[str]
    """The next two firings of one that repeats, local."""

    @classmethod
    def from_reminder(cls, reminder: Reminder) -> Self:
        schedule = reminder.schedule
        return cls(
            id=reminder.id,
            message=reminder.message,
            utc=format_utc(schedule.due),
            local=format_local(schedule.local),
            zone=schedule.zone.key,
            rrule=schedule.rrule or None,
            state=reminder.state.value,
            late=reminder.late,
            words=schedule.words,
            next=_next_two(reminder),
        )


@dataclass(frozen=True, slots=True)
class ReminderListJson:
    reminders: Sequence[ReminderJson | LostReminderJson]

    @classmethod
    def from_reminders(cls, reminders: Sequence[Reminder]) -> Self:
        return cls([ReminderJson.from_reminder(reminder) for reminder in reminders])


@dataclass(frozen=True, slots=True)
class ReminderChangeJson:
    """A reminder with a new time; `notes` say how ambiguous words were understood."""

    reminder: ReminderJson = field(metadata=INLINE)
    notes: Sequence[str] | None = field(metadata=OPTIONAL)

    @classmethod
    def from_change(cls, change: ReminderChange) -> Self:
        return cls(ReminderJson.from_reminder(change.reminder), change.notes or None)


@dataclass(frozen=True, slots=True)
class LostReminderJson:
    """A reminder that may not have arrived, and when it was due."""

    reminder: ReminderJson = field(metadata=INLINE)
    due_utc: str
    due_local: str

    @classmethod
    def from_firing(cls, firing: LostFiring) -> Self:
        due_local = firing.due.astimezone(firing.reminder.schedule.zone)
        return cls(ReminderJson.from_reminder(firing.reminder), format_utc(firing.due), format_local(due_local))


@dataclass(frozen=True, slots=True)
class RefusalJson:
    """A request about reminders that needs other words; `reminders` are those that fit."""

    message: str
    hint: str
    code: str
    suggestions: Sequence[str]
    reminders: Sequence[ReminderJson] | None = field(default=None, metadata=OPTIONAL)


def format_utc(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")


def format_local(moment: datetime) -> str:
    return moment.replace(tzinfo=None).isoformat(timespec="seconds")


def _next_two(reminder: Reminder) -> Sequence[str]:
    schedule = reminder.schedule
    if schedule.first is None or reminder.state is not ReminderState.PENDING:
        return ()
    following = next_firings(schedule.rrule, schedule.first, schedule.zone, after=schedule.due)
    return [format_local(moment.astimezone(schedule.zone)) for moment in (schedule.due, *following)]
