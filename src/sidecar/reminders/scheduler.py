"""Says reminders when they are due. The database is the only truth: there is no timer that a crash could lose."""

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
from sidecar.reminders.notices import Recipient, plan_notices
from sidecar.reminders.phraser import NoPhraser, ReminderPhraser
from sidecar.reminders.ports import Notice, ReminderStore
from sidecar.runtime.clock import Clock, sleep_or

LONGEST_SLEEP_S = 60.0
"""The clock may jump and the computer may sleep, and nobody tells us."""
UNCERTAIN_AFTER = timedelta(minutes=5)
FIRED_AT_ONCE = 50
"""So many reminders share a transaction, and late ones a message."""

_RETRY_S = 2.0
"""When the database does not let us look: the disk may be full."""
_WHENEVER = datetime.max.replace(tzinfo=UTC)


class Scheduler:
    """`voice` says how and where a person is spoken to; `send` empties the outbox; `changed` is set when a reminder was
    set or changed, here or by another process, or the clock jumped; `phrasing` finds words in time."""

    def __init__(
        self,
        store: ReminderStore,
        clock: Clock,
        voice: Callable[[PersonId], Recipient],
        send: Callable[[], Awaitable[None]],
        *,
        changed: asyncio.Event,
        phrasing: ReminderPhraser | None = None,
    ) -> None:
        self._store = store
        self._clock = clock
        self._voice = voice
        self._send = send
        self._phrasing = phrasing or NoPhraser()
        self._changed = changed

    async def recover(self) -> None:
        """At the start, before anything is sent: what a program that died was saying is uncertain from now on, whatever
        the clock said then."""
        await self._lose(_WHENEVER)

    async def run(self) -> None:
        """Until cancelled."""
        try:
            async with asyncio.TaskGroup() as sending:
                while True:
                    self._changed.clear()  # before looking: what changes meanwhile is looked at again
                    wait_s = _RETRY_S
                    with suppress(StorageError):  # the database has said so in the log; nothing is lost by waiting
                        if await self._fire_due():
                            sending.create_task(self._send_beside())  # a slow channel delays no other reminder
                        wait_s = await self._until_the_next()
                    await sleep_or(self._clock, wait_s, self._changed)
        finally:
            self._phrasing.stop()

    async def _fire_due(self) -> bool:
        """Everything whose time has come is in the outbox when this returns: was there anything?"""
        uncertain = await self._lose(self._clock.now() - UNCERTAIN_AFTER)
        people = await self._store.people_due(self._clock.now())
        for person in people:
            await self._fire(person)
        return bool(people or uncertain)

    async def _send_beside(self) -> None:
        with suppress(StorageError):  # what could not be sent waits for whoever looks at the outbox next
            await self._send()

    async def _fire(self, person: PersonId) -> None:
        fired, more = 0, True
        while more:
            now, voice = self._clock.now(), self._voice(person)

            def plan(due: Sequence[Reminder], now: datetime = now, voice: Recipient = voice) -> Sequence[Notice]:
                return plan_notices(due, now, voice, self._phrasing.ready)

            n = await self._store.fire(person, now, plan, FIRED_AT_ONCE)
            fired, more = fired + n, n == FIRED_AT_ONCE
        emit(Event.REMINDERS_FIRED, person=person, reminders=fired)

    async def _lose(self, taken_before: datetime) -> int:
        """How many firings nobody will ever know about."""
        firings = 0
        for person in await self._store.people_uncertain(taken_before):
            now, voice = self._clock.now(), self._voice(person)

            def warn(lost: Sequence[LostFiring], now: datetime = now, voice: Recipient = voice) -> Notice:
                return Notice(format_lost_warning(lost, now, voice.say), voice.places)

            lost = await self._store.lose(person, taken_before, warn, now)
            if lost:
                emit(Event.REMINDERS_UNCERTAIN, level="warning", person=person, firings=lost)
            firings += lost
        return firings

    async def _until_the_next(self) -> float:
        """Seconds. Words for reminders that are close are looked for meanwhile."""
        now = self._clock.now()
        due = await self._store.next_due()
        if due is None:
            return LONGEST_SLEEP_S
        wait_s = (due - now).total_seconds()
        ahead_s = self._phrasing.ahead_s
        if wait_s <= ahead_s:
            for reminder in await self._store.due_until(now + timedelta(seconds=ahead_s), FIRED_AT_ONCE):
                self._phrasing.prepare(reminder, self._voice(reminder.person).say)
        elif ahead_s:
            wait_s -= ahead_s
        return min(max(wait_s, 0.0), LONGEST_SLEEP_S)
