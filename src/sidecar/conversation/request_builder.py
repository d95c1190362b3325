"""Builds the request that goes to the model from a turn's context: pure, except for the log."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from sidecar.brain.loop import LoopLimits
from sidecar.brain.prompt import PromptParts, build_prompt
from sidecar.brain.tokens import TokenCounter
from sidecar.brain.window import Window, fit_to_window, to_chat_messages
from sidecar.conversation.context import ConversationContext
from sidecar.domain.message import Message
from sidecar.llm import ChatRequest, ToolSpec
from sidecar.observe import Event, emit

_MIN_HISTORY_TOKENS = 500
"""For the past, even when the new message alone is larger than the whole allowance."""


@dataclass(frozen=True, slots=True)
class TurnLimits:
    """`[turn]`: the bounds of one turn. Tokens are estimates until the provider has reported real ones."""

    history_turns: int = 40
    history_tokens: int = 8_000
    """Enough for a long conversation; a longer past costs money at every message, and is for memory."""
    answer_tokens: int = 4_096
    """Kept free for the answer, at most a quarter of the model's window."""
    seconds: float = 300.0
    loop: LoopLimits = LoopLimits()


@dataclass(frozen=True, slots=True)
class BuiltRequest:
    request: ChatRequest
    characters_left_out: int
    """Of the new message, when it is too large for this model."""

    def continue_from(self, done: Sequence[Message]) -> ChatRequest:
        """Return the request with what was done in this turn already, after the person's message."""
        return replace(self.request, messages=(*self.request.messages, *to_chat_messages(done)))


def build_request(
    context: ConversationContext,
    tools: Sequence[ToolSpec],
    window_tokens: int,
    counter: TokenCounter,
    limits: TurnLimits,
) -> BuiltRequest:
    """Build the system prompt, and fit as much of the past as there is room for beside the message and the answer."""
    tools = select_tools(tools, context)
    prompt = build_prompt(
        PromptParts(
            soul=context.soul,
            preferences=context.preferences,
            tools=tools,
            channel_note=context.channel_note,
            now=context.now,
            answer_in=context.message.answer_in,
            facts=context.known.lines,
            facts_left_out=context.known.left_out,
            health_left_out=context.known.protected_left_out,
        )
    )
    if prompt.neutralised:
        emit(Event.PROMPT_SANITISED, level="warning", source="knowledge", reason=", ".join(prompt.neutralised))
    answer = min(limits.answer_tokens, window_tokens // 4)
    room = window_tokens - answer - counter.text(prompt.text) - counter.tools(tools)
    allowance = max(limits.history_tokens, counter.text(context.text) + _MIN_HISTORY_TOKENS)
    window = fit_to_window(context.history, context.text, min(room, allowance), counter)
    _log_cuts(window)
    return BuiltRequest(ChatRequest(prompt.text, window.messages, tuple(tools)), window.characters_left_out)


def select_tools(tools: Sequence[ToolSpec], context: ConversationContext) -> Sequence[ToolSpec]:
    """Leave out the tools that have nothing to act on: each costs tokens in every prompt."""
    idle = set[str]()
    if not context.asked_to_erase:
        idle.add("settle_forgetting")
    if not context.known.asks_about_change:
        idle.add("settle_change")
    if not context.reminders:
        idle |= {"edit_reminder", "snooze_reminder", "cancel_reminder"}
    return [tool for tool in tools if tool.name not in idle]


def _log_cuts(window: Window) -> None:
    if window.turns_left_out or window.characters_left_out:
        emit(
            Event.HISTORY_CUT,
            turns_left_out=window.turns_left_out,
            characters_left_out=window.characters_left_out,
            tokens=window.tokens,
        )
