"""What reminders need from storage, and what they hand to delivery."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from sidecar.domain.message import TurnId
from sidecar.domain.person import PersonId
from sidecar.domain.reminder import Firing, FiringId, LostFiring, Reminder, ReminderId, ReminderState, Schedule


@dataclass(frozen=True, slots=True)
class Destination:
    """Where something is said: a channel and, where it has several, the chat in it."""

    channel: str
    address: str = ""


@dataclass(frozen=True, slots=True)
class Notice:
    """A text to be delivered unasked, where, and the firings that it speaks of."""

    text: str
    destinations: Sequence[Destination]
    firings: Sequence[Firing] = ()


class ReminderStore(Protocol):
    """Stores reminders. Every change is one transaction, and a person only ever reaches their own."""

    async def add(
        self, person: PersonId, message: str, schedule: Schedule, at: datetime, turn: TurnId | None = None
    ) -> Reminder:
        """Store a new reminder. `turn`: the message that asked for it; what one message changed is undone together, and
        one that rang before its answer was interrupted is returned as it is."""
        ...

    async def get(self, person: PersonId, id: ReminderId) -> Reminder | None: ...

    async def in_states(self, person: PersonId, states: Collection[ReminderState]) -> Sequence[Reminder]:
        """Return those in these states, the earliest due first."""
        ...

    async def change(self, reminder: Reminder, turn: TurnId | None = None) -> Reminder | None:
        """Store this version of a reminder. Returns None, and stores nothing, when it was changed meanwhile by a firing
        or by another process. Cancelling, or another time for one that does not recur, withdraws what still waits to be
        delivered."""
        ...

    async def last_fired(self, person: PersonId, id: ReminderId) -> datetime | None:
        """Return the due time of its last firing."""
        ...

    async def next_due(self) -> datetime | None:
        """Return when the first of all pending reminders is due."""
        ...

    async def due_until(self, moment: datetime, limit: int) -> Sequence[Reminder]:
        """Return the pending reminders of everybody that are due by then."""
        ...

    async def people_due(self, now: datetime) -> Sequence[PersonId]: ...

    async def fire(
        self, person: PersonId, now: datetime, plan: Callable[[Sequence[Reminder]], Sequence[Notice]], limit: int
    ) -> int:
        """Move the first `limit` reminders that are due to attempting (or on to their next firing) and put their
        notices into the outbox. `plan` is pure. Returns how many there were."""
        ...

    async def people_uncertain(self, taken_before: datetime) -> Sequence[PersonId]: ...

    async def lose(
        self,
        person: PersonId,
        taken_before: datetime,
        warn: Callable[[Sequence[LostFiring]], Notice],
        at: datetime,
    ) -> int:
        """Mark firings as missed whose message has been on its way since before `taken_before` without success, and put
        a warning into the outbox. Returns how many."""
        ...

    async def lost(self, person: PersonId) -> Sequence[LostFiring]: ...

    async def settle_lost(
        self, person: PersonId, firings: Collection[FiringId], again: Notice | None, at: datetime
    ) -> None:
        """Settle missed firings as the person decided: deliver them `again`, or leave it."""
        ...
