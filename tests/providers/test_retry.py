"""Trying again: when, how often and after how long."""

from __future__ import annotations

import asyncio
from contextlib import aclosing
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sidecar.errors import (
    ModelBusy,
    ModelCut,
    ModelEmpty,
    ModelError,
    ModelFailed,
    ModelRefused,
    ModelRejected,
    ModelTimeout,
    ModelUnreachable,
)
from sidecar.llm import ChatRequest, Completion, ModelEvent, RetryScheduled, TextChunk, UserMessage
from sidecar.providers.decorators.retry import ATTEMPTS, RetryingModel, pause_before_retry
from tests.fakes.clock import FakeClock
from tests.fakes.model import FakeChatModel
from tests.loopback.script import Break, Refuse, say

HELLO = ChatRequest("", (UserMessage("hola"),))
RETRYABLE = [ModelUnreachable, ModelTimeout, ModelBusy, ModelFailed, ModelCut, ModelEmpty]


class HurriedClock(FakeClock):
    """Sleeping takes no time and is remembered."""

    def __init__(self) -> None:
        super().__init__()
        self.slept: list[float] = []

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)


async def run(model: FakeChatModel, clock: HurriedClock) -> list[ModelEvent]:
    return [event async for event in RetryingModel(model, clock, Random(1)).stream(HELLO)]


@pytest.mark.req("CON-22")
@pytest.mark.parametrize("error", RETRYABLE)
async def test_a_passing_failure_is_tried_again(error: type[ModelError]) -> None:
    clock, model = HurriedClock(), FakeChatModel(error("no"), say("hola"))
    scheduled, chunk, last = await run(model, clock)
    assert scheduled == RetryScheduled(error.code, clock.slept[0])
    assert chunk == TextChunk("hola")
    assert isinstance(last, Completion)


@pytest.mark.req("CON-22")
@pytest.mark.parametrize("error", [ModelRefused, ModelRejected])
async def test_a_lasting_failure_is_not(error: type[ModelError]) -> None:
    clock, model = HurriedClock(), FakeChatModel(error("no"), say("hola"))
    with pytest.raises(error):
        await run(model, clock)
    assert (len(model.requests), clock.slept) == (1, [])


@pytest.mark.req("CON-22")
async def test_three_attempts_and_then_the_last_error() -> None:
    clock, model = HurriedClock(), FakeChatModel(ModelFailed("1"), ModelBusy("2"), ModelEmpty("3"), say("too late"))
    with pytest.raises(ModelEmpty):
        await run(model, clock)
    assert len(model.requests) == ATTEMPTS
    assert len(clock.slept) == ATTEMPTS - 1


@pytest.mark.req("CON-22")
async def test_the_reader_learns_that_what_was_streamed_does_not_count() -> None:
    clock, model = HurriedClock(), FakeChatModel(Break("close", ("half an ",)), say("whole"))
    events = await run(model, clock)
    assert [type(event) for event in events] == [TextChunk, RetryScheduled, TextChunk, Completion]
    assert isinstance(last := events[-1], Completion)
    assert last.message.text == "whole"


@pytest.mark.req("CON-22")
async def test_the_wait_that_was_asked_for_is_kept() -> None:
    clock = HurriedClock()
    await run(FakeChatModel(Refuse(429, headers={"retry-after": "33"}), say("hola")), clock)
    assert clock.slept == [33]


@pytest.mark.req("CON-22")
async def test_nobody_waits_for_more_than_a_minute() -> None:
    clock, model = HurriedClock(), FakeChatModel(Refuse(429, headers={"retry-after": "61"}), say("hola"))
    with pytest.raises(ModelBusy):
        await run(model, clock)
    assert (len(model.requests), clock.slept) == (1, [])


@pytest.mark.req("LLM-04")
async def test_cancelling_between_two_attempts() -> None:
    clock, model = FakeClock(), FakeChatModel(ModelFailed("no"), say("hola"))
    reading = asyncio.create_task(_read(RetryingModel(model, clock, Random(1))))
    await clock.advance(0)
    assert clock.sleeping == 1
    reading.cancel()
    with pytest.raises(asyncio.CancelledError):
        await reading
    assert len(model.requests) == 1


async def _read(model: RetryingModel) -> None:
    async for _ in model.stream(HELLO):
        pass


@pytest.mark.req("LLM-04")
async def test_closing_reaches_the_model() -> None:
    model = FakeChatModel(say("a", "b", wait_s=5))
    async with aclosing(RetryingModel(model, FakeClock(), Random(1)).stream(HELLO)) as events:
        await anext(events)
    assert model.closed == 1


async def test_it_is_the_same_model_to_everyone() -> None:
    model = RetryingModel(FakeChatModel(name="a:b", context_window=123), FakeClock(), Random(1))
    assert (model.name, model.context_window) == ("a:b", 123)


@given(st.sampled_from(RETRYABLE), st.integers(1, 5), st.integers())
def test_pauses_grow_but_stay_within_bounds(error: type[ModelError], attempt: int, seed: int) -> None:
    wait_s = pause_before_retry(error("no"), attempt, Random(seed))
    if attempt >= ATTEMPTS:
        assert wait_s is None
    else:
        assert wait_s is not None
        assert 0 <= wait_s <= min(20, 2 ** (attempt - 1))


@given(st.floats(0, 120), st.integers(1, ATTEMPTS - 1), st.integers())
def test_never_sooner_than_asked(asked_s: float, attempt: int, seed: int) -> None:
    wait_s = pause_before_retry(ModelBusy("no", retry_after_s=asked_s), attempt, Random(seed))
    assert wait_s is None if asked_s > 60 else wait_s is not None and wait_s >= asked_s
