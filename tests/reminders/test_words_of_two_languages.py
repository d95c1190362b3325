"""Reminders set, edited and put off with date words of another language than the person's (DAT-10)."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from sidecar.domain.person import Language
from sidecar.domain.reminder import Schedule
from sidecar.errors import UnclearMoment
from sidecar.reminders.schedule import Asker
from tests.fakes.clock import FakeClock
from tests.reminders.stage import MADRID, OWNER, Stage

HOMES: list[Language] = ["es", "en"]


def _local(schedule: Schedule) -> datetime:
    return schedule.due.astimezone(MADRID)


@pytest.mark.req("DAT-10", "REM-02")
@pytest.mark.parametrize("home", HOMES)
@pytest.mark.parametrize("hour", ["at 6pm", "a las 18", "mejor at 6pm", "make it a las 18"])
async def test_an_hour_keeps_the_day_of_a_reminder(stage: Stage, clock: FakeClock, home: Language, hour: str) -> None:
    asker = Asker(OWNER, MADRID, home)
    friday = (await stage.reminders.set(asker, "call Bob", "el friday a las 17")).reminder
    changed = (await stage.reminders.edit(asker, friday, words=hour)).reminder
    assert _local(changed.schedule).date() == _local(friday.schedule).date()
    assert (_local(changed.schedule).weekday(), _local(changed.schedule).hour) == (4, 18)


@pytest.mark.req("DAT-10", "REM-02")
@pytest.mark.parametrize("home", HOMES)
async def test_a_rule_stays_a_rule(stage: Stage, home: Language) -> None:
    asker = Asker(OWNER, MADRID, home)
    pill = (await stage.reminders.set(asker, "pill", "every día at 8am")).reminder
    assert pill.schedule.rrule == "FREQ=DAILY"
    later = (await stage.reminders.edit(asker, pill, words="a las 9" if home == "en" else "at 9am")).reminder
    assert later.schedule.rrule == "FREQ=DAILY" and _local(later.schedule).hour == 9


@pytest.mark.req("DAT-05", "REM-02")
async def test_a_rule_at_a_small_hour_is_confirmed_with_the_other_reading(stage: Stage) -> None:
    change = await stage.reminders.set(Asker(OWNER, MADRID, "es"), "pastilla", "every day at 5")
    assert len(change.notes) == 1 and "de la madrugada" in change.notes[0]


@pytest.mark.req("DAT-10", "REM-01")
@pytest.mark.parametrize("home", HOMES)
@pytest.mark.parametrize("words", ["half an hour", "media hora", "30 minutos", "30 minutes"])
async def test_it_is_put_off_in_either_language(stage: Stage, home: Language, words: str) -> None:
    asker = Asker(OWNER, MADRID, home)
    task = (await stage.reminders.set(asker, "llamar", "in 2 horas")).reminder
    later = (await stage.reminders.snooze(asker, task, words)).reminder
    assert later.schedule.due == task.schedule.due + timedelta(minutes=30)


@pytest.mark.req("DAT-10")
@pytest.mark.parametrize("home", HOMES)
async def test_what_nobody_can_read_sets_nothing(stage: Stage, home: Language) -> None:
    asker = Asker(OWNER, MADRID, home)
    for words in ("jeden Montag at 18:00", "every purple lunes at 8", "20th a las 18"):
        with pytest.raises(UnclearMoment):
            await stage.reminders.set(asker, "nada", words)
    assert await stage.reminders.pending(asker) == []
