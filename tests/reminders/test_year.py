"""A year with the whole of Sidecar: every reminder, whatever happens meanwhile, is said once and at its local time."""

from __future__ import annotations

import asyncio
import random
import re
import sqlite3
import threading
from collections import Counter
from collections.abc import Sequence
from contextlib import AsyncExitStack, closing
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from dateutil.rrule import rrulestr

from sidecar.app import Sidecar, open_services, open_sidecar
from sidecar.domain.person import OWNER
from sidecar.domain.reminder import Reminder, ReminderState
from sidecar.home import Home
from sidecar.memory.files.profile import create_profile
from sidecar.reminders.reminders import Reminders
from sidecar.reminders.schedule import Asker
from sidecar.storage.db import Tx
from sidecar.storage.sqlite import SqliteDb
from tests.fakes.channel import FakeChannel
from tests.fakes.clock import FakeClock

START = datetime(2026, 1, 1, 12, 0, tzinfo=UTC)
END = START + timedelta(days=365)
LATE = timedelta(seconds=90)
SINGLES, ABSENCES, RESTARTS = 150, 12, 10
QUIET_ROUNDS = 4
"""More than the steps that the scheduler takes in the database before it fires or sleeps again."""

RULES = {
    # what a person says: the rule by a library that is not ours, and the local time at which it begins
    "every Sunday at 1:30": ("FREQ=WEEKLY;BYDAY=SU", 1, 30),  # the clocks change on Sundays: an hour that comes twice
    "every Sunday at 2:30": ("FREQ=WEEKLY;BYDAY=SU", 2, 30),  # and one that does not come at all
    "every Tuesday and Thursday at 7:15": ("FREQ=WEEKLY;BYDAY=TU,TH", 7, 15),
    "every Monday at 9:00": ("FREQ=WEEKLY;BYDAY=MO", 9, 0),
    "the first Monday of every month at 10:00": ("FREQ=MONTHLY;BYDAY=1MO", 10, 0),
    "the last day of every month at 23:45": ("FREQ=MONTHLY;BYMONTHDAY=-1", 23, 45),
}
EVERY_HOURS = 100

_ON_TIME = re.compile(r"⏰ Reminder: (thing \d{4})")
_LATE_LINE = re.compile(
    r"(thing \d{4}) \((?:it was for (?P<only>.+)"
    r"|(?P<times>\d+) times; the first was for (?P<first>.+), the last for (?P<last>.+))\)"
)


def instant_of(local: datetime, zone: ZoneInfo) -> datetime:
    """When the clock on the wall shows this, or later, for the first time: found by looking at it minute by minute."""
    offsets = [(local + timedelta(days=days)).replace(tzinfo=zone).utcoffset() or timedelta() for days in (-1, 1)]
    moment = (local - max(offsets)).replace(tzinfo=UTC)
    while moment.astimezone(zone).replace(tzinfo=None) < local:
        moment += timedelta(minutes=1)
    return moment


async def all_threads_are_free(db: SqliteDb) -> None:
    """When this returns, what the database had been asked before is done, and whoever asked has gone on."""
    meeting = threading.Barrier(2, timeout=60)

    async def meet(_: Tx) -> None:
        meeting.wait()  # both readers must be here at once

    async def nothing(_: Tx) -> None: ...

    await asyncio.gather(db.read(meet), db.read(meet), db.write(nothing))
    for _ in range(5):
        await asyncio.sleep(0)


@dataclass
class Promise:
    """What must happen with one reminder, by our own reckoning."""

    message: str
    dues: list[datetime]
    """Those still to come, UTC."""
    rule: bool = False
    snoozed: bool = True
    """It may be."""
    kept: int = 0
    last: datetime | None = None

    def passed(self, now: datetime) -> list[datetime]:
        over = [due for due in self.dues if due <= now]
        self.dues = self.dues[len(over) :]
        self.kept += len(over)
        self.last = over[-1] if over else self.last
        return over


@dataclass(frozen=True)
class Heard:
    """What the person was told: all on time, and of the late ones how often, from when to when, local time."""

    on_time: Counter[str] = field(default_factory=Counter[str])
    late: Counter[tuple[str, int, datetime, datetime]] = field(default_factory=Counter[Any])


class Year:
    """`begin` and `end` open and close Sidecar; `reach` lets time pass and checks what was said."""

    def __init__(self, folder: Path, zone: ZoneInfo) -> None:
        self.home = Home(folder / "home")
        self.zone = zone
        self.clock = FakeClock(START)
        self.promises: dict[int, Promise] = {}
        self.said = 0
        self._sidecar: Sidecar | None = None
        self._life = AsyncExitStack()
        self._channel = FakeChannel()
        self._looked_at = self._began = START

    # -- lives

    @property
    def now(self) -> datetime:
        return self.clock.now()

    async def begin(self) -> None:
        self._channel, self._began = FakeChannel(), self.now
        self._sidecar = await self._life.enter_async_context(open_sidecar(self.home, clock=self.clock))
        self._running = asyncio.create_task(self._sidecar.run(self._channel))
        self._ledger = self._life.enter_context(closing(sqlite3.connect(self.home.database)))
        await self.reach(self.now + timedelta(seconds=1))

    async def end(self) -> None:
        await self.settle()
        self._channel.close()
        await self._running
        await self._life.aclose()
        self._sidecar = None

    async def reach(self, moment: datetime) -> None:
        await self.clock.leap((moment - self.now).total_seconds())
        await self.settle()
        if self._sidecar is not None:
            self._check()

    async def settle(self) -> None:
        """Until nothing is open, and nobody has anything more to ask of the database before going to sleep."""
        if self._sidecar is None:
            return
        quiet = 0
        async with asyncio.timeout(120):
            while quiet < QUIET_ROUNDS:
                naps = self.clock.naps
                await all_threads_are_free(self._sidecar.services.db)
                quiet = 0 if self._open() or self.clock.naps > naps else quiet + 1

    def _open(self) -> bool:
        if self._running.done():
            self._running.result()
        (open_ones,) = self._ledger.execute(
            "select count(*) from outbox where state in ('waiting', 'sending')"
        ).fetchone()
        return open_ones > 0

    # -- what should be, and what was

    def next_due(self) -> datetime:
        return min((promise.dues[0] for promise in self.promises.values() if promise.dues), default=END)

    def _check(self) -> None:
        expected = Heard()
        for promise in self.promises.values():
            passed = promise.passed(self.now)
            if passed and (len(passed) > 1 or passed[-1] < max(self._began, self.now - LATE)):
                expected.late[promise.message, len(passed), self._local(passed[0]), self._local(passed[-1])] += 1
            elif passed:
                expected.on_time[promise.message] += 1
        heard = self._heard(self._channel.texts)
        self._channel.delivered.clear()
        assert heard == expected, f"at {self.now.astimezone(self.zone)}"
        self.said += heard.on_time.total() + heard.late.total()

    def _heard(self, texts: Sequence[str]) -> Heard:
        heard = Heard()
        for text in texts:
            if on_time := _ON_TIME.fullmatch(text):
                heard.on_time[on_time[1]] += 1
                continue
            found = list(_LATE_LINE.finditer(text))
            assert len(found) == max(1, len(text.splitlines()) - 1), text
            for late in found:
                first, last = late["only"] or late["first"], late["only"] or late["last"]
                heard.late[late[1], int(late["times"] or 1), self._read(first), self._read(last)] += 1
        return heard

    def _local(self, moment: datetime) -> datetime:
        return moment.astimezone(self.zone).replace(tzinfo=None, second=0, fold=0)

    def _read(self, words: str) -> datetime:
        day, _, clock = words.partition(" at ")
        today = self._local(self.now).date()
        days = {"today": today, "yesterday": today - timedelta(days=1)}
        hour, minute = clock.split(":")
        date = days[day] if day in days else datetime.fromisoformat(day).date()
        return datetime(date.year, date.month, date.day, int(hour), int(minute))

    # -- what the person does; beside the program when it is not open, as the command line does

    async def with_reminders(self) -> tuple[Reminders, Asker, AsyncExitStack]:
        stack = AsyncExitStack()
        if self._sidecar is not None:
            return self._sidecar.services.reminders(), self._sidecar.services.asker(OWNER), stack
        parts = await stack.enter_async_context(open_services(self.home, self.clock, alone=False))
        return parts.reminders(), parts.asker(OWNER), stack

    async def set(self, words: str, dues: list[datetime], *, rule: bool = False, snoozed: bool = True) -> int:
        reminders, asker, stack = await self.with_reminders()
        async with stack:
            message = f"thing {len(self.promises):04}"
            reminder = (await reminders.set(asker, message, words)).reminder
        assert reminder.schedule.due == dues[0]
        self.promises[reminder.id] = Promise(message, dues, rule, snoozed)
        return reminder.id

    async def set_single(self, local: datetime) -> int:
        return await self.set(f"{local:%Y-%m-%d %H:%M}", [instant_of(local, self.zone)])

    async def move(self, id: int, local: datetime) -> None:
        reminders, asker, stack = await self.with_reminders()
        async with stack:
            reminder = await reminders.find_one(asker, f"#{id}")
            await reminders.edit(asker, reminder, words=f"{local:%Y-%m-%d %H:%M}")
        self.promises[id].dues = [instant_of(local, self.zone)]

    async def cancel(self, id: int) -> None:
        reminders, asker, stack = await self.with_reminders()
        async with stack:
            await reminders.cancel(await reminders.find_one(asker, f"#{id}"))
        self.promises[id].dues = []

    async def snooze(self, id: int, minutes: int) -> None:
        """A single one comes again. Of a rule only one firing does: the one of the last 24 hours, from now on, or
        else the next, from its own time on."""
        reminders, asker, stack = await self.with_reminders()
        async with stack:
            reminder = await reminders.find_one(asker, f"#{id}")
            new = (await reminders.snooze(asker, reminder, f"{minutes} minutes")).reminder
        later, promise = timedelta(minutes=minutes), self.promises[id]
        if not promise.rule:
            assert new.id == id
            promise.dues = [self.now + later]
            return
        assert new.id not in self.promises
        just_said = promise.last is not None and self.now - promise.last <= timedelta(hours=24)
        self.promises[new.id] = Promise(new.message, [(self.now if just_said else promise.dues.pop(0)) + later])

    async def every_reminder(self) -> Sequence[Reminder]:
        reminders, asker, stack = await self.with_reminders()
        async with stack:
            return await reminders.all(asker)


class Person:
    """Sets, moves, cancels and snoozes, closes Sidecar and comes back, at random."""

    def __init__(self, year: Year, chance: random.Random) -> None:
        self._year = year
        self._chance = chance
        self._singles: list[int] = []
        self.did: Counter[str] = Counter()

    async def act(self, what: str) -> None:
        self.did[what] += 1
        match what:
            case "set":
                self._singles.append(await self._year.set_single(self._some_time()))
            case "move" if id := self._one_ahead():
                await self._year.move(id, self._some_time())
            case "cancel" if id := self._one_ahead():
                await self._year.cancel(id)
            case "snooze" if id := self._one_to_snooze():
                await self._year.snooze(id, self._chance.randint(1, 300))
            case "leave":
                await self._year.end()
            case "return":
                await self._year.begin()
            case "restart":
                await self._year.end()
                await self._year.begin()
            case _:
                self.did[what] -= 1  # there was none to do it with
        await self._year.settle()

    def _some_time(self) -> datetime:
        """Within six weeks, on a minute of the local clock that exists."""
        year = self._year
        while True:
            moment = year.now + timedelta(minutes=self._chance.randint(2, 60_000))
            local = moment.astimezone(year.zone).replace(tzinfo=None, second=0, microsecond=0, fold=0)
            if instant_of(local, year.zone).astimezone(year.zone).replace(tzinfo=None) == local:
                return local

    def _one_ahead(self) -> int | None:
        soon = self._year.now + timedelta(minutes=1)
        promises = self._year.promises
        return self._one_of([id for id in self._singles if promises[id].dues and promises[id].dues[0] > soon])

    def _one_to_snooze(self) -> int | None:
        """One that has been said, or any rule; while Sidecar is away nobody knows what is due."""
        promises = self._year.promises
        if any(promise.dues and promise.dues[0] <= self._year.now for promise in promises.values()):
            return None
        said = [id for id in self._singles if promises[id].kept and not promises[id].dues]
        rules = [id for id, promise in promises.items() if promise.rule and promise.snoozed and promise.dues]
        return self._one_of(self._chance.choice((said, rules)))

    def _one_of(self, ids: list[int]) -> int | None:
        return self._chance.choice(ids) if ids else None


def agenda_of(chance: random.Random) -> list[tuple[datetime, str]]:
    """What the person will do and when; absences do not overlap."""

    def some(what: str, times: int) -> list[tuple[datetime, str]]:
        return [(START + timedelta(seconds=chance.randrange(120, 364 * 86_400)), what) for _ in range(times)]

    agenda = some("set", SINGLES) + some("move", SINGLES // 4) + some("cancel", SINGLES // 8) + some("snooze", 60)
    month = timedelta(days=364) / ABSENCES
    for n in range(ABSENCES):
        left = START + month * n + timedelta(seconds=chance.randrange(int(month.total_seconds() / 2)))
        away_s = chance.choice((chance.uniform(1, 120), chance.uniform(3_600, 86_400), chance.uniform(86_400, 700_000)))
        agenda += [(left, "leave"), (left + timedelta(seconds=round(away_s)), "return")]
    absences = sorted(at for at, what in agenda if what in ("leave", "return"))
    for at, what in some("restart", RESTARTS):
        if sum(absence <= at for absence in absences) % 2 == 0:
            agenda.append((at, what))
    return sorted(agenda)


@pytest.mark.req("REM-03", "REM-04", "REM-05", "REM-07", "CHA-10", "DAT-03")
@pytest.mark.timeout(300)  # it lives through a year with the whole program: a busy machine takes long
@pytest.mark.parametrize("zone_name", ["America/New_York", "Europe/Madrid"])
async def test_every_reminder_of_a_year_is_said_once_at_its_local_time(tmp_path: Path, zone_name: str) -> None:
    zone, chance = ZoneInfo(zone_name), random.Random(zone_name)
    year = Year(tmp_path, zone)
    year.home.create()
    create_profile(year.home.path, "en", name="Ana", timezone=zone_name)
    year.home.settings.write_text('[memory]\nextract = false\nembedder = ""\n')  # they would only take time
    await year.begin()
    for words, (rule, hour, minute) in RULES.items():
        await year.set(words, dues_of(rule, hour, minute, zone), rule=True, snoozed="Sunday" not in words)
    step = timedelta(hours=EVERY_HOURS)
    now = year.now
    dues = [now + step * n for n in range(1, 365 * 24 // EVERY_HOURS + 2)]
    await year.set(f"every {EVERY_HOURS} hours", dues, rule=True)
    await year.settle()

    person = Person(year, chance)
    agenda = agenda_of(chance)
    away = False
    while agenda:
        at, what = agenda[0]
        due = year.next_due()
        if not away and due < at:
            await year.reach(due + timedelta(seconds=chance.choice((0, 0, 1))))
            continue
        agenda.pop(0)
        await year.reach(max(at, year.now))
        await person.act(what)
        away = what == "leave" or (away and what != "return")
    while (due := year.next_due()) < END:
        await year.reach(due)

    left = await year.every_reminder()
    await year.end()
    assert not [one for one in left if one.state in (ReminderState.ATTEMPTING, ReminderState.MISSED)]
    told = sum(promise.kept for promise in year.promises.values())
    assert told >= 400 and len(year.promises) >= 170
    assert firings_kept(year.home.database) == told
    assert all(person.did[what] for what in ("set", "move", "cancel", "snooze", "leave", "return", "restart"))
    print(f"\n{zone_name}: {told} firings in {year.said} mentions; {dict(person.did)}")


def dues_of(rule: str, hour: int, minute: int, zone: ZoneInfo) -> list[datetime]:
    begin = START.astimezone(zone).replace(tzinfo=None, hour=0, minute=0)
    locals_ = rrulestr(rule, dtstart=begin.replace(hour=hour, minute=minute)).between(
        begin, begin + timedelta(days=367), inc=True
    )
    return [due for local in locals_ if (due := instant_of(local, zone)) > START + timedelta(seconds=1)]


def firings_kept(database: Path) -> int:
    """How many firings the database says were delivered, those that stood for several included."""
    with closing(sqlite3.connect(database)) as ledger:
        assert ledger.execute("select count(*) from firings where state <> 'delivered'").fetchone() == (0,)
        return ledger.execute("select sum(times) from firings").fetchone()[0]
