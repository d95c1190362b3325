"""Ollama's own protocol, the only one in which the context's length can be set and longer prompts are rejected.

Its endpoint in OpenAI's format can do neither, and cuts long prompts without a word. `POST /api/chat` streams one JSON
object per line; `/api/show` tells what a model can do, `/api/tags` which models are installed.
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
from sidecar.providers.endpoint import Endpoint
from sidecar.providers.model_spec import ConnectedModel, ModelSpec
from sidecar.providers.wires import failures
from sidecar.providers.wires.http_client import create_http_client
from sidecar.providers.wires.http_responses import connection_error, iter_lines, server_failure
from sidecar.providers.wires.ollama_errors import (
    NotOllamaError,
    UnsupportedFeatures,
    model_missing_error,
    response_error,
)
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
    """What a model can do, as its server says. An old server says nothing: then everything is tried."""

    tools: bool = True
    thinking: bool = True
    window: int | None = None


@dataclass(slots=True)
class _Answer:
    """The part of an answer that has arrived."""

    parser: ThinkingParser = field(default_factory=ThinkingParser)
    calls: list[ToolCall] = field(default_factory=list[ToolCall])
    end: Mapping[str, object] | None = None


def create_wire(endpoint: Endpoint, api_key: str, spec: ModelSpec, engine: object = None) -> OllamaModel:
    return OllamaModel(endpoint, api_key, spec)


class OllamaModel:
    """A model of an Ollama server. A server that turns out to be another one is asked in OpenAI's format."""

    def __init__(self, endpoint: Endpoint, api_key: str, spec: ModelSpec) -> None:
        self._endpoint = endpoint
        self._api_key = api_key
        self._choice = spec
        self._http = create_http_client(
            endpoint,
            httpx2.AsyncClient,
            httpx2.Timeout(None, connect=_CONNECT_TIMEOUT_S),
            base_url=endpoint.root,
            headers={"authorization": f"Bearer {api_key}"} if api_key else {},
        )
        self._features: OllamaFeatures | None = None
        self._openai_model: ConnectedModel | None = None

    @property
    def name(self) -> str:
        return self._endpoint.name

    @property
    def context_window(self) -> int:
        """Return the tokens of the settings; else 8,192, or the model's own window when that is smaller."""
        most = self._features.window if self._features else None
        return self._choice.context_window or min(_USUAL_WINDOW, most or _USUAL_WINDOW)

    def estimate(self, tokens_in: int, tokens_out: int) -> Decimal | None:
        return self._cost(Usage(tokens_in, 0, tokens_out))

    async def aclose(self) -> None:
        await self._http.aclose()
        if self._openai_model is not None:
            await self._openai_model.aclose()

    async def stream(self, request: ChatRequest) -> AsyncGenerator[ModelEvent]:
        if self._openai_model is None:
            deadlines = StreamDeadlines(request, self._endpoint)
            try:
                async with deadlines.limit():
                    self._features = self._features or await self._ask_features()
                async with aclosing(self._stream_by_features(request, deadlines, self._features)) as events:
                    async for event in events:
                        yield event
                return
            except TimeoutError as failure:
                raise deadlines.timeout_error() from failure
            except NotOllamaError:
                self._openai_model = self._create_openai_model()
        async with aclosing(self._openai_model.stream(request)) as events:
            async for event in events:
                yield event

    async def _stream_by_features(
        self, request: ChatRequest, deadlines: StreamDeadlines, features: OllamaFeatures
    ) -> AsyncGenerator[ModelEvent]:
        """Use the features that the model has. An old server names a missing one only when it is used."""
        stream_in_format = stream_native
        if not features.tools or self._choice.tools == "json":
            stream_in_format = partial(stream_prompted, constrained=True)
        try:
            async with aclosing(stream_in_format(lambda asked: self._chat(asked, deadlines), request)) as events:
                async for event in events:
                    yield event
            return
        except UnsupportedFeatures as missing:
            self._features = features = replace(
                features,
                tools=features.tools and not missing.tools,
                thinking=features.thinking and not missing.thinking,
            )
        async with aclosing(self._stream_by_features(request, deadlines, features)) as events:
            async for event in events:
                yield event

    async def _chat(self, request: ChatRequest, deadlines: StreamDeadlines) -> AsyncGenerator[ModelEvent]:
        if TokenCounter().request(request) > self.context_window:
            raise failures.context_too_long(self._endpoint)
        thinks = self._features is None or self._features.thinking
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
        except _ProtocolError as failure:
            raise failures.invalid_response(self._endpoint) from failure
        yield self._completion(answer)

    async def _lines(
        self, body: Mapping[str, object], deadlines: StreamDeadlines
    ) -> AsyncGenerator[Mapping[str, object]]:
        opening = self._http.stream("POST", "/api/chat", json=body)
        async with deadlines.limit():
            response = await opening.__aenter__()
        try:
            if response.status_code != 200:
                await response.aread()
                raise await response_error(self._http, self._endpoint, response, body)
            deadlines.opened = True
            lines = iter_lines(response)
            while True:
                async with deadlines.limit():
                    line = await anext(lines, None)
                if line is None:
                    return
                if not line.strip():
                    continue
                deadlines.started = True
                found = _parse_line(line)
                if "error" in found:
                    raise server_failure(self._endpoint, failures.error_detail(found, ""))
                yield found
        finally:
            await response.aclose()

    async def _ask_features(self) -> OllamaFeatures:
        """Ask what the model can do. Raises `ModelRejected` when it is not installed."""
        try:
            response = await self._http.post("/api/show", json={"model": self._endpoint.model})
        except httpx2.TransportError as failure:
            raise connection_error(failure, self._endpoint) from failure
        fields = parse_json_object(response.content)
        if response.status_code == 404 and isinstance(fields.get("error"), str):
            raise await model_missing_error(self._http, self._endpoint)
        capabilities = fields.get("capabilities")
        if response.status_code != 200 or not isinstance(capabilities, list):
            return OllamaFeatures(window=parse_context_length(fields))
        names = cast("list[object]", capabilities)
        return OllamaFeatures("tools" in names, "thinking" in names, parse_context_length(fields))

    def _create_openai_model(self) -> ConnectedModel:
        # the price table takes a while to load, and is hardly ever needed
        from sidecar.providers.wires.openai import OpenAIModel

        return OpenAIModel(self._endpoint, self._api_key, self._choice)

    def _completion(self, answer: _Answer) -> Completion:
        if answer.end is None:
            raise failures.stream_cut(self._endpoint)
        usage = Usage(_count(answer.end, "prompt_eval_count"), 0, _count(answer.end, "eval_count"))
        usage = replace(usage, cost_usd=self._cost(usage))
        if not answer.parser.text.strip() and not answer.calls:
            silent = failures.only_thinking if answer.end.get("done_reason") == "length" else failures.empty_answer
            raise silent(self._endpoint).with_usage(usage)
        message = AssistantMessage(answer.parser.text, tuple(answer.calls))
        finish = FinishReason.TOOLS if answer.calls else FinishReason.STOP
        if answer.end.get("done_reason") == "length":
            finish = FinishReason.LENGTH
        return Completion(message, finish, usage, self.name)

    def _cost(self, usage: Usage) -> Decimal | None:
        if self._choice.price:
            return self._choice.price.calculate_cost(usage)
        return _FREE if self._endpoint.local else None


class _ProtocolError(Exception):
    """A line that is not a JSON object."""


async def _events(lines: AsyncIterator[Mapping[str, object]], answer: _Answer) -> AsyncGenerator[ThinkingEvent]:
    async for line in lines:
        message = cast("Mapping[str, object]", line.get("message") or {})
        if thought := get_text(message, "thinking"):
            yield ThinkingChunk(repair_surrogates(thought))
        for event in answer.parser.feed(get_text(message, "content")):
            yield event
        answer.calls += parse_tool_calls(message, len(answer.calls))
        if line.get("done"):
            answer.end = line
    for event in answer.parser.finish():
        yield event


def _parse_line(line: bytes) -> Mapping[str, object]:
    if not (found := parse_json_object(line)):
        raise _ProtocolError
    return found


def _count(end: Mapping[str, object], key: str) -> int:
    value = end.get(key)
    return value if isinstance(value, int) else 0
