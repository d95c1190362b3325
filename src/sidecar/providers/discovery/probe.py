"""Probe of a model: three small requests that show what it can do on this computer (LLM-07)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import aclosing
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum
from typing import cast

from sidecar.domain.json_text import parse_json
from sidecar.errors import ModelError, ModelFailed, ModelRejected
from sidecar.llm import ChatModel, ChatRequest, Completion, TextChunk, ThinkingChunk, ToolSpec, UserMessage
from sidecar.runtime.clock import Clock

_MOST_TOKENS = 1_000
"""Enough for a model that reasons first."""
_TOOL = ToolSpec(
    "current_time",
    "Tells the current time in a place. You do not know the time without it.",
    {
        "type": "object",
        "properties": {"place": {"type": "string", "description": "a city"}},
        "required": ["place"],
        "additionalProperties": False,
    },
)
_SCHEMA: Mapping[str, object] = {
    "type": "object",
    "properties": {"name": {"type": "string"}, "age": {"type": "integer"}},
    "required": ["name", "age"],
    "additionalProperties": False,
}


class ProbeOutcome(StrEnum):
    """Whether a model can do one thing."""

    YES = "yes"
    NO = "no"
    UNKNOWN = "unknown"
    """The request failed for another reason, such as a timeout or a rate limit."""


@dataclass(frozen=True, slots=True)
class ProbeResult:
    """What a model can do. With a `failure` it gave no answer at all, and nothing else is known.

    `first_word_s` are the seconds to the first event; `context_window` is in tokens.
    """

    streams: ProbeOutcome = ProbeOutcome.UNKNOWN
    tools: ProbeOutcome = ProbeOutcome.UNKNOWN
    json: ProbeOutcome = ProbeOutcome.UNKNOWN
    first_word_s: float = 0.0
    context_window: int = 0
    failure: ModelError | None = None


async def probe_model(model: ChatModel, clock: Clock, timeout: timedelta) -> ProbeResult:
    """Ask for a text, a tool call and a JSON object. `timeout` is the longest wait for the next event of each.

    Costs about 300 tokens. Never raises a `ModelError`: it becomes part of the result.
    """
    try:
        answer = await _ask(model, clock, _request("Count from one to ten, in words.", timeout))
    except ModelError as failure:
        return ProbeResult(failure=failure)
    return ProbeResult(
        streams=ProbeOutcome.YES if answer.chunks > 1 else ProbeOutcome.NO,
        tools=await _probe_tools(model, clock, timeout),
        json=await _probe_json(model, clock, timeout),
        first_word_s=answer.first_word_s,
        context_window=model.context_window,
    )


@dataclass(frozen=True, slots=True)
class _Answer:
    completion: Completion
    chunks: int
    first_word_s: float


async def _ask(model: ChatModel, clock: Clock, request: ChatRequest) -> _Answer:
    began, first_s, chunks = clock.monotonic(), 0.0, 0
    async with aclosing(model.stream(request)) as events:
        async for event in events:
            match event:
                case TextChunk() | ThinkingChunk():
                    first_s = first_s or clock.monotonic() - began
                    chunks += isinstance(event, TextChunk)
                case Completion():
                    return _Answer(event, chunks, first_s or clock.monotonic() - began)
                case _:
                    pass
    raise ModelFailed("The model ended without an answer.")


async def _probe_tools(model: ChatModel, clock: Clock, timeout: timedelta) -> ProbeOutcome:
    request = _request("What time is it in Tokyo? Use the tool current_time.", timeout, tools=(_TOOL,))
    try:
        answer = await _ask(model, clock, request)
    except (ModelRejected, ModelFailed):
        return ProbeOutcome.NO
    except ModelError:
        return ProbeOutcome.UNKNOWN
    calls = [call for call in answer.completion.message.tool_calls if call.name == _TOOL.name]
    return ProbeOutcome.YES if calls and _has(calls[0].arguments, {"place": str}) else ProbeOutcome.NO


async def _probe_json(model: ChatModel, clock: Clock, timeout: timedelta) -> ProbeOutcome:
    asked = "“Ana is 34 years old.” Answer with one JSON object and nothing else, of this schema: " + json.dumps(
        _SCHEMA
    )
    try:
        answer = await _ask(model, clock, _request(asked, timeout, json_schema=_SCHEMA))
    except (ModelRejected, ModelFailed):
        return ProbeOutcome.NO
    except ModelError:
        return ProbeOutcome.UNKNOWN
    return ProbeOutcome.YES if _has(answer.completion.message.text, {"name": str, "age": int}) else ProbeOutcome.NO


def _request(
    text: str,
    timeout: timedelta,
    tools: tuple[ToolSpec, ...] = (),
    json_schema: Mapping[str, object] | None = None,
) -> ChatRequest:
    return ChatRequest(
        system="You are being tried out. Answer briefly and do exactly what is asked.",
        messages=(UserMessage(text),),
        tools=tools,
        max_output_tokens=_MOST_TOKENS,
        json_schema=json_schema,
        first_token_timeout=timeout,
        idle_timeout=timeout,
    )


def _has(text: str, wanted: Mapping[str, type]) -> bool:
    """Return whether the text is a JSON object with these fields, perhaps in a Markdown fence."""
    body = text.strip().removeprefix("```json").removeprefix("```").removesuffix("```")
    try:
        found: object = parse_json(body)
    except ValueError:
        return False
    if not isinstance(found, Mapping):
        return False
    fields = cast("Mapping[str, object]", found)
    return all(isinstance(fields.get(name), kind) for name, kind in wanted.items())
