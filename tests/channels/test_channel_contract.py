"""What every channel keeps to. A new channel joins by a fixture that opens it as a `Place`."""

from __future__ import annotations

import asyncio
import io
from collections.abc import AsyncGenerator, Callable, Iterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.data_structures import Size
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output.vt100 import Vt100_Output

from sidecar.channels.ask import DESCRIPTION as ASK
from sidecar.channels.ask.channel import AskChannel
from sidecar.channels.terminal.chat import TerminalChannel
from sidecar.channels.terminal.lines import LineChannel
from sidecar.channels.terminal.markdown import strip_markdown
from sidecar.dispatch.ports import Channel
from sidecar.domain.control_characters import strip_controls
from sidecar.domain.message import IncomingMessage, OutgoingId, OutgoingKind, OutgoingMessage, TurnId
from sidecar.domain.person import OWNER
from sidecar.domain.tool import ToolCall, ToolReceipt
from sidecar.domain.turn import (
    Ending,
    HandledBy,
    ModelAsked,
    ModelThinking,
    Reply,
    ReplyChunk,
    ReplyWithdrawn,
    RetryPlanned,
    ToolFinished,
    ToolStarted,
    TurnEnded,
    TurnStarted,
)
from sidecar.errors import StorageFull
from sidecar.i18n import Texts
from tests.channels.stage import Stage
from tests.eventually import eventually
from tests.fakes.channel import FakeChannel
from tests.fakes.clock import FakeClock

SAY = Texts("es")
CALL = ToolCall("c", "search", "{not json")


@dataclass
class Place:
    """A channel, and the person at its other end."""

    channel: Channel
    say: Callable[[str], None]
    """The person says one message."""
    seen: Callable[[], str]
    """Everything that the person has been shown."""

    async def see(self, text: str) -> None:
        await eventually(lambda: text in self.seen())


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Place]:
    written = io.StringIO()
    output = Vt100_Output(written, lambda: Size(rows=24, columns=80), term="xterm")
    with create_pipe_input() as keys, create_app_session(keys, output):
        channel = TerminalChannel(
            OWNER,
            lambda: SAY,
            FakeClock(),
            cancel=lambda: False,
            commands=lambda: (),
            history_file=tmp_path / "history",
            tool_label=lambda call: call.name,
        )
        yield Place(channel, lambda text: keys.send_text(text + "\r"), written.getvalue)


@pytest.fixture
def lines() -> Iterator[Place]:
    written = io.StringIO()
    reading, writing = pipe_of_text()
    with reading, writing:
        channel = LineChannel(OWNER, lambda: SAY, FakeClock(), source=reading, sink=written)
        yield Place(channel, lambda text: print(text, file=writing, flush=True), written.getvalue)


def pipe_of_text() -> tuple[io.TextIOWrapper, io.TextIOWrapper]:
    import os

    reading, writing = os.pipe()
    return os.fdopen(reading, "r", encoding="utf-8"), os.fdopen(writing, "w", encoding="utf-8")


@pytest.fixture
def fake() -> Place:
    channel = FakeChannel("postcards")
    return Place(channel, channel.says, lambda: strip_controls("\n".join(channel.texts)))


@pytest.fixture
def ask() -> Place:
    """It hands over one message by itself, and shows what is delivered as `sidecar ask` does."""
    asides: list[str] = []
    question = IncomingMessage("m", ASK.name, OWNER, "hola", datetime(2026, 3, 15, tzinfo=UTC))
    channel = AskChannel(question, aside=lambda late: asides.append(late.text))
    return Place(channel, lambda _: None, lambda: strip_markdown("\n\n".join([*asides, channel.text])))


@pytest.fixture(params=["terminal", "lines", "fake"])
def place(request: pytest.FixtureRequest) -> Place:
    """A place where a person goes on talking."""
    found = request.getfixturevalue(request.param)
    assert isinstance(found, Place)
    return found


@pytest.fixture(params=["terminal", "lines", "fake", "ask"])
def any_place(request: pytest.FixtureRequest) -> Place:
    found = request.getfixturevalue(request.param)
    assert isinstance(found, Place)
    return found


@asynccontextmanager
async def listening(place: Place, receive: object = None) -> AsyncGenerator[Stage]:
    stage = Stage()
    stage.channel = place.channel
    lane = asyncio.create_task(stage.run())
    task = asyncio.create_task(place.channel.listen(receive or stage.receive))  # type: ignore[arg-type]
    description = place.channel.description
    await eventually(lambda: place.channel.available or not description.unasked)
    try:
        yield stage
    finally:
        for each in (task, lane):
            each.cancel()
            with suppress(asyncio.CancelledError):
                async with asyncio.timeout(30):
                    await each


def reply(text: str, id: int = 1, turn: int | None = None, kind: OutgoingKind = OutgoingKind.REPLY) -> OutgoingMessage:
    at = datetime(2026, 3, 15, 12, 30, tzinfo=UTC)
    number = None if turn is None else TurnId(turn)
    return OutgoingMessage(OutgoingId(id), OWNER, "terminal", "", kind, text, at, number)


pytestmark = pytest.mark.req("CHA-03")


def test_it_has_a_name(any_place: Place) -> None:
    description = any_place.channel.description
    assert description.name.islower()
    assert description.prompt_note
    assert description.format("hola")


@pytest.mark.req("CHA-02")
async def test_it_is_available_while_it_listens(any_place: Place) -> None:
    assert not any_place.channel.available
    async with listening(any_place):
        assert any_place.channel.available is any_place.channel.description.unasked
    assert not any_place.channel.available


@pytest.mark.req("CHA-01")
async def test_each_message_is_handed_over_once_with_its_own_id(place: Place) -> None:
    async with listening(place) as stage:
        for text in ("hola", "ñandú 🦷 你好", "hola"):
            place.say(text)
        await place.see("你好")
        await eventually(lambda: len(stage.heard) >= 3)
    assert [message.text for message in stage.heard] == ["hola", "ñandú 🦷 你好", "hola"]
    assert len({message.id for message in stage.heard}) == 3
    assert {(message.channel, message.person) for message in stage.heard} == {(place.channel.description.name, OWNER)}
    assert all(message.received_at.tzinfo is not None for message in stage.heard)


@pytest.mark.parametrize("kind", list(OutgoingKind))
async def test_delivering_needs_nobody_listening(any_place: Place, kind: OutgoingKind) -> None:
    assert isinstance(await any_place.channel.deliver(reply("¿Qué tal? 🦷", kind=kind)), str)
    assert "¿Qué tal? 🦷" in any_place.seen()


async def test_delivering_works_after_listening(any_place: Place) -> None:
    async with listening(any_place):
        pass
    await any_place.channel.deliver(reply("After."))
    assert "After." in any_place.seen()


async def test_a_message_delivered_twice_is_shown_once(place: Place) -> None:
    await place.channel.deliver(reply("Only once."))
    await place.channel.deliver(reply("Only once."))
    assert place.seen().count("Only once.") == 1


async def test_unstored_messages_are_all_shown(place: Place) -> None:
    await place.channel.deliver(reply("Again.", id=0))
    await place.channel.deliver(reply("Again.", id=0))
    assert place.seen().count("Again.") == 2


@pytest.mark.parametrize(
    "text", ["", " \n\n ", "\x00\x1b[2J\x07", "```\nnever closed", "x" * 100_000, "\ud800", "\u202e"]
)
async def test_any_text_can_be_delivered(any_place: Place, text: str) -> None:
    await any_place.channel.deliver(reply(text, turn=4))
    await any_place.channel.deliver(reply("Still here.", id=2))
    assert "Still here." in any_place.seen()
    assert "\x1b[2J" not in any_place.seen()


async def test_every_event_may_come_at_any_time(any_place: Place) -> None:
    message = IncomingMessage("m", any_place.channel.description.name, OWNER, "hola", datetime(2026, 3, 15, tzinfo=UTC))
    events = [
        ToolFinished(ToolReceipt(CALL, "x", error="failed")),
        ReplyWithdrawn(),
        ReplyChunk("uno\n\ndos"),
        TurnStarted(TurnId(1)),
        ModelThinking(),
        ModelAsked("m"),
        ToolStarted(CALL),
        ToolStarted(CALL),
        RetryPlanned("unheard_of", -1.0),
        ReplyChunk(""),
        TurnEnded(Reply("uno", HandledBy.MODEL, Ending.CUT)),
        ReplyChunk("tres"),
    ]
    async with listening(any_place):
        progress = any_place.channel.watch(message)
        for event in events:
            progress(event)
            await asyncio.sleep(0)  # it may be drawn
        await any_place.channel.deliver(reply("Fin.", turn=1))
        await any_place.see("Fin.")


async def test_one_message_that_cannot_be_stored_does_not_close_it(place: Place) -> None:
    heard: list[str] = []

    async def receive(message: IncomingMessage) -> TurnId | None:
        heard.append(message.text)
        raise StorageFull("full")

    async with listening(place, receive):
        place.say("uno")
        place.say("dos")
        await eventually(lambda: heard == ["uno", "dos"])


async def test_listening_can_be_stopped_and_taken_up_again(place: Place) -> None:
    for text in ("uno", "dos"):
        async with listening(place) as stage:
            place.say(text)
            await place.see(text)
        assert [message.text for message in stage.heard] == [text]
