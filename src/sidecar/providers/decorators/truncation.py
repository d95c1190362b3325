"""A request cut down to a smaller model's window, so that a fallback does not lose its beginning without a word."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from sidecar.brain.tokens import TokenCounter
from sidecar.llm import ChatMessage, ChatRequest, UserMessage

_ANSWER_TOKENS = 4_096
"""Kept free for the answer, but no more than a quarter of the window: as in the turn."""


def truncate_request(request: ChatRequest, window_tokens: int) -> ChatRequest:
    """The request without its oldest exchanges, as many as must go. The system prompt and everything from the person's
    last message on stay, even if they alone are too long: then the model itself says so."""
    counter = TokenCounter()
    room = window_tokens - min(_ANSWER_TOKENS, window_tokens // 4)
    excess = counter.request(request) - room
    if excess <= 0:
        return request
    messages = request.messages
    start = 0
    for begin in _beginnings(messages):
        start = begin
        if sum(map(counter.message, messages[:begin])) >= excess:
            break
    return replace(request, messages=messages[start:])


def _beginnings(messages: Sequence[ChatMessage]) -> list[int]:
    """Where a conversation may begin: at the person's messages, so that no call is parted from its result."""
    return [index for index, message in enumerate(messages) if isinstance(message, UserMessage)]
