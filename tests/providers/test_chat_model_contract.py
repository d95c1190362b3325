"""The `ChatModel` port: the fake and the adapters to real wires keep the same promises."""

from __future__ import annotations

import asyncio
import json
from contextlib import aclosing
from dataclasses import replace
from datetime import timedelta
from random import Random

import pytest

from sidecar.domain.tool import ToolCall
from sidecar.errors import (
    ContextTooLong,
    ModelBusy,
    ModelCut,
    ModelEmpty,
    ModelError,
    ModelFailed,
    ModelRefused,
    ModelRejected,
    ModelTimeout,
    ModelUnknown,
    OutputLimitReached,
)
from sidecar.llm import (
    AssistantMessage,
    ChatModel,
    ChatRequest,
    Completion,
    FinishReason,
    ModelEvent,
    TextChunk,
    ThinkingChunk,
    ToolMessage,
    ToolSpec,
    UserMessage,
)
from sidecar.providers.decorators.retry import RetryingModel
from sidecar.runtime.clock import SystemClock
from tests.eventually import eventually
from tests.loopback.script import EMPTY, HANG, Break, CallTool, Refuse, Say, Tokens, say
from tests.providers.conftest import Rig

HELLO = ChatRequest("You are Sidecar.", (UserMessage("hola"),))
SHORT = timedelta(seconds=0.15)


async def events_of(model: ChatModel, request: ChatRequest = HELLO) -> list[ModelEvent]:
    return [event async for event in model.stream(request)]


async def completion_of(model: ChatModel, request: ChatRequest = HELLO) -> Completion:
    last = (await events_of(model, request))[-1]
    assert isinstance(last, Completion)
    return last


async def failure_of(model: ChatModel, request: ChatRequest = HELLO) -> ModelError:
    with pytest.raises(ModelError) as caught:
        await events_of(model, request)
    return caught.value


async def test_text_arrives_in_chunks_and_the_completion_is_last(rig: Rig) -> None:
    *chunks, last = await events_of(rig.plays(say("Ho", "la, ", "Ana")))
    assert chunks == [TextChunk("Ho"), TextChunk("la, "), TextChunk("Ana")]
    assert isinstance(last, Completion)
    assert (last.message, last.finish_reason) == (AssistantMessage("Hola, Ana"), FinishReason.STOP)
    assert last.model == rig.model.name


@pytest.mark.req("CON-23")
async def test_the_first_chunk_comes_before_the_answer_is_complete(rig: Rig) -> None:
    async with aclosing(rig.plays(say("now", "later", wait_s=5)).stream(HELLO)) as events:
        async with asyncio.timeout(30):
            assert await anext(events) == TextChunk("now")


@pytest.mark.req("LLM-06")
async def test_reasoning_is_never_part_of_the_answer(rig: Rig) -> None:
    thinking, *_, last = await events_of(rig.plays(Say(("42",), thinking="Let me see…")))
    assert thinking == ThinkingChunk("Let me see…")
    assert isinstance(last, Completion)
    assert last.message.text == "42"


@pytest.mark.req("LLM-06")
async def test_tool_calls_come_whole_with_their_raw_arguments(rig: Rig) -> None:
    calls = (CallTool("weather", '{"place": "Tucumán"}', "call_1"), CallTool("search", '{"q": nope', "call_2"))
    last = await completion_of(rig.plays(Say(("Let me look.",), calls)))
    assert last.finish_reason is FinishReason.TOOLS
    assert last.message == AssistantMessage(
        "Let me look.",
        (ToolCall("call_1", "weather", '{"place": "Tucumán"}'), ToolCall("call_2", "search", '{"q": nope')),
    )


@pytest.mark.req("LLM-05")
async def test_usage_tells_cached_tokens_apart(rig: Rig) -> None:
    last = await completion_of(rig.plays(Say(("hi",), tokens=Tokens(input=900, output=12, cached=600))))
    cached = 0 if "cached tokens" in rig.lacks else 600
    assert (last.usage.input_tokens, last.usage.cached_tokens, last.usage.output_tokens) == (900, cached, 12)


async def test_an_answer_that_hit_the_limit_says_so(rig: Rig) -> None:
    last = await completion_of(rig.plays(Say(("Once upon",), finish="length")))
    assert last.finish_reason is FinishReason.LENGTH


@pytest.mark.req("LLM-06")
async def test_the_whole_conversation_reaches_the_model(rig: Rig) -> None:
    weather = ToolSpec("weather", "The weather.", {"type": "object", "properties": {"place": {"type": "string"}}})
    conversation = (
        UserMessage("How is it in Rosario and in Salta?"),
        AssistantMessage("Looking.", (ToolCall("a", "weather", '{"place":"Rosario"}'), ToolCall("b", "weather", "{}"))),
        ToolMessage("a", "weather", "sunny, 24 °C"),
        ToolMessage("b", "weather", "rain"),
        AssistantMessage("Sun and rain."),
        UserMessage("Thanks. And tomorrow?"),
    )
    await completion_of(rig.plays(say("ok")), replace(HELLO, messages=conversation, tools=(weather,)))
    asked = rig.asked()[-1]
    assert asked.system == "You are Sidecar."
    assert asked.messages == conversation
    assert [(tool.name, tool.description) for tool in asked.tools] == [("weather", "The weather.")]
    assert asked.tools[0].parameters["properties"] == {"place": {"type": "string"}}


async def test_tools_can_be_described_and_forbidden(rig: Rig) -> None:
    tools = (ToolSpec("weather", "The weather.", {"type": "object", "properties": {}}),)
    await completion_of(rig.plays(say("ok")), replace(HELLO, tools=tools, tools_allowed=False))
    asked = rig.asked()[-1]
    assert (len(asked.tools), asked.tools_allowed) == (0 if "forbidden tools" in rig.lacks else 1, False)


async def test_the_limit_of_the_output_reaches_the_model(rig: Rig) -> None:
    await completion_of(rig.plays(say("ok")), replace(HELLO, max_output_tokens=77))
    assert rig.asked()[-1].max_output_tokens == 77


async def test_a_conversation_that_begins_with_the_companion_is_accepted(rig: Rig) -> None:
    messages = (AssistantMessage("Good morning!"), UserMessage("Hi."))
    assert (await completion_of(rig.plays(say("ok")), replace(HELLO, messages=messages))).message.text == "ok"


async def test_broken_arguments_in_the_history_do_no_harm(rig: Rig) -> None:
    messages = (
        UserMessage("go"),
        AssistantMessage("", (ToolCall("a", "weather", '{"place": '),)),
        ToolMessage("a", "weather", "error: the arguments are not JSON"),
    )
    last = await completion_of(rig.plays(say("sorry")), replace(HELLO, messages=messages))
    assert last.message.text == "sorry"


@pytest.mark.req("LLM-06")
async def test_an_answer_in_json_can_be_asked_for(rig: Rig) -> None:
    schema = {"type": "object", "properties": {"a": {"type": "integer"}}, "required": ["a"]}
    last = await completion_of(rig.plays(say('{"a"', ": 1}")), replace(HELLO, json_schema=schema))
    assert json.loads(last.message.text) == {"a": 1}
    asked = rig.asked()[-1]
    assert asked.json_schema == schema or '"a"' in asked.system  # enforced, or asked for in words


@pytest.mark.req("CON-22")
@pytest.mark.parametrize(
    ("step", "expected"),
    [
        (Refuse(401, "bad key"), ModelRefused),
        (Refuse(402, "no balance"), ModelRefused),
        (Refuse(403, "not allowed"), ModelRefused),
        (Refuse(404, "no such model"), ModelUnknown),
        (Refuse(400, "bad request"), ModelRejected),
        (Refuse(422, "bad request"), ModelRejected),
        (Refuse(400, "prompt is too long: 210000 tokens > 200000 maximum", "context_length_exceeded"), ContextTooLong),
        (Refuse(429), ModelBusy),
        (Refuse(503), ModelBusy),
        (Refuse(529), ModelBusy),
        (Refuse(500), ModelFailed),
        (Refuse(502), ModelFailed),
        (Break("close", ("half an ",)), ModelCut),
        (Break("close"), ModelCut),
        (Break("reset", ("half an ",)), ModelCut),
        (Break("end", ("half an ",)), ModelCut),
        (Break("garbage", ("half an ",)), ModelFailed),
        (Break("error", ("half an ",)), ModelFailed),
        (EMPTY, ModelEmpty),
        (say(" \n"), ModelEmpty),
        (Say(thinking="Hmm…"), ModelEmpty),
        (Say(finish="filtered"), ModelRejected),
    ],
    ids=str,
)
async def test_every_failure_is_the_right_error(
    rig: Rig, step: Refuse | Break | Say, expected: type[ModelError]
) -> None:
    if isinstance(step, Say) and step.finish == "filtered" and "filter" in rig.lacks:
        expected = ModelEmpty
    assert type(await failure_of(rig.plays(step))) is expected
    assert (await completion_of(rig.plays(say("again")))).message.text == "again"


@pytest.mark.req("CON-22")
async def test_the_wait_that_the_provider_asks_for_is_known(rig: Rig) -> None:
    error = await failure_of(rig.plays(Refuse(429, headers={"retry-after": "7"})))
    assert isinstance(error, ModelBusy)
    assert error.retry_after_s == 7


@pytest.mark.req("LLM-04")
@pytest.mark.parametrize("step", [HANG, say("late", first_wait_s=5)], ids=["hang", "slow"])
async def test_no_first_token_in_time(rig: Rig, step: Break | Say) -> None:
    async with asyncio.timeout(30):
        error = await failure_of(rig.plays(step), replace(HELLO, first_token_timeout=SHORT))
    assert isinstance(error, ModelTimeout)


@pytest.mark.req("LLM-04")
async def test_silence_in_the_middle(rig: Rig) -> None:
    request = replace(HELLO, idle_timeout=SHORT)
    async with asyncio.timeout(30):
        error = await failure_of(rig.plays(Break("hang", ("Well,",))), request)
    assert isinstance(error, ModelTimeout)


@pytest.mark.req("LLM-04")
async def test_a_slow_answer_that_keeps_coming_is_not_a_timeout(rig: Rig) -> None:
    request = replace(HELLO, first_token_timeout=timedelta(seconds=0.5), idle_timeout=timedelta(seconds=0.5))
    last = await completion_of(rig.plays(say("a", "b", "c", "d", wait_s=0.2)), request)
    assert last.message.text == "abcd"


@pytest.mark.req("LLM-04", "CON-23")
@pytest.mark.parametrize("step", [say("a", "b", wait_s=5), Break("hang", ("a",))], ids=["slow", "hang"])
async def test_closing_the_stream_closes_the_connection(rig: Rig, step: Break | Say) -> None:
    before = rig.abandoned()
    events = rig.plays(step).stream(HELLO)
    assert await anext(events) == TextChunk("a")
    await events.aclose()
    await eventually(lambda: rig.abandoned() == before + 1)


@pytest.mark.req("LLM-04", "CON-23")
@pytest.mark.parametrize("step", [HANG, say("a", "b", wait_s=5)], ids=["before", "during"])
async def test_cancelling_the_reader_closes_the_connection(rig: Rig, step: Break | Say) -> None:
    before, asked = rig.abandoned(), len(rig.asked())
    reading = asyncio.create_task(events_of(rig.plays(step)))
    await eventually(lambda: len(rig.asked()) > asked)
    reading.cancel()
    with pytest.raises(asyncio.CancelledError):
        await reading
    await eventually(lambda: rig.abandoned() == before + 1)


@pytest.mark.req("CON-22")
async def test_thoughts_that_left_no_room_for_an_answer(rig: Rig) -> None:
    """The same attempt would end in the same way."""
    error = await failure_of(rig.plays(Say(thinking="Hmm…", finish="length")))
    assert isinstance(error, OutputLimitReached)
    assert not error.retryable


@pytest.mark.req("CON-22", "LLM-04")
async def test_a_minute_in_vain_is_not_waited_for_again(rig: Rig) -> None:
    alone = RetryingModel(rig.plays(HANG), SystemClock(), Random(1))
    asked = len(rig.asked())
    error = await failure_of(alone, replace(HELLO, first_token_timeout=SHORT))
    assert isinstance(error, ModelTimeout)
    assert len(rig.asked()) == asked + 1
