"""Numbers that the specification names, said once more: a constant alone would go with whoever changes it."""

from __future__ import annotations

from datetime import timedelta
from random import Random

import pytest

from sidecar.brain.loop import LoopLimits
from sidecar.errors import ModelFailed
from sidecar.llm import ChatRequest
from sidecar.llm.roles import FIRST_TOKEN_LIMITS
from sidecar.memory.fact_selector import BUDGET_TOKENS
from sidecar.providers.decorators.retry import pause_before_retry


@pytest.mark.req("LLM-04")
def test_how_long_the_first_token_is_waited_for() -> None:
    assert ChatRequest("", ()).first_token_timeout == timedelta(seconds=60)
    assert FIRST_TOKEN_LIMITS["memory"] == timedelta(seconds=30)
    assert FIRST_TOKEN_LIMITS["proactive"] == timedelta(seconds=10)


@pytest.mark.req("MEM-40")
def test_how_much_of_a_prompt_facts_may_take() -> None:
    assert BUDGET_TOKENS == 600


@pytest.mark.req("CON-20")
def test_how_often_a_turn_asks_the_model() -> None:
    assert (LoopLimits().iterations, LoopLimits().calls_per_iteration) == (10, 8)


@pytest.mark.req("CON-22")
def test_pauses_before_another_attempt_are_spread() -> None:
    pauses = [pause_before_retry(ModelFailed("no"), 2, Random(seed)) or 0.0 for seed in range(200)]
    assert len(set(pauses)) > 100 and min(pauses) < 0.4 and 1.6 < max(pauses) <= 2.0
