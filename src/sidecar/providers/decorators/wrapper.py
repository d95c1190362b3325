"""The base of every decorator: it changes nothing."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from decimal import Decimal

from sidecar.llm import ChatModel, ChatRequest, ModelEvent
from sidecar.providers.model_spec import ConnectedModel


class WrapperModel:
    """A `ChatModel` that passes everything on to another one. Subclasses override what they change."""

    def __init__(self, model: ChatModel) -> None:
        self._model = model

    def __repr__(self) -> str:
        return f"{type(self).__name__} > {self._model!r}"

    @property
    def name(self) -> str:
        return self._model.name

    @property
    def context_window(self) -> int:
        return self._model.context_window

    def stream(self, request: ChatRequest) -> AsyncGenerator[ModelEvent]:
        return self._model.stream(request)


class ConnectedWrapperModel(WrapperModel):
    """A `ConnectedModel` that passes everything on to another one, which it closes."""

    def __init__(self, model: ConnectedModel) -> None:
        super().__init__(model)
        self._connected = model

    def estimate(self, tokens_in: int, tokens_out: int) -> Decimal | None:
        return self._connected.estimate(tokens_in, tokens_out)

    async def aclose(self) -> None:
        await self._connected.aclose()
