"""Reminders are kept, changed and fired in whole transactions, whoever else is at it."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from sidecar.domain.person import OWNER, PersonId
from sidecar.domain.reminder import Firing, Reminder, ReminderId, ReminderState
from sidecar.errors import StorageError
from sidecar.i18n import Texts
from sidecar.reminders.notices import Recipient, plan_notices
from sidecar.reminders.ports import Destination, Notice
from sidecar.storage.db import Tx
from sidecar.storage.outbox import SqlOutbox
from sidecar.storage.reminders import SqlReminders
from sidecar.storage.sqlite import SqliteDb
from tests.fakes.clock import FakeClock
from tests.reminders.stage import once, rule
from tests.storage.samples import NOON, later

ANA, BETO = PersonId("ana"), PersonId("beto")
RECIPIENT = Recipient(Texts("en"), [Destination("terminal")])


@pytest.fixture
def store(db: SqliteDb) -> SqlReminders:
    return SqlReminders(db)


@pytest.fixture
def chance() -> random.Random:
    return random.Random(7)


@pytest.fixture
async def other(db: SqliteDb, path: Path, clock: FakeClock) -> AsyncIterator[SqlReminders]:
    """The same database, as another process sees it."""
    async with await SqliteDb.open(path, clock=clock, alone=False) as beside:
        yield SqlReminders(beside)


async def remind(store: SqlReminders, message: str, minutes: float = 0, person: PersonId = OWNER) -> Reminder:
    return await store.add(person, message, once(later(minutes=minutes)), NOON)


def saying(now: datetime) -> Callable[[Sequence[Reminder]], Sequence[Notice]]:
    def plan(due: Sequence[Reminder]) -> Sequence[Notice]:
        return plan_notices(due, now, RECIPIENT)

    return plan


async def fire(store: SqlReminders, now: datetime = NOON, person: PersonId = OWNER, limit: int = 50) -> int:
    return await store.fire(person, now, saying(now), limit)


async def said(db: SqliteDb, now: datetime = NOON) -> list[str]:
    return [message.text for message in await SqlOutbox(db).due("terminal", now)]


async def state(store: SqlReminders, reminder: Reminder) -> ReminderState:
    now = await store.get(reminder.person, reminder.id)
    assert now is not None
    return now.state


# -- kept


@pytest.mark.req("REM-02", "REM-03")
async def test_a_reminder_comes_back_as_it_was_set(store: SqlReminders, other: SqlReminders) -> None:
    kyiv = ZoneInfo("Europe/Kyiv")
    for schedule in (once(later(days=1), kyiv), rule("FREQ=WEEKLY;BYDAY=MO", datetime(2026, 3, 16, 9, 30), kyiv)):
        kept = await store.add(OWNER, "Ñandú «é»\nand more", schedule, NOON)
        assert kept.state is ReminderState.PENDING
        assert await other.get(OWNER, kept.id) == kept
        assert kept.schedule == schedule and kept.created_at == NOON


@pytest.mark.req("REM-01")
async def test_they_are_listed_by_state_and_in_the_order_of_their_times(store: SqlReminders) -> None:
    last, first, cancelled = [await remind(store, text, n) for text, n in (("c", 30), ("a", 10), ("b", 20))]
    await store.change(replace(cancelled, state=ReminderState.CANCELLED))
    assert await store.in_states(OWNER, [ReminderState.PENDING]) == [first, last]
    assert [one.message for one in await store.in_states(OWNER, list(ReminderState))] == ["a", "b", "c"]
    assert await store.in_states(OWNER, []) == []
    assert await store.next_due() == first.schedule.due
    assert await store.due_until(later(minutes=30), 1) == [first]
    assert await store.due_until(later(minutes=30), 9) == [first, last]


@pytest.mark.req("REM-03")
async def test_nobody_reaches_the_reminders_of_somebody_else(store: SqlReminders, db: SqliteDb) -> None:
    of_ana, of_beto = await remind(store, "a", person=ANA), await remind(store, "b", person=BETO)
    assert await store.get(BETO, of_ana.id) is None
    assert await store.get(ANA, ReminderId(99)) is None
    assert await store.change(replace(of_ana, person=BETO, message="mine now")) is None
    assert await store.in_states(BETO, list(ReminderState)) == [of_beto]
    assert sorted(await store.people_due(NOON)) == [ANA, BETO]
    assert await fire(store, person=ANA) == 1
    assert await said(db) == ["⏰ Reminder: a"]
    assert await store.people_due(NOON) == [BETO]
    assert (await state(store, of_ana), await state(store, of_beto)) == (
        ReminderState.ATTEMPTING,
        ReminderState.PENDING,
    )


# -- changed


@pytest.mark.req("REM-03")
async def test_of_two_processes_that_change_a_reminder_the_second_is_refused(
    store: SqlReminders, other: SqlReminders
) -> None:
    reminder = await remind(store, "call", 10)
    assert await other.get(OWNER, reminder.id) == reminder  # both look at the same version
    changed = await store.change(replace(reminder, message="call mum"))
    assert changed is not None and changed.revision == reminder.revision + 1
    assert await other.change(replace(reminder, message="call dad")) is None
    assert await other.get(OWNER, reminder.id) == changed
    again = await other.change(replace(changed, message="call dad"))
    assert again is not None and await store.get(OWNER, reminder.id) == again


@pytest.mark.req("REM-03")
async def test_a_change_of_what_has_fired_meanwhile_is_refused(store: SqlReminders, other: SqlReminders) -> None:
    reminder = await remind(store, "call")
    assert await fire(store) == 1
    assert await other.change(replace(reminder, schedule=once(later(hours=1)))) is None
    fired = await store.get(OWNER, reminder.id)
    assert fired is not None and fired.state is ReminderState.ATTEMPTING
    moved = await other.change(replace(fired, schedule=once(later(hours=1)), state=ReminderState.PENDING))
    assert moved is not None
    assert await fire(store) == 0
    assert await fire(store, later(hours=1)) == 1


@pytest.mark.req("REM-03")
async def test_when_a_change_and_a_firing_race_one_of_them_wins(
    store: SqlReminders, other: SqlReminders, db: SqliteDb
) -> None:
    for n in range(30):
        reminder = await remind(store, f"old {n}")
        new = replace(reminder, message=f"new {n}", schedule=once(later(days=1)))
        race = [fire(store), other.change(new)]
        fired, changed = await asyncio.gather(*race) if n % 2 else reversed(await asyncio.gather(*reversed(race)))
        assert (fired, changed is None) in ((1, True), (0, False))
        assert (f"⏰ Reminder: old {n}" in await said(db)) is (fired == 1)
        kept = await store.get(OWNER, reminder.id)
        assert kept is not None
        assert kept.state is (ReminderState.ATTEMPTING if fired else ReminderState.PENDING)
        assert kept.message == (f"old {n}" if fired else f"new {n}")


@pytest.mark.req("REM-03")
async def test_many_who_fire_at_once_fire_each_reminder_once(
    store: SqlReminders, other: SqlReminders, db: SqliteDb
) -> None:
    for n in range(20):
        await remind(store, f"thing {n:02}")
    fired = await asyncio.gather(*(fire(which, limit=3) for _ in range(10) for which in (store, other)))
    assert sum(fired) == 20
    assert sorted(await said(db)) == [f"⏰ Reminder: thing {n:02}" for n in range(20)]


# -- fired


@pytest.mark.req("REM-03")
async def test_firing_is_one_step_for_the_reminder_and_its_message(
    store: SqlReminders, other: SqlReminders, db: SqliteDb
) -> None:
    reminder = await remind(store, "call")
    await remind(store, "not yet", 1)
    assert await fire(store) == 1
    assert await state(other, reminder) is ReminderState.ATTEMPTING
    assert await said(db) == ["⏰ Reminder: call"]
    assert await other.last_fired(OWNER, reminder.id) == NOON
    assert await fire(store) == 0


@pytest.mark.req("REM-03")
async def test_a_plan_that_fails_keeps_nothing(store: SqlReminders, db: SqliteDb) -> None:
    first, second = await remind(store, "a"), await remind(store, "b")
    due: list[Reminder] = []

    def fail(found: Sequence[Reminder]) -> Sequence[Notice]:
        due.extend(found)
        raise RuntimeError("no words")

    with pytest.raises(RuntimeError, match="no words"):
        await store.fire(OWNER, NOON, fail, 50)
    assert due == [first, second]
    assert await store.in_states(OWNER, [ReminderState.PENDING]) == [first, second]
    assert await said(db) == []


@pytest.mark.req("REM-03")
async def test_a_firing_that_fails_half_way_keeps_nothing(store: SqlReminders, db: SqliteDb) -> None:
    first, second = await remind(store, "a"), await remind(store, "b")

    def half(due: Sequence[Reminder]) -> Sequence[Notice]:
        good, bad = plan_notices(due, NOON, RECIPIENT)
        return [
            good,
            replace(bad, destinations=[*bad.destinations, *bad.destinations]),
        ]

    with pytest.raises(StorageError, match="dedup_key"):
        await store.fire(OWNER, NOON, half, 50)
    assert await store.in_states(OWNER, [ReminderState.PENDING]) == [first, second]
    assert await said(db) == []
    assert await store.last_fired(OWNER, first.id) is None


@pytest.mark.req("REM-05")
async def test_no_more_than_so_many_fire_at_once_and_the_oldest_first(store: SqlReminders, db: SqliteDb) -> None:
    for n in reversed(range(7)):
        await remind(store, f"thing {n}", -n / 60)
    assert [await fire(store, limit=3) for _ in range(4)] == [3, 3, 1, 0]
    assert await said(db) == [f"⏰ Reminder: thing {n}" for n in reversed(range(7))]


@pytest.mark.req("REM-03")
async def test_a_rule_moves_on_until_its_last_firing(store: SqlReminders) -> None:
    daily = await store.add(OWNER, "pills", rule("FREQ=DAILY;COUNT=3", datetime(2026, 3, 15, 20, 0)), NOON)
    dues = [daily.schedule.due + timedelta(days=n) for n in range(3)]
    for n, due in enumerate(dues):
        assert await store.next_due() == due
        assert await fire(store, due - timedelta(microseconds=1)) == 0
        assert await fire(store, due) == 1
        assert await store.last_fired(OWNER, daily.id) == due
        expected = ReminderState.PENDING if n < 2 else ReminderState.ATTEMPTING
        assert await state(store, daily) is expected
    assert await store.next_due() is None


async def test_a_rule_that_the_clock_has_left_far_behind_fires_once(store: SqlReminders, db: SqliteDb) -> None:
    await store.add(OWNER, "pills", rule("FREQ=DAILY", datetime(2026, 3, 15, 20, 0)), NOON)
    now = later(days=30)
    seen: list[Firing] = []

    def plan(due: Sequence[Reminder]) -> Sequence[Notice]:
        notices = plan_notices(due, now, RECIPIENT)
        seen.extend(firing for notice in notices for firing in notice.firings)
        return notices

    assert await store.fire(OWNER, now, plan, 50) == 1
    assert [firing.times for firing in seen] == [30]
    assert await store.fire(OWNER, now, plan, 50) == 0
    assert len(await said(db, now)) == 1


async def nothing(tx: Tx) -> None: ...


@pytest.mark.req("REM-03")
async def test_a_firing_that_is_given_up_half_way_is_all_or_nothing(
    store: SqlReminders, db: SqliteDb, chance: random.Random
) -> None:
    for n in range(40):
        reminder = await remind(store, f"thing {n}")
        task = asyncio.create_task(fire(store))
        await asyncio.sleep(chance.uniform(0, 0.001))
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
        await db.write(nothing)  # the writer may still be at it
        fired = await state(store, reminder) is ReminderState.ATTEMPTING
        assert (f"⏰ Reminder: thing {n}" in await said(db)) is fired
        await fire(store)
    assert await said(db) == [f"⏰ Reminder: thing {n}" for n in range(40)]
