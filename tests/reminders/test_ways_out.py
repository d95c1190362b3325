"""Where reminders go when a channel is down, stuck, or not alone."""

from __future__ import annotations

import asyncio

import pytest

from sidecar.domain.reminder import ReminderState
from sidecar.reminders.ports import Destination
from tests.fakes.channel import FakeChannel
from tests.reminders.stage import Stage

pytestmark = pytest.mark.req("REM-07", "CHA-10")


async def test_a_channel_that_is_down_is_tried_with_growing_pauses_and_gets_it_once(stage: Stage) -> None:
    stage.channel.down = True
    reminder = await stage.remind("gas", seconds=10)
    async with stage.running(watching_the_outbox=True):
        await stage.advance(minutes=10)
        tries = stage.channel.tries
        assert 5 <= tries <= 10  # every 5 s would be 118
        assert await stage.state(reminder) is ReminderState.ATTEMPTING
        assert await stage.reminders.lost(stage.asker) == []
        stage.channel.down = False
        await stage.advance(minutes=10)
    assert stage.texts == ["⏰ Reminder: gas"]
    assert await stage.state(reminder) is ReminderState.DELIVERED


async def test_while_no_channel_is_open_it_waits_in_the_outbox(stage: Stage) -> None:
    stage.places = [Destination("elsewhere")]
    await stage.remind("gas", seconds=10)
    elsewhere = FakeChannel("elsewhere")
    async with stage.running(watching_the_outbox=True):
        await stage.advance(minutes=5)
        stage.delivery.open(elsewhere)
        await stage.advance(seconds=10)
    assert elsewhere.texts == ["⏰ Reminder: gas"]
    assert stage.texts == []


@pytest.mark.req("REM-01")
async def test_what_is_cancelled_while_it_waits_is_not_said(stage: Stage) -> None:
    stage.places = [Destination("elsewhere")]
    cancelled, kept = await stage.remind("gas", seconds=10), await stage.remind("water", seconds=20)
    elsewhere = FakeChannel("elsewhere")
    async with stage.running(watching_the_outbox=True):
        await stage.advance(minutes=5)
        await stage.reminders.cancel(await stage.reminders.find_one(stage.asker, "gas"))
        stage.delivery.open(elsewhere)
        await stage.advance(seconds=10)
    assert elsewhere.texts == ["⏰ Reminder: water"]
    assert await stage.state(cancelled) is ReminderState.CANCELLED
    assert await stage.state(kept) is ReminderState.DELIVERED
    assert await stage.reminders.lost(stage.asker) == []


@pytest.mark.req("REM-04")
async def test_a_stuck_channel_delays_no_other_reminder(stage: Stage) -> None:
    stage.channel.stuck = asyncio.Event()
    start = stage.clock.now()
    for n in (1, 2, 3):
        await stage.remind(f"thing {n}", seconds=n * 10)
    async with stage.running():
        await stage.advance(seconds=60)
        heard = [((at - start).total_seconds(), text) for at, text in stage.channel.heard]
    assert heard == [(n * 10, f"⏰ Reminder: thing {n}") for n in (1, 2, 3)]


async def test_everywhere_it_goes_it_is_one_reminder(stage: Stage) -> None:
    other = FakeChannel("other")
    stage.delivery.open(other)
    stage.places = [Destination("terminal"), Destination("other", "a chat")]
    reminder = await stage.remind("gas", seconds=10)
    other.down = True
    async with stage.running(watching_the_outbox=True):
        await stage.advance(seconds=20)
        assert await stage.state(reminder) is ReminderState.DELIVERED  # it is enough that one has it
        other.down = False
        await stage.advance(minutes=2)
    assert stage.texts == other.texts == ["⏰ Reminder: gas"]
    assert other.delivered[0].address == "a chat"
