"""Finding and snoozing what was just said."""

from __future__ import annotations

from datetime import timedelta

import pytest

from sidecar.domain.reminder import ReminderState
from sidecar.errors import NotFound
from sidecar.proactive.reminders import Asker, Reminders
from sidecar.storage.reminders import SqlReminders
from sidecar.storage.sqlite import SqliteDb
from tests.fakes.clock import FakeClock
from tests.proactive.stage import MADRID, OWNER, Stage

ASKER = Asker(OWNER, MADRID, "es")


@pytest.mark.req("REM-01")
async def test_what_was_just_said_is_snoozed_by_its_words(stage: Stage, db: SqliteDb, clock: FakeClock) -> None:
    reminders = Reminders(SqlReminders(db), clock)
    async with stage.running():
        await reminders.set(ASKER, "sacar la pizza del horno", "en 20 minutos")
        await stage.advance(minutes=25)
        said = await reminders.the_one(ASKER, "la pizza")
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
        assert (await reminders.the_one(ASKER, "ines")).id == again.reminder.id
        await stage.advance(minutes=60 * 26)
        with pytest.raises(NotFound):
            await reminders.the_one(ASKER, "pizza")
