"""The pretended provider by itself: what people see who drive the product with it by hand."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import Any

import httpx2
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sidecar.llm import AssistantMessage, ChatRequest, ToolMessage, ToolSpec, UserMessage
from tests.loopback.openai_server import OpenAIServer
from tests.loopback.script import CallTool, Say, sensible, smallest

PLACE = {"type": "object", "properties": {"place": {"type": "string"}}, "required": ["place"]}
WEATHER = ToolSpec("weather", "The weather.", PLACE)


async def post(url: str, **more: Any) -> Any:
    body = {"model": "loopback", "messages": [{"role": "user", "content": "hola"}], **more}
    async with httpx2.AsyncClient(trust_env=False) as http:
        return (await http.post(f"{url}/chat/completions", json=body)).json()


async def test_it_answers_without_streaming_too() -> None:
    async with OpenAIServer() as server:
        answer = await post(server.base_url)
    assert answer["choices"][0]["message"]["content"] == "You said: hola"
    assert answer["usage"]["total_tokens"] > 0


async def test_it_lists_its_models() -> None:
    async with OpenAIServer(models=("a", "b")) as server, httpx2.AsyncClient(trust_env=False) as http:
        models = (await http.get(f"{server.base_url}/models")).json()
    assert [model["id"] for model in models["data"]] == ["a", "b"]


async def test_it_is_a_program() -> None:
    command = (sys.executable, "-m", "tests.loopback.openai_server", "--script", "busy")
    root = Path(__file__).parents[2]
    program = await asyncio.create_subprocess_exec(*command, cwd=root, stdout=asyncio.subprocess.PIPE)
    try:
        assert program.stdout is not None
        url = (await asyncio.wait_for(program.stdout.readline(), 30)).decode().strip()
        assert (await post(url))["error"]["code"] == "rate_limit_exceeded"
    finally:
        program.kill()
        await program.wait()


@pytest.mark.parametrize(
    ("request_", "expected"),
    [
        (ChatRequest("", (UserMessage("hola"),)), "You said: hola"),
        (
            ChatRequest("", (UserMessage("I like tea."), AssistantMessage("Ok."), UserMessage("¿Qué te dije antes?"))),
            "Before, you told me: “I like tea.”",
        ),
        (
            ChatRequest("", (UserMessage("weather?"), ToolMessage("1", "weather", "sunny")), (WEATHER,)),
            "This is what I found: sunny",
        ),
        (ChatRequest("", (UserMessage("x"),), json_schema=PLACE), '{"place": ""}'),
    ],
)
def test_it_is_sensible(request_: ChatRequest, expected: str) -> None:
    assert sensible(request_).text == expected


def test_it_calls_the_tool_that_the_text_speaks_of() -> None:
    request = ChatRequest("", (UserMessage("¿Cómo está el clima en San Luis?"),), (WEATHER,))
    assert sensible(request) == Say(calls=(CallTool("weather", '{"place": "San Luis"}'),))


@given(st.sampled_from(["string", "integer", "boolean", "array", "null"]), st.booleans())
def test_the_smallest_value_has_the_shape(kind: str, required: bool) -> None:
    schema = {"type": "object", "properties": {"a": {"type": kind}}, "required": ["a"] if required else []}
    value = smallest(schema)
    types = {"string": str, "integer": int, "boolean": bool, "array": list, "null": type(None)}
    assert isinstance(value, dict)
    assert set(value) == ({"a"} if required else set())
    assert all(isinstance(item, types[kind]) for item in value.values())
