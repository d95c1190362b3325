"""Nobody knows whether it arrived: then it is never said again unasked, and the person decides."""

from __future__ import annotations

import asyncio
from datetime import timedelta

import pytest

from sidecar.domain.person import OWNER
from sidecar.domain.reminder import ReminderState
from tests.fakes.clock import FakeClock
from tests.reminders.stage import Stage

pytestmark = pytest.mark.req("REM-06")

WARNING = (
    "⚠ I was cut off while giving you this reminder, and I don't know if you saw it:\n- **#1** gas (it was for "
    "today at 13:30)\n\n`/reminders lost resend` repeats them, `/reminders lost dismiss` lets them go."
)


@pytest.mark.req("REM-03")
async def test_what_was_fired_and_not_taken_is_said_at_the_next_start(stage: Stage) -> None:
    reminder = await stage.fired_but_not_sent("gas")
    async with stage.running():
        pass
    assert stage.texts == ["⏰ Reminder: gas"]
    assert await stage.state(reminder) is ReminderState.DELIVERED


@pytest.mark.req("REM-03")
async def test_what_was_being_said_is_not_said_again_but_the_person_is_warned_and_asked(stage: Stage) -> None:
    reminder = await stage.being_sent("gas")
    for _ in range(2):  # and one warning is enough, however often it starts
        async with stage.running():
            await stage.advance(minutes=20)
    assert stage.texts == [WARNING]
    assert await stage.state(reminder) is ReminderState.MISSED
    assert [lost.reminder.id for lost in await stage.reminders.lost(stage.asker)] == [reminder.id]


async def test_it_does_not_matter_what_the_clock_said_before_the_crash(stage: Stage, clock: FakeClock) -> None:
    await stage.being_sent("gas")
    clock.set_wall(clock.now() - timedelta(days=400))
    async with stage.running():
        pass
    assert len(stage.texts) == 1 and "gas" in stage.texts[0]
    assert len(await stage.reminders.lost(stage.asker)) == 1


async def test_it_is_said_again_when_the_person_wants_it(stage: Stage) -> None:
    reminder = await stage.being_sent("gas")
    async with stage.running():
        await stage.reminders.resend_lost(stage.asker, await stage.reminders.lost(stage.asker), stage.places)
        await stage.delivery.send_due()
    assert stage.texts == [WARNING, "⏰ Late reminder: gas (it was for today at 13:30)"]
    assert await stage.state(reminder) is ReminderState.DELIVERED
    assert await stage.reminders.lost(stage.asker) == []


async def test_it_is_left_when_the_person_wants_that(stage: Stage) -> None:
    reminder = await stage.being_sent("gas")
    async with stage.running():
        await stage.reminders.dismiss(stage.asker, await stage.reminders.lost(stage.asker))
        await stage.delivery.send_due()
    assert stage.texts == [WARNING]
    assert await stage.state(reminder) is ReminderState.CANCELLED
    assert await stage.reminders.lost(stage.asker) == []


async def test_two_windows_that_say_it_again_at_once_say_it_once(stage: Stage) -> None:
    await stage.being_sent("gas")
    async with stage.running():
        lost = await stage.reminders.lost(stage.asker)
        await asyncio.gather(*(stage.reminders.resend_lost(stage.asker, lost, stage.places) for _ in range(3)))
        await stage.delivery.send_due()
    assert len(stage.texts) == 2


@pytest.mark.req("REM-03")
async def test_a_channel_that_says_nothing_for_five_minutes_makes_it_uncertain_too(stage: Stage) -> None:
    stage.channel.stuck = asyncio.Event()
    reminder = await stage.remind("gas")
    async with stage.running():
        await stage.advance(minutes=4, seconds=59)
        assert await stage.state(reminder) is ReminderState.ATTEMPTING
        await stage.advance(minutes=1, seconds=1)
        assert await stage.state(reminder) is ReminderState.MISSED
        assert stage.texts == ["⏰ Reminder: gas", WARNING]


@pytest.mark.req("REM-03")
async def test_a_confirmation_that_comes_after_all_settles_it(stage: Stage) -> None:
    stage.channel.stuck = asyncio.Event()
    reminder = await stage.remind("gas")
    async with stage.running():
        await stage.advance(minutes=7)
        assert len(await stage.reminders.lost(stage.asker)) == 1
        stage.channel.stuck.set()
        stage.channel.stuck = None
        await stage.advance(seconds=1)
    assert await stage.reminders.lost(stage.asker) == []
    assert await stage.state(reminder) is ReminderState.DELIVERED
    assert stage.texts.count("⏰ Reminder: gas") == 1


async def test_a_rule_goes_on_though_one_of_its_firings_is_lost(stage: Stage) -> None:
    async with stage.running():
        await stage.reminders.set(stage.asker, "water", "every day at 14:00")
        await stage.advance(minutes=29)
    await stage.clock.advance(60)
    await stage.store.fire(OWNER, stage.clock.now(), stage.plan, 1)
    (waiting,) = await stage.outbox.due("terminal", stage.clock.now())
    await stage.outbox.take(waiting.id, stage.clock.now())
    async with stage.running():
        await stage.reminders.dismiss(stage.asker, await stage.reminders.lost(stage.asker))
        await stage.leap(hours=23, minutes=58)
        await stage.advance(minutes=2)
    assert [text.splitlines()[-1] for text in stage.texts[1:]] == ["⏰ Reminder: water"]
    (reminder,) = await stage.reminders.pending(stage.asker)
    assert reminder.message == "water"


async def test_more_than_fit_into_a_warning_are_counted(stage: Stage) -> None:
    for n in range(23):
        await stage.being_sent(f"thing {n:02}")
    async with stage.running():
        pass
    (warning,) = stage.texts
    assert [line for line in warning.splitlines() if line.startswith("- ")][-1] == "- +3"
    assert len(await stage.reminders.lost(stage.asker)) == 23
