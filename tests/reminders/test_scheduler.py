"""On time: the scheduler wakes for the next one, for a change, and whenever the clock may have jumped."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from sidecar.domain.reminder import ReminderState
from sidecar.errors import StorageFull
from sidecar.reminders.scheduler import FIRED_AT_ONCE
from sidecar.storage.db import Tx
from sidecar.storage.sqlite import SqliteDb
from tests.fakes.clock import FakeClock
from tests.reminders.stage import Stage, rule


@pytest.mark.req("REM-04")
@pytest.mark.parametrize("after_s", [0.0, 0.001, 1.0, 59.99, 60.0, 60.01, 121.5, 7_200.25])
async def test_a_reminder_is_said_at_its_time(stage: Stage, after_s: float) -> None:
    due = stage.clock.now() + timedelta(seconds=after_s)
    reminder = await stage.remind("bread", seconds=after_s)
    async with stage.running():
        await stage.advance(seconds=after_s + 120)
    assert stage.channel.heard == [(due, "⏰ Reminder: bread")]
    assert await stage.state(reminder) is ReminderState.DELIVERED


@pytest.mark.req("REM-04")
async def test_reminders_of_one_second_come_in_their_order(stage: Stage) -> None:
    start = stage.clock.now()
    for n in (5, 1, 4, 2, 3):
        await stage.remind(f"thing {n}", seconds=n / 5)
    async with stage.running():
        await stage.advance(seconds=2)
    assert [(at - start).total_seconds() for at, _ in stage.channel.heard] == [0.2, 0.4, 0.6, 0.8, 1.0]
    assert stage.texts == [f"⏰ Reminder: thing {n}" for n in range(1, 6)]


@pytest.mark.req("REM-04")
async def test_what_is_set_or_changed_meanwhile_counts_at_once(stage: Stage) -> None:
    async with stage.running():
        start = stage.clock.now()
        await stage.advance(seconds=7)
        soon = await stage.reminders.set(stage.asker, "soon", "in 10 seconds")
        later = await stage.reminders.set(stage.asker, "later", "in 2 hours")
        gone = await stage.reminders.set(stage.asker, "gone", "in 20 seconds")
        await stage.reminders.cancel(gone.reminder)
        await stage.advance(seconds=15)
        await stage.reminders.edit(stage.asker, later.reminder, message="sooner", words="in 1 minute")
        await stage.advance(hours=3)
    heard = [((at - start).total_seconds(), text) for at, text in stage.channel.heard]
    assert heard == [(17, "⏰ Reminder: soon"), (82, "⏰ Reminder: sooner")]
    assert await stage.state(soon.reminder) is ReminderState.DELIVERED
    assert await stage.state(gone.reminder) is ReminderState.CANCELLED


@pytest.mark.req("REM-04")
async def test_what_nobody_told_about_is_found_within_a_minute(stage: Stage) -> None:
    async with stage.running():
        await stage.advance(seconds=5)
        due = stage.clock.now() + timedelta(seconds=2)
        await stage.remind("from elsewhere", seconds=2)
        stage.changed.clear()  # another process cannot set it
        await stage.advance(seconds=120)
    (at, text), = stage.channel.heard  # fmt: skip
    assert text == "⏰ Reminder: from elsewhere"
    assert due <= at <= due + timedelta(seconds=60)


@pytest.mark.req("REM-04", "REM-05")
async def test_after_the_computer_slept_it_is_said_within_a_minute_and_called_late(
    stage: Stage, clock: FakeClock
) -> None:
    await stage.remind("train", hours=1)
    async with stage.running():
        await stage.advance(seconds=30)
        clock.set_wall(clock.now() + timedelta(hours=2))  # nobody tells the scheduler
        woken = clock.monotonic()
        await stage.advance(seconds=60)
    assert clock.monotonic() - woken <= 60
    assert stage.texts == ["⏰ Late reminder: train (it was for today at 14:30)"]


@pytest.mark.req("REM-03", "REM-04")
async def test_a_clock_that_is_set_back_repeats_nothing(stage: Stage, clock: FakeClock) -> None:
    nine = datetime(2026, 3, 16, 9, 0)
    clock.set_wall(datetime(2026, 3, 16, 7, 55, tzinfo=UTC))  # 8:55 in Madrid
    await stage.store.add(stage.asker.person, "pills", rule("FREQ=DAILY", nine), clock.now())
    await stage.remind("once", minutes=5)
    async with stage.running():
        await stage.advance(minutes=6)
        assert stage.texts == ["⏰ Reminder: pills", "⏰ Reminder: once"]
        for _ in range(3):
            clock.set_wall(clock.now() - timedelta(hours=1))
            await stage.advance(minutes=62)
        assert len(stage.texts) == 2
        await stage.leap(hours=23, minutes=50)
        await stage.advance(minutes=10)
    assert stage.texts[2:] == ["⏰ Reminder: pills"]
    assert stage.channel.heard[-1][0] == datetime(2026, 3, 17, 8, 0, tzinfo=UTC)


@pytest.mark.req("REM-04")
async def test_a_reminder_that_is_still_ahead_after_the_clock_was_set_back_waits_for_its_time(
    stage: Stage, clock: FakeClock
) -> None:
    reminder = await stage.remind("call", minutes=10)
    async with stage.running():
        await stage.advance(minutes=9)
        clock.set_wall(clock.now() - timedelta(hours=1))
        await stage.advance(minutes=60)
        assert stage.texts == []
        await stage.advance(minutes=1)
    assert stage.channel.heard == [(reminder.schedule.due, "⏰ Reminder: call")]


@pytest.mark.req("REM-03", "REM-04")
async def test_a_full_disk_delays_but_loses_nothing(stage: Stage, db: SqliteDb) -> None:
    texts = [f"thing {n} " + "x" * 900 for n in range(FIRED_AT_ONCE + 10)]
    for text in texts:
        await stage.remind(text, seconds=30)

    async def limit(tx: Tx) -> None:
        row = await tx.one("pragma page_count")
        assert row is not None
        await tx.execute(f"pragma max_page_count = {row['page_count']}")

    async def unlimit(tx: Tx) -> None:
        await tx.execute("pragma max_page_count = 1000000")

    async with stage.running():
        await db.write(limit)
        with pytest.raises(StorageFull):
            await stage.remind("x" * 1_000_000)
        await stage.advance(seconds=60)
        assert stage.texts == []
        await db.write(unlimit)
        await stage.advance(seconds=3)
    assert stage.texts == [f"⏰ Reminder: {text.strip()}" for text in texts]


@pytest.mark.req("REM-03")
async def test_of_several_people_each_hears_their_own(stage: Stage, db: SqliteDb) -> None:
    from sidecar.domain.person import PersonId

    people = [PersonId(name) for name in ("ana", "beto", "caro")]
    for n in range(9):
        await stage.remind(f"thing {n}", people[n % 3], minutes=1)
    async with stage.running():
        await stage.advance(minutes=2)
    heard = [(message.person, message.text) for message in stage.channel.delivered]
    assert sorted(heard) == sorted((people[n % 3], f"⏰ Reminder: thing {n}") for n in range(9))
