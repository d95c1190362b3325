"""What goes over the wire: the details that providers care about."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from sidecar.domain.tool import ToolCall
from sidecar.errors import (
    ContextTooLong,
    ModelBusy,
    ModelError,
    ModelFailed,
    ModelRefused,
    ModelRejected,
    ModelUnreachable,
)
from sidecar.llm import AssistantMessage, ChatRequest, ToolMessage, ToolSpec, UserMessage
from sidecar.providers.factory import create_model
from sidecar.providers.model_spec import ModelSpec, ThinkingLevel
from tests.loopback.anthropic_server import AnthropicServer
from tests.loopback.http import Exchange, LoopbackServer, Request
from tests.loopback.openai_server import OpenAIServer
from tests.loopback.script import Refuse, say

TOOLS = (
    ToolSpec("time", "The time.", {"type": "object", "properties": {}}),
    ToolSpec("weather", "The weather.", {"type": "object", "properties": {"place": {"type": "string"}}}),
)
HELLO = ChatRequest("Be kind.", (UserMessage("hola"),), TOOLS)


async def body_sent(server: OpenAIServer | AnthropicServer, request: ChatRequest, choice: ModelSpec) -> Any:
    server.script.steps.append(say("ok"))
    model = create_model(replace(choice, base_url=server.base_url, api_key="sk-test-123456789"))
    async for _ in model.stream(request):
        pass
    await model.aclose()
    return server.requests[-1].json()


async def test_openai_gets_one_system_message_first_and_is_asked_for_the_usage(openai: OpenAIServer) -> None:
    body = await body_sent(openai, HELLO, ModelSpec("openai:loopback"))
    assert body["messages"] == [{"role": "system", "content": "Be kind."}, {"role": "user", "content": "hola"}]
    assert body["stream"] is True
    assert body["stream_options"] == {"include_usage": True}
    assert not any(tool["function"].get("strict") for tool in body["tools"])


async def test_openai_is_not_told_to_keep_anything(openai: OpenAIServer) -> None:
    assert "store" not in await body_sent(openai, HELLO, ModelSpec("openai:loopback"))


@pytest.mark.req("CON-13")
async def test_the_beginning_of_the_prompt_is_the_same_in_every_turn(openai: OpenAIServer) -> None:
    longer = replace(HELLO, messages=(*HELLO.messages, AssistantMessage("¡Hola!"), UserMessage("¿y ahora?")))
    first = await body_sent(openai, HELLO, ModelSpec("openai:loopback"))
    second = await body_sent(openai, longer, ModelSpec("openai:loopback"))
    assert second["tools"] == first["tools"]
    assert second["messages"][:2] == first["messages"]


@pytest.mark.req("LLM-06")
async def test_anthropic_is_asked_to_cache_tools_system_and_conversation() -> None:
    async with AnthropicServer() as server:
        body = await body_sent(server, HELLO, ModelSpec("anthropic:loopback"))
    assert body["system"][-1]["cache_control"]["type"] == "ephemeral"
    assert body["tools"][-1]["cache_control"]["type"] == "ephemeral"
    assert body["cache_control"]["type"] == "ephemeral"


@pytest.mark.req("LLM-06")
async def test_a_schema_is_enforced_where_the_provider_can(openai: OpenAIServer) -> None:
    schema = {"type": "object", "properties": {"a": {"type": "integer"}}, "required": ["a"]}
    body = await body_sent(openai, replace(HELLO, json_schema=schema), ModelSpec("openai:loopback"))
    assert body["response_format"]["type"] == "json_schema"
    assert body["response_format"]["json_schema"]["schema"] == schema
    body = await body_sent(openai, replace(HELLO, json_schema=schema), ModelSpec("deepseek:loopback"))
    assert body["response_format"] == {"type": "json_object"}
    assert '"required": ["a"]' in "".join(m["content"] for m in body["messages"] if m["role"] == "system")


@pytest.mark.req("LLM-06")
@pytest.mark.parametrize(("thinking", "effort"), [("low", "low"), ("high", "high"), (None, None)])
async def test_how_much_to_think_can_be_chosen(thinking: ThinkingLevel | None, effort: str | None) -> None:
    async with OpenAIServer(models=("openai/gpt-5",)) as server:
        body = await body_sent(server, HELLO, ModelSpec("openai:openai/gpt-5", thinking=thinking))
    assert body.get("reasoning_effort") == effort


@pytest.mark.req("LLM-06")
async def test_thoughts_that_were_not_kept_are_not_asked_for_after_a_tool() -> None:
    """Anthropic refuses results of tools whose call came with thoughts, unless it gets these back."""
    choice = ModelSpec("anthropic:claude-haiku-4-5", api_key="sk-test-123456789", thinking="low")
    used = (
        UserMessage("And in Salta?"),
        AssistantMessage("", (ToolCall("a", "weather", "{}"),)),
        ToolMessage("a", "weather", "rain"),
    )
    async with AnthropicServer(models=("claude-haiku-4-5",)) as server:
        first = await body_sent(server, HELLO, choice)
        second = await body_sent(server, replace(HELLO, messages=used), choice)
    assert first["thinking"]["type"] != "disabled"
    assert second.get("thinking", {"type": "disabled"})["type"] == "disabled"


async def failure_of(refusal: Refuse) -> ModelError:
    async with OpenAIServer(refusal) as server:
        model = create_model(ModelSpec("openai:loopback", server.base_url))
        with pytest.raises(ModelError) as caught:
            _ = [event async for event in model.stream(HELLO)]
        await model.aclose()
    return caught.value


@pytest.mark.parametrize(
    "message",
    [
        "the request exceeds the available context size. try increasing the context size or enable context shift",
        "Trying to keep the first 5000 tokens, but the model is loaded with context length of only 4096 tokens",
        "This model's maximum context length is 8192 tokens.",
        "Input validation error: `inputs` tokens + `max_new_tokens` must be <= 2048. Given: 3000 `inputs` tokens",
        "Invalid request: Your request exceeded model token limit: 32768",
        "Too many tokens in prompt: 7000 > 2048",
        "input length and `max_tokens` exceed context limit: 9000 + 2000 > 10000",
        "The prompt is too long.",
    ],
)
async def test_servers_say_in_their_own_words_that_a_prompt_is_too_long(message: str) -> None:
    assert type(await failure_of(Refuse(400, message))) is ContextTooLong


async def test_the_words_of_the_provider_are_passed_on_without_secrets() -> None:
    error = await failure_of(Refuse(400, "Invalid 'tools[0]' for key sk-abcdefghijklmnop1234"))
    assert type(error) is ModelRejected
    assert "Invalid 'tools[0]'" in str(error)
    assert "sk-abcdefghijklmnop1234" not in str(error)


async def test_a_provider_that_talks_html_is_not_quoted_at_length() -> None:
    assert len(str(await failure_of(Refuse(418, "<html>" + "x" * 5000)))) < 400


@pytest.mark.req("CON-22")
@pytest.mark.parametrize(
    ("refusal", "expected", "says"),
    [
        (Refuse(403, "Country, region, or territory not supported"), ModelRefused, "Country, region"),
        (Refuse(403, "This plan does not include the model"), ModelRefused, "This plan"),
        (Refuse(403, "Your API key may not use the specified resource"), ModelRefused, "may not use"),
        (Refuse(403, "Invalid API key"), ModelRefused, "doesn't accept the key"),
        (Refuse(403, "The token has expired."), ModelRefused, "doesn't accept the key"),
        (Refuse(403, ""), ModelRefused, "doesn't accept the key"),
        (Refuse(404, "The model `tiny` does not exist", "model_not_found"), ModelRejected, ("doesn't have the model")),
        (Refuse(404, "Invalid URL (POST /chat/completions)"), ModelRejected, "no model server at"),
        (Refuse(500, "failed to allocate 8 GiB of buffer"), ModelRejected, "enough memory"),
        (Refuse(500, "something broke"), ModelFailed, "had a problem"),
    ],
)
async def test_a_refusal_is_called_by_its_name(refusal: Refuse, expected: type[ModelError], says: str) -> None:
    error = await failure_of(refusal)
    assert isinstance(error, expected)
    assert says in str(error)


class Elsewhere(LoopbackServer):
    """Has something else at this address, or nobody home at all."""

    def __init__(self, *, hangs_up: bool = False) -> None:
        super().__init__()
        self._hangs_up = hangs_up

    async def respond(self, request: Request, exchange: Exchange) -> None:
        if self._hangs_up:
            exchange.reset()
        else:
            await exchange.send(404, "404 page not found", content_type="text/plain")


@pytest.mark.req("CON-22")
@pytest.mark.parametrize("provider", ["openai", "anthropic"])
@pytest.mark.parametrize(
    ("hangs_up", "expected", "says"),
    [(False, ModelRejected, "no model server at"), (True, ModelUnreachable, "closed the")],
)
async def test_a_server_that_is_none(provider: str, hangs_up: bool, expected: type[ModelError], says: str) -> None:
    async with Elsewhere(hangs_up=hangs_up) as server:
        model = create_model(ModelSpec(f"{provider}:tiny", server.url, "sk-test-123456789"))
        with pytest.raises(expected, match=says):
            _ = [event async for event in model.stream(HELLO)]
        await model.aclose()


@pytest.mark.req("CON-22")
@pytest.mark.parametrize(
    ("refusal", "seconds"),
    [
        (Refuse(429, headers={"retry-after": "2.5"}), 2.5),
        (Refuse(429, "Rate limit reached. Please try again in 3.2s."), 3.2),
        (Refuse(503, headers={"retry-after": "4"}), 4.0),
        (Refuse(429), None),
    ],
)
async def test_the_wait_is_known_however_it_is_asked_for(refusal: Refuse, seconds: float | None) -> None:
    error = await failure_of(refusal)
    assert isinstance(error, ModelBusy)
    assert error.retry_after_s == seconds


@pytest.mark.req("LLM-06", "AGT-21")
@pytest.mark.parametrize(
    "refusal",
    [
        Refuse(404, "No endpoints found that support tool use. To learn more, visit us."),
        Refuse(500, "tools param requires --jinja flag"),
        Refuse(400, '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set'),
    ],
)
@pytest.mark.parametrize("provider", ["openai", "openrouter"])
async def test_a_server_without_tools_is_asked_in_words(provider: str, refusal: Refuse) -> None:
    async with OpenAIServer(refusal, say("Sunny."), models=("meta/tiny",)) as server:
        model = create_model(ModelSpec(f"{provider}:meta/tiny", server.base_url, "sk-test-123456789"))
        assert [event async for event in model.stream(HELLO)]
        await model.aclose()
        assert [bool(asked.tools) for asked in server.asked] == [True, False]
