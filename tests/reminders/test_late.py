"""What came due while nobody was there is said on return: late, with its time, together."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from sidecar.domain.person import OWNER
from sidecar.domain.reminder import ReminderState
from sidecar.reminders.scheduler import FIRED_AT_ONCE
from tests.fakes.clock import FakeClock
from tests.reminders.stage import Stage, rule

pytestmark = pytest.mark.req("REM-05")


async def test_a_single_one_says_when_it_was_for(stage: Stage, clock: FakeClock) -> None:
    reminder = await stage.remind("dentist", hours=1)  # 14:30 in Madrid
    await clock.advance(3 * 3600)
    async with stage.running():
        assert stage.texts == ["⏰ Late reminder: dentist (it was for today at 14:30)"]
    assert await stage.state(reminder) is ReminderState.DELIVERED
    kept = await stage.store.get(OWNER, reminder.id)
    assert kept is not None and kept.late


async def test_many_come_as_one_digest_in_the_order_of_their_times(stage: Stage, clock: FakeClock) -> None:
    for hours, message in ((30, "rent"), (1, "dentist"), (80, "bins")):
        await stage.remind(message, hours=hours)
    await clock.advance(timedelta(hours=81).total_seconds())
    async with stage.running():
        pass
    assert stage.texts == [
        "⏰ 3 reminders came due in the meantime:\n"
        "- dentist (it was for 2026-03-15 at 14:30)\n"
        "- rent (it was for 2026-03-16 at 19:30)\n"
        "- bins (it was for today at 21:30)"
    ]


async def test_a_rule_is_one_line_with_a_count_and_goes_on(stage: Stage, clock: FakeClock) -> None:
    reminder = await stage.store.add(OWNER, "pills", rule("FREQ=DAILY", datetime(2026, 3, 15, 20, 0)), clock.now())
    clock.set_wall(datetime(2026, 3, 19, 7, 0, tzinfo=UTC))
    async with stage.running():
        assert stage.texts == [
            "⏰ Late reminder: pills (4 times; the first was for 2026-03-15 at 20:00, the last for yesterday at 20:00)"
        ]
        assert await stage.state(reminder) is ReminderState.PENDING
        await stage.leap(hours=11, minutes=59)
        await stage.advance(minutes=1)
    assert stage.channel.heard[1:] == [(datetime(2026, 3, 19, 19, 0, tzinfo=UTC), "⏰ Reminder: pills")]


async def test_more_than_fit_into_one_digest_are_several_and_none_is_missing(stage: Stage, clock: FakeClock) -> None:
    for n in range(120):
        await stage.remind(f"thing {n:03}", minutes=n + 1)
    await clock.advance(timedelta(hours=4).total_seconds())
    async with stage.running():
        pass
    listed = [line[2:11] for text in stage.texts for line in text.splitlines()[1:]]
    assert listed == [f"thing {n:03}" for n in range(120)]
    assert [len(text.splitlines()) - 1 for text in stage.texts] == [FIRED_AT_ONCE, FIRED_AT_ONCE, 20]


@pytest.mark.req("REM-05")
@pytest.mark.parametrize("away_s", [6, 60, 95])
async def test_what_was_due_while_nothing_ran_is_late_however_little(
    stage: Stage, clock: FakeClock, away_s: int
) -> None:
    await stage.remind("bread", seconds=5)
    await clock.advance(away_s)
    async with stage.running():
        pass
    assert stage.texts == ["⏰ Late reminder: bread (it was for today at 13:30)"]


async def test_what_is_due_now_is_not_hidden_among_the_late_ones(stage: Stage, clock: FakeClock) -> None:
    await stage.remind("yesterday's", hours=1)
    await stage.remind("today's", hours=24)
    await clock.advance(timedelta(hours=24).total_seconds())
    async with stage.running():
        pass
    assert stage.texts == [
        "⏰ Late reminder: yesterday's (it was for yesterday at 14:30)",
        "⏰ Reminder: today's",
    ]
