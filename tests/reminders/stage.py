"""The scheduler over a real database, with a clock that stands still and a channel on which the test is the person."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from sidecar.dates import next_firings
from sidecar.dispatch.delivery import Delivery
from sidecar.domain.message import OutgoingMessage
from sidecar.domain.person import OWNER, PersonId
from sidecar.domain.reminder import Reminder, ReminderState, Schedule
from sidecar.i18n import Texts
from sidecar.reminders.notice_phraser import ReminderPhraser
from sidecar.reminders.notices import Recipient, plan_notices
from sidecar.reminders.ports import Destination, Notice
from sidecar.reminders.reminders import Reminders
from sidecar.reminders.schedule import Asker
from sidecar.reminders.scheduler import Scheduler
from sidecar.storage.db import Db
from sidecar.storage.inbox import SqlInbox
from sidecar.storage.outbox import SqlOutbox
from sidecar.storage.reminders import SqlReminders
from tests.fakes.channel import FakeChannel
from tests.fakes.clock import FakeClock

MADRID = ZoneInfo("Europe/Madrid")


def once(due: datetime, zone: ZoneInfo = MADRID) -> Schedule:
    return Schedule(due, zone, "some words")


def rule(rrule: str, first: datetime, zone: ZoneInfo = MADRID) -> Schedule:
    """`first` is local and naive."""
    due = next_firings(rrule, first, zone, after=first.replace(tzinfo=zone) - timedelta(seconds=1))
    return Schedule(due[0].astimezone(UTC), zone, "some words", rrule, first)


class TimedChannel(FakeChannel):
    """Notes when it hears what. While `stuck`, a delivery does not come back until `stuck` is set."""

    def __init__(self, clock: FakeClock, name: str = "terminal") -> None:
        super().__init__(name)
        self._clock = clock
        self.heard: list[tuple[datetime, str]] = []
        self.stuck: asyncio.Event | None = None
        self.holding = 0

    async def deliver(self, message: OutgoingMessage) -> str:
        external_id = await super().deliver(message)
        self.heard.append((self._clock.now(), message.text))
        if self.stuck is not None:
            self.holding += 1
            await self.stuck.wait()
            self.holding -= 1
        return external_id


class Stage:
    """One home without its chat. `places` is where people are spoken to."""

    def __init__(self, db: Db, clock: FakeClock, phraser: ReminderPhraser | None = None) -> None:
        self.clock = clock
        self.store = SqlReminders(db)
        self.outbox = SqlOutbox(db)
        self.inbox = SqlInbox(db)
        self.channel = TimedChannel(clock)
        self.places = [Destination("terminal")]
        self.changed = asyncio.Event()
        self.reminders = Reminders(self.store, clock, self.changed.set)
        self.asker = Asker(OWNER, MADRID, "en")
        self.delivery = Delivery(self.outbox, clock)
        self.delivery.open(self.channel)
        self.scheduler = Scheduler(
            self.store, clock, self._recipient, self._send, changed=self.changed, phraser=phraser
        )
        self._sending = 0
        self._tasks: list[asyncio.Task[None]] = []

    def _recipient(self, person: PersonId) -> Recipient:
        return Recipient(Texts("en"), self.places)

    async def _send(self) -> None:
        self._sending += 1
        try:
            await self.delivery.send_due()
        finally:
            self._sending -= 1

    # -- time

    def _idle(self) -> bool:
        """All sleep, and nothing is on its way but what a stuck channel holds."""
        asleep = self.clock.sleeping >= len(self._tasks) and not self.changed.is_set()
        return any(task.done() for task in self._tasks) or (asleep and self._sending == self.channel.holding)

    async def advance(self, **by: float) -> None:
        await self.clock.advance(timedelta(**by).total_seconds(), idle=self._idle)

    async def leap(self, **by: float) -> None:
        """For hours in which nothing is due."""
        await self.clock.leap(timedelta(**by).total_seconds(), idle=self._idle)

    @asynccontextmanager
    async def running(self, *, watching_the_outbox: bool = False) -> AsyncGenerator[None]:
        """A life of the program, from its start to a good end."""
        await self.inbox.recover()
        await self.scheduler.recover()
        await self._send()
        works = [self.scheduler.run(), *([self._watch_the_outbox()] if watching_the_outbox else [])]
        self._tasks = [asyncio.create_task(work) for work in works]
        try:
            await self.advance()
            yield
            await self.advance()
        finally:
            for task in self._tasks:
                task.cancel()
            ends = await asyncio.gather(*self._tasks, return_exceptions=True)
        assert all(isinstance(end, asyncio.CancelledError) for end in ends), ends

    async def _watch_the_outbox(self) -> None:
        while True:
            await self._send()
            await self.clock.sleep(5)

    # -- reminders

    async def remind(self, message: str, person: PersonId = OWNER, **after: float) -> Reminder:
        """A single one, so long after now."""
        due = self.clock.now() + timedelta(**after)
        reminder = await self.store.add(person, message, once(due), self.clock.now())
        self.changed.set()
        return reminder

    async def fired_but_not_sent(self, message: str, person: PersonId = OWNER) -> Reminder:
        """A reminder as it is when the program died between the firing and the sending."""
        reminder = await self.remind(message, person)
        await self.store.fire(person, self.clock.now(), self.plan, 1)
        return reminder

    async def being_sent(self, message: str, person: PersonId = OWNER) -> Reminder:
        """A reminder as it is when the program died while it was saying it."""
        reminder = await self.fired_but_not_sent(message, person)
        for waiting in await self.outbox.due("terminal", self.clock.now()):
            assert await self.outbox.take(waiting.id, self.clock.now())
        return reminder

    def plan(self, due: Sequence[Reminder]) -> Sequence[Notice]:
        return plan_notices(due, self.clock.now(), self._recipient(OWNER))

    async def state(self, reminder: Reminder) -> ReminderState:
        now = await self.store.get(reminder.person, reminder.id)
        assert now is not None
        return now.state

    @property
    def texts(self) -> list[str]:
        return self.channel.texts
