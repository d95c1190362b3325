"""The role `tools`: another model goes on with an answer once a tool has been used (LLM-02)."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing

from sidecar.llm import ChatModel, ChatRequest, ModelEvent, ToolMessage


class HandoffModel:
    """A `ChatModel` for one turn: `first` reads the person's message; who `then` opens reads the first tool's result,
    and whatever comes after it. Its prompts have to fit `first`."""

    def __init__(self, first: ChatModel, then: Callable[[], Awaitable[ChatModel]]) -> None:
        self._first = first
        self._then = then
        self._second: ChatModel | None = None

    @property
    def name(self) -> str:
        return (self._second or self._first).name

    @property
    def context_window(self) -> int:
        return self._first.context_window

    async def stream(self, request: ChatRequest) -> AsyncGenerator[ModelEvent]:
        if self._second is None and isinstance(request.messages[-1], ToolMessage):
            self._second = await self._then()
        async with aclosing((self._second or self._first).stream(request)) as events:
            async for event in events:
                yield event
