"""The role `tools`: another model continues an answer once a tool has been used (LLM-02)."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing

from sidecar.llm import ChatModel, ChatRequest, ModelEvent, ToolMessage
from sidecar.providers.decorators.wrapper import WrapperModel


class HandoffModel(WrapperModel):
    """Ask the first model until a tool was used, and the one that `open_second` returns from then on.

    One per turn. Its prompts have to fit the first model.
    """

    def __init__(self, first: ChatModel, open_second: Callable[[], Awaitable[ChatModel]]) -> None:
        super().__init__(first)
        self._first = first
        self._open_second = open_second

    @property
    def context_window(self) -> int:
        return self._first.context_window

    async def stream(self, request: ChatRequest) -> AsyncGenerator[ModelEvent]:
        if self._model is self._first and isinstance(request.messages[-1], ToolMessage):
            self._model = await self._open_second()
        async with aclosing(super().stream(request)) as events:
            async for event in events:
                yield event
