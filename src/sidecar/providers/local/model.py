"""A `ChatModel` for a GGUF file. llama.cpp applies its chat template, its tool format and JSON grammars."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, aclosing
from dataclasses import replace
from datetime import timedelta
from decimal import Decimal

from sidecar.errors import ModelCut, ModelError, ModelFailed
from sidecar.llm import ChatRequest, ModelEvent, RetryScheduled
from sidecar.providers.endpoint import Endpoint
from sidecar.providers.local.engine import LocalEngine
from sidecar.providers.local.gguf import read_header
from sidecar.providers.local.machine import memory_bytes, usable_cores
from sidecar.providers.local.model_files import find_model_file
from sidecar.providers.local.process import ServerProcess
from sidecar.providers.local.sizing import plan_load
from sidecar.providers.model_spec import ConnectedModel, ModelSpec
from sidecar.providers.wires.llamacpp import LlamaCppModel
from sidecar.providers.wires.openai import OpenAIModel
from sidecar.providers.wires.stream_deadlines import StreamDeadlines

_FREE = Decimal(0)
_EXIT_GRACE_S = 1.0
"""How long after its connection broke a crashed process takes to exit."""


def create_wire(endpoint: Endpoint, api_key: str, spec: ModelSpec, engine: LocalEngine | None) -> GgufModel:
    return GgufModel(endpoint, spec, engine)


class GgufModel:
    """The model of a GGUF file, loaded at the first request.

    When its process dies, the request fails (`ModelCut` after the first event, `ModelFailed` before), and the next
    request loads it again. Raises `ConfigError` when the file is missing or no model.
    """

    def __init__(self, endpoint: Endpoint, spec: ModelSpec, engine: LocalEngine | None) -> None:
        self._choice = spec
        self._engine = engine or LocalEngine()
        self._owns_engine = engine is None
        header = read_header(find_model_file(endpoint.model, self._engine.folder))
        self._load = plan_load(
            header,
            context=spec.context_window,
            threads=self._engine.threads or usable_cores(),
            memory_bytes=memory_bytes(),
        )
        self._endpoint = replace(endpoint, title=self._load.title)
        self._wire: tuple[ServerProcess, ConnectedModel] | None = None

    @property
    def name(self) -> str:
        return self._endpoint.name

    @property
    def context_window(self) -> int:
        return self._load.context

    def estimate(self, tokens_in: int, tokens_out: int) -> Decimal | None:
        return _FREE

    async def aclose(self) -> None:
        await self._close_wire()
        if self._owns_engine:
            await self._engine.close()

    async def stream(self, request: ChatRequest) -> AsyncGenerator[ModelEvent]:
        deadlines = StreamDeadlines(request, self._endpoint)
        loop = asyncio.get_running_loop()
        deadline = loop.time() + request.first_token_timeout.total_seconds()
        async with AsyncExitStack() as stack:
            try:
                async with deadlines.limit():
                    process = await stack.enter_async_context(self._engine.lease(self._load))
            except TimeoutError as late:
                raise deadlines.timeout_error() from late
            wire = await self._connect(process)
            left = timedelta(seconds=max(deadline - loop.time(), 0.0))
            began = False
            try:
                async with aclosing(wire.stream(replace(request, first_token_timeout=left))) as events:
                    async for event in events:
                        began = began or not isinstance(event, RetryScheduled)
                        yield event
            except ModelError as error:
                if not await process.exits_within(_EXIT_GRACE_S):
                    raise
                raise self._crash_error(began=began) from error

    async def _connect(self, process: ServerProcess) -> ConnectedModel:
        """Return the connection to this process, a new one when there was another process before."""
        if self._wire is None or self._wire[0] is not process:
            await self._close_wire()
            endpoint = replace(self._endpoint, base_url=f"{process.url}/v1")
            spec = replace(self._choice, context_window=self._load.context)
            wire = OpenAIModel(endpoint, process.key, spec)
            native = spec.tools == "native"  # the settings count, not the template
            self._wire = process, wire if native else LlamaCppModel(wire, endpoint, process.key)
        return self._wire[1]

    async def _close_wire(self) -> None:
        if self._wire is not None:
            await self._wire[1].aclose()
            self._wire = None

    def _crash_error(self, *, began: bool) -> ModelError:
        if began:
            return ModelCut("{model} stopped in the middle of its answer.", model=self._load.title)
        return ModelFailed(
            "{model} stopped before it answered.",
            hint="It's loaded again at the next message. If this keeps happening, choose a smaller model.",
            model=self._load.title,
        )
