"""llama.cpp's server tells whether a model's template knows tools: without them it is told how to act in its text."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace

import pytest

from sidecar.domain.tool import ToolCall
from sidecar.errors import ModelRejected, ModelUnreachable
from sidecar.llm import AssistantMessage, ChatRequest, Completion, ToolSpec, UserMessage
from sidecar.providers.factory import create_model
from sidecar.providers.model_spec import ConnectedModel, ModelSpec
from tests.loopback.http import Exchange, Request
from tests.loopback.openai_server import OpenAIServer
from tests.loopback.script import CallTool, Refuse, Say, say

WEATHER = ToolSpec("weather", "The weather.", {"type": "object", "properties": {"place": {"type": "string"}}})
PLAIN = ChatRequest("You are Sidecar.", (UserMessage("¿Llueve en Salta?"),))
HELLO = replace(PLAIN, tools=(WEATHER,))
ACTS = say('{"message": "", "actions": [{"action": "weather", "params": {"place": "Salta"}}]}')
CALLS = Say(calls=(CallTool("weather", '{"place": "Salta"}'),))


class LlamaServer(OpenAIServer):
    """`props` is what `/props` answers: a body, or only a status; nothing at all hangs."""

    def __init__(self, props: object = 404, api_key: str = "") -> None:
        super().__init__(api_key=api_key)
        self.props = props

    @property
    def looks(self) -> int:
        return sum(request.path == "/props" for request in self.requests)

    async def respond(self, request: Request, exchange: Exchange) -> None:
        if request.path != "/props":
            return await super().respond(request, exchange)
        if self.props is None:
            exchange.hang_up()
        elif isinstance(self.props, int):
            await exchange.send(self.props, {"error": {"code": self.props, "message": "no", "type": "no"}})
        else:
            await exchange.send(200, self.props)


def saying(supports_tools: object) -> dict[str, object]:
    return {"total_slots": 1, "chat_template": "…", "chat_template_caps": {"supports_tools": supports_tools}}


@pytest.fixture
async def server() -> AsyncIterator[LlamaServer]:
    async with LlamaServer() as server:
        yield server


@pytest.fixture
async def model(server: LlamaServer) -> AsyncIterator[ConnectedModel]:
    model = create_model(ModelSpec("llamacpp:loopback", server.base_url))
    yield model
    await model.aclose()


async def answer_of(model: ConnectedModel, request: ChatRequest = HELLO) -> Completion:
    last = [event async for event in model.stream(request)][-1]
    assert isinstance(last, Completion)
    return last


@pytest.mark.req("LLM-06", "AGT-21")
async def test_without_tools_in_its_template_it_acts_in_its_text(server: LlamaServer, model: ConnectedModel) -> None:
    server.props = saying(False)
    server.script.steps += [ACTS, say("It rains.")]
    acted = await answer_of(model)
    (call,) = acted.message.tool_calls
    assert (call.name, call.arguments) == ("weather", '{"place": "Salta"}')
    (asked,) = server.asked
    assert asked.tools == ()
    assert "- weather: The weather." in asked.system
    assert asked.json_schema is not None
    assert (await answer_of(model)).message == AssistantMessage("It rains.")
    assert server.looks == 1


@pytest.mark.req("LLM-06")
async def test_with_tools_in_its_template_it_gets_them(server: LlamaServer, model: ConnectedModel) -> None:
    server.props = saying(True)
    server.script.steps += [CALLS, CALLS]
    for _ in range(2):
        (call,) = (await answer_of(model)).message.tool_calls
        assert call == ToolCall(call.id, "weather", '{"place": "Salta"}')
    assert [asked.tools for asked in server.asked] == [(WEATHER,)] * 2
    assert [asked.system for asked in server.asked] == [HELLO.system] * 2
    assert server.looks == 1


@pytest.mark.req("LLM-06")
@pytest.mark.parametrize(
    "props",
    [
        404, 401, 501, {}, [], "", "<html>", b"\xff\xfe\x00", {"chat_template_caps": None}, {"chat_template_caps": []},
        {"chat_template_caps": {}}, saying(None), saying("no"), saying(0), None,
    ],
)  # fmt: skip
async def test_a_server_that_does_not_tell_is_taken_to_know_tools(
    server: LlamaServer, model: ConnectedModel, props: object
) -> None:
    server.props = props
    server.script.steps += [CALLS]
    assert (await answer_of(model)).message.tool_calls
    assert server.asked[0].tools == (WEATHER,)


@pytest.mark.req("LLM-06")
@pytest.mark.parametrize("props", [404, {}, "<html>"])
async def test_an_old_server_is_looked_at_once(server: LlamaServer, model: ConnectedModel, props: object) -> None:
    server.props = props
    for _ in range(3):
        await answer_of(model)
    assert server.looks == 1


@pytest.mark.req("LLM-06")
async def test_a_server_that_is_still_loading_is_looked_at_again(server: LlamaServer, model: ConnectedModel) -> None:
    server.props = 503
    server.script.steps += [Refuse(400, "loading"), ACTS]
    with pytest.raises(ModelRejected):
        await answer_of(model)
    server.props = saying(False)
    assert (await answer_of(model)).message.tool_calls
    assert server.asked[-1].tools == ()


@pytest.mark.req("LLM-06")
async def test_an_old_server_that_refuses_tools_gets_them_in_words(server: LlamaServer, model: ConnectedModel) -> None:
    server.script.steps += [Refuse(400, "tools param requires --jinja flag"), ACTS]
    assert (await answer_of(model)).message.tool_calls
    assert [asked.tools for asked in server.asked] == [(WEATHER,), ()]


@pytest.mark.req("LLM-06")
async def test_without_tools_nothing_is_looked_at(server: LlamaServer, model: ConnectedModel) -> None:
    server.props = saying(False)
    await answer_of(model, PLAIN)
    assert server.looks == 0
    assert server.asked[0].system == PLAIN.system


@pytest.mark.req("LLM-06")
async def test_told_to_act_in_its_text_it_is_not_looked_at(server: LlamaServer) -> None:
    server.props = saying(True)
    server.script.steps += [ACTS]
    model = create_model(ModelSpec("llamacpp:loopback", server.base_url, tools="json"))
    assert (await answer_of(model)).message.tool_calls
    await model.aclose()
    assert (server.looks, server.asked[0].tools) == (0, ())


@pytest.mark.req("LLM-06")
@pytest.mark.parametrize("end", ["", "/"])
async def test_the_address_may_end_in_a_slash(server: LlamaServer, end: str) -> None:
    server.props = saying(False)
    server.script.steps += [ACTS]
    model = create_model(ModelSpec("llamacpp:loopback", server.base_url + end))
    assert (await answer_of(model)).message.tool_calls
    await model.aclose()
    assert server.looks == 1


@pytest.mark.req("LLM-06", "SEC-04")
async def test_the_key_goes_along() -> None:
    async with LlamaServer(saying(False), api_key="llama-key-0123456789") as server:
        server.script.steps += [ACTS]
        model = create_model(ModelSpec("llamacpp:loopback", server.base_url, "llama-key-0123456789"))
        assert (await answer_of(model)).message.tool_calls
        await model.aclose()
        assert {request.headers["authorization"] for request in server.requests} == {"Bearer llama-key-0123456789"}


@pytest.mark.req("LLM-06")
async def test_several_at_once(server: LlamaServer, model: ConnectedModel) -> None:
    server.props = saying(False)
    server.script.steps += [ACTS] * 3
    answers = await asyncio.gather(*(answer_of(model) for _ in range(3)))
    assert all(answer.message.tool_calls for answer in answers)
    assert all(asked.tools == () for asked in server.asked)


@pytest.mark.req("LLM-06", "OPS-12")
async def test_a_server_that_is_not_there() -> None:
    model = create_model(ModelSpec("llamacpp:loopback", "http://127.0.0.1:9/v1"))
    with pytest.raises(ModelUnreachable):
        await answer_of(model)
    await model.aclose()
