"""What an answer cost: what the settings say, then the provider, then the price table."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import pytest

from sidecar.domain.money import Usage
from sidecar.providers.budget import Price, format_dollars
from sidecar.providers.endpoint import Endpoint
from sidecar.providers.wires.pricing import ModelPricing, ReportedUsage

ROUTER = Endpoint("openrouter", "openai/gpt-5-mini", "OpenRouter", "KEY", "https://openrouter.ai/api/v1")
USED = ReportedUsage(12_000, cached_tokens=8_000, output_tokens=300)
MODEL = "openai/gpt-5-mini"


@pytest.mark.req("LLM-05")
def test_what_the_provider_charges_counts_before_the_table() -> None:
    by_table = ModelPricing(ROUTER).add_cost(USED, MODEL).cost_usd
    assert by_table is not None and by_table > 0
    charged = replace(USED, cost_usd=Decimal("0.00123"))
    assert ModelPricing(ROUTER).add_cost(charged, MODEL) == Usage(12_000, 8_000, 300, Decimal("0.00123"))


@pytest.mark.req("LLM-05")
def test_what_is_written_to_the_cache_may_cost_more() -> None:
    claude = ModelPricing(Endpoint("anthropic", "claude-sonnet-4-5", "Anthropic", "KEY", "https://api.anthropic.com"))
    fresh = ReportedUsage(10_000, output_tokens=10)
    written = replace(fresh, cache_write_tokens=10_000)
    costs = [claude.add_cost(used, "claude-sonnet-4-5").cost_usd for used in (fresh, written)]
    assert costs[0] is not None and costs[1] is not None and costs[0] < costs[1]


@pytest.mark.req("LLM-05")
def test_what_the_settings_say_counts_before_everything() -> None:
    price = Price(Decimal(1), Decimal(2), Decimal("0.1"))
    charged = replace(USED, cost_usd=Decimal(5))
    assert ModelPricing(ROUTER, price).add_cost(charged, MODEL).cost_usd == Decimal("0.0054")


@pytest.mark.req("LLM-05")
def test_more_cached_tokens_than_tokens_do_not_earn_money() -> None:
    cost = Price(Decimal(1), Decimal(2), Decimal("0.1")).calculate_cost(Usage(100, 500, 10))
    assert cost > 0


@pytest.mark.parametrize(("amount", "shown"), [("0", "0.00"), ("3.755", "3.76"), ("0.004", "0.004"), ("1", "1.00")])
def test_a_small_amount_is_not_rounded_away(amount: str, shown: str) -> None:
    assert format_dollars(Decimal(amount)) == shown
