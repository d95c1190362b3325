"""From a message to its delivered answer, whatever happens in between."""

from __future__ import annotations

import asyncio
import logging
from datetime import datetime

import pytest

from sidecar.dispatch.ports import ClaimedMessage
from sidecar.domain.message import IncomingMessage, OutgoingMessage, TurnId
from sidecar.domain.person import PersonId
from sidecar.domain.turn import Ending, Progress, Reply, TurnEnded, TurnStarted
from sidecar.errors import StorageFull
from sidecar.observe import Event
from sidecar.storage.inbox import SqlInbox
from sidecar.storage.sqlite import SqliteDb
from tests.dispatch.conftest import Office
from tests.fakes.channel import FakeChannel

BRUNO = PersonId("bruno")


@pytest.mark.req("CHA-10", "CHA-20", "CHA-21")
async def test_a_message_is_answered_on_its_channel(office: Office) -> None:
    turn = await office.say("hola")
    await office.idle()
    (delivered,) = office.channel.delivered
    assert (delivered.text, delivered.turn, delivered.in_answer_to) == ("re: hola", turn, "hola")
    events = office.channel.events["m0"]
    assert isinstance(events[0], TurnStarted)
    assert isinstance(events[-1], TurnEnded)


@pytest.mark.req("CHA-20")
async def test_one_at_a_time_and_in_order_for_each_person(office: Office) -> None:
    for number in range(8):
        await office.say(str(number))
    await office.idle()
    assert office.turns == [str(number) for number in range(8)]
    assert office.most_at_once == 1


@pytest.mark.req("CHA-20", "CHA-30")
async def test_an_answer_is_delivered_before_the_next_turn_shows_itself(office: Office) -> None:
    """Or the screen would show the second question above the first answer."""
    seen: list[str] = []

    class SlowChannel(FakeChannel):
        def watch(self, message: IncomingMessage) -> Progress:
            return lambda event: seen.append(f"{type(event).__name__} {message.text}")

        async def deliver(self, message: OutgoingMessage) -> str:
            await asyncio.sleep(0.05)
            seen.append(message.text)
            return ""

    office.delivery.open(SlowChannel())
    for text in ("one", "two"):
        await office.say(text)
    await office.idle()
    assert seen == ["TurnStarted one", "TurnEnded one", "re: one", "TurnStarted two", "TurnEnded two", "re: two"]


@pytest.mark.req("CHA-20")
async def test_a_command_finds_the_answer_before_it_delivered(office: Office) -> None:
    """Or `/status` would count what the person has just read among what waits for delivery."""
    seen: list[str] = []

    class SlowChannel(FakeChannel):
        async def deliver(self, message: OutgoingMessage) -> str:
            if not seen:
                seen.append(f"sending {message.text}")
                sending.set()
                await asyncio.sleep(0.05)
            seen.append(message.text)
            return ""

    sending = asyncio.Event()
    office.delivery.open(SlowChannel())
    await office.say("one")
    await sending.wait()
    await office.say("/nothing")
    assert seen[:2] == ["sending re: one", "re: one"] and len(seen) == 3


@pytest.mark.req("CHA-20", "SCL-01")
async def test_a_stuck_person_does_not_hold_up_another(office: Office) -> None:
    office.hold["slow"] = asyncio.Event()
    await office.say("slow")
    await office.say("quick", BRUNO)
    await office.channel.hears("re: quick")
    assert "re: slow" not in office.channel.texts
    office.hold["slow"].set()
    await office.idle()
    assert "re: slow" in office.channel.texts


@pytest.mark.req("CHA-22")
async def test_a_second_delivery_of_the_same_message_is_dropped(office: Office) -> None:
    message = office.message("una vez")
    assert await office.dispatcher.receive(message) is not None
    assert await office.dispatcher.receive(message) is None
    await office.idle()
    assert office.turns == ["una vez"]


@pytest.mark.req("CHA-20")
async def test_what_was_being_answered_at_a_crash_is_answered_after_the_restart(office: Office) -> None:
    office.hold["first"] = asyncio.Event()
    await office.say("first")
    await office.say("second")
    await office.begun("first")
    office.hold.clear()
    await office.crash()
    await office.idle()
    assert office.turns == ["first", "first", "second"]
    assert office.channel.texts == ["re: first", "re: second"]


@pytest.mark.req("CHA-20")
async def test_a_message_that_kills_the_program_again_and_again_is_given_up_with_a_word(office: Office) -> None:
    office.hold["poison"] = asyncio.Event()
    await office.say("poison")
    for attempt in (1, 2, 3):
        await office.begun(*["poison"] * attempt)
        await office.crash()
    await office.idle()
    assert office.turns == ["poison"] * 3
    assert "sidecar trace" in office.channel.texts[-1]


@pytest.mark.req("CHA-20")
async def test_closing_in_good_order_is_no_attempt(office: Office) -> None:
    office.hold["long"] = asyncio.Event()
    await office.say("long")
    for attempt in range(1, 6):
        await office.begun(*["long"] * attempt)
        await office.dispatcher.close()
        office.dispatcher = office.another_dispatcher()
        await office.dispatcher.wake_waiting()
    office.hold["long"].set()
    await office.idle()
    assert office.channel.texts == ["re: long"]


@pytest.mark.req("CON-23", "CHA-20")
async def test_a_stop_asked_for_by_another_process(office: Office) -> None:
    office.hold["long"] = asyncio.Event()
    running, waiting = await office.say("long"), await office.say("never mind")
    await office.begun("long")
    assert running is not None
    assert waiting is not None
    await office.inbox.request_stop(waiting, office.clock.now())
    await office.inbox.request_stop(running, office.clock.now())
    await office.dispatcher.cancel_as_requested()
    await office.idle()
    assert office.turns == ["long"]
    assert office.channel.texts == []


@pytest.mark.req("CHA-20")
async def test_a_bug_in_a_turn_is_an_apology_and_the_next_message_gets_its_turn(office: Office) -> None:
    def answer(message: IncomingMessage) -> str:
        if message.text == "bug":
            raise ZeroDivisionError
        return "fine"

    office.answer = answer
    await office.say("bug")
    await office.say("next")
    await office.idle()
    apology, fine = office.channel.texts
    assert apology.startswith("Algo falló de mi lado y no pude contestarte.")
    assert fine == "fine"


@pytest.mark.req("CHA-20", "CON-22")
async def test_an_answer_that_cannot_be_kept_is_an_apology_and_nobody_waits_for_ever(office: Office) -> None:
    office.answer = lambda message: "half a character: \ud83e" if message.text == "bug" else "fine"
    await office.say("bug")
    await office.say("next")
    await asyncio.wait_for(office.idle(), 30)
    apology, fine = office.channel.texts
    assert "sidecar trace" in apology
    assert fine == "fine"
    last = office.channel.events["m0"][-1]
    assert isinstance(last, TurnEnded)
    assert (last.reply.ending, last.reply.error_code, last.reply.text) == (Ending.FAILED, "internal", apology)


@pytest.mark.req("CON-23")
async def test_cancelling_stops_the_running_turn_only(office: Office) -> None:
    office.hold["long"] = asyncio.Event()
    await office.say("long")
    await office.say("next")
    await office.begun("long")
    assert office.dispatcher.cancel(BRUNO) is False
    assert office.dispatcher.cancel(PersonId("owner")) is True
    await office.idle()
    assert office.channel.texts == ["re: next"]
    ended = office.channel.events["m0"][-1]
    assert isinstance(ended, TurnEnded)
    assert ended.reply.ending is Ending.CANCELLED
    assert office.dispatcher.cancel(PersonId("owner")) is False


@pytest.mark.req("CMD-01", "CHA-10")
async def test_a_command_is_answered_at_once_while_a_turn_runs(office: Office) -> None:
    office.hold["long"] = asyncio.Event()
    await office.say("long")
    await office.begun("long")
    assert await office.say("/ping  pong") is None
    assert office.channel.texts == ["pong pong"]
    assert office.turns == ["long"]


@pytest.mark.req("CMD-03")
@pytest.mark.parametrize(("text", "suggestion"), [("/pnig", "`/pin`"), ("/zzzz", "`/ayuda`")])
async def test_an_unknown_command_is_not_sent_to_the_model(office: Office, text: str, suggestion: str) -> None:
    await office.say(text)
    await office.idle()
    assert suggestion in office.channel.texts[0]
    assert office.turns == []


@pytest.mark.req("CMD-03")
@pytest.mark.parametrize("text", ["/etc/hosts está roto", "/ no es nada", "/2 de qué", "1/2"])
async def test_what_only_begins_like_a_command_goes_to_the_model(office: Office, text: str) -> None:
    await office.say(text)
    await office.idle()
    assert office.turns == [text]


@pytest.mark.req("CHA-21")
async def test_a_channel_that_is_down_gets_the_answer_when_it_is_back(office: Office) -> None:
    office.channel.down = True
    await office.say("hola")
    await office.idle()
    await office.delivery.send_due()
    assert office.channel.texts == []

    office.channel.down = False
    await office.delivery.send_due()
    assert office.channel.texts == [], "not before its pause is over"
    await office.clock.advance(700)
    await office.delivery.send_due()
    await office.delivery.send_due()
    assert office.channel.texts == ["re: hola"]


@pytest.mark.req("CHA-21")
async def test_the_pauses_between_attempts_grow(office: Office) -> None:
    office.channel.down = True
    await office.say("hola")
    await office.idle()
    tries: list[float] = []
    for _ in range(400):
        before = office.channel.tries
        await office.delivery.send_due()
        if office.channel.tries > before:
            tries.append(office.clock.monotonic())
        await office.clock.advance(1)
    assert tries == [2, 6, 14, 30, 62, 126, 254]


@pytest.mark.req("CHA-21", "CHA-20")
async def test_an_answer_for_a_channel_that_is_not_open_waits(office: Office) -> None:
    elsewhere = office.message("hola")
    await office.dispatcher.receive(IncomingMessage("x", "telegram", elsewhere.person, "hola", office.clock.now()))
    await office.idle()
    assert office.channel.texts == []
    assert [message.text for message in await office.outbox.due("telegram", office.clock.now())] == ["re: hola"]


class FullDisk(SqlInbox):
    """An inbox whose disk is full for the next `times` writes of each kind."""

    def __init__(self, db: SqliteDb, *, accepts: int = 0, finishes: int = 0) -> None:
        super().__init__(db)
        self._accepts = accepts
        self._finishes = finishes

    async def accept(self, message: IncomingMessage) -> TurnId | None:
        if self._accepts:
            self._accepts -= 1
            raise StorageFull("The disk is full.")
        return await super().accept(message)

    async def finish(self, claimed: ClaimedMessage, reply: Reply, at: datetime) -> OutgoingMessage | None:
        if self._finishes:
            self._finishes -= 1
            raise StorageFull("The disk is full.")
        return await super().finish(claimed, reply, at)


@pytest.mark.req("OPS-12", "CHA-20")
async def test_a_message_that_cannot_be_stored_is_refused_aloud(office: Office, db: SqliteDb) -> None:
    office.inbox = FullDisk(db, accepts=1)
    office.dispatcher = office.another_dispatcher()
    with pytest.raises(StorageFull):
        await office.say("hola")
    assert "No pude guardar tu mensaje" in office.channel.texts[0]
    assert await office.say("hola de nuevo") is not None
    await office.idle()
    assert office.turns == ["hola de nuevo"]


@pytest.mark.req("OPS-12")
async def test_an_answer_that_cannot_be_stored_is_shown_at_once_and_stored_later(office: Office, db: SqliteDb) -> None:
    office.inbox = FullDisk(db, finishes=2)
    office.dispatcher = office.another_dispatcher()
    await office.say("hola")
    await office.channel.hears("re: hola")
    (shown,) = office.channel.texts
    assert shown.startswith("re: hola")
    assert "no pude guardar" in shown.lower()
    assert office.channel.delivered[0].turn is not None, "the channel must know which question is answered"

    await office.clock.advance(10)
    await office.idle()
    assert len(office.channel.texts) == 1, "it is not said again"
    assert await office.inbox.people_waiting() == []
    assert await office.outbox.due("terminal", office.clock.now()) == []
    rows = await db.read(lambda tx: tx.all("select state from inbox"))
    assert [row["state"] for row in rows] == ["done"], "the answer is stored once there is room again"


@pytest.mark.req("CHA-20")
async def test_how_long_a_message_waited_is_recorded(office: Office, caplog: pytest.LogCaptureFixture) -> None:
    events = logging.getLogger("sidecar")
    events.addHandler(caplog.handler)
    try:
        with caplog.at_level("INFO", "sidecar"):
            office.hold["long"] = asyncio.Event()
            await office.say("long")
            await office.begun("long")
            await office.say("short")
            await office.clock.advance(5)
            office.hold["long"].set()
            await office.idle()
    finally:
        events.removeHandler(caplog.handler)
    started = [record.__dict__["entry"] for record in caplog.records if record.msg == Event.TURN_STARTED]
    assert [entry["waited_ms"] for entry in started] == [0, 5_000]
