"""OpenAI's chat completions, and those of every server that imitates them.

Never OpenAI's newer format: every server has this one, and the provider stores nothing of the conversation.
"""

from __future__ import annotations

import json
import re
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import aclosing
from decimal import Decimal
from http import HTTPStatus

import httpx2

from sidecar.errors import ConfigError
from sidecar.llm import AssistantMessage, ChatRequest, Completion, FinishReason, ModelEvent
from sidecar.providers.endpoint import Endpoint
from sidecar.providers.model_spec import ModelSpec, ThinkingLevel
from sidecar.providers.wires import failures
from sidecar.providers.wires.http_client import create_http_client
from sidecar.providers.wires.http_responses import connection_error
from sidecar.providers.wires.ollama_messages import Json
from sidecar.providers.wires.openai_body import parse_body
from sidecar.providers.wires.openai_chunks import OpenAIAnswer
from sidecar.providers.wires.openai_errors import response_error, stream_error
from sidecar.providers.wires.openai_messages import build_body
from sidecar.providers.wires.pricing import ModelPricing
from sidecar.providers.wires.stream_deadlines import StreamDeadlines

_CONNECT_TIMEOUT_S = 10.0
_LOCAL_WINDOW = 8_192
_UNKNOWN_WINDOW = 32_768
_REJECTED_BEFORE: Mapping[str, tuple[str, ...]] = {
    "deepseek": ("response_format",),
    "moonshotai": ("response_format", "max_tokens"),
}
"""What the provider is known to reject, by parameter."""
_REJECTIONS = (HTTPStatus.BAD_REQUEST, HTTPStatus.UNPROCESSABLE_ENTITY)
_REJECTED: Mapping[str, tuple[Sequence[str], re.Pattern[str]]] = {
    "stream_options": (("stream_options",), re.compile("stream_options")),
    # reasoning models behind a proxy know only the new name
    "max_tokens": (("max_tokens",), re.compile("max_completion_tokens")),
    "thinking": (("reasoning_effort", "reasoning", "thinking"), re.compile("reasoning|effort|thinking", re.IGNORECASE)),
    "response_format": (("response_format",), re.compile("response_format|response format|json_schema|json_object")),
    "stream": (
        ("stream",),
        re.compile(
            r"(not|n't|un)[- ]?support\w*.{0,20}\bstream|\bstream(ing|ed)?\b.{0,30}(not|n't|un)[- ]?(support|allow)"
            r'|stream.{0,30}not available|verified to stream|"param": ?"stream"',
            re.IGNORECASE,
        ),
    ),
}
"""Parameters that we can do without: where each is in the body, and how a server says that it does not accept it."""


def create_wire(endpoint: Endpoint, api_key: str, spec: ModelSpec, engine: object = None) -> OpenAIModel:
    return OpenAIModel(endpoint, api_key, spec)


class OpenAIModel:
    """A model of a server in OpenAI's format. A parameter that the server has rejected once is not sent again.

    Its window is that of the spec; else 8,192 tokens for a local model (such servers cut longer prompts silently,
    whatever the model's own window), what the price table says, or 32,768. Raises `ConfigError` for a name that the
    provider cannot have.
    """

    def __init__(self, endpoint: Endpoint, api_key: str, spec: ModelSpec) -> None:
        if endpoint.provider == "openrouter" and "/" not in endpoint.model:
            raise ConfigError(
                "“{name}” isn't the name of a model.",
                hint="OpenRouter's models are named after their maker too, like openrouter:openai/gpt-5-mini.",
                name=endpoint.name,
            )
        self._endpoint = endpoint
        self._thinking: ThinkingLevel | None = spec.thinking
        self._pricing = ModelPricing(endpoint, spec.price)
        default_window = _LOCAL_WINDOW if endpoint.local else self._pricing.context_window or _UNKNOWN_WINDOW
        self._context_window = spec.context_window or default_window
        self._rejected = _REJECTED_BEFORE.get(endpoint.provider, ())
        if endpoint.provider == "openai" and endpoint.key_variable:  # OpenAI itself
            self._rejected = ("max_tokens",)
        self._http = create_http_client(
            endpoint,
            httpx2.AsyncClient,
            httpx2.Timeout(None, connect=_CONNECT_TIMEOUT_S),
            headers={"content-type": "application/json"} | ({"authorization": f"Bearer {api_key}"} if api_key else {}),
        )

    @property
    def name(self) -> str:
        return self._endpoint.name

    @property
    def context_window(self) -> int:
        return self._context_window

    def estimate(self, tokens_in: int, tokens_out: int) -> Decimal | None:
        return self._pricing.estimate(tokens_in, tokens_out)

    async def aclose(self) -> None:
        await self._http.aclose()

    async def stream(self, request: ChatRequest) -> AsyncGenerator[ModelEvent]:
        deadlines = StreamDeadlines(request, self._endpoint)
        answer = OpenAIAnswer()
        empty = True
        try:
            async with aclosing(self._chunks(request, deadlines)) as chunks:
                async for chunk in chunks:
                    empty = False
                    for event in answer.feed(chunk):
                        deadlines.started = True
                        yield event
        except TimeoutError as failure:
            raise deadlines.timeout_error() from failure
        except httpx2.TransportError as failure:
            raise (
                failures.stream_cut(self._endpoint) if deadlines.opened else connection_error(failure, self._endpoint)
            ) from failure
        except (httpx2.HTTPError, ValueError) as failure:
            raise failures.invalid_response(self._endpoint) from failure
        if empty:
            raise failures.invalid_response(self._endpoint)
        for event in answer.finish():
            yield event
        yield self._completion(answer)

    async def _chunks(self, request: ChatRequest, deadlines: StreamDeadlines) -> AsyncGenerator[Json]:
        """Yield what the server answers, each in time. Raises its error, wherever it comes."""
        async with deadlines.limit():
            response = await self._open(request)
        try:
            deadlines.opened = True
            chunks = parse_body(response)
            while True:
                async with deadlines.limit():
                    chunk = await anext(chunks, None)
                if chunk is None:
                    return
                if chunk.get("error") or chunk.get("object") == "error":
                    raise stream_error(chunk, self._endpoint)
                yield chunk
        finally:
            await response.aclose()

    async def _open(self, request: ChatRequest) -> httpx2.Response:
        """Return the response, without any parameter that the server rejects."""
        while True:
            rejected = self._rejected
            body = build_body(request, self._endpoint, self._thinking, rejected)
            response = await self._http.send(
                self._http.build_request("POST", self._url, content=_encode(body)), stream=True
            )
            if response.is_success:
                return response
            try:
                await response.aread()
            finally:
                await response.aclose()
            parameter = _rejected_parameter(response, body)
            if not parameter:
                raise response_error(response, self._endpoint)
            if self._rejected == rejected:  # no other request has learned it in the meantime
                self._rejected = (*rejected, parameter)

    @property
    def _url(self) -> str:
        return f"{self._endpoint.openai_root}/chat/completions"

    def _completion(self, answer: OpenAIAnswer) -> Completion:
        message = AssistantMessage(answer.text, answer.calls)
        usage = self._pricing.add_cost(answer.usage, answer.model)
        has_answer = bool(message.text.strip() or message.tool_calls)
        match answer.finish_reason:
            case "":
                raise failures.stream_cut(self._endpoint)
            case "error":  # OpenRouter's, for a model that broke
                raise failures.server_error(self._endpoint).with_usage(usage)
            case "content_filter":
                if not has_answer:
                    raise failures.content_filtered(self._endpoint).with_usage(usage)
                finish = FinishReason.FILTERED
            case "length":
                if not has_answer:
                    raise failures.only_thinking(self._endpoint).with_usage(usage)
                finish = FinishReason.LENGTH
            case _:
                if not has_answer:
                    raise failures.empty_answer(self._endpoint).with_usage(usage)
                finish = FinishReason.TOOLS if message.tool_calls else FinishReason.STOP
        return Completion(message, finish, usage, self.name)


def _encode(body: Json) -> bytes:
    """Return the body as UTF-8, which has no halves of characters."""
    return json.dumps(body, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")


def _rejected_parameter(response: httpx2.Response, body: Json) -> str:
    """Return the parameter of the body that the server does not accept and that is not essential; else empty."""
    if response.status_code not in _REJECTIONS:
        return ""
    text = response.text
    found = (name for name, (keys, said) in _REJECTED.items() if any(key in body for key in keys) and said.search(text))
    return next(found, "")
