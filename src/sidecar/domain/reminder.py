"""A reminder: what to say, and when. Its firings are the times at which it was due."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import NewType
from zoneinfo import ZoneInfo

from sidecar.domain.person import PersonId

ReminderId = NewType("ReminderId", int)
FiringId = NewType("FiringId", int)


class ReminderState(StrEnum):
    PENDING = "pending"
    ATTEMPTING = "attempting"
    """Its time has come and the message is on its way."""
    DELIVERED = "delivered"
    CANCELLED = "cancelled"
    MISSED = "missed"
    """It is unknown whether it arrived (the program died while sending it): the person decides (REM-06)."""


@dataclass(frozen=True, slots=True)
class Schedule:
    """When a reminder is due, as it was understood from the person's words."""

    due: datetime
    """The next firing, UTC."""
    zone: ZoneInfo
    words: str
    """What the person said."""
    rrule: str = ""
    """An RFC 5545 rule in the local time of `zone`; empty for a single moment."""
    first: datetime | None = None
    """The rule's first firing, local and naive: its anchor."""

    @property
    def local(self) -> datetime:
        return self.due.astimezone(self.zone)


@dataclass(frozen=True, slots=True)
class Reminder:
    id: ReminderId
    person: PersonId
    message: str
    schedule: Schedule
    state: ReminderState
    created_at: datetime
    late: bool = False
    """Its last firing was delivered late."""
    revision: int = 0
    """Grows with every change: a change to an outdated copy is refused."""

    @property
    def recurring(self) -> bool:
        return bool(self.schedule.rrule)


@dataclass(frozen=True, slots=True)
class Firing:
    """One time that a reminder was due. After an absence one firing may stand for several of a recurring reminder."""

    reminder: Reminder
    due: datetime
    """UTC; the first of them."""
    last_due: datetime
    """UTC; the last of them."""
    times: int
    late: bool
    next_due: datetime | None
    """When the reminder is due again, UTC."""


@dataclass(frozen=True, slots=True)
class LostFiring:
    """A firing that may or may not have reached the person."""

    id: FiringId
    reminder: Reminder
    due: datetime
