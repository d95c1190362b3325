"""Every request ends up in the accounts, however it ends."""

from __future__ import annotations

import asyncio
import json
from contextlib import aclosing
from random import Random
from types import MappingProxyType

import pytest

from sidecar.domain.message import TurnId
from sidecar.domain.money import RequestRecord, Usage
from sidecar.domain.person import OWNER
from sidecar.errors import ModelCut, ModelError, ModelRefused
from sidecar.llm import ChatRequest, ToolSpec, UserMessage
from sidecar.providers.metering import Metered, Purpose
from sidecar.providers.retrying import Retrying
from tests.fakes.clock import FakeClock
from tests.fakes.model import FakeChatModel
from tests.loopback.script import HANG, Break, Refuse, Say, Step, Tokens, say

WEATHER = ToolSpec("weather", "The weather.", MappingProxyType({"type": "object"}))
HELLO = ChatRequest("Be kind. password: hunter2-hunter2", (UserMessage("hola, che"),), (WEATHER,))


class Ledger:
    def __init__(self) -> None:
        self.entries: list[RequestRecord] = []

    async def record(self, request: RequestRecord, /) -> None:
        await asyncio.sleep(0)
        self.entries.append(request)


def metered(ledger: Ledger, *steps: Step | ModelError) -> Metered:
    return Metered(FakeChatModel(*steps), Purpose(OWNER, "chat", TurnId(7)), ledger, FakeClock())


async def read(model: Metered | Retrying) -> None:
    async for _ in model.stream(HELLO):
        pass


@pytest.mark.req("LLM-05")
async def test_an_answer() -> None:
    ledger = Ledger()
    await read(metered(ledger, Say(("hi",), tokens=Tokens(100, 10, 50))))
    (entry,) = ledger.entries
    assert (entry.person, entry.turn, entry.role, entry.model) == (OWNER, 7, "chat", "fake:model")
    assert (entry.usage, entry.error_code) == (Usage(100, 50, 10), "")
    assert entry.first_token_ms is not None
    assert entry.estimated_tokens > 5


@pytest.mark.req("LLM-05")
async def test_a_failure_before_the_first_token_cost_nothing() -> None:
    ledger = Ledger()
    with pytest.raises(ModelRefused):
        await read(metered(ledger, Refuse(401)))
    (entry,) = ledger.entries
    assert (entry.error_code, entry.usage, entry.first_token_ms) == ("model_refused", Usage(), None)


@pytest.mark.req("LLM-05")
async def test_a_cut_answer_cost_something_that_nobody_knows() -> None:
    ledger = Ledger()
    with pytest.raises(ModelCut):
        await read(metered(ledger, Break("close", ("half",))))
    (entry,) = ledger.entries
    assert (entry.error_code, entry.usage.cost_usd) == ("model_cut", None)


@pytest.mark.req("LLM-05")
async def test_a_cancelled_request() -> None:
    ledger = Ledger()
    reading = asyncio.create_task(read(metered(ledger, HANG)))
    await asyncio.sleep(0.01)
    reading.cancel()
    with pytest.raises(asyncio.CancelledError):
        await reading
    assert [entry.error_code for entry in ledger.entries] == ["cancelled"]


@pytest.mark.req("LLM-05")
async def test_a_closed_stream() -> None:
    ledger = Ledger()
    async with aclosing(metered(ledger, say("a", "b")).stream(HELLO)) as events:
        await anext(events)
    assert [entry.error_code for entry in ledger.entries] == ["cancelled"]


async def test_leaving_after_the_completion_is_not_a_cancellation() -> None:
    ledger = Ledger()
    async with aclosing(metered(ledger, say("a")).stream(HELLO)) as events:
        await anext(events)
        await anext(events)
    assert [entry.error_code for entry in ledger.entries] == [""]


@pytest.mark.req("LLM-05")
async def test_every_attempt_counts() -> None:
    ledger = Ledger()
    model = metered(ledger, Break("close", ("half",)), Refuse(429, headers={"retry-after": "0"}), say("hola"))
    clock = FakeClock()
    reading = asyncio.create_task(read(Retrying(model, clock, Random(1))))
    while not reading.done():
        await clock.advance(5)
    await reading
    assert [entry.error_code for entry in ledger.entries] == ["model_cut", "model_busy", ""]


async def test_the_prompt_is_kept_without_secrets() -> None:
    ledger = Ledger()
    await read(metered(ledger, say("a")))
    prompt = json.loads(ledger.entries[0].prompt)
    assert prompt["messages"][0]["text"] == "hola, che"
    assert prompt["tools"][0]["parameters"] == {"type": "object"}
    assert "hunter2" not in ledger.entries[0].prompt
