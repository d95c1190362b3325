"""What of the past goes to the model."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sidecar.brain.tokens import TokenCounter
from sidecar.brain.window import fit_to_window, to_chat_messages
from sidecar.domain.message import Completeness, Message, MessageKind, Speaker, TurnId
from sidecar.domain.tool import ToolCall
from sidecar.llm import AssistantMessage, ToolMessage, UserMessage

AT = datetime(2026, 3, 15, tzinfo=UTC)
COUNTER = TokenCounter()


def person(turn: int, text: str) -> Message:
    return Message(Speaker.PERSON, text, AT, TurnId(turn), "terminal")


def companion(
    turn: int,
    text: str,
    *calls: ToolCall,
    completeness: Completeness = Completeness.WHOLE,
    kind: MessageKind = MessageKind.SAID,
) -> Message:
    return Message(Speaker.COMPANION, text, AT, TurnId(turn), "terminal", completeness, calls, kind=kind)


def result(turn: int, call: ToolCall, text: str) -> Message:
    return Message(Speaker.TOOL, text, AT, TurnId(turn), "terminal", tool_call_id=call.id)


def turn_with_tool(turn: int, size: int) -> list[Message]:
    call = ToolCall(f"call-{turn}", "weather", "{}")
    return [
        person(turn, f"question {turn} " + "x" * size),
        companion(turn, "", call),
        result(turn, call, "sunny " * (size + 1)),
        companion(turn, f"answer {turn}"),
    ]


@given(sizes=st.lists(st.integers(0, 300), max_size=12), budget=st.integers(0, 3_000), new=st.text(max_size=200))
@pytest.mark.req("CON-31", "CON-30")
def test_whole_turns_are_kept_newest_first_and_pairs_stay_together(sizes: list[int], budget: int, new: str) -> None:
    history = [message for turn, size in enumerate(sizes, 1) for message in turn_with_tool(turn, size)]

    window = fit_to_window(history, new, budget, COUNTER)

    calls = [call.id for m in window.messages if isinstance(m, AssistantMessage) for call in m.tool_calls]
    results = [m.call_id for m in window.messages if isinstance(m, ToolMessage)]
    assert calls == results
    kept = len(sizes) - window.turns_left_out
    assert calls == [f"call-{turn}" for turn in range(len(sizes) - kept + 1, len(sizes) + 1)]
    assert isinstance(window.messages[-1], UserMessage)
    assert window.tokens == sum(map(COUNTER.message, window.messages))
    if kept:
        assert window.tokens <= budget


@pytest.mark.req("CON-30")
def test_a_budget_that_grows_never_loses_turns() -> None:
    history = [message for turn in range(1, 20) for message in turn_with_tool(turn, 40)]
    left_out = [fit_to_window(history, "hi", budget, COUNTER).turns_left_out for budget in range(100, 4_000, 50)]
    assert left_out == sorted(left_out, reverse=True)
    assert left_out[0] == 19
    assert left_out[-1] == 0


@given(length=st.integers(5_000, 60_000), letter=st.sampled_from("éñ字🙂"))
def test_a_message_larger_than_the_model_is_shortened_in_its_middle_and_says_so(length: int, letter: str) -> None:
    text = "START" + letter * length + "END"

    window = fit_to_window([], text, 2_000, COUNTER)

    (shown,) = window.messages
    assert isinstance(shown, UserMessage)
    assert shown.text.startswith("START")
    assert shown.text.endswith("END")
    assert str(window.characters_left_out) in shown.text
    assert shown.text.count(letter) + window.characters_left_out == length
    assert COUNTER.message(shown) <= 2_000


def test_a_message_that_fits_is_not_touched() -> None:
    window = fit_to_window([], "hola", 2_000, COUNTER)
    assert window.messages == (UserMessage("hola"),)
    assert window.characters_left_out == 0


@pytest.mark.req("CON-31")
def test_a_call_that_never_got_its_result_is_not_shown_to_the_model() -> None:
    done, lost = ToolCall("1", "weather", "{}"), ToolCall("2", "search", "{}")
    turn = [person(1, "q"), companion(1, "let me see", done, lost), result(1, done, "sunny"), companion(1, "sunny!")]

    assert to_chat_messages(turn) == (
        UserMessage("q"),
        AssistantMessage("let me see", (done,)),
        ToolMessage("1", "weather", "sunny"),
        AssistantMessage("sunny!"),
    )


def test_a_cut_answer_is_marked_and_a_notice_is_not_repeated() -> None:
    turn = [
        person(1, "q"),
        companion(1, "once upon", completeness=Completeness.CUT),
        companion(1, "the model is down", kind=MessageKind.NOTICE),
    ]
    shown = to_chat_messages(turn)
    assert [type(message) for message in shown] == [UserMessage, AssistantMessage]
    assert isinstance(shown[1], AssistantMessage)
    assert "interrupted" in shown[1].text
