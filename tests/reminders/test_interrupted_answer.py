"""An answer that died after it had changed reminders is given again, and the change is made once (REM-03)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from sidecar.dispatch.ports import ClaimedMessage
from sidecar.domain.person import OWNER
from sidecar.domain.reminder import Reminder, ReminderState
from sidecar.reminders.reminders import ReminderChange
from sidecar.reminders.schedule import Asker
from sidecar.storage.sqlite import SqliteDb
from sidecar.storage.undo import SqlChangeLog
from tests.reminders.stage import Stage
from tests.storage.samples import incoming, reply

Deed = Callable[[Stage, Asker], Awaitable[object]]
Death = Callable[[Stage, ClaimedMessage], Awaitable[object]]

pytestmark = pytest.mark.req("REM-03", "REM-09", "CHA-20")


async def set_one(stage: Stage, asker: Asker) -> ReminderChange:
    return await stage.reminders.set(asker, "take the bread out", "in 20 minutes")


async def put_off(stage: Stage, asker: Asker) -> ReminderChange:
    return await stage.reminders.edit(asker, await stage.reminders.find_one(asker, "pills"), words="an hour later")


async def snooze(stage: Stage, asker: Asker) -> ReminderChange:
    return await stage.reminders.snooze(asker, await stage.reminders.find_one(asker, "pills"), "10 minutes")


async def cancel_the_next(stage: Stage, asker: Asker) -> Reminder:
    return await stage.reminders.cancel((await stage.reminders.pending(asker))[0], asker.turn)


async def change_twice(stage: Stage, asker: Asker) -> None:
    await put_off(stage, asker)
    await stage.reminders.edit(asker, await stage.reminders.find_one(asker, "pills"), message="the pills of mum")


async def be_killed(stage: Stage, claim: ClaimedMessage) -> None:
    await stage.inbox.recover()


async def close(stage: Stage, claim: ClaimedMessage) -> None:
    await stage.inbox.release(claim)


async def claimed(stage: Stage) -> ClaimedMessage:
    claim = await stage.inbox.claim(OWNER)
    assert claim is not None
    return claim


async def answer(stage: Stage, deed: Deed, *deaths: Death) -> None:
    """Do what a message asks for; before each death too."""
    await stage.inbox.accept(incoming("asked"))
    for death in deaths:
        claim = await claimed(stage)
        await deed(stage, replace(stage.asker, turn=claim.turn))
        await death(stage, claim)
    claim = await claimed(stage)
    await deed(stage, replace(stage.asker, turn=claim.turn))
    assert await stage.inbox.finish(claim, reply("done"), stage.clock.now())


async def listed(stage: Stage) -> list[tuple[str, timedelta, ReminderState]]:
    everything = await stage.reminders.all(stage.asker)
    return [(one.message, one.schedule.due - stage.clock.now(), one.state) for one in everything]


@pytest.mark.parametrize("deaths", [(be_killed,), (close,), (be_killed, be_killed), (close, be_killed)])
@pytest.mark.parametrize("deed", [set_one, put_off, snooze, cancel_the_next, change_twice])
async def test_what_an_interrupted_answer_changed_is_changed_once(
    db: SqliteDb, stage: Stage, tmp_path: Path, deed: Deed, deaths: tuple[Death, ...]
) -> None:
    async with await SqliteDb.open(tmp_path / "undisturbed.db", clock=stage.clock) as other:
        undisturbed = Stage(other, stage.clock)
        for each in (undisturbed, stage):
            await each.remind("the pills", hours=1)
            await each.remind("rent", hours=2)
        await answer(undisturbed, deed)
        await answer(stage, deed, *deaths)
        assert await listed(stage) == await listed(undisturbed)
        await SqlChangeLog(other).restore_reminders(OWNER)
        await SqlChangeLog(db).restore_reminders(OWNER)
        assert await listed(stage) == await listed(undisturbed)


async def test_what_rang_before_its_answer_died_does_not_ring_again(stage: Stage) -> None:
    async def ring_and_die(stage: Stage, claim: ClaimedMessage) -> None:
        async with stage.running():
            await stage.advance(minutes=25)
            await be_killed(stage, claim)

    notes: list[str] = []

    async def set_and_note(stage: Stage, asker: Asker) -> None:
        notes.extend((await set_one(stage, asker)).notes)

    await answer(stage, set_and_note, ring_and_die)
    async with stage.running():
        await stage.advance(hours=1)
    assert [text for text in stage.texts if "bread" in text] == ["⏰ Reminder: take the bread out"]
    assert notes == ["It has already rung."]


async def test_what_the_person_changed_meanwhile_stays_as_they_want_it(stage: Stage) -> None:
    pills = await stage.remind("the pills", hours=1)

    async def be_killed_and_edited(stage: Stage, claim: ClaimedMessage) -> None:
        await be_killed(stage, claim)
        kept = await stage.store.get(OWNER, pills.id)
        assert kept is not None
        await stage.reminders.edit(stage.asker, kept, message="the pills of mum")

    await answer(stage, put_off, be_killed_and_edited)
    (kept,) = await stage.reminders.pending(stage.asker)
    assert kept.message == "the pills of mum"


async def test_a_message_for_two_times_sets_both(stage: Stage) -> None:
    async def set_both(stage: Stage, asker: Asker) -> None:
        await set_one(stage, asker)
        await stage.reminders.set(asker, "take the bread out", "in 40 minutes")

    async def be_killed_a_minute_ago(stage: Stage, claim: ClaimedMessage) -> None:
        await be_killed(stage, claim)
        await stage.clock.leap(60)

    await answer(stage, set_both, be_killed_a_minute_ago, close)
    assert [due for _, due, _ in await listed(stage)] == [timedelta(minutes=20), timedelta(minutes=40)]


# -- before it is said


@pytest.mark.req("REM-01")
async def test_what_is_put_off_before_it_is_said_is_said_at_its_new_time_alone(stage: Stage) -> None:
    pizza = await stage.fired_but_not_sent("pizza")
    kept = await stage.store.get(OWNER, pizza.id)
    assert kept is not None
    await stage.reminders.snooze(stage.asker, kept, "10 minutes")
    async with stage.running():
        await stage.advance(minutes=5)
        assert not stage.texts
        await stage.advance(minutes=10)
    assert stage.texts == ["⏰ Reminder: pizza"]


@pytest.mark.req("CMD-01")
async def test_a_cancellation_taken_back_before_it_is_said_loses_nothing(db: SqliteDb, stage: Stage) -> None:
    pizza = await stage.fired_but_not_sent("pizza")
    kept = await stage.store.get(OWNER, pizza.id)
    assert kept is not None
    await stage.reminders.cancel(kept)
    await SqlChangeLog(db).restore_reminders(OWNER)
    async with stage.running():
        await stage.advance(minutes=1)
    assert len(stage.texts) == 1 and "pizza" in stage.texts[0]
