"""Fits the history into the model's window: whole turns, newest first, and never half a tool call."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from sidecar.brain.tokens import TokenCounter
from sidecar.domain.message import Completeness, Message, Speaker
from sidecar.llm import AssistantMessage, ChatMessage, ToolMessage, UserMessage

_CUT_NOTE = " (interrupted here)"


@dataclass(frozen=True, slots=True)
class Window:
    """The messages that go to the model, oldest first, the new one last."""

    messages: tuple[ChatMessage, ...]
    tokens: int
    turns_left_out: int
    characters_left_out: int
    """Of the new message itself, when it alone is larger than the budget."""


def fit_to_window(history: Sequence[Message], text: str, budget_tokens: int, counter: TokenCounter) -> Window:
    """Choose the most recent turns of `history` that fit in `budget_tokens` together with the new message `text`.

    Turns are kept or left out whole, so a tool call is never separated from its result. The new message always goes
    in; if it alone is too large, its middle is left out and the text says so.
    """
    newest = _shorten(text, budget_tokens, counter)
    used = counter.message(UserMessage(newest))
    kept: list[tuple[ChatMessage, ...]] = []
    turns = [to_chat_messages(list(messages)) for _, messages in groupby(history, key=lambda message: message.turn)]
    turns = [turn for turn in turns if turn]
    for turn in reversed(turns):
        cost = sum(map(counter.message, turn))
        if used + cost > budget_tokens:
            break
        used += cost
        kept.append(turn)
    past = tuple(message for turn in reversed(kept) for message in turn)
    return Window(
        messages=(*past, UserMessage(newest)),
        tokens=used,
        turns_left_out=len(turns) - len(kept),
        characters_left_out=0 if newest is text else len(text) - (len(newest) - len(_format_gap(0))),
    )


def to_chat_messages(turn: Sequence[Message]) -> tuple[ChatMessage, ...]:
    """Convert one turn of the history to what the model reads again.

    Sidecar's own notices are left out, and so are calls without a result: the program may have died between the two.
    """
    answered = {message.tool_call_id for message in turn if message.speaker is Speaker.TOOL}
    return tuple(_convert(turn, answered))


def _convert(turn: Sequence[Message], answered: set[str]) -> Iterator[ChatMessage]:
    names: dict[str, str] = {}
    for message in turn:
        match message.speaker:
            case Speaker.PERSON:
                yield UserMessage(message.text)
            case Speaker.TOOL:
                if message.tool_call_id in names:
                    yield ToolMessage(message.tool_call_id, names[message.tool_call_id], message.text)
            case Speaker.COMPANION:
                calls = tuple(call for call in message.tool_calls if call.id in answered)
                names |= {call.id: call.name for call in calls}
                text = message.text + (_CUT_NOTE if message.completeness is Completeness.CUT and message.text else "")
                if message.kind.in_conversation and (text or calls):
                    yield AssistantMessage(text, calls)


def _shorten(text: str, budget_tokens: int, counter: TokenCounter) -> str:
    """Cut the middle out of a text that does not fit, and say so."""
    if counter.message(UserMessage(text)) <= budget_tokens:
        return text
    room = max(counter.characters(budget_tokens) * len(text) // max(len(text.encode()), 1) - 200, 200)
    head, tail = room * 2 // 3, room // 3
    return f"{text[:head]}{_format_gap(len(text) - head - tail)}{text[-tail:]}"


def _format_gap(characters: int) -> str:
    return f"\n[… {characters:>9} characters left out here because the message is too long for this model …]\n"
