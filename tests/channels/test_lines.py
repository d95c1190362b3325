"""`LineChannel` over text in memory, over real pipes and as a program whose reader goes away."""

from __future__ import annotations

import asyncio
import io
import os
import signal
import subprocess
import sys
import threading
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sidecar.channels.terminal import is_real_terminal
from sidecar.channels.terminal.lines import LineChannel
from sidecar.domain.message import IncomingMessage, OutgoingId, OutgoingKind, OutgoingMessage, TurnId
from sidecar.domain.person import OWNER
from sidecar.domain.turn import ModelAsked, ModelThinking, ReplyChunk, TurnStarted
from sidecar.errors import ChannelError, StorageFull
from sidecar.i18n import Texts
from tests.channels.stage import Stage
from tests.eventually import eventually
from tests.fakes.clock import FakeClock

ROOT = Path(__file__).parent.parent.parent
SAY = Texts("en")
NOTICE = OutgoingMessage(
    OutgoingId(5),
    OWNER,
    "terminal",
    "",
    OutgoingKind.NOTIFICATION,
    "**Dentist** soon.",
    datetime(2026, 3, 15, 12, 30, tzinfo=UTC),
)


def line_channel(source: io.TextIOBase, sink: io.TextIOBase, prompt: str = "", **more: Any) -> LineChannel:
    return LineChannel(OWNER, lambda: SAY, FakeClock(), source=source, sink=sink, prompt=prompt, **more)  # type: ignore[arg-type]


async def chat(source: io.TextIOBase, sink: io.TextIOBase | None = None) -> tuple[list[str], str]:
    """What was heard and what was written, from the first line to the last answer."""
    stage = Stage()
    out = sink or io.StringIO()
    stage.channel = channel = line_channel(source, out)
    lane = asyncio.create_task(stage.run())
    try:
        async with asyncio.timeout(30):
            await channel.listen(stage.receive)
    finally:
        lane.cancel()
        with suppress(asyncio.CancelledError):
            await lane
    return [message.text for message in stage.heard], out.getvalue() if isinstance(out, io.StringIO) else ""


def pipe_with(data: bytes) -> io.TextIOWrapper:
    reading, writing = os.pipe()

    def write() -> None:
        with os.fdopen(writing, "wb") as pipe:
            pipe.write(data)

    threading.Thread(target=write).start()
    return os.fdopen(reading, "r")


@pytest.mark.req("CHA-01", "CLI-03")
async def test_each_line_is_a_message_and_the_end_waits_for_the_answers() -> None:
    heard, written = await chat(io.StringIO("one\n\n  two \nthree"))
    assert heard == ["one", "two", "three"]
    assert written == "You said: one\nYou said: two\nYou said: three\n"


@pytest.mark.req("CLI-03")
async def test_replies_are_plain_text() -> None:
    _, written = await chat(io.StringIO("story\n"))
    assert "I found two things for you, Ana.\n\nTomorrow\n\n- The dentist is at 10:30 🦷\n" in written
    assert "\x1b" not in written


@pytest.mark.req("CMD-03")
async def test_commands_go_on_as_they_are() -> None:
    heard, written = await chat(io.StringIO("/halp\n"))
    assert (heard, written) == (["/halp"], "I do not know /halp.\n")


@pytest.mark.parametrize("word", ["/exit", "/salir"])
async def test_a_leaving_word_is_the_end(word: str) -> None:
    heard, written = await chat(io.StringIO(f"one\n{word}\nnever\n"))
    assert (heard, written) == (["one"], "You said: one\n")


async def test_a_turn_without_words_does_not_keep_it_waiting() -> None:
    heard, written = await chat(io.StringIO("silent\none\n"))
    assert (heard, written) == (["silent", "one"], "You said: one\n")


async def test_nothing_in_nothing_out() -> None:
    assert await chat(io.StringIO("")) == ([], "")


@pytest.mark.req("CLI-03")
async def test_bytes_that_are_no_text_do_not_stop_it() -> None:
    with pipe_with(b"\xef\xbb\xbfa\x00b\xff\xfe\r\n\x1b[31mred\x1b[0m\n\xc3") as source:
        heard, _ = await chat(source)
    assert heard == ["ab\ufffd\ufffd", "red", "\ufffd"]


async def test_a_very_long_line_is_passed_on_whole() -> None:
    with pipe_with("ñ".encode() * 150_000) as source:
        heard, _ = await chat(source)
    assert [len(text) for text in heard] == [150_000]


@given(st.lists(st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Zl", "Zp"]), min_size=1), max_size=5))
async def test_every_text_arrives(lines: list[str]) -> None:
    expected = [line.strip() for line in lines if line.strip() and not line.strip().startswith(("/", "\ufeff"))]
    heard, _ = await chat(io.StringIO("\n".join(lines)))
    heard = [text for text in heard if not text.startswith("/")]
    strange = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff"
    assert heard == [e for e in ("".join(c for c in t if c not in strange).strip() for t in expected) if e]


async def test_an_output_that_knows_no_unicode_gets_question_marks() -> None:
    raw = io.BytesIO()
    await chat(io.StringIO("ñandú\n"), io.TextIOWrapper(raw, encoding="ascii", write_through=True))
    assert raw.getvalue() == b"You said: ?and?\n"


async def test_a_message_that_could_not_be_stored_does_not_end_it() -> None:
    calls: list[str] = []

    async def receive(message: IncomingMessage) -> TurnId | None:
        calls.append(message.text)
        raise StorageFull("full")

    async with asyncio.timeout(30):
        await line_channel(io.StringIO("one\ntwo\n"), io.StringIO()).listen(receive)
    assert calls == ["one", "two"]


async def test_notifications_are_marked() -> None:
    sink = io.StringIO()
    await line_channel(io.StringIO(), sink).deliver(replace(NOTICE, maybe_seen=True))
    assert sink.getvalue() == "(you may have seen this already)\n◆ Dentist soon.\n"


@pytest.mark.req("CON-23")
async def test_a_person_is_told_that_it_waits() -> None:
    sink, clock = io.StringIO(), FakeClock()
    channel = LineChannel(OWNER, lambda: SAY, clock, source=io.StringIO(), sink=sink, prompt="> ")
    progress = channel.watch(IncomingMessage("1", "terminal", OWNER, "x", clock.now()))
    progress(TurnStarted(TurnId(1)))
    await clock.advance(2)
    progress(ModelAsked("m"))
    await clock.advance(2.9)
    assert sink.getvalue() == ""
    await clock.advance(0.2)
    waiting = "(waiting for the model · 3 s · Ctrl-C cancels)\n"
    assert sink.getvalue() == waiting
    progress(ModelAsked("m"))
    await clock.advance(2)
    progress(ModelThinking())  # nothing of it is seen: it is silence
    progress(ReplyChunk("Hel"))
    await clock.advance(1.1)
    assert sink.getvalue() == 2 * waiting
    await channel.deliver(NOTICE)
    await clock.advance(10)
    assert sink.getvalue() == f"{2 * waiting}◆ Dentist soon.\n> "


@pytest.mark.req("CLI-03")
async def test_in_a_pipe_the_answers_come_in_the_order_of_the_questions() -> None:
    heard, written = await chat(io.StringIO("one\n/status\ntwo\n/help\n"))
    assert heard == ["one", "/status", "two", "/help"]
    assert written == "You said: one\nI do not know /status.\nYou said: two\nI do not know /help.\n"


@pytest.mark.req("CLI-03")
async def test_a_person_is_greeted_and_asked_for_the_next_line() -> None:
    sink = io.StringIO()
    async with asyncio.timeout(30):
        await line_channel(io.StringIO("\n"), sink, prompt="> ").listen(Stage().receive)
    assert sink.getvalue() == "Write to me here. /help shows what I can do.\n> > "


@pytest.mark.req("REM-04")
async def test_a_notification_rings_at_a_simple_terminal() -> None:
    sink = io.StringIO()
    await line_channel(io.StringIO(), sink, prompt="> ", bell=lambda: True).deliver(NOTICE)
    assert sink.getvalue() == "\a◆ Dentist soon.\n> "


async def test_what_is_said_unasked_does_not_stand_behind_the_prompt() -> None:
    sink = io.StringIO()
    channel = line_channel(io.StringIO(), sink, prompt="> ")
    for _ in range(2):
        await channel.deliver(replace(NOTICE, id=OutgoingId(0)))
    assert sink.getvalue() == "◆ Dentist soon.\n> \n◆ Dentist soon.\n> "


@pytest.mark.req("CON-23")
async def test_ctrl_c_cancels_and_a_second_one_leaves() -> None:
    sink, stopped = io.StringIO(), list[str]()
    never_ends, keeps_open = os.pipe()
    with os.fdopen(never_ends, "r") as source:
        channel = LineChannel(
            *(OWNER, lambda: SAY, FakeClock()),
            source=source,
            sink=sink,
            prompt="> ",
            cancel=lambda: not stopped.append("turn"),
        )
        before = signal.getsignal(signal.SIGINT)
        listening = asyncio.create_task(channel.listen(Stage().receive))
        await eventually(lambda: signal.getsignal(signal.SIGINT) is not before)
        signal.raise_signal(signal.SIGINT)
        await eventually(lambda: stopped)
        assert (stopped, listening.done()) == (["turn"], False)
        assert sink.getvalue().endswith("\n(cancelling… Ctrl-C once more to leave)\n")
        signal.raise_signal(signal.SIGINT)
        async with asyncio.timeout(30):
            await listening
        os.close(keeps_open)
    assert stopped == ["turn"]


async def test_a_late_answer_says_what_it_answers() -> None:
    sink = io.StringIO()
    late = replace(NOTICE, kind=OutgoingKind.REPLY, turn=TurnId(3), in_answer_to="and?", text="Yes.")
    await line_channel(io.StringIO(), sink).deliver(late)
    first, second = sink.getvalue().splitlines()
    assert first.startswith("(answer to “and?” (")
    assert second == "Yes."


# -- nobody reads


@pytest.mark.req("CLI-03")
async def test_a_reader_that_went_away_ends_it_quietly() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    never_ends, keeps_open = os.pipe()
    os.write(keeps_open, b"one\n")
    with os.fdopen(never_ends, "r") as source, os.fdopen(writing, "w") as sink:
        heard, _ = await chat(source, sink)
        assert heard == ["one"]
    os.close(keeps_open)


async def test_what_nobody_reads_is_not_delivered() -> None:
    sink = io.StringIO()
    sink.close()
    with pytest.raises(ChannelError):
        await line_channel(io.StringIO(), sink).deliver(NOTICE)


_PROGRAM = """
import asyncio, sys
from sidecar.channels.terminal.lines import LineChannel
from sidecar.domain.person import OWNER
from sidecar.i18n import Texts
from sidecar.runtime.clock import SystemClock
from tests.channels.stage import Stage
from tests.eventually import eventually

async def main():
    stage = Stage()
    stage.channel = LineChannel(OWNER, lambda: Texts("en"), SystemClock(), source=sys.stdin, sink=sys.stdout)
    lane = asyncio.create_task(stage.run())
    await stage.channel.listen(stage.receive)
    lane.cancel()

asyncio.run(main())
"""


def program(**more: str) -> subprocess.Popen[bytes]:
    environment = {**os.environ, "PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{ROOT}", **more}
    return subprocess.Popen(
        [sys.executable, "-c", _PROGRAM],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment,
    )


@pytest.mark.req("CLI-03")
def test_in_a_pipe_in_the_plainest_locale() -> None:
    with program(LC_ALL="C", TERM="dumb") as running:
        out, err = running.communicate("ñandú\n".encode(), timeout=20)
    assert (out.decode(), err, running.returncode) == ("You said: ñandú\n", b"", 0)


def test_the_program_ends_though_its_input_does_not() -> None:
    with program() as running:
        assert running.stdin is not None
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdin.write(b"one\n/exit\n")
        running.stdin.flush()
        assert running.wait(30) == 0
        assert running.stderr.read() == b""
        assert running.stdout.read() == b"You said: one\n"


def test_head_may_stop_reading() -> None:
    with program() as running:
        assert running.stdin is not None
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdin.write(b"one\n")
        running.stdin.flush()
        assert running.stdout.readline() == b"You said: one\n"
        running.stdout.close()
        running.stdin.write(b"two\n")
        running.stdin.flush()
        assert running.wait(30) == 0
        assert running.stderr.read() == b""


@pytest.mark.parametrize("term", ["dumb", "", "unknown"])
def test_no_real_terminal(term: str, monkeypatch: pytest.MonkeyPatch) -> None:
    class Tty(io.StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.setenv("TERM", "xterm-256color")
    assert is_real_terminal(Tty(), Tty())
    assert not is_real_terminal(Tty(), io.StringIO())
    assert not is_real_terminal(io.StringIO(), Tty())
    monkeypatch.setenv("TERM", term)
    assert not is_real_terminal(Tty(), Tty())


@pytest.mark.req("REM-05", "CHA-21")
async def test_a_notification_that_waited_says_from_when_it_is() -> None:
    sink, clock = io.StringIO(), FakeClock()
    channel = LineChannel(OWNER, lambda: SAY, clock, source=io.StringIO(), sink=sink)
    await clock.advance(3 * 3600)
    await channel.deliver(NOTICE)
    assert sink.getvalue().startswith("(from ") and "Dentist soon." in sink.getvalue()
