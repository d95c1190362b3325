"""A model may find the words, in time or not at all; the reminder's own are always there."""

from __future__ import annotations

import logging
from datetime import timedelta

import pytest

from sidecar.domain.person import PersonId
from sidecar.errors import ModelUnreachable, NoModel
from sidecar.i18n import Texts
from sidecar.llm import ChatModel, UserMessage
from sidecar.observe import Event
from sidecar.reminders.notice_phraser import LIMIT_S, ModelPhraser
from sidecar.storage.sqlite import SqliteDb
from tests.eventually import eventually
from tests.fakes.clock import FakeClock
from tests.fakes.deadlines import LoopClock
from tests.fakes.model import FakeChatModel
from tests.loopback.script import Break, Say
from tests.reminders.stage import Stage

pytestmark = pytest.mark.req("REM-08")


def said_by(model: ChatModel, **options: float) -> ModelPhraser:
    async def model_for(_: PersonId) -> ChatModel:
        return model

    return ModelPhraser(model_for, lambda: True, **options)


def staged(db: SqliteDb, clock: FakeClock, *replies: Say | Break | ModelUnreachable) -> tuple[Stage, FakeChatModel]:
    model = FakeChatModel(*replies)
    return Stage(db, clock, said_by(model)), model


async def test_words_found_before_its_time_are_said_at_its_time(db: SqliteDb, clock: FakeClock) -> None:
    stage, model = staged(db, clock, Say(("Hey, remember: call ", "the Plumber", " today!")))
    reminder = await stage.remind("call the plumber", minutes=5)
    async with stage.running():
        await stage.advance(minutes=4, seconds=50)
        assert model.requests == []  # the later, the less of it is in vain
        await stage.advance(minutes=1)
    assert stage.channel.heard == [(reminder.schedule.due, "⏰ Hey, remember: call the Plumber today!")]
    (request,) = model.requests
    assert "plain English" in request.system and request.messages == (UserMessage("«call the plumber»"),)
    assert request.tools == ()


async def test_nothing_waits_for_a_slow_model(db: SqliteDb, clock: FakeClock) -> None:
    stage, model = staged(db, clock, Say(("call mum, at last",), first_wait_s=30))
    reminder = await stage.remind("call mum", minutes=5)
    async with stage.running():
        await stage.advance(minutes=6)
    assert stage.channel.heard == [(reminder.schedule.due, "⏰ Reminder: call mum")]
    assert len(model.requests) == 1


@pytest.mark.parametrize("hangs", [Say(("call mum",), first_wait_s=30), Break("hang", ("call ",))])
async def test_a_model_that_takes_too_long_is_given_up(
    stage: Stage, hangs: Say | Break, caplog: pytest.LogCaptureFixture
) -> None:
    model = FakeChatModel(hangs)
    phraser, deadlines = said_by(model), LoopClock()
    reminder = await stage.remind("call mum", minutes=5)
    phraser.prepare(reminder, Texts("en"))
    await eventually(lambda: model.requests)
    events = logging.getLogger("sidecar")
    events.addHandler(caplog.handler)
    try:
        deadlines.advance(LIMIT_S)
        with caplog.at_level("INFO", "sidecar"):
            await eventually(lambda: any(record.msg == Event.REMINDER_UNPHRASED for record in caplog.records))
    finally:
        events.removeHandler(caplog.handler)
    assert phraser.ready(reminder) == ""
    assert LIMIT_S <= 3.0
    phraser.stop()


@pytest.mark.parametrize(
    "reply",
    [
        pytest.param(Say(("Time to phone your mother!",)), id="other words"),
        pytest.param(Say(("call mum " + "and then " * 60,)), id="too many words"),
        pytest.param(Say(("call mum",), finish="length"), id="cut"),
        pytest.param(Break("end", ("call mum",)), id="broken off"),
        pytest.param(ModelUnreachable("no network"), id="unreachable"),
    ],
)
async def test_an_answer_that_will_not_do_is_not_used(
    db: SqliteDb, clock: FakeClock, reply: Say | Break | ModelUnreachable
) -> None:
    stage, model = staged(db, clock, reply)
    await stage.remind("call mum", minutes=1)
    async with stage.running():
        await stage.advance(minutes=2)
    assert stage.texts == ["⏰ Reminder: call mum"]
    assert len(model.requests) == 1


async def test_without_a_model_it_speaks_for_itself(db: SqliteDb, clock: FakeClock) -> None:
    async def model_for(_: PersonId) -> ChatModel:
        raise NoModel("There is no model.")

    stage = Stage(db, clock, ModelPhraser(model_for, lambda: True))
    await stage.remind("call mum", minutes=1)
    async with stage.running():
        await stage.advance(minutes=2)
    assert stage.texts == ["⏰ Reminder: call mum"]


async def test_a_bug_in_the_phrasing_is_no_reason_to_be_silent(db: SqliteDb, clock: FakeClock) -> None:
    async def model_for(_: PersonId) -> ChatModel:
        raise RuntimeError("a bug")

    stage = Stage(db, clock, ModelPhraser(model_for, lambda: True))
    reminder = await stage.remind("call mum", minutes=1)
    async with stage.running():
        await stage.advance(minutes=2)
    assert stage.channel.heard == [(reminder.schedule.due, "⏰ Reminder: call mum")]


async def test_words_for_what_it_said_before_a_change_are_not_used(db: SqliteDb, clock: FakeClock) -> None:
    stage, model = staged(db, clock, Say(("call mum now!",)), Say(("do call dad!",)))
    reminder = await stage.remind("call mum", minutes=1)
    async with stage.running():
        await stage.advance(seconds=55)
        assert len(model.requests) == 1
        await stage.reminders.edit(stage.asker, reminder, message="call dad")
        await stage.advance(seconds=10)
    assert stage.texts == ["⏰ do call dad!"]


async def test_who_does_not_want_it_pays_for_no_request(db: SqliteDb, clock: FakeClock) -> None:
    model = FakeChatModel(Say(("call mum!",)))
    wanted = False

    async def model_for(_: PersonId) -> ChatModel:
        return model

    stage = Stage(db, clock, ModelPhraser(model_for, lambda: wanted))
    await stage.remind("call mum", minutes=1)
    await stage.remind("call mum again", minutes=10)
    async with stage.running():
        await stage.advance(minutes=5)
        assert model.requests == []
        wanted = True
        await stage.advance(minutes=10)
    assert stage.texts[0] == "⏰ Reminder: call mum" and len(model.requests) == 1


async def test_a_rush_of_reminders_is_no_rush_of_requests(db: SqliteDb, clock: FakeClock) -> None:
    stage, model = staged(db, clock, *[Say(("hm",), first_wait_s=30)] * 20)
    for n in range(20):
        await stage.remind(f"thing {n}", minutes=1)
    async with stage.running():
        await stage.advance(minutes=2)
    assert stage.texts == [f"⏰ Reminder: thing {n}" for n in range(20)]
    assert stage.channel.heard[-1][0] == clock.now() - timedelta(minutes=1)
    assert len(model.requests) <= 4
