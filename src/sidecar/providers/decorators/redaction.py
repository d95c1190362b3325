"""A model that never gets to read the keys of this installation, whoever wrote them into the conversation."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import replace

from sidecar.llm import AssistantMessage, ChatMessage, ChatModel, ChatRequest, ModelEvent, ToolMessage, UserMessage
from sidecar.observe.redaction import mask_known


class RedactingModel:
    """The same `ChatModel`, whose requests have every known secret masked (SEC-04)."""

    def __init__(self, model: ChatModel) -> None:
        self._model = model

    @property
    def name(self) -> str:
        return self._model.name

    @property
    def context_window(self) -> int:
        return self._model.context_window

    async def stream(self, request: ChatRequest) -> AsyncGenerator[ModelEvent]:
        masked = replace(
            request, system=mask_known(request.system), messages=tuple(_masked(message) for message in request.messages)
        )
        async with aclosing(self._model.stream(masked)) as events:
            async for event in events:
                yield event


def _masked(message: ChatMessage) -> ChatMessage:
    match message:
        case UserMessage(text):
            return UserMessage(mask_known(text))
        case AssistantMessage(text, calls):
            return AssistantMessage(
                mask_known(text), tuple(replace(call, arguments=mask_known(call.arguments)) for call in calls)
            )
        case ToolMessage(call_id, name, content):
            return ToolMessage(call_id, name, mask_known(content))
