"""Models that Sidecar runs itself: a real model, in its own process, which comes, goes, and is killed."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from asyncio.subprocess import PIPE
from collections.abc import AsyncIterator
from contextlib import aclosing
from dataclasses import replace
from datetime import timedelta
from decimal import Decimal
from pathlib import Path

import psutil
import pytest

from sidecar.domain.message import TurnId
from sidecar.domain.person import OWNER
from sidecar.errors import ModelCut, ModelFailed, ModelRejected, ModelTimeout
from sidecar.llm import (
    AssistantMessage,
    ChatModel,
    ChatRequest,
    Completion,
    RetryScheduled,
    TextChunk,
    ToolSpec,
    UserMessage,
)
from sidecar.providers.factory import create_model
from sidecar.providers.local.engine import LocalEngine
from sidecar.providers.local.gguf import read_header
from sidecar.providers.local.process import ServerProcess
from sidecar.providers.local.settings import LocalSettings
from sidecar.providers.local.sizing import LoadPlan, plan_load
from sidecar.providers.model_spec import ConnectedModel, ModelSpec
from sidecar.providers.registry import ModelRegistry
from sidecar.runtime.clock import SystemClock
from tests.eventually import eventually
from tests.fakes.clock import FakeClock
from tests.providers.test_registry import Memory

pytestmark = [pytest.mark.inference, pytest.mark.xdist_group("inference")]

HELLO = ChatRequest(
    "You are a friendly assistant. Answer in one short sentence.",
    (UserMessage("My name is Ana. Please greet me by my name."),),
    max_output_tokens=30,
)
LONG = replace(
    HELLO,
    messages=(UserMessage("Write a very long story about a lighthouse, with many chapters."),),
    max_output_tokens=1500,
)
IDLE = timedelta(minutes=5)
_ARCHITECTURE = b"general.architecture\x08\0\0\0\x05\0\0\0\0\0\0\0"


def sparing() -> LocalSettings:
    """Two threads that wait for each other are ten times slower than one when the machine is busy."""
    return LocalSettings(threads=1, unload_after=IDLE)


@pytest.fixture
async def engine() -> AsyncIterator[LocalEngine]:
    engine = LocalEngine(settings=sparing)
    yield engine
    await engine.close()


@pytest.fixture
async def model(engine: LocalEngine, weights: Path) -> AsyncIterator[ConnectedModel]:
    model = create_model(ModelSpec(f"local:{weights}"), engine)
    yield model
    await model.aclose()


async def answer_of(model: ChatModel, request: ChatRequest = HELLO) -> Completion:
    *_, last = [event async for event in model.stream(request)]
    assert isinstance(last, Completion)
    return last


def loaded(engine: LocalEngine) -> ServerProcess:
    assert engine.process is not None
    return engine.process


def gone(pid: int) -> bool:
    return not psutil.pid_exists(pid) or psutil.Process(pid).status() == psutil.STATUS_ZOMBIE


@pytest.mark.req("LLM-01", "CON-23")
async def test_a_conversation_loads_the_model_when_it_begins(
    model: ConnectedModel, engine: LocalEngine, weights: Path
) -> None:
    assert model.name == f"local:{weights}"
    assert model.context_window == 8192  # what this file was trained with
    assert engine.process is None
    events = [event async for event in model.stream(HELLO)]
    first = events[-1]
    assert isinstance(first, Completion)
    chunks = [event.text for event in events if isinstance(event, TextChunk)]
    assert len(chunks) > 3
    assert "".join(chunks) == first.message.text
    assert first.usage.output_tokens <= 30
    assert first.usage.cost_usd == Decimal(0)
    pid = loaded(engine).pid
    again = (*HELLO.messages, AssistantMessage(first.message.text), UserMessage("Now say goodbye to me."))
    second = await answer_of(model, replace(HELLO, messages=again))
    assert second.message.text.strip()
    assert second.usage.cached_tokens > 0  # what was said before is not read again
    assert loaded(engine).pid == pid


@pytest.mark.req("LLM-01")
async def test_the_server_is_for_sidecar_alone(model: ConnectedModel, engine: LocalEngine) -> None:
    import httpx2

    await answer_of(model)
    process = loaded(engine)
    asked = {"messages": [{"role": "user", "content": "hi"}], "max_tokens": 1}
    async with httpx2.AsyncClient(base_url=process.url) as stranger:
        assert (await stranger.post("/v1/chat/completions", json=asked)).status_code == 401
    command = " ".join(psutil.Process(process.pid).cmdline())
    assert process.key not in command
    addresses = [connection.laddr.ip for connection in psutil.Process(process.pid).net_connections("tcp")]
    assert set(addresses) == {"127.0.0.1"}


@pytest.mark.req("LLM-04", "CON-23")
async def test_cancelling_stops_the_work(model: ConnectedModel, engine: LocalEngine) -> None:
    async with aclosing(model.stream(LONG)) as events:
        for _ in range(5):
            await anext(events)
        process = psutil.Process(loaded(engine).pid)
    await asyncio.sleep(0.3)  # the token that was being made
    before = sum(process.cpu_times()[:2])
    await asyncio.sleep(1.0)
    assert sum(process.cpu_times()[:2]) - before < 0.2
    assert (await answer_of(model)).message.text.strip()


@pytest.mark.req("LLM-01")
async def test_a_model_that_nobody_asks_leaves_the_memory(weights: Path) -> None:
    clock = FakeClock()
    engine = LocalEngine(settings=sparing, clock=clock)
    model = create_model(ModelSpec(f"local:{weights}"), engine)
    async with aclosing(model.stream(HELLO)) as events:
        await anext(events)
        await clock.advance(IDLE.total_seconds() * 2)  # it is at work
        assert engine.process is not None
        assert len([event async for event in events]) > 1
    first = loaded(engine).pid
    await clock.advance(IDLE.total_seconds() - 1)
    await answer_of(model)
    await clock.advance(IDLE.total_seconds() - 1)  # counted from the last request
    assert loaded(engine).pid == first
    await clock.advance(2)
    assert engine.process is None
    await eventually(lambda: gone(first))
    await answer_of(model)
    assert loaded(engine).pid != first
    await model.aclose()
    await engine.close()


@pytest.mark.req("LLM-01")
async def test_killed_in_the_middle_of_an_answer(model: ConnectedModel, engine: LocalEngine) -> None:
    async with aclosing(model.stream(LONG)) as events:
        for _ in range(5):
            await anext(events)
        os.kill(loaded(engine).pid, signal.SIGKILL)
        with pytest.raises(ModelCut, match="stopped in the middle"):
            async for _ in events:
                pass
    assert engine.process is None
    assert (await answer_of(model)).message.text.strip()


@pytest.mark.req("LLM-01", "LLM-03")
async def test_the_person_gets_the_answer_all_the_same(weights: Path) -> None:
    clock = SystemClock()
    engine = LocalEngine(settings=sparing, clock=clock)
    book = ModelRegistry(lambda _: ModelSpec(f"local:{weights}"), Memory(), Memory(), clock, engine=engine)
    chain = await book.chat_model(OWNER, TurnId(1))
    events = []
    async with aclosing(chain.stream(replace(LONG, max_output_tokens=60))) as stream:
        async for event in stream:
            events.append(event)
            if len(events) == 5:
                os.kill(loaded(engine).pid, signal.SIGKILL)
    retried = [isinstance(event, RetryScheduled) for event in events]
    assert retried.count(True) == 1
    last = events[-1]
    assert isinstance(last, Completion)
    said = "".join(event.text for event in events[retried.index(True) :] if isinstance(event, TextChunk))
    assert said == last.message.text  # nothing of what was said before it died
    pid = loaded(engine).pid
    await book.close()
    assert gone(pid)


@pytest.mark.req("LLM-01")
async def test_killed_while_it_rests_or_is_loading(model: ConnectedModel, engine: LocalEngine) -> None:
    await answer_of(model)
    os.kill(loaded(engine).pid, signal.SIGKILL)
    await eventually(lambda: engine.process is None)
    await answer_of(model)
    os.kill(loaded(engine).pid, signal.SIGKILL)
    await eventually(lambda: engine.process is None)
    others = set(psutil.Process().children())
    asking = asyncio.create_task(answer_of(model))
    await eventually(lambda: bool(set(psutil.Process().children()) - others))
    for child in set(psutil.Process().children()) - others:
        child.kill()
    with pytest.raises(ModelFailed, match="stopped while loading"):
        await asking
    await answer_of(model)


@pytest.mark.req("LLM-01")
async def test_it_cannot_outlive_a_sidecar_that_is_killed(weights: Path) -> None:
    program = f"""
import asyncio
from pathlib import Path
from sidecar.providers.local.engine import LocalEngine
from sidecar.providers.local.gguf import read_header
from sidecar.providers.local.sizing import plan_load

async def main():
    load = plan_load(read_header(Path({str(weights)!r})), context=512, threads=1, memory_bytes=10**9)
    async with LocalEngine().lease(load) as process:
        print(process.pid, flush=True)
        await asyncio.sleep(60)

asyncio.run(main())
"""
    parent = await asyncio.create_subprocess_exec(sys.executable, "-c", program, stdout=PIPE)
    assert parent.stdout is not None
    pid = int(await parent.stdout.readline())
    assert psutil.Process(pid).name()
    parent.kill()
    await parent.wait()
    await eventually(lambda: gone(pid))


@pytest.mark.req("LLM-01")
async def test_one_model_at_a_time(model: ConnectedModel, engine: LocalEngine, weights: Path, tmp_path: Path) -> None:
    (tmp_path / "con espacios").mkdir()
    (tmp_path / "con espacios" / "otro.gguf").symlink_to(weights)
    other = create_model(ModelSpec(f"local:{tmp_path / 'con espacios' / 'otro.gguf'}", context_window=1024), engine)
    assert other.context_window == 1024
    async with aclosing(model.stream(LONG)) as events:
        await anext(events)
        first = loaded(engine).pid
        waiting = asyncio.create_task(answer_of(other))
        for _ in range(5):
            await anext(events)
        assert loaded(engine).pid == first  # nobody is interrupted
    await waiting
    assert gone(first)
    assert loaded(engine).load.title == "otro"
    await other.aclose()


@pytest.mark.req("LLM-01")
async def test_a_kind_that_llama_cpp_does_not_know_is_told_and_harms_nobody(
    model: ConnectedModel, engine: LocalEngine, weights: Path, tmp_path: Path
) -> None:
    strange = tmp_path / "strange.gguf"
    strange.write_bytes(weights.read_bytes().replace(_ARCHITECTURE + b"llama", _ARCHITECTURE + b"zebra"))
    broken = create_model(ModelSpec(f"local:{strange}"), engine)
    with pytest.raises(ModelRejected, match=r"can't load strange.*'zebra'"):
        await answer_of(broken)
    assert (await answer_of(model)).message.text.strip()
    await broken.aclose()


@pytest.mark.req("LLM-01")
async def test_what_does_not_fit_the_memory_is_not_loaded(engine: LocalEngine, weights: Path) -> None:
    load = plan_load(read_header(weights), context=None, threads=1, memory_bytes=8 * 10**9)
    huge: LoadPlan = replace(load, needs_bytes=10**15)
    with pytest.raises(ModelRejected, match=r"needs 1000000\.0 GB of memory"):
        async with engine.lease(huge):
            pass
    async with engine.lease(load) as process:
        assert process.url.startswith("http://127.0.0.1:")


@pytest.mark.req("LLM-04")
async def test_the_deadline_counts_while_it_loads_and_the_loading_goes_on(
    model: ConnectedModel, engine: LocalEngine
) -> None:
    hasty = replace(HELLO, first_token_timeout=timedelta(seconds=0.01))
    with pytest.raises(ModelTimeout):
        await answer_of(model, hasty)
    await eventually(lambda: engine.process is not None)
    pid = loaded(engine).pid
    await answer_of(model)
    assert loaded(engine).pid == pid


@pytest.mark.req("LLM-06", "AGT-21")
async def test_a_template_without_tools_is_held_to_the_action_protocol(model: ConnectedModel) -> None:
    """The file's own template has no place for tools, and llama.cpp would leave them out without a word."""
    place = {"type": "object", "properties": {"place": {"type": "string"}}, "required": ["place"]}
    request = ChatRequest(
        "You are a friendly assistant.",
        (UserMessage("What is the weather in Salta?"),),
        (ToolSpec("weather", "Tells the weather in a place.", place),),
        max_output_tokens=300,
    )
    last = await answer_of(model, request)
    assert last.usage.input_tokens > 120  # the tools are in the prompt
    assert {call.name for call in last.message.tool_calls} <= {"weather"}
    assert all(json.loads(call.arguments).keys() == {"place"} for call in last.message.tool_calls)


@pytest.mark.req("LLM-06")
async def test_json_of_a_schema(model: ConnectedModel) -> None:
    schema = {
        "type": "object",
        "properties": {"mood": {"type": "string", "enum": ["happy", "sad"]}},
        "required": ["mood"],
        "additionalProperties": False,
    }
    request = replace(HELLO, messages=(UserMessage("Ana is smiling. Describe her mood."),), json_schema=schema)
    assert json.loads((await answer_of(model, request)).message.text)["mood"] in ("happy", "sad")
