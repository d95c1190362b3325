"""Masks the keys of this installation in the requests to a model (SEC-04)."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable
from dataclasses import replace

from sidecar.llm import AssistantMessage, ChatMessage, ChatRequest, ModelEvent, ToolMessage, UserMessage
from sidecar.observe.redaction import mask_known
from sidecar.providers.decorators.wrapper import WrapperModel


class RedactingModel(WrapperModel):
    """Mask every known secret in the requests of a model."""

    def stream(self, request: ChatRequest) -> AsyncGenerator[ModelEvent]:
        return super().stream(redact_request(request, mask_known))


def redact_request(request: ChatRequest, mask: Callable[[str], str]) -> ChatRequest:
    """Return the request with every text of the conversation masked.

    `mask` is called text by text: most of a prompt was there in the turn before, and `redact` remembers it.
    """
    return replace(
        request, system=mask(request.system), messages=tuple(_redact(message, mask) for message in request.messages)
    )


def _redact(message: ChatMessage, mask: Callable[[str], str]) -> ChatMessage:
    match message:
        case UserMessage(text):
            return UserMessage(mask(text))
        case AssistantMessage(text, calls):
            return AssistantMessage(mask(text), tuple(replace(call, arguments=mask(call.arguments)) for call in calls))
        case ToolMessage(call_id, name, content):
            return ToolMessage(call_id, name, mask(content))
