"""What a server of OpenAI's format does not accept is asked for in another way, and remembered."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from sidecar.domain.tool import ToolCall
from sidecar.llm import AssistantMessage, ChatRequest, Completion, ToolMessage, UserMessage
from sidecar.providers.endpoint import Endpoint
from sidecar.providers.factory import create_model
from sidecar.providers.model_spec import ModelSpec, ThinkingLevel
from sidecar.providers.wires.openai_messages import build_body
from tests.providers.test_openai_client import HI, Peculiar, events

HELLO = ChatRequest("Be kind.", (UserMessage("hola"),))
SCHEMA = {"type": "object", "properties": {"mood": {"type": "string"}}}


async def bodies(
    refuses: Callable[[Any], str], request: ChatRequest = HELLO, thinking: ThinkingLevel | None = None
) -> list[Any]:
    """The bodies of two requests in a row, with every one that was refused."""
    server = Peculiar(events(*HI), refuses=refuses)
    async with server:
        model = create_model(ModelSpec("openai:tiny", f"{server.url}/v1", thinking=thinking))
        for _ in range(2):
            assert isinstance([event async for event in model.stream(request)][-1], Completion)
        await model.aclose()
    return [request.json() for request in server.requests]


@pytest.mark.req("LLM-06")
@pytest.mark.parametrize(
    ("accepted", "tried"),
    [
        (("none", "low"), ["none", "none"]),
        (("minimal", "low"), ["none", "minimal", "minimal"]),
        (("low", "high"), ["none", "minimal", "low", "low"]),
        ((), ["none", "minimal", "low", None, None]),
    ],
)
async def test_a_model_thinks_as_little_as_it_can(accepted: tuple[str, ...], tried: list[str | None]) -> None:
    def refuses(body: Any) -> str:
        effort = body.get("reasoning_effort", "")
        return (
            f"Unsupported value: 'reasoning_effort' does not support '{effort}'"
            if effort not in ("", *accepted)
            else ""
        )

    sent = await bodies(refuses, thinking="off")
    assert [body.get("reasoning_effort") for body in sent] == tried


@pytest.mark.req("LLM-06")
@pytest.mark.parametrize(
    ("refused", "tried"),
    [
        ((), ["json_schema", "json_schema"]),
        (("json_schema",), ["json_schema", "json_object", "json_object"]),
        (("json_schema", "json_object"), ["json_schema", "json_object", None, None]),
    ],
)
async def test_a_schema_that_is_not_enforced_is_said_in_words(
    refused: tuple[str, ...], tried: list[str | None]
) -> None:
    def refuses(body: Any) -> str:
        kind = body.get("response_format", {}).get("type", "")
        return f"This model does not support response format `{kind}`." if kind in refused else ""

    sent = await bodies(refuses, replace(HELLO, json_schema=SCHEMA))
    assert [body.get("response_format", {}).get("type") for body in sent] == tried
    assert ['"mood"' in body["messages"][0]["content"] for body in sent] == [kind != "json_schema" for kind in tried]


def body_for(provider: str, model: str, request: ChatRequest = HELLO, thinking: ThinkingLevel | None = None) -> Any:
    return build_body(request, Endpoint(provider, model, provider), thinking)


@pytest.mark.req("LLM-06")
def test_openrouter_is_asked_to_cache_for_anthropic_system_and_conversation() -> None:
    messages = (UserMessage("hola"), AssistantMessage("¡Hola!"), UserMessage("¿y ahora?"))
    request = replace(HELLO, messages=messages)
    sent = body_for("openrouter", "anthropic/claude-sonnet-4.5", request)["messages"]
    assert [isinstance(message["content"], list) for message in sent] == [True, False, False, True]
    assert sent[-1]["content"] == [{"type": "text", "text": "¿y ahora?", "cache_control": {"type": "ephemeral"}}]
    assert "cache_control" not in str(body_for("openrouter", "openai/gpt-5-mini", request))


@pytest.mark.req("LLM-06")
@pytest.mark.parametrize(
    ("provider", "thinking", "fields"),
    [
        ("openrouter", "off", {"reasoning": {"effort": "none"}}),
        ("openrouter", "high", {"reasoning": {"effort": "high", "enabled": True}}),
        ("moonshotai", "off", {"thinking": {"type": "disabled"}}),
        ("moonshotai", "low", {"reasoning_effort": "low"}),
        ("xai", "medium", {"reasoning_effort": "medium"}),
    ],
)
def test_every_provider_is_told_how_much_to_think(
    provider: str, thinking: ThinkingLevel, fields: dict[str, object]
) -> None:
    body = body_for(provider, "maker/model", thinking=thinking)
    assert {name: body[name] for name in ("reasoning", "thinking", "reasoning_effort") if name in body} == fields


@pytest.mark.req("LLM-06")
def test_deepseek_gets_a_place_for_the_thoughts_that_were_not_kept() -> None:
    used = (UserMessage("go"), AssistantMessage("", (ToolCall("a", "time", "{}"),)), ToolMessage("a", "time", "noon"))
    request = replace(HELLO, messages=used)
    calling = body_for("deepseek", "deepseek-reasoner", request)["messages"][2]
    assert (calling["content"], calling["reasoning_content"]) == (None, "")
    assert "reasoning_content" not in str(body_for("openai", "gpt-5", request))


@pytest.mark.req("CON-22")
async def test_half_a_character_in_the_history_does_no_harm() -> None:
    sent = await bodies(lambda _: "", replace(HELLO, messages=(UserMessage("Ho \ud83e la ñandú 🦉"),)))
    assert sent[0]["messages"][-1]["content"] == "Ho ? la ñandú 🦉"
