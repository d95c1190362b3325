"""Every request ends up in the accounts, however it ends."""

from __future__ import annotations

import asyncio
import json
from contextlib import aclosing
from decimal import Decimal
from random import Random
from types import MappingProxyType

import pytest

from sidecar.domain.message import TurnId
from sidecar.domain.money import UNFINISHED, RequestRecord, Usage
from sidecar.domain.person import OWNER
from sidecar.errors import ModelCut, ModelEmpty, ModelError, ModelRefused, StorageBusy
from sidecar.llm import ChatRequest, Completion, ToolSpec, UserMessage
from sidecar.providers.decorators.metering import MeteredModel, Purpose
from sidecar.providers.decorators.retry import RetryingModel
from tests.eventually import eventually
from tests.fakes.clock import FakeClock
from tests.fakes.model import FakeChatModel
from tests.loopback.script import HANG, Break, CallTool, Refuse, Say, Step, Tokens, say

WEATHER = ToolSpec("weather", "The weather.", MappingProxyType({"type": "object"}))
HELLO = ChatRequest("Be kind. password: hunter2-hunter2", (UserMessage("hola, che"),), (WEATHER,))


class Ledger:
    """`entries` as they stand; `seen` is how each of them stood at any time."""

    def __init__(self) -> None:
        self.entries: list[RequestRecord] = []
        self.seen: list[list[RequestRecord]] = []

    async def record(self, request: RequestRecord, line: int | None = None, /) -> int:
        await asyncio.sleep(0)
        if line is None:
            line = len(self.entries)
            self.entries.append(request)
            self.seen.append([])
        self.entries[line] = request
        self.seen[line].append(request)
        return line


def metered(ledger: Ledger, *steps: Step | ModelError) -> MeteredModel:
    return MeteredModel(FakeChatModel(*steps), Purpose(OWNER, "chat", TurnId(7)), ledger, FakeClock())


async def read(model: MeteredModel | RetryingModel) -> None:
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
    await eventually(lambda: ledger.entries)
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
    reading = asyncio.create_task(read(RetryingModel(model, clock, Random(1))))
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


# -- what nobody says, and what was paid for nothing


def a_cent_a_token(tokens_in: int, tokens_out: int) -> Decimal:
    return Decimal(tokens_in + tokens_out) / 100


def priced(ledger: Ledger, *steps: Step | ModelError, clock: FakeClock | None = None) -> MeteredModel:
    model = FakeChatModel(*steps)
    return MeteredModel(model, Purpose(OWNER, "chat", TurnId(7)), ledger, clock or FakeClock(), a_cent_a_token)


@pytest.mark.req("LLM-05")
async def test_an_answer_that_nobody_can_use_costs_what_the_provider_says() -> None:
    ledger = Ledger()
    empty = ModelEmpty("nothing").with_usage(Usage(1000, 200, 50, Decimal("0.3")))
    with pytest.raises(ModelEmpty):
        await read(priced(ledger, empty))
    (entry,) = ledger.entries
    assert (entry.usage, entry.error_code) == (Usage(1000, 200, 50, Decimal("0.3")), "model_empty")


@pytest.mark.req("LLM-05")
async def test_where_the_provider_counts_nothing_the_cost_is_estimated() -> None:
    ledger = Ledger()
    events = [event async for event in priced(ledger, Say(("word " * 50,), tokens=Tokens(0, 0))).stream(HELLO)]
    (entry,) = ledger.entries
    assert isinstance(completion := events[-1], Completion)
    assert completion.usage == entry.usage, "whoever asked learns the same"
    assert (entry.usage.input_tokens, entry.usage.output_tokens) == (0, 0)
    assert entry.usage.cost_usd is not None
    assert (
        Decimal(entry.estimated_tokens + 30) / 100 < entry.usage.cost_usd < Decimal(entry.estimated_tokens + 90) / 100
    )


@pytest.mark.req("LLM-05")
async def test_tool_calls_are_part_of_the_estimate() -> None:
    ledger = Ledger()
    call = CallTool("weather", json.dumps({"place": "far away " * 30}))
    await read(priced(ledger, Say(calls=(call,), tokens=Tokens(0, 0))))
    (entry,) = ledger.entries
    assert entry.usage.cost_usd is not None and entry.usage.cost_usd > Decimal(entry.estimated_tokens + 40) / 100


# -- a program that is killed


@pytest.mark.req("LLM-05")
async def test_a_request_has_its_line_while_it_runs_and_only_one() -> None:
    ledger = Ledger()
    async with aclosing(priced(ledger, Say(("ho", "la"), wait_s=0.01)).stream(HELLO)) as events:
        await anext(events)
        await eventually(lambda: ledger.entries)
        (begun,) = ledger.entries
        assert begun.error_code == UNFINISHED
        assert begun.usage.cost_usd is not None and begun.usage.cost_usd > Decimal(begun.estimated_tokens) / 100
        async for _ in events:
            pass
    (entry,) = ledger.entries
    assert (entry.error_code, entry.usage) == ("", Usage(100, 0, 10))


@pytest.mark.req("LLM-05")
async def test_the_line_of_a_long_answer_grows_with_it() -> None:
    ledger, clock = Ledger(), FakeClock()
    chunks = tuple(f"{n} words of a long story " * 20 for n in range(8))
    async for event in priced(ledger, Say(chunks), clock=clock).stream(HELLO):
        if not isinstance(event, Completion):
            await clock.advance(1.0)
    costs = [record.usage.cost_usd for record in ledger.seen[0] if record.error_code == UNFINISHED]
    assert len(costs) >= 4, "every two seconds"
    assert costs == sorted(costs, key=lambda cost: cost or 0) and costs[0] != costs[-1]


async def test_a_free_answer_is_not_noted_over_and_over() -> None:
    ledger, clock = Ledger(), FakeClock()
    free = MeteredModel(
        FakeChatModel(Say(("word ",) * 8)), Purpose(OWNER), ledger, clock, lambda tokens_in, tokens_out: Decimal(0)
    )
    async for _ in free.stream(HELLO):
        await clock.advance(1.0)
    assert [record.error_code for record in ledger.seen[0]] == [UNFINISHED, ""]


async def test_what_could_not_be_noted_is_recorded_at_the_end() -> None:
    class Stumbling(Ledger):
        async def record(self, request: RequestRecord, line: int | None = None, /) -> int:
            if request.error_code == UNFINISHED:
                raise StorageBusy("not now")
            return await super().record(request, line)

    ledger = Stumbling()
    await read(priced(ledger, say("hola")))
    assert [(entry.error_code, entry.usage.input_tokens) for entry in ledger.entries] == [("", 100)]
