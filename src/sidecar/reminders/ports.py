"""What reminders need from the database and from the way out."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from sidecar.domain.person import PersonId
from sidecar.domain.reminder import Firing, FiringId, LostFiring, Reminder, ReminderId, ReminderState, Schedule


@dataclass(frozen=True, slots=True)
class Destination:
    """Where something is said: a channel and, where it has several, the chat in it."""

    channel: str
    address: str = ""


@dataclass(frozen=True, slots=True)
class Notice:
    """What will be said unasked, where, and the firings that it speaks of."""

    text: str
    places: Sequence[Destination]
    firings: Sequence[Firing] = ()


class ReminderStore(Protocol):
    """Everything that changes a reminder is one transaction. A person only ever reaches their own."""

    async def add(self, person: PersonId, message: str, schedule: Schedule, at: datetime) -> Reminder: ...

    async def get(self, person: PersonId, id: ReminderId) -> Reminder | None: ...

    async def in_states(self, person: PersonId, states: Collection[ReminderState]) -> Sequence[Reminder]:
        """The one that is due first comes first."""
        ...

    async def change(self, reminder: Reminder) -> Reminder | None:
        """Keep this version of a reminder. None when it was changed meanwhile, by a firing or by another process:
        nothing is kept then. Of one that is cancelled, what still waits to be said is withdrawn."""
        ...

    async def last_fired(self, person: PersonId, id: ReminderId) -> datetime | None:
        """The due time of its last firing."""
        ...

    async def next_due(self) -> datetime | None:
        """When the first of all pending reminders is due."""
        ...

    async def due_until(self, moment: datetime, limit: int) -> Sequence[Reminder]:
        """The pending reminders of everybody that are due by then."""
        ...

    async def people_due(self, now: datetime) -> Sequence[PersonId]: ...

    async def fire(
        self, person: PersonId, now: datetime, plan: Callable[[Sequence[Reminder]], Sequence[Notice]], limit: int
    ) -> int:
        """The first `limit` reminders that are due: each is moved to attempting (or on to its next firing) and its
        notice is in the outbox. `plan` is pure. Returns how many there were."""
        ...

    async def people_uncertain(self, taken_before: datetime) -> Sequence[PersonId]: ...

    async def lose(
        self,
        person: PersonId,
        taken_before: datetime,
        warn: Callable[[Sequence[LostFiring]], Notice],
        at: datetime,
    ) -> int:
        """Firings whose message was being sent since before `taken_before` without a word of success are missed from
        now on; the person is warned. Returns how many."""
        ...

    async def lost(self, person: PersonId) -> Sequence[LostFiring]: ...

    async def settle_lost(
        self, person: PersonId, firings: Collection[FiringId], again: Notice | None, at: datetime
    ) -> None:
        """The person has decided about missed firings: say them `again`, or leave it."""
        ...
