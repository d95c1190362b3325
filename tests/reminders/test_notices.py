"""The pure part: what one look at the clock says, whatever the clock did in between."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from dateutil.rrule import rrulestr
from hypothesis import given, settings
from hypothesis import strategies as st

from sidecar.domain.person import OWNER
from sidecar.domain.reminder import Firing, Reminder, ReminderId, ReminderState, Schedule
from sidecar.i18n import Texts
from sidecar.reminders.notices import Recipient, compute_firing, plan_notices
from sidecar.reminders.ports import Destination
from tests.reminders.stage import once, rule

UTC_ZONE = ZoneInfo("UTC")
START = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
RECIPIENT = Recipient(Texts("en"), [Destination("terminal")])
RULES = ("FREQ=DAILY", "FREQ=WEEKLY;BYDAY=MO,TH", "FREQ=HOURLY;INTERVAL=7", "FREQ=MONTHLY")


def reminder(schedule: Schedule, id: int = 1) -> Reminder:
    return Reminder(ReminderId(id), OWNER, f"thing {id}", schedule, ReminderState.PENDING, START)


def moments(rule: str, until: datetime) -> list[datetime]:
    """What the rule says, from a library that is not ours."""
    start = START.replace(tzinfo=None)
    expanded = rrulestr(rule, dtstart=start).between(start, until.replace(tzinfo=None), inc=True)
    return [at.replace(tzinfo=UTC) for at in expanded]


@pytest.mark.req("REM-03", "REM-05")
@settings(deadline=None)
@given(st.sampled_from(RULES), st.lists(st.integers(-200_000, 900_000), min_size=1, max_size=25))
def test_however_the_clock_jumps_each_moment_of_a_rule_is_spoken_of_once(freq: str, jumps_s: list[int]) -> None:
    pending = reminder(rule(freq, START.replace(tzinfo=None), UTC_ZONE))
    now = furthest = START - timedelta(hours=1)
    firings: list[Firing] = []
    for jump_s in jumps_s:
        now += timedelta(seconds=jump_s)
        furthest = max(furthest, now)
        if pending.schedule.due > now:
            continue
        firing = compute_firing(pending, now)
        firings.append(firing)
        assert firing.next_due is not None and firing.next_due > now
        pending = reminder(Schedule(firing.next_due, UTC_ZONE, "", freq, pending.schedule.first))
    spoken_of = [moment for firing in firings for moment in covered(freq, firing)]
    assert spoken_of == moments(freq, furthest)
    assert [firing.times for firing in firings] == [len(covered(freq, firing)) for firing in firings]


def covered(freq: str, firing: Firing) -> Sequence[datetime]:
    return [moment for moment in moments(freq, firing.last_due) if moment >= firing.due]


@pytest.mark.req("REM-05")
@pytest.mark.parametrize(("delay_s", "late"), [(0, False), (2, False), (90, False), (91, True), (86_400, True)])
def test_late_is_what_the_scheduler_could_not_say_in_time(delay_s: int, late: bool) -> None:
    single = reminder(once(START))
    assert compute_firing(single, START + timedelta(seconds=delay_s)) == Firing(single, START, START, 1, late, None)


def test_a_rule_ends_with_its_last_firing() -> None:
    two = reminder(rule("FREQ=DAILY;COUNT=2", START.replace(tzinfo=None), UTC_ZONE))
    day = timedelta(days=1)
    assert compute_firing(two, START).next_due == START + day
    assert compute_firing(two, START + 5 * day) == Firing(two, START, START + day, 2, late=True, next_due=None)


@pytest.mark.req("REM-05")
def test_a_moment_that_is_just_now_belongs_to_those_that_passed() -> None:
    daily, day = reminder(rule("FREQ=DAILY", START.replace(tzinfo=None), UTC_ZONE)), timedelta(days=1)
    assert compute_firing(daily, START) == Firing(daily, START, START, 1, late=False, next_due=START + day)
    assert compute_firing(daily, START + day) == Firing(
        daily, START, START + day, 2, late=True, next_due=START + 2 * day
    )


def test_a_rule_of_every_minute_survives_a_year_of_absence() -> None:
    often = reminder(rule("FREQ=MINUTELY", START.replace(tzinfo=None), UTC_ZONE))
    now = START + timedelta(days=365, seconds=30)
    firing = compute_firing(often, now)
    assert firing.times >= 1_000 and firing.late
    assert firing.next_due == now + timedelta(seconds=30)


@pytest.mark.req("REM-05", "REM-08")
def test_each_on_time_speaks_for_itself_and_the_late_ones_together() -> None:
    now = START + timedelta(hours=3)
    due = [reminder(once(START + timedelta(hours=n)), id=n) for n in range(4)]
    digest, on_time = plan_notices(due, now, RECIPIENT, lambda one: f"Come on, {one.message}!")
    assert [firing.reminder.id for firing in digest.firings] == [0, 1, 2]
    assert [firing.reminder.id for firing in on_time.firings] == [3]
    assert on_time.text == "⏰ Come on, thing 3!"
    assert digest.text.splitlines() == [
        "⏰ 3 reminders came due in the meantime:",
        "- thing 0 (it was for today at 10:00)",  # in Madrid
        "- thing 1 (it was for today at 11:00)",
        "- thing 2 (it was for today at 12:00)",
    ]
    assert digest.destinations == on_time.destinations == RECIPIENT.destinations
