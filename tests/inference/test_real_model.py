"""From `connect` to real tokens and back: streaming, cancelling, schemas, a prompt that does not fit."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import timedelta
from decimal import Decimal

import httpx2
import pytest

from sidecar.errors import ContextTooLong
from sidecar.llm import AssistantMessage, ChatRequest, Completion, ModelEvent, TextChunk, ToolSpec, UserMessage
from sidecar.providers.factory import create_model
from sidecar.providers.model_spec import ConnectedModel, ModelSpec
from tests.eventually import eventually

pytestmark = pytest.mark.inference

HELLO = ChatRequest(
    "You are a friendly assistant. Answer in one short sentence.",
    (UserMessage("My name is Ana. Please greet me by my name."),),
    max_output_tokens=40,
)


async def answer_of(model: ConnectedModel, request: ChatRequest) -> tuple[list[ModelEvent], Completion]:
    *chunks, last = [event async for event in model.stream(request)]
    assert isinstance(last, Completion)
    return chunks, last


@pytest.mark.req("LLM-01", "CON-23")
async def test_a_conversation_of_two_turns_streams(smollm: ConnectedModel) -> None:
    chunks, first = await answer_of(smollm, HELLO)
    assert len(chunks) > 3
    assert "".join(chunk.text for chunk in chunks if isinstance(chunk, TextChunk)) == first.message.text
    assert first.usage.input_tokens > 10
    assert 0 < first.usage.output_tokens <= 40
    assert first.usage.cost_usd == Decimal(0)
    messages = (*HELLO.messages, AssistantMessage(first.message.text), UserMessage("Now say goodbye to me."))
    _, second = await answer_of(smollm, replace(HELLO, messages=messages))
    assert second.message.text.strip()
    assert second.usage.input_tokens > first.usage.input_tokens + 10
    assert second.usage.cached_tokens > 0  # the beginning was not computed again


@pytest.mark.req("LLM-06")
async def test_json_of_a_schema(smollm: ConnectedModel) -> None:
    schema = {
        "type": "object",
        "properties": {
            "mood": {"type": "string", "enum": ["happy", "sad"]},
            "age": {"type": "integer", "minimum": 0, "maximum": 120},
        },
        "required": ["mood", "age"],
        "additionalProperties": False,
    }
    request = replace(HELLO, messages=(UserMessage("Ana is 34 and she is smiling. Describe her."),), json_schema=schema)
    _, last = await answer_of(smollm, request)
    described = json.loads(last.message.text)
    assert described.keys() == {"mood", "age"}
    assert described["mood"] in ("happy", "sad")
    assert isinstance(described["age"], int)


@pytest.mark.req("LLM-04", "CON-23")
async def test_cancelling_stops_the_generation(smollm: ConnectedModel, llama_url: str) -> None:
    request = replace(
        HELLO,
        messages=(UserMessage("Write a very long story about a lighthouse, with many chapters."),),
        max_output_tokens=1800,
    )
    events = smollm.stream(request)
    for _ in range(5):
        await anext(events)
    async with httpx2.AsyncClient() as http:
        assert not await _is_idle(http, llama_url)
        await events.aclose()
        await eventually(lambda: _is_idle(http, llama_url))


async def _is_idle(http: httpx2.AsyncClient, llama_url: str) -> bool:
    slots = (await http.get(f"{llama_url}/slots")).json()
    return not any(slot["is_processing"] for slot in slots)


@pytest.mark.req("CON-22")
async def test_a_prompt_that_does_not_fit_is_told_so(smollm: ConnectedModel) -> None:
    request = replace(HELLO, messages=(UserMessage("a long tale " * 1500),), first_token_timeout=timedelta(seconds=30))
    with pytest.raises(ContextTooLong):
        await answer_of(smollm, request)


@pytest.mark.req("LLM-06", "AGT-21")
async def test_a_model_without_tools_is_held_to_the_action_protocol(llama_url: str) -> None:
    place = {"type": "object", "properties": {"place": {"type": "string"}}, "required": ["place"]}
    request = ChatRequest(
        "You are a friendly assistant.",
        (UserMessage("What is the weather in Salta?"),),
        (ToolSpec("weather", "Tells the weather in a place.", place), ToolSpec("current_time", "Tells the time.", {})),
        max_output_tokens=400,
    )
    model = create_model(ModelSpec("llamacpp:smollm2", f"{llama_url}/v1", context_window=2048, tools="json"))
    chunks, last = await answer_of(model, request)
    await model.aclose()
    shown = "".join(chunk.text for chunk in chunks if isinstance(chunk, TextChunk))
    assert '"actions"' not in shown and shown.strip() == last.message.text
    assert {call.name for call in last.message.tool_calls} <= {"weather", "current_time"}
    assert all(isinstance(json.loads(call.arguments), dict) for call in last.message.tool_calls)
    assert last.message.text or last.message.tool_calls
