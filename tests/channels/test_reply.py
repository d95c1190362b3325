"""A watched turn: whatever the pieces and the moments of looking, the screen ends with the final text."""

from __future__ import annotations

from itertools import cycle

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from prompt_toolkit.utils import get_cwidth

from sidecar.channels.terminal.markdown import parse_blocks
from sidecar.channels.terminal.reply import TurnView, WithdrawalMark, remove_beginning
from sidecar.domain.message import TurnId
from sidecar.domain.person import Language
from sidecar.domain.tool import ToolCall, ToolReceipt
from sidecar.domain.turn import (
    ModelAsked,
    ModelThinking,
    ReplyChunk,
    ReplyWithdrawn,
    RetryPlanned,
    ToolFinished,
    ToolStarted,
    TurnStarted,
)
from sidecar.i18n import Texts
from tests.channels.test_markdown import CARRIAGE_RETURN_IN_A_LIST, markdown_lines
from tests.fakes.clock import FakeClock

SAY = Texts("en")
CALL = ToolCall("c1", "search", "{}")


def label(call: ToolCall) -> str:
    return f"using {call.name}…"


def watched() -> tuple[TurnView, FakeClock]:
    clock = FakeClock()
    view = TurnView(clock)
    view.handle_event(TurnStarted(TurnId(1)))
    view.handle_event(ModelAsked("m"))
    return view, clock


@given(markdown_lines, st.lists(st.tuples(st.integers(1, 8), st.booleans()), min_size=1))
@example(CARRIAGE_RETURN_IN_A_LIST, [(1, True)])
def test_any_chunking_and_any_moment_of_looking_print_the_same(text: str, steps: list[tuple[int, bool]]) -> None:
    view, _ = watched()
    printed: list[str | WithdrawalMark] = []
    position = 0
    for size, looks in cycle(steps):
        if position >= len(text):
            break
        view.handle_event(ReplyChunk(text[position : position + size]))
        position += size
        if looks:
            printed += view.take_final()
    printed += view.finish(text)
    # Spaces at the edges of a block are not seen.
    assert [p.strip() for p in printed if isinstance(p, str)] == [b.strip() for b in parse_blocks(text)]


def test_the_final_text_may_have_more_at_its_end() -> None:
    view, _ = watched()
    view.handle_event(ReplyChunk("One.\n\nTwo"))
    assert view.take_final() == ["One.\n\n"]
    assert view.finish("One.\n\nTwo […]\n\n*Cut.*") == ["Two […]\n\n", "*Cut.*"]


def test_another_final_text_is_printed_whole() -> None:
    view, _ = watched()
    view.handle_event(ReplyChunk("One.\n\nTwo"))
    view.take_final()
    assert view.finish("I can't reach the model.") == ["I can't reach the model."]


@pytest.mark.parametrize("final", ["Let me look.\n\nIt rains.", "It rains."])
def test_words_before_a_tool_call_are_printed_once(final: str) -> None:
    view, _ = watched()
    view.handle_event(ReplyChunk("Let me look."))
    view.handle_event(ToolStarted(CALL))
    view.handle_event(ToolFinished(ToolReceipt(CALL, "{}")))
    view.handle_event(ReplyChunk("It rai"))
    assert view.finish(final) == ["Let me look.", "It rains."]


@pytest.mark.req("CON-23")
def test_what_was_printed_and_withdrawn_is_said_to_start_again() -> None:
    view, _ = watched()
    view.handle_event(ReplyChunk("One.\n\nTw"))
    view.take_final()
    view.handle_event(ReplyWithdrawn())
    assert view.tail == ""
    view.handle_event(ReplyChunk("Other.\n\nEnd"))
    assert view.take_final() == [WithdrawalMark(), "Other.\n\n"]
    assert view.finish("Other.\n\nEnd.") == ["End."]


def test_what_was_only_moving_is_withdrawn_in_silence() -> None:
    view, _ = watched()
    view.handle_event(ReplyChunk("One"))
    view.handle_event(ReplyWithdrawn())
    assert view.take_final() == []
    assert view.finish("Two") == ["Two"]


@pytest.mark.req("CON-23")
async def test_silence_is_said_after_three_seconds() -> None:
    view, clock = watched()
    assert view.status(SAY, label) == "thinking…"
    await clock.advance(2.9)
    assert view.status(SAY, label) == "thinking…"
    await clock.advance(9.2)
    assert view.status(SAY, label) == "waiting for the model · 12 s · Ctrl-C cancels"
    view.handle_event(ModelThinking())
    assert view.status(SAY, label) == "thinking · 12 s · Ctrl-C cancels"
    view.handle_event(ReplyChunk("x"))
    assert view.status(SAY, label) == "writing…"
    await clock.advance(3)
    assert view.status(SAY, label) == "waiting for the model · 3 s · Ctrl-C cancels"


@pytest.mark.req("CHA-30", "CON-23")
async def test_the_tool_at_work_is_named() -> None:
    view, clock = watched()
    view.handle_event(ToolStarted(CALL))
    assert view.status(SAY, label) == "using search…"
    await clock.advance(5)
    assert view.status(SAY, label) == "using search · 5 s · Ctrl-C cancels"
    view.handle_event(ToolFinished(ToolReceipt(CALL, "{}")))
    assert view.status(SAY, label) == "thinking…"


@pytest.mark.parametrize(
    ("reason", "words"),
    [
        ("model_busy", "the model is busy; retrying in 4 s"),
        ("model_unreachable", "I can't reach the model; retrying in 4 s"),
        ("model_timeout", "the model is taking too long; retrying in 4 s"),
        ("model_failed", "the model failed; retrying in 4 s"),
    ],
)
async def test_a_retry_counts_down(reason: str, words: str) -> None:
    view, clock = watched()
    view.handle_event(RetryPlanned(reason, 4.0))
    assert view.status(SAY, label) == words
    await clock.advance(3)
    assert view.status(SAY, label).endswith("in 1 s")
    await clock.advance(30)
    assert view.status(SAY, label).endswith("in 0 s")


@given(st.text(max_size=30), st.text(max_size=30))
def test_what_follows_a_beginning_is_found(beginning: str, end: str) -> None:
    rest = remove_beginning(beginning + end, beginning)
    assert rest is not None
    assert "".join(rest.split()) == "".join(end.split())


def test_after_knows_when_a_text_begins_otherwise() -> None:
    assert remove_beginning("hola", "hoy") is None
    assert remove_beginning("ho", "hola") is None


@pytest.mark.req("CON-23")
@pytest.mark.parametrize(
    ("language", "columns", "words"),
    [
        ("es", 60, "esperando al modelo · 6 s · Ctrl-C cancela"),
        ("es", 38, "esperando · 6 s · Ctrl-C cancela"),
        ("es", 30, "6 s · Ctrl-C cancela"),
        ("es", 18, "6 s · Ctrl-C"),
        ("en", 5, "6 s · Ctrl-C"),
    ],
)
async def test_in_a_narrow_terminal_the_way_to_cancel_is_the_last_to_go(
    language: Language, columns: int, words: str
) -> None:
    clock = FakeClock()
    view = TurnView(clock)
    view.handle_event(ModelAsked("m"))
    await clock.advance(6)
    assert view.status(Texts(language), lambda call: call.name, columns) == words
    view.handle_event(RetryPlanned("model_busy", 6.0))
    assert get_cwidth(view.status(Texts(language), lambda call: call.name, columns)) <= max(columns, 12)
