"""Adapter to the providers that pydantic-ai connects to: its direct API behind our `ChatModel`. Slow to import."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, aclosing
from decimal import Decimal
from typing import Any

import httpx2
from pydantic_ai.direct import model_request_stream
from pydantic_ai.messages import (
    ModelResponse,
    PartDeltaEvent,
    PartStartEvent,
    TextPart,
    TextPartDelta,
    ThinkingPart,
    ThinkingPartDelta,
)
from pydantic_ai.models import Model, StreamedResponse
from pydantic_ai.settings import ModelSettings

from sidecar.domain.money import Usage
from sidecar.domain.surrogates import repair_surrogates
from sidecar.llm import (
    AssistantMessage,
    ChatRequest,
    Completion,
    FinishReason,
    ModelEvent,
    ThinkingChunk,
    ToolMessage,
)
from sidecar.providers.wires import failures, pydantic_ai_errors
from sidecar.providers.wires.http_responses import closing_responses
from sidecar.providers.wires.pricing import ModelPricing, ReportedUsage
from sidecar.providers.wires.pydantic_ai_messages import convert_messages, convert_parameters, parse_tool_calls
from sidecar.providers.wires.stream_deadlines import StreamDeadlines
from sidecar.providers.wires.thinking_parser import ThinkingEvent, ThinkingParser


class PydanticAIModel:
    """A `ChatModel` over one model of pydantic-ai. It owns the HTTP client: call `aclose` when done."""

    def __init__(
        self,
        model: Model[Any],
        pricing: ModelPricing,
        context_window: int,
        settings: ModelSettings,
        http: httpx2.AsyncClient,
    ) -> None:
        self._model = model
        self._pricing = pricing
        self._endpoint = pricing.endpoint
        self._context_window = context_window
        self._settings = settings
        self._http = http

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
        opening = model_request_stream(
            self._model,
            convert_messages(request),
            model_settings=self._settings_for(request),
            model_request_parameters=convert_parameters(request, native_schema=self._has_native_schema),
            instrument=False,
        )
        deadlines = StreamDeadlines(request, self._endpoint)
        parser = ThinkingParser()
        try:
            async with closing_responses(), AsyncExitStack() as connection:
                async with deadlines.limit():
                    answer = await connection.enter_async_context(opening)
                deadlines.opened = True
                async with aclosing(_read_events(answer, parser, deadlines)) as events:
                    async for event in events:
                        yield event
        except TimeoutError as failure:
            raise deadlines.timeout_error() from failure
        except pydantic_ai_errors.FAILURES as failure:
            raise pydantic_ai_errors.convert_error(failure, self._endpoint, began=deadlines.opened) from failure
        yield self._completion(parser.text, answer.get())

    @property
    def _has_native_schema(self) -> bool:
        return self._model.profile.get("supports_json_schema_output", False)

    def _settings_for(self, request: ChatRequest) -> ModelSettings:
        settings = self._settings.copy()
        if request.max_output_tokens is not None:
            settings["max_tokens"] = request.max_output_tokens
        if request.tools and not request.tools_allowed:
            settings["tool_choice"] = "none"
        if self._endpoint.provider == "anthropic" and "thinking" in settings and _in_tool_use(request):
            settings["thinking"] = False  # it requires its thoughts with the results, and we do not store them
        return settings

    def _completion(self, text: str, response: ModelResponse) -> Completion:
        message = AssistantMessage(text, parse_tool_calls(response))
        usage = self._pricing.add_cost(_reported_usage(response), response.model_name or "")
        return Completion(message, self._finish(message, response, usage), usage, self.name)

    def _finish(self, message: AssistantMessage, response: ModelResponse, usage: Usage) -> FinishReason:
        has_answer = bool(message.text.strip() or message.tool_calls)
        if response.finish_reason == "content_filter":
            if has_answer:
                return FinishReason.FILTERED
            raise failures.content_filtered(self._endpoint).with_usage(usage)
        if "finish_reason" not in (response.provider_details or {}):
            raise failures.stream_cut(self._endpoint)  # pydantic-ai itself treats a missing reason as "stop"
        if not has_answer:
            silent = failures.only_thinking if response.finish_reason == "length" else failures.empty_answer
            raise silent(self._endpoint).with_usage(usage)
        if response.finish_reason == "length":
            return FinishReason.LENGTH
        return FinishReason.TOOLS if message.tool_calls else FinishReason.STOP


def _reported_usage(response: ModelResponse) -> ReportedUsage:
    used = response.usage
    return ReportedUsage(used.input_tokens, used.cache_read_tokens, used.output_tokens, used.cache_write_tokens)


def _in_tool_use(request: ChatRequest) -> bool:
    """Return whether the model continues after the results of its tools."""
    return bool(request.messages) and isinstance(request.messages[-1], ToolMessage)


async def _read_events(
    answer: StreamedResponse, parser: ThinkingParser, deadlines: StreamDeadlines
) -> AsyncGenerator[ThinkingEvent]:
    theirs = aiter(answer)
    while True:
        async with deadlines.limit():
            event = await anext(theirs, None)
        if event is None:
            break
        deadlines.started = True
        match event:
            case PartStartEvent(part=TextPart(content=text)) | PartDeltaEvent(delta=TextPartDelta(content_delta=text)):
                for ours in parser.feed(text):
                    yield ours
            case (
                PartStartEvent(part=ThinkingPart(content=thought))
                | PartDeltaEvent(delta=ThinkingPartDelta(content_delta=str(thought)))
            ) if thought:
                yield ThinkingChunk(repair_surrogates(thought))
            case _:
                pass
    for ours in parser.finish():
        yield ours
