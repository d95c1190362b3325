"""Requests within the limits of their model and their role: the window and the longest wait."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Sequence
from dataclasses import replace
from datetime import timedelta

from sidecar.brain.tokens import TokenCounter
from sidecar.llm import ChatMessage, ChatModel, ChatRequest, ModelEvent, UserMessage
from sidecar.providers.decorators.wrapper import WrapperModel

_ANSWER_TOKENS = 4_096
"""Kept free for the answer, but no more than a quarter of the window: as in the turn."""


class TruncatingModel(WrapperModel):
    """Leave out the oldest exchanges of a request that does not fit the model's window, which many servers would do
    silently. Requests are made for the first model of a chain, and the results of tools lengthen them."""

    def stream(self, request: ChatRequest) -> AsyncGenerator[ModelEvent]:
        return super().stream(truncate_request(request, self.context_window))


class DeadlineModel(WrapperModel):
    """Wait at most `first_token_timeout` for the first token, whatever the request itself says (LLM-04)."""

    def __init__(self, model: ChatModel, first_token_timeout: timedelta) -> None:
        super().__init__(model)
        self._longest = first_token_timeout

    def stream(self, request: ChatRequest) -> AsyncGenerator[ModelEvent]:
        shortest = min(request.first_token_timeout, self._longest)
        return super().stream(replace(request, first_token_timeout=shortest))


def truncate_request(request: ChatRequest, window_tokens: int) -> ChatRequest:
    """Return the request without as many of its oldest exchanges as must go.

    The system prompt and everything from the person's last message on stay, even if they alone are too long: then the
    model itself says so.
    """
    counter = TokenCounter()
    room = window_tokens - min(_ANSWER_TOKENS, window_tokens // 4)
    excess = counter.request(request) - room
    if excess <= 0:
        return request
    messages = request.messages
    start = 0
    for begin in _possible_starts(messages):
        start = begin
        if sum(map(counter.message, messages[:begin])) >= excess:
            break
    return replace(request, messages=messages[start:])


def _possible_starts(messages: Sequence[ChatMessage]) -> list[int]:
    """Return where a conversation may begin: at the person's messages, so that no call is parted from its result."""
    return [index for index, message in enumerate(messages) if isinstance(message, UserMessage)]
