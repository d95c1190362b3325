"""Fires reminders when they are due. The database is the only truth: there is no timer that a crash could lose."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta

from sidecar.domain.person import PersonId
from sidecar.domain.reminder import LostFiring, Reminder
from sidecar.errors import StorageError
from sidecar.observe import Event, emit
from sidecar.reminders.format import format_lost_warning
from sidecar.reminders.notice_phraser import NoPhraser, ReminderPhraser
from sidecar.reminders.notices import ALWAYS, Recipient, plan_notices
from sidecar.reminders.ports import Notice, ReminderStore
from sidecar.runtime.clock import Clock, sleep_unless_woken

LONGEST_SLEEP_S = 60.0
"""The clock may jump and the computer may sleep without notice."""
UNCERTAIN_AFTER = timedelta(minutes=5)
FIRED_AT_ONCE = 50
"""Reminders that share a transaction; late ones also share a message."""

_RETRY_S = 2.0
"""Before trying again when the database cannot be read: the disk may be full."""
_WHENEVER = datetime.max.replace(tzinfo=UTC)


class Scheduler:
    """`recipient` tells how and where a person is spoken to; `send` empties the outbox; `changed` is set when a
    reminder was set or changed, here or by another process, or the clock jumped."""

    def __init__(
        self,
        store: ReminderStore,
        clock: Clock,
        recipient: Callable[[PersonId], Recipient],
        send: Callable[[], Awaitable[None]],
        *,
        changed: asyncio.Event,
        phraser: ReminderPhraser | None = None,
    ) -> None:
        self._store = store
        self._clock = clock
        self._recipient = recipient
        self._send = send
        self._phraser = phraser or NoPhraser()
        self._changed = changed
        self._running_since = ALWAYS

    async def recover(self) -> None:
        """Mark as uncertain what a program that died was delivering, whatever the clock said then. Call it at the
        start, before anything is sent."""
        await self._lose(_WHENEVER)

    async def run(self) -> None:
        """Fire what is due, until cancelled. What was due before is late, however little (REM-05)."""
        self._running_since = self._clock.now()
        try:
            async with asyncio.TaskGroup() as sending:
                while True:
                    self._changed.clear()  # cleared first: a change while looking makes it look again
                    wait_s = _RETRY_S
                    with suppress(StorageError):  # already logged by the database; nothing is lost by waiting
                        if await self._fire_due():
                            sending.create_task(self._send_beside())  # a slow channel delays no other reminder
                        wait_s = await self._until_the_next()
                    await sleep_unless_woken(self._clock, wait_s, self._changed)
        finally:
            self._phraser.stop()

    async def _fire_due(self) -> bool:
        """Put every due reminder into the outbox. Returns whether there was anything."""
        uncertain = await self._lose(self._clock.now() - UNCERTAIN_AFTER)
        people = await self._store.people_due(self._clock.now())
        for person in people:
            await self._fire(person)
        return bool(people or uncertain)

    async def _send_beside(self) -> None:
        with suppress(StorageError):  # unsent messages stay in the outbox
            await self._send()

    async def _fire(self, person: PersonId) -> None:
        fired, more = 0, True
        while more:
            now, recipient = self._clock.now(), self._recipient(person)

            def plan(
                due: Sequence[Reminder], now: datetime = now, recipient: Recipient = recipient
            ) -> Sequence[Notice]:
                return plan_notices(due, now, recipient, self._phraser.ready, self._running_since)

            n = await self._store.fire(person, now, plan, FIRED_AT_ONCE)
            fired, more = fired + n, n == FIRED_AT_ONCE
        emit(Event.REMINDERS_FIRED, person=person, reminders=fired)

    async def _lose(self, taken_before: datetime) -> int:
        """Mark firings as missed whose delivery is unknown. Returns how many."""
        firings = 0
        for person in await self._store.people_uncertain(taken_before):
            now, recipient = self._clock.now(), self._recipient(person)

            def warn(lost: Sequence[LostFiring], now: datetime = now, recipient: Recipient = recipient) -> Notice:
                return Notice(format_lost_warning(lost, now, recipient.say), recipient.destinations)

            lost = await self._store.lose(person, taken_before, warn, now)
            if lost:
                emit(Event.REMINDERS_UNCERTAIN, level="warning", person=person, firings=lost)
            firings += lost
        return firings

    async def _until_the_next(self) -> float:
        """Return the seconds until the next reminder, and prepare words for those that are close."""
        now = self._clock.now()
        due = await self._store.next_due()
        if due is None:
            return LONGEST_SLEEP_S
        wait_s = (due - now).total_seconds()
        ahead_s = self._phraser.ahead_s
        if wait_s <= ahead_s:
            for reminder in await self._store.due_until(now + timedelta(seconds=ahead_s), FIRED_AT_ONCE):
                self._phraser.prepare(reminder, self._recipient(reminder.person).say)
        elif ahead_s:
            wait_s -= ahead_s
        return min(max(wait_s, 0.0), LONGEST_SLEEP_S)
