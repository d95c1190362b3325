"""What an answer cost: what the settings say, then the provider, then the price table."""

from __future__ import annotations

from decimal import Decimal

import pytest
from pydantic_ai.messages import ModelResponse
from pydantic_ai.usage import RequestUsage

from sidecar.domain.money import Usage
from sidecar.providers.budget import Price, format_dollars
from sidecar.providers.endpoint import Endpoint
from sidecar.providers.wires.pricing import ModelPricing

ROUTER = Endpoint("openrouter", "openai/gpt-5-mini", "OpenRouter", "KEY", "https://openrouter.ai/api/v1")
USED = RequestUsage(input_tokens=12_000, cache_read_tokens=8_000, output_tokens=300)


def answer(**details: object) -> ModelResponse:
    return ModelResponse(parts=[], usage=USED, model_name="openai/gpt-5-mini", provider_details=details or None)


@pytest.mark.req("LLM-05")
def test_what_the_provider_charges_counts_before_the_table() -> None:
    by_table = ModelPricing(ROUTER).read_usage(answer()).cost_usd
    assert by_table is not None and by_table > 0
    assert ModelPricing(ROUTER).read_usage(answer(cost=0.00123)) == Usage(12_000, 8_000, 300, Decimal("0.00123"))


@pytest.mark.req("LLM-05")
def test_with_a_key_of_ones_own_the_provider_behind_is_paid_too() -> None:
    both = answer(cost=0.0001, is_byok=True, upstream_inference_cost=0.002)
    assert ModelPricing(ROUTER).read_usage(both).cost_usd == Decimal("0.0021")
    included = answer(cost=0.0021, is_byok=False, upstream_inference_cost=0.002)
    assert ModelPricing(ROUTER).read_usage(included).cost_usd == Decimal("0.0021")


@pytest.mark.req("LLM-05")
def test_what_the_settings_say_counts_before_everything() -> None:
    price = Price(Decimal(1), Decimal(2), Decimal("0.1"))
    assert ModelPricing(ROUTER, price).read_usage(answer(cost=5.0)).cost_usd == Decimal("0.0054")


@pytest.mark.req("LLM-05")
def test_more_cached_tokens_than_tokens_do_not_earn_money() -> None:
    cost = Price(Decimal(1), Decimal(2), Decimal("0.1")).calculate_cost(Usage(100, 500, 10))
    assert cost > 0


@pytest.mark.parametrize(("amount", "shown"), [("0", "0.00"), ("3.755", "3.76"), ("0.004", "0.004"), ("1", "1.00")])
def test_a_small_amount_is_not_rounded_away(amount: str, shown: str) -> None:
    assert format_dollars(Decimal(amount)) == shown
