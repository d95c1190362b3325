"""Ollama in its own protocol: only there can the length of the context be set, and a prompt that is longer be refused.

Its endpoint of OpenAI's format takes neither, and cuts long prompts without a word. `POST /api/chat` streams one JSON
object a line; `/api/show` tells what a model can do, `/api/tags` which ones are there.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator, Mapping
from contextlib import aclosing
from dataclasses import dataclass, field, replace
from decimal import Decimal
from functools import partial
from typing import cast

import httpx2

from sidecar.brain.tokens import TokenCounter
from sidecar.domain.money import Usage
from sidecar.domain.surrogates import repair_surrogates
from sidecar.domain.tool import ToolCall
from sidecar.llm import (
    AssistantMessage,
    ChatRequest,
    Completion,
    FinishReason,
    ModelEvent,
    ThinkingChunk,
)
from sidecar.providers.decorators.prompted_tools import stream_native, stream_prompted
from sidecar.providers.endpoint import Endpoint, is_loopback
from sidecar.providers.model_spec import ConnectedModel, ModelSpec
from sidecar.providers.wires import failures
from sidecar.providers.wires.http_responses import connection_error, iter_lines
from sidecar.providers.wires.ollama_errors import NotOllamaError, UnsupportedFeatures, broke, missing, refusal
from sidecar.providers.wires.ollama_messages import (
    build_body,
    get_text,
    parse_context_length,
    parse_json_object,
    parse_tool_calls,
)
from sidecar.providers.wires.stream_deadlines import StreamDeadlines
from sidecar.providers.wires.thinking_parser import ThinkingEvent, ThinkingParser

_CONNECT_TIMEOUT_S = 10.0
_USUAL_WINDOW = 8_192
_FREE = Decimal(0)


@dataclass(frozen=True, slots=True)
class OllamaFeatures:
    """What the server says of a model. An old server says nothing: then all is thought possible."""

    tools: bool = True
    thinking: bool = True
    window: int | None = None


@dataclass(slots=True)
class _Answer:
    """What has arrived of an answer."""

    aloud: ThinkingParser = field(default_factory=ThinkingParser)
    calls: list[ToolCall] = field(default_factory=list[ToolCall])
    end: Mapping[str, object] | None = None


def create_wire(endpoint: Endpoint, api_key: str, spec: ModelSpec, engine: object = None) -> OllamaModel:
    """Return the model, as the factory asks for it."""
    return OllamaModel(endpoint, api_key, spec)


class OllamaModel:
    """A `ChatModel` of an Ollama server. A server that is none, but speaks OpenAI's format, is spoken to in that."""

    def __init__(self, endpoint: Endpoint, api_key: str, spec: ModelSpec) -> None:
        self._endpoint = endpoint
        self._api_key = api_key
        self._choice = spec
        self._http = httpx2.AsyncClient(
            base_url=endpoint.root,
            headers={"authorization": f"Bearer {api_key}"} if api_key else {},
            timeout=httpx2.Timeout(None, connect=_CONNECT_TIMEOUT_S),
            # A proxy has no business between Sidecar and a server on the same computer.
            trust_env=not is_loopback(endpoint.base_url),
        )
        self._abilities: OllamaFeatures | None = None
        self._another_format: ConnectedModel | None = None

    @property
    def name(self) -> str:
        return self._endpoint.name

    @property
    def context_window(self) -> int:
        """The chosen one; else 8,192 tokens, or what the model itself can do when that is less."""
        most = self._abilities.window if self._abilities else None
        return self._choice.context_window or min(_USUAL_WINDOW, most or _USUAL_WINDOW)

    def estimate(self, tokens_in: int, tokens_out: int) -> Decimal | None:
        return self._cost(Usage(tokens_in, 0, tokens_out))

    async def aclose(self) -> None:
        await self._http.aclose()
        if self._another_format is not None:
            await self._another_format.aclose()

    async def stream(self, request: ChatRequest) -> AsyncGenerator[ModelEvent]:
        if self._another_format is None:
            deadlines = StreamDeadlines(request, self._endpoint)
            try:
                async with deadlines.limit():
                    self._abilities = self._abilities or await self._look()
                async with aclosing(self._as_it_can(request, deadlines, self._abilities)) as events:
                    async for event in events:
                        yield event
                return
            except TimeoutError as failure:
                raise deadlines.lost() from failure
            except NotOllamaError:
                self._another_format = self._speak_openai()
        async with aclosing(self._another_format.stream(request)) as events:
            async for event in events:
                yield event

    async def _as_it_can(
        self, request: ChatRequest, deadlines: StreamDeadlines, able: OllamaFeatures
    ) -> AsyncGenerator[ModelEvent]:
        """In the ways that the model knows; what it lacks, an old server says only when it is asked for it."""
        acting = stream_native
        if not able.tools or self._choice.tools == "json":
            acting = partial(stream_prompted, constrained=True)
        try:
            async with aclosing(acting(lambda asked: self._native(asked, deadlines), request)) as events:
                async for event in events:
                    yield event
            return
        except UnsupportedFeatures as lack:
            self._abilities = able = replace(
                able, tools=able.tools and not lack.tools, thinking=able.thinking and not lack.thinking
            )
        async with aclosing(self._as_it_can(request, deadlines, able)) as events:
            async for event in events:
                yield event

    async def _native(self, request: ChatRequest, deadlines: StreamDeadlines) -> AsyncGenerator[ModelEvent]:
        if TokenCounter().request(request) > self.context_window:
            raise failures.context_too_long(self._endpoint)
        thinks = self._abilities is None or self._abilities.thinking
        body = build_body(request, self._choice if thinks else ModelSpec(self._choice.name), self._endpoint.model)
        body["options"] = {**cast("Mapping[str, object]", body["options"]), "num_ctx": self.context_window}
        answer = _Answer()
        try:
            async with (
                aclosing(self._lines(body, deadlines)) as lines,
                aclosing(_events(lines, answer)) as events,
            ):
                async for event in events:
                    yield event
        except httpx2.TransportError as failure:
            raise (
                failures.stream_cut(self._endpoint) if deadlines.opened else connection_error(failure, self._endpoint)
            ) from failure
        except _Garbage as failure:
            raise failures.invalid_response(self._endpoint) from failure
        yield self._completion(answer)

    async def _lines(
        self, body: Mapping[str, object], deadlines: StreamDeadlines
    ) -> AsyncGenerator[Mapping[str, object]]:
        asking = self._http.stream("POST", "/api/chat", json=body)
        async with deadlines.limit():
            response = await asking.__aenter__()
        try:
            if response.status_code != 200:
                await response.aread()
                raise await refusal(self._http, self._endpoint, response, body)
            deadlines.opened = True
            lines = iter_lines(response)
            while True:
                async with deadlines.limit():
                    line = await anext(lines, None)
                if line is None:
                    return
                if not line.strip():
                    continue
                deadlines.spoken = True
                found = _object(line)
                if "error" in found:
                    raise broke(self._endpoint, failures.error_detail(found, ""))
                yield found
        finally:
            await response.aclose()

    async def _look(self) -> OllamaFeatures:
        """What the model can do. Raises `ModelRejected` when it is not there, and says which ones are."""
        try:
            response = await self._http.post("/api/show", json={"model": self._endpoint.model})
        except httpx2.TransportError as failure:
            raise connection_error(failure, self._endpoint) from failure
        fields = parse_json_object(response.content)
        if response.status_code == 404 and isinstance(fields.get("error"), str):
            raise await missing(self._http, self._endpoint)
        capabilities = fields.get("capabilities")
        if response.status_code != 200 or not isinstance(capabilities, list):
            return OllamaFeatures(window=parse_context_length(fields))
        able = cast("list[object]", capabilities)
        return OllamaFeatures("tools" in able, "thinking" in able, parse_context_length(fields))

    def _speak_openai(self) -> ConnectedModel:
        from sidecar.providers.wires.pydantic_ai_factory import (
            create_pydantic_ai_model,  # slow to load, and hardly ever needed
        )

        return create_pydantic_ai_model(self._endpoint, self._api_key, self._choice)

    def _completion(self, answer: _Answer) -> Completion:
        if answer.end is None:
            raise failures.stream_cut(self._endpoint)
        usage = Usage(_count(answer.end, "prompt_eval_count"), 0, _count(answer.end, "eval_count"))
        usage = replace(usage, cost_usd=self._cost(usage))
        if not answer.aloud.said.strip() and not answer.calls:
            silent = failures.only_thinking if answer.end.get("done_reason") == "length" else failures.empty_answer
            raise silent(self._endpoint).with_usage(usage)
        message = AssistantMessage(answer.aloud.said, tuple(answer.calls))
        finish = FinishReason.TOOLS if answer.calls else FinishReason.STOP
        if answer.end.get("done_reason") == "length":
            finish = FinishReason.LENGTH
        return Completion(message, finish, usage, self.name)

    def _cost(self, usage: Usage) -> Decimal | None:
        if self._choice.price:
            return self._choice.price.calculate_cost(usage)
        return _FREE if self._endpoint.local else None


class _Garbage(Exception):
    """A line that is not of the protocol."""


async def _events(lines: AsyncIterator[Mapping[str, object]], answer: _Answer) -> AsyncGenerator[ThinkingEvent]:
    async for line in lines:
        message = cast("Mapping[str, object]", line.get("message") or {})
        if thought := get_text(message, "thinking"):
            yield ThinkingChunk(repair_surrogates(thought))
        for heard in answer.aloud.feed(get_text(message, "content")):
            yield heard
        answer.calls += parse_tool_calls(message, len(answer.calls))
        if line.get("done"):
            answer.end = line
    for heard in answer.aloud.end():
        yield heard


def _object(line: bytes) -> Mapping[str, object]:
    if not (found := parse_json_object(line)):
        raise _Garbage
    return found


def _count(end: Mapping[str, object], key: str) -> int:
    value = end.get(key)
    return value if isinstance(value, int) else 0
