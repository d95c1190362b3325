"""The numbers of the specification, written down once more: nobody changes one without noticing."""

from __future__ import annotations

from datetime import timedelta
from random import Random

import pytest

from sidecar.brain.loop import LoopLimits
from sidecar.errors import ModelBusy
from sidecar.llm import ChatRequest
from sidecar.llm.roles import FIRST_TOKEN_LIMITS
from sidecar.memory.fact_selector import BUDGET_TOKENS
from sidecar.providers.decorators.retry import pause_before_retry


@pytest.mark.req("LLM-04")
def test_how_long_a_first_token_is_waited_for() -> None:
    assert ChatRequest("", ()).first_token_timeout == timedelta(seconds=60)
    assert (FIRST_TOKEN_LIMITS["proactive"], FIRST_TOKEN_LIMITS["memory"]) == (
        timedelta(seconds=10),
        timedelta(seconds=30),
    )


@pytest.mark.req("CON-20", "CON-25")
def test_how_far_the_loop_goes() -> None:
    limits = LoopLimits()
    assert (limits.iterations, limits.calls_per_iteration, limits.result_characters) == (10, 8, 12_000)


@pytest.mark.req("MEM-40")
def test_how_much_of_the_prompt_the_facts_take() -> None:
    assert BUDGET_TOKENS == 600


@pytest.mark.req("CON-22")
def test_pauses_before_another_attempt_are_not_the_same_for_everybody() -> None:
    assert len({pause_before_retry(ModelBusy("no"), 2, Random(seed)) for seed in range(10)}) == 10
