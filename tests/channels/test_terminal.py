"""`TerminalChannel` with keys from a pipe and an emulated terminal, so tall that nothing scrolls out of it."""

from __future__ import annotations

import asyncio
import io
import re
import stat
from collections.abc import AsyncGenerator, Callable, Generator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pyte
import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.data_structures import Size
from prompt_toolkit.input import PipeInput, create_pipe_input
from prompt_toolkit.output.vt100 import Vt100_Output

from sidecar.channels.terminal.chat import TerminalChannel
from sidecar.channels.terminal.input_line import CommandHint
from sidecar.dispatch.ports import Receive
from sidecar.domain.message import IncomingMessage, OutgoingId, OutgoingKind, OutgoingMessage, TurnId
from sidecar.domain.person import OWNER
from sidecar.domain.turn import Ending, HandledBy, Reply, ReplyChunk, TurnEnded, TurnStarted
from sidecar.errors import StorageFull
from sidecar.i18n import Texts
from tests.channels.stage import Stage
from tests.eventually import eventually
from tests.fakes.clock import FakeClock

SAY = Texts("en")
ENTER, ALT_ENTER, CTRL_C, CTRL_D, LINE_FEED, TAB, UP = "\r", "\x1b\r", "\x03", "\x04", "\n", "\t", "\x1b[A"
NOW = datetime(2026, 3, 15, 12, 30, tzinfo=UTC)


class Glass:
    """What a terminal shows of the bytes that were written to it."""

    def __init__(self, columns: int, rows: int = 24) -> None:
        self.raw = io.StringIO()
        self.output = Vt100_Output(self.raw, lambda: Size(rows=rows, columns=columns), term="xterm")
        self._screen = pyte.Screen(columns, 100)
        self._stream = pyte.Stream(self._screen)
        self._seen = 0
        self._text = ""

    @property
    def text(self) -> str:
        written = self.raw.getvalue()
        if len(written) > self._seen:
            self._stream.feed(written[self._seen :])
            self._seen = len(written)
            self._text = "\n".join(line.rstrip() for line in self._screen.display).rstrip()
        return self._text


@dataclass
class Desk:
    """A person at a terminal."""

    channel: TerminalChannel
    keys: PipeInput
    glass: Glass
    stage: Stage
    clock: FakeClock
    history_file: Path

    def type(self, *keys: str) -> None:
        for key in keys:
            self.keys.send_text(key)

    @property
    def shown(self) -> str:
        return self.glass.text

    @property
    def heard(self) -> list[str]:
        return [message.text for message in self.stage.heard]

    async def until(self, true: Callable[[], bool]) -> None:
        await eventually(true)

    async def see(self, text: str) -> None:
        try:
            await self.until(lambda: text in self.shown)
        except TimeoutError:
            pytest.fail(f"{text!r} never came; the screen had:\n{self.shown[-2000:]}")

    @asynccontextmanager
    async def sit(self, receive: Receive | None = None) -> AsyncGenerator[asyncio.Task[None]]:
        """The chat is open; at the end it is closed if the person has not left."""
        lane = asyncio.create_task(self.stage.run())
        listening = asyncio.create_task(self.channel.listen(receive or self.stage.receive))
        await self.see("›")
        try:
            yield listening
        finally:
            for task in (listening, lane):
                task.cancel()
                with suppress(asyncio.CancelledError):
                    await task


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    with desk_of(tmp_path, Glass(80)) as desk:
        yield desk


@contextmanager
def desk_of(home: Path, glass: Glass, bell: Callable[[], bool] = lambda: False) -> Generator[Desk]:
    stage, clock = Stage(), FakeClock(NOW)
    with create_pipe_input() as keys, create_app_session(keys, glass.output):
        channel = TerminalChannel(
            OWNER,
            lambda: SAY,
            clock,
            cancel=stage.cancel,
            commands=lambda: [CommandHint("help", "what I can do"), CommandHint("status", "how I am")],
            history_file=home / "state" / "history",
            tool_label=lambda call: f"using {call.name}",
            bell=bell,
        )
        stage.channel = channel
        yield Desk(channel, keys, glass, stage, clock, home / "state" / "history")


def outgoing(text: str, **changes: object) -> OutgoingMessage:
    message = OutgoingMessage(OutgoingId(7), OWNER, "terminal", "", OutgoingKind.REPLY, text, NOW)
    return replace(message, **changes)  # type: ignore[arg-type]


# -- what is typed


@pytest.mark.req("CHA-01", "CHA-30")
async def test_a_typed_line_becomes_a_message_and_its_answer_is_shown(desk: Desk) -> None:
    async with desk.sit():
        desk.type("hola ñandú 🦷", ENTER)
        await desk.see("● You said: hola ñandú 🦷")
        desk.type("again", ENTER)
        await desk.see("● You said: again")
    first, second = desk.stage.heard
    assert (first.text, first.channel, first.person, first.received_at) == ("hola ñandú 🦷", "terminal", OWNER, NOW)
    assert first.id != second.id


@pytest.mark.req("CHA-30")
async def test_several_lines_are_one_message(desk: Desk) -> None:
    async with desk.sit():
        desk.type("one", ALT_ENTER, "two", ENTER)
        await desk.see("● You said: one")
    assert desk.heard == ["one\ntwo"]


@pytest.mark.req("CHA-30")
async def test_lines_typed_before_the_prompt_was_there_are_messages_of_their_own(desk: Desk) -> None:
    async with desk.sit():
        desk.type("one", LINE_FEED, "two", LINE_FEED)  # as the terminal hands them over
        await desk.until(lambda: len(desk.heard) == 2)
    assert desk.heard == ["one", "two"]


@pytest.mark.req("CHA-30")
async def test_pasted_lines_are_one_message(desk: Desk) -> None:
    async with desk.sit():
        desk.type("\x1b[200~uno\r\n\r\ndos\x00\x1b[31m\x1b[201~", ENTER)
        await desk.until(lambda: bool(desk.heard))
    assert desk.heard == ["uno\n\ndos"]


async def test_nothing_typed_is_nothing_said(desk: Desk) -> None:
    async with desk.sit():
        desk.type(ENTER, "  ", ENTER, "x", ENTER)
        await desk.see("● You said: x")
    assert desk.heard == ["x"]


@pytest.mark.req("CHA-30")
async def test_history_comes_back_and_only_its_owner_reads_it(desk: Desk) -> None:
    async with desk.sit():
        desk.type("remember this", ENTER)
        await desk.see("● You said")
        desk.type(UP, ENTER)
        await desk.until(lambda: len(desk.heard) == 2)
    assert desk.heard == ["remember this"] * 2
    assert stat.S_IMODE(desk.history_file.stat().st_mode) == 0o600


async def test_without_a_place_for_history_the_chat_goes_on(desk: Desk) -> None:
    desk.history_file.parent.write_text("not a folder")
    async with desk.sit():
        desk.type("x", ENTER)
        await desk.see("● You said: x")


@pytest.mark.req("CHA-30")
async def test_commands_are_completed(desk: Desk) -> None:
    async with desk.sit():
        desk.type("/st")
        await desk.see("how I am")
        desk.type(TAB, ENTER)
        await desk.see("I do not know /status.")
    assert desk.heard == ["/status"]


@pytest.mark.req("CMD-03")
async def test_commands_go_on_as_they_are_even_during_a_turn(desk: Desk) -> None:
    async with desk.sit():
        desk.type("slow", ENTER)
        await desk.see("thinking…")
        desk.type("/halp me", ENTER)
        await desk.see("I do not know /halp me.")


@pytest.mark.req("CHA-30")
async def test_what_is_typed_ahead_waits_for_its_turn(desk: Desk) -> None:
    async with desk.sit():
        desk.type("tool", ENTER)
        await desk.see("using search")
        desk.type("first", ENTER, "second", ENTER)
        await desk.see("next: second")
        await desk.see("● You said: second")
    order = [desk.shown.rindex(text) for text in ("It will rain", "› first", "● You said: first", "› second")]
    assert order == sorted(order)


async def test_a_message_that_could_not_be_stored_leaves_the_chat_open(desk: Desk) -> None:
    async def full(message: IncomingMessage) -> TurnId | None:
        await desk.channel.deliver(outgoing("No room on the disk.", id=OutgoingId(0)))
        raise StorageFull("full")

    async with desk.sit(full) as listening:
        desk.type("x", ENTER)
        await desk.see("● No room on the disk.")
        desk.type(UP, "y")
        await desk.see("› xy")
        assert not listening.done()


async def test_an_error_that_nobody_expects_is_not_hidden(desk: Desk) -> None:
    async def broken(message: IncomingMessage) -> TurnId | None:
        raise RuntimeError("bug")

    listening = asyncio.create_task(desk.channel.listen(broken))
    await desk.see("›")
    desk.type("x", ENTER)
    with pytest.raises(RuntimeError, match="bug"):
        async with asyncio.timeout(30):
            await listening


# -- Ctrl-C, Ctrl-D


@pytest.mark.req("CHA-30", "CON-23")
async def test_ctrl_c_cancels_the_turn(desk: Desk) -> None:
    async with desk.sit() as listening:
        desk.type("slow", ENTER)
        await desk.see("thinking…")
        desk.type(CTRL_C)
        await desk.see("Cancelled.")
        assert not listening.done()
        await desk.clock.advance(4)
        desk.type("x", ENTER)
        await desk.see("● You said: x")


@pytest.mark.req("CHA-30")
async def test_ctrl_c_first_clears_what_is_typed(desk: Desk) -> None:
    async with desk.sit() as listening:
        desk.type("half", CTRL_C, "whole", ENTER)
        await desk.see("● You said: whole")
        assert desk.heard == ["whole"]
        assert not listening.done()


@pytest.mark.req("CHA-30")
async def test_ctrl_c_twice_leaves(desk: Desk) -> None:
    async with desk.sit() as listening:
        desk.type(CTRL_C)
        await desk.see("Ctrl-C once more to leave")
        desk.type(CTRL_C)
        await desk.until(listening.done)


async def test_ctrl_c_twice_but_slowly_stays(desk: Desk) -> None:
    async with desk.sit() as listening:
        desk.type(CTRL_C)
        await desk.see("Ctrl-C once more to leave")
        await desk.clock.advance(4)
        desk.type(CTRL_C)
        desk.type("still here", ENTER)
        await desk.see("● You said: still here")
        assert not listening.done()


@pytest.mark.parametrize("keys", [CTRL_D, "/exit\r", "/salir\r", "/SALIR\r"])
async def test_leaving(desk: Desk, keys: str) -> None:
    async with desk.sit() as listening:
        desk.type(keys)
        await desk.until(listening.done)
    assert desk.heard == []


async def test_ctrl_d_does_not_leave_what_is_typed(desk: Desk) -> None:
    async with desk.sit() as listening:
        desk.type("ab", CTRL_D, ENTER)
        await desk.see("● You said: ab")
        assert not listening.done()


async def test_leaving_waits_for_the_answer(desk: Desk) -> None:
    async with desk.sit() as listening:
        desk.type("tool", ENTER)
        await desk.see("using search")
        desk.type(CTRL_D)
        await desk.see("I'll finish this answer, then close.")
        assert not listening.done()
        await desk.until(listening.done)
        assert "It will rain." in desk.shown


async def test_leaving_right_after_a_question_waits_for_its_answer(desk: Desk) -> None:
    async with desk.sit() as listening:
        desk.type("ab", ENTER, CTRL_D)
        await desk.until(listening.done)
        assert "I'll finish this answer, then close." in desk.shown
        assert "● You said: ab" in desk.shown


async def test_leaving_twice_does_not_wait(desk: Desk) -> None:
    async with desk.sit() as listening:
        desk.type("slow", ENTER)
        await desk.see("thinking…")
        desk.type(CTRL_D, CTRL_D)
        await desk.see("I'll answer the rest next time.")
        await desk.until(listening.done)


async def test_it_can_be_opened_again(desk: Desk) -> None:
    for text in ("one", "two"):
        async with desk.sit() as listening:
            desk.type(text, ENTER)
            await desk.see(f"● You said: {text}")
            desk.type(CTRL_D)
            await desk.until(listening.done)


# -- what is shown


@pytest.mark.req("CHA-30")
async def test_a_streamed_reply_is_printed_once(desk: Desk) -> None:
    async with desk.sit():
        desk.type("story", ENTER)
        await desk.see("writing…")
        await desk.see("fresh every\n  hour.\n\n›")
    for text in ("● I found two things", "\n  Tomorrow\n", "10:30  dentist", "def hello", "▌ What is not", "http"):
        assert desk.shown.count(text) == 1, text
    assert desk.shown.count("●") == 1


@pytest.mark.req("CON-23")
async def test_what_was_printed_and_withdrawn_is_marked(desk: Desk) -> None:
    async with desk.sit():
        desk.type("withdraw", ENTER)
        await desk.see("Whole.\n\n›")
    assert desk.shown.endswith(
        "› withdraw\n\n● First try.\n\n  That went wrong. Starting over.\n\n● Second try.\n\n  Whole."
    )


@pytest.mark.req("CHA-30")
async def test_a_model_cannot_touch_the_terminal(desk: Desk) -> None:
    async with desk.sit():
        desk.type("evil", ENTER)
        await desk.see("● red end")
    raw = desk.glass.raw.getvalue()
    assert "\x1b[2J\x1b]0" not in raw
    assert "pwned" not in raw
    assert "\x9b" not in raw


@pytest.mark.req("CHA-30")
async def test_a_notification_comes_above_what_is_being_typed(desk: Desk) -> None:
    async with desk.sit():
        desk.type("half a")
        await desk.see("half a")
        await desk.channel.deliver(outgoing("**Dentist** in an hour.", kind=OutgoingKind.NOTIFICATION))
        await desk.see("◆ Dentist in an hour.\n\n› half a")
        desk.type(" line", ENTER)
        await desk.see("● You said: half a line")
    assert "\a" not in desk.glass.raw.getvalue()


@pytest.mark.req("CHA-30", "REM-04")
async def test_a_notification_rings_while_the_settings_say_so(tmp_path: Path) -> None:
    rings = [True]
    with desk_of(tmp_path, Glass(80), bell=lambda: rings[0]) as desk:
        async with desk.sit():
            await desk.channel.deliver(outgoing("Dentist.", kind=OutgoingKind.NOTIFICATION))
            await desk.see("◆ Dentist.")
            assert desk.glass.raw.getvalue().count("\a") == 1
            await desk.channel.deliver(outgoing("An answer.", id=OutgoingId(8)))
            rings[0] = False
            await desk.channel.deliver(outgoing("Optician.", id=OutgoingId(9), kind=OutgoingKind.NOTIFICATION))
            await desk.see("◆ Optician.")
            assert desk.glass.raw.getvalue().count("\a") == 1


async def test_a_late_answer_says_what_it_answers(desk: Desk) -> None:
    at = NOW - timedelta(days=2)
    await desk.channel.deliver(
        outgoing("Yes.", turn=TurnId(3), in_answer_to="did it\nrain?", created_at=at, maybe_seen=True)
    )
    assert re.search(
        r"answer to “did it rain\?” \(2026-03-1\d \d\d:30\) · you may\s+have seen this already\n\n● Yes\.", desk.shown
    )


async def test_a_message_of_another_run_is_watched_with_its_heading(desk: Desk) -> None:
    message = IncomingMessage("old", "terminal", OWNER, "a" * 100, NOW)
    async with desk.sit():
        progress = desk.channel.watch(message)
        progress(TurnStarted(TurnId(9)))
        progress(ReplyChunk("Late, but here."))
        await desk.channel.deliver(outgoing("Late, but here.", turn=TurnId(9), in_answer_to=message.text))
        await desk.see("● Late, but here.")
    assert f"answer to “{'a' * 59}…”" in desk.shown
    assert f"› {'a' * 100}" not in desk.shown


@pytest.mark.req("CON-23")
async def test_an_answer_that_could_not_be_stored_is_not_said_twice(desk: Desk) -> None:
    message = IncomingMessage("m", "terminal", OWNER, "hi", NOW)
    async with desk.sit():
        progress = desk.channel.watch(message)
        progress(TurnStarted(TurnId(9)))
        progress(ReplyChunk("First.\n\nSecond."))
        await desk.see("● First.")
        await desk.see("Second.")
        progress(TurnEnded(Reply("First.\n\nSecond.", HandledBy.MODEL, Ending.COMPLETE)))
        await desk.channel.deliver(outgoing("First.\n\nSecond.\n\n(Not saved.)", id=OutgoingId(0), turn=TurnId(9)))
        await desk.see("(Not saved.)")
    assert desk.shown.count("First.") == desk.shown.count("Second.") == 1


async def test_a_turn_that_brings_no_reply_does_not_spin_for_ever(desk: Desk) -> None:
    message = IncomingMessage("m", "terminal", OWNER, "hi", NOW)
    async with desk.sit() as listening:
        progress = desk.channel.watch(message)
        progress(TurnStarted(TurnId(9)))
        await desk.see("thinking…")
        progress(TurnEnded(Reply("Done.", HandledBy.MODEL)))
        await desk.clock.advance(4)
        await desk.see("● Done.")
        await desk.channel.deliver(outgoing("Done.", turn=TurnId(9)))  # the disk was slow
        desk.type(CTRL_D)
        await desk.until(listening.done)
    assert desk.shown.count("Done.") == 1


async def test_what_moved_stays_in_sight_until_it_is_stored(desk: Desk) -> None:
    message = IncomingMessage("m", "terminal", OWNER, "hi", NOW)
    async with desk.sit():
        progress = desk.channel.watch(message)
        progress(TurnStarted(TurnId(9)))
        progress(ReplyChunk("Nearly stored"))
        await desk.see("● Nearly stored\n\n")
        progress(TurnEnded(Reply("Nearly stored", HandledBy.MODEL)))
        await desk.see("● Nearly stored\n\n›")


async def test_the_end_of_the_input_is_the_end(desk: Desk) -> None:
    async with desk.sit() as listening:
        desk.keys.close()
        await desk.until(listening.done)
        assert listening.exception() is None


@pytest.mark.req("CHA-30")
@pytest.mark.parametrize("columns", [20, 160])
async def test_any_width(tmp_path: Path, columns: int) -> None:
    with desk_of(tmp_path, Glass(columns, rows=5)) as desk:
        async with desk.sit():
            desk.type("word", ENTER)
            await desk.until(lambda: desk.shown.count("x") == 300)
            assert all(line.startswith(("● x", "  x")) for line in desk.shown.splitlines() if "xx" in line)
            desk.type("story", ENTER)
            await desk.see("hour.")


@pytest.mark.req("CHA-30")
async def test_an_absurdly_narrow_window_breaks_nothing(tmp_path: Path) -> None:
    with desk_of(tmp_path, Glass(2, rows=2)) as desk:
        async with desk.sit() as listening:
            desk.type("story", ENTER)
            await desk.until(lambda: len(desk.stage.ended) == 1)
            assert not listening.done()


@pytest.mark.req("CHA-30")
async def test_a_very_long_reply_arrives_whole(desk: Desk) -> None:
    async with desk.sit():
        desk.type("long", ENTER)
        await desk.until(lambda: desk.glass.raw.getvalue().count("word") >= 12_500)


@pytest.mark.req("CLI-03")
async def test_without_colour_there_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    with desk_of(tmp_path, Glass(80)) as desk:
        async with desk.sit():
            desk.type("story", ENTER)
            await desk.see("hour.")
    styles = re.findall(r"\x1b\[([0-9;]*)m", desk.glass.raw.getvalue())
    assert not [style for style in styles if re.search(r"(^|;)[349]\d", style)]
