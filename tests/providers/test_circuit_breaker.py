"""A model that fails again and again is left alone, and probed again."""

from __future__ import annotations

from contextlib import aclosing
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sidecar.domain.money import RequestOutcome
from sidecar.errors import ModelBusy, ModelError, ModelFailed, ModelRefused, ModelRejected, ModelUnknown
from sidecar.llm import ChatRequest, UserMessage
from sidecar.llm.status import Health
from sidecar.providers.decorators.circuit_breaker import (
    FIRST_REST_S,
    LONGEST_REST_S,
    CircuitBreaker,
    CircuitBreakerModel,
)
from tests.fakes.clock import FakeClock
from tests.fakes.model import FakeChatModel
from tests.loopback.script import Step, say

HELLO = ChatRequest("", (UserMessage("hola"),))


class Bench:
    """A guarded model, its breaker and the clock."""

    def __init__(self, *steps: Step | ModelError) -> None:
        self.clock = FakeClock()
        self.breaker = CircuitBreaker("fake:model", self.clock)
        self.model = CircuitBreakerModel(FakeChatModel(*steps), self.breaker)

    async def ask(self) -> str:
        """The error's code, or nothing when it answered."""
        try:
            async for _ in self.model.stream(HELLO):
                pass
        except ModelError as error:
            return error.code
        return ""


@pytest.mark.req("LLM-03")
async def test_three_failures_within_a_minute_open_it() -> None:
    bench = Bench(*[ModelFailed("no")] * 3)
    for admitted in (True, True, False):
        await bench.ask()
        await bench.clock.advance(15)
        assert bench.breaker.allows_request is admitted
    status = bench.breaker.status
    assert (status.health, status.last_error, status.rest_s) == (Health.RESTING, "model_failed", 45)


@pytest.mark.req("LLM-03")
async def test_failures_far_apart_do_not() -> None:
    bench = Bench(*[ModelFailed("no")] * 6)
    for _ in range(6):
        await bench.ask()
        assert bench.breaker.allows_request
        await bench.clock.advance(31)


@pytest.mark.req("LLM-03")
async def test_a_success_in_between_begins_the_count_anew() -> None:
    bench = Bench(ModelFailed("no"), ModelFailed("no"), say("yes"), ModelFailed("no"), ModelFailed("no"))
    for _ in range(5):
        await bench.ask()
    assert bench.breaker.closed


@pytest.mark.req("LLM-03")
async def test_after_its_rest_the_next_request_is_the_probe_and_only_one() -> None:
    bench = Bench(*[ModelBusy("no")] * 3, say("a", "b", wait_s=60))
    for _ in range(3):
        await bench.ask()
    await bench.clock.advance(FIRST_REST_S)
    assert (bench.breaker.allows_request, bench.breaker.status.health) == (True, Health.PROBED)
    async with aclosing(bench.model.stream(HELLO)) as probe:
        await anext(probe)
        assert not bench.breaker.allows_request
    assert bench.breaker.allows_request, "a probe that was cancelled tells nothing"
    assert await bench.ask() == ""
    assert bench.breaker.closed


@pytest.mark.req("LLM-03")
async def test_a_probe_that_fails_doubles_the_rest_up_to_ten_minutes() -> None:
    bench = Bench(*[ModelFailed("no")] * 10)
    rests: list[float] = []
    for _ in range(3):
        await bench.ask()
    for _ in range(6):
        rests.append(bench.breaker.status.rest_s)
        await bench.clock.advance(rests[-1])
        await bench.ask()
    assert rests == [60, 120, 240, 480, LONGEST_REST_S, LONGEST_REST_S]


@pytest.mark.req("LLM-03")
async def test_a_request_that_could_not_wait_does_not_prolong_the_rest_but_may_end_it() -> None:
    bench = Bench(*[ModelFailed("no")] * 5, say("yes"))
    for _ in range(3):
        await bench.ask()
    await bench.clock.advance(20)
    await bench.ask()
    await bench.ask()
    assert bench.breaker.status.rest_s == 40
    assert await bench.ask() == ""
    assert bench.breaker.closed


@pytest.mark.req("LLM-03")
async def test_a_wrong_key_counts_and_a_wrong_request_does_not() -> None:
    bench = Bench(*[ModelRejected("no")] * 5, *[ModelRefused("no")] * 3)
    for _ in range(5):
        await bench.ask()
    assert bench.breaker.closed
    for _ in range(3):
        await bench.ask()
    assert not bench.breaker.closed


@given(st.lists(st.tuples(st.booleans(), st.floats(0, 100)), max_size=40))
def test_it_opens_exactly_when_it_should(story: list[tuple[bool, float]]) -> None:
    clock = FakeClock()
    breaker = CircuitBreaker("m", clock)
    failed_at: list[float] = []
    for succeeds, pause_s in story:
        clock.pass_unnoticed(pause_s)
        if not breaker.closed:
            return
        if succeeds:
            breaker.record_success()
            failed_at.clear()
        else:
            breaker.record_failure("x")
            failed_at.append(clock.monotonic())
        recent = [at for at in failed_at if clock.monotonic() - at < 60]
        assert breaker.closed is (succeeds or len(recent) < 3)


@pytest.mark.req("LLM-03")
@given(
    st.lists(
        st.tuples(st.sampled_from(["", "model_timeout", "model_failed", "cancelled"]), st.floats(0, 300)), max_size=40
    )
)
def test_the_next_process_knows_what_this_one_met(story: list[tuple[str, float]]) -> None:
    clock = FakeClock()
    lived, history = CircuitBreaker("m", clock), list[RequestOutcome]()
    for code, pause_s in story:
        clock.pass_unnoticed(pause_s)
        began, probing = clock.now(), lived.begin_request()
        clock.pass_unnoticed(2)
        if not code:
            lived.record_success()
        elif code != "cancelled":
            lived.record_failure(code)
        elif probing:
            lived.abandon_probe()
        history.append(RequestOutcome(began, clock.now(), code))
    later = FakeClock(clock.now())
    fresh = CircuitBreaker("m", later)
    fresh.replay(history)
    assert (fresh.status.health, round(fresh.status.rest_s, 3)) == (lived.status.health, round(lived.status.rest_s, 3))
    assert fresh.status.last_error == lived.status.last_error


@pytest.mark.req("LLM-03", "OPS-12")
def test_what_a_clock_that_was_set_back_has_in_its_future_does_not_count() -> None:
    clock = FakeClock()
    breaker, ahead = CircuitBreaker("m", clock), clock.now() + timedelta(days=1)
    breaker.replay([RequestOutcome(ahead, ahead, "model_failed")] * 3)
    assert breaker.closed


@pytest.mark.req("LLM-03")
async def test_a_model_that_does_not_exist_rests_like_one_that_fails() -> None:
    bench = Bench(*[ModelUnknown("no such model")] * 3)
    for _ in range(3):
        assert await bench.ask() == "model_rejected"
    assert bench.breaker.status.health is Health.RESTING


@pytest.mark.req("LLM-02", "LLM-03")
async def test_a_rest_that_the_person_ends_is_over_and_the_next_request_is_the_probe() -> None:
    bench = Bench(*[ModelFailed("no")] * 4, say("hola"))
    bench.breaker.end_rest()
    assert bench.breaker.closed
    for _ in range(3):
        await bench.ask()
    bench.breaker.end_rest()
    assert bench.breaker.status.health is Health.PROBED
    await bench.ask()
    assert bench.breaker.status.rest_s == 2 * FIRST_REST_S
    bench.breaker.end_rest()
    assert await bench.ask() == ""
    assert bench.breaker.closed
