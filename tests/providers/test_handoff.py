"""The role `tools`: who goes on once a tool has been used."""

from __future__ import annotations

from dataclasses import replace

import pytest

from sidecar.domain.person import OWNER
from sidecar.domain.tool import ToolCall
from sidecar.llm import AssistantMessage, ChatModel, ChatRequest, Completion, ToolMessage, UserMessage
from sidecar.llm.roles import Role
from sidecar.providers.decorators.handoff import HandoffModel
from sidecar.providers.model_spec import ModelSpec
from sidecar.providers.registry import ModelRegistry
from tests.fakes.model import FakeChatModel
from tests.loopback.openai_server import OpenAIServer
from tests.loopback.script import CallTool, Refuse, say
from tests.providers.test_fallback import TURN, Memory
from tests.providers.test_retry import HurriedClock

HELLO = ChatRequest("Be kind.", (UserMessage("hola"),))
CALL = AssistantMessage("", (ToolCall("1", "weather", "{}"),))
USED = replace(HELLO, messages=(*HELLO.messages, CALL, ToolMessage("1", "weather", "sun")))
LIMIT = replace(USED, messages=(*USED.messages, UserMessage("[Sidecar: answer now]")))


async def answer(model: ChatModel, request: ChatRequest) -> str:
    *_, last = [event async for event in model.stream(request)]
    assert isinstance(last, Completion)
    return last.message.text


@pytest.mark.req("LLM-02")
async def test_whoever_reads_the_first_result_goes_on_to_the_end() -> None:
    opened = 0

    async def then() -> ChatModel:
        nonlocal opened
        opened += 1
        return FakeChatModel(say("hands"), say("hands again"), name="fake:hands")

    model = HandoffModel(FakeChatModel(say("head"), name="fake:head"), then)
    assert (await answer(model, HELLO), model.name, opened) == ("head", "fake:head", 0)
    assert (await answer(model, USED), model.name) == ("hands", "fake:hands")
    assert (await answer(model, LIMIT), opened) == ("hands again", 1)


@pytest.mark.req("LLM-02", "LLM-05")
async def test_the_role_is_asked_for_its_work_and_accounted_for_it() -> None:
    async with OpenAIServer(CallTool("weather"), models=("head",)) as head, OpenAIServer(models=("hands",)) as hands:
        hands.script.steps = [say("sun"), Refuse(401)]
        models: dict[Role, ModelSpec] = {
            "chat": ModelSpec("openai:head", head.base_url),
            "tools": ModelSpec("openai:hands", hands.base_url),
        }
        memory = Memory()
        registry = ModelRegistry(lambda role: models.get(role, models["chat"]), memory, memory, HurriedClock())
        model = await registry.chat_model(OWNER, TURN)
        *_, asks = [event async for event in model.stream(HELLO)]
        assert isinstance(asks, Completion) and asks.message.tool_calls
        assert await answer(model, USED) == "sun"
        assert [(record.role, record.model) for record in memory.records if not record.error_code] == [
            ("chat", "openai:head"),
            ("tools", "openai:hands"),
        ]
        head.script.steps.append(say("chat ends it"))
        assert await answer(await registry.chat_model(OWNER, TURN), USED) == "chat ends it"
        await registry.close()


@pytest.mark.req("LLM-02")
async def test_without_a_model_of_its_own_nobody_is_handed_anything() -> None:
    memory = Memory()
    registry = ModelRegistry(lambda _: ModelSpec("ollama:a", "http://127.0.0.1:9"), memory, memory, HurriedClock())
    assert not isinstance(await registry.chat_model(OWNER, TURN), HandoffModel)
    await registry.choose(OWNER, ["ollama:hands"], "tools")
    assert isinstance(await registry.chat_model(OWNER, TURN), HandoffModel)
    await registry.close()
