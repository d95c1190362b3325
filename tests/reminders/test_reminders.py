"""Finding and snoozing what was just said."""

from __future__ import annotations

from datetime import timedelta

import pytest

from sidecar.domain.reminder import ReminderState
from sidecar.errors import NotFound
from sidecar.reminders.reminders import Reminders
from sidecar.reminders.schedule import Asker
from sidecar.storage.reminders import SqlReminders
from sidecar.storage.sqlite import SqliteDb
from tests.fakes.clock import FakeClock
from tests.reminders.stage import MADRID, OWNER, Stage

ASKER = Asker(OWNER, MADRID, "es")


@pytest.mark.req("REM-01")
async def test_what_was_just_said_is_snoozed_by_its_words(stage: Stage, db: SqliteDb, clock: FakeClock) -> None:
    reminders = Reminders(SqlReminders(db), clock)
    async with stage.running():
        await reminders.set(ASKER, "sacar la pizza del horno", "en 20 minutos")
        await stage.advance(minutes=25)
        said = await reminders.find_one(ASKER, "la pizza")
        assert said.state is ReminderState.DELIVERED
        snoozed = await reminders.snooze(ASKER, said, "10 minutos")
    assert snoozed.reminder.state is ReminderState.PENDING
    assert snoozed.reminder.schedule.due == clock.now() + timedelta(minutes=10)


@pytest.mark.req("REM-01")
async def test_open_ones_go_first_and_old_ones_are_gone(stage: Stage, db: SqliteDb, clock: FakeClock) -> None:
    reminders = Reminders(SqlReminders(db), clock)
    async with stage.running():
        await reminders.set(ASKER, "llamar a Inés", "en 20 minutos")
        await reminders.set(ASKER, "sacar la pizza", "en 21 minutos")
        await stage.advance(minutes=25)
        again = await reminders.set(ASKER, "llamar a Inés de nuevo", "en 3 horas")
        assert (await reminders.find_one(ASKER, "ines")).id == again.reminder.id
        await stage.advance(minutes=60 * 26)
        with pytest.raises(NotFound):
            await reminders.find_one(ASKER, "pizza")


@pytest.mark.req("REM-01")
async def test_what_was_said_is_put_off_from_now_and_becomes_active_aloud(stage: Stage, clock: FakeClock) -> None:
    async with stage.running():
        said = (await stage.reminders.set(ASKER, "sacar la pizza", "en 20 minutos")).reminder
        await stage.advance(minutes=25)
        again = await stage.reminders.edit(ASKER, await stage.reminders.find_one(ASKER, f"#{said.id}"), words="mañana")
        assert again.reminder.state is ReminderState.PENDING and len(again.notes) == 1
        later = await stage.reminders.snooze(ASKER, again.reminder, "10 minutos")
        assert (later.said_before, later.notes) == (False, ())
        assert later.reminder.schedule.due == again.reminder.schedule.due + timedelta(minutes=10)
        soon = await stage.reminders.snooze(ASKER, later.reminder, "en 10 minutos")
        assert soon.reminder.schedule.due == clock.now() + timedelta(minutes=10)


@pytest.mark.req("REM-01")
async def test_one_time_of_a_rule_is_put_off_from_now_when_it_was_just_said(stage: Stage, clock: FakeClock) -> None:
    async with stage.running():
        rule = (await stage.reminders.set(ASKER, "estirar", "cada 2 horas")).reminder
        early = await stage.reminders.snooze(ASKER, rule, "10 minutos")
        assert (early.said_before, early.reminder.schedule.due) == (False, rule.schedule.due + timedelta(minutes=10))
        await stage.advance(hours=4, minutes=5)
        said = await stage.reminders.find_one(ASKER, f"#{rule.id}")
        late = await stage.reminders.snooze(ASKER, said, "10 minutos")
        assert (late.said_before, late.reminder.schedule.due) == (True, clock.now() + timedelta(minutes=10))
        assert (await stage.reminders.find_one(ASKER, f"#{rule.id}")).schedule.due == said.schedule.due
