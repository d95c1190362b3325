"""What an answer used and what it cost, from the price table of genai-prices or from the settings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from decimal import Decimal

from genai_prices import calc_price
from pydantic_ai.messages import ModelResponse
from pydantic_ai.usage import RequestUsage

from sidecar.domain.money import Usage
from sidecar.providers.budget import Price
from sidecar.providers.endpoint import Endpoint, is_loopback

_FREE = Decimal(0)


@dataclass(frozen=True, slots=True)
class ModelPricing:
    """What the model behind an endpoint costs. `price` is what the settings say."""

    endpoint: Endpoint
    price: Price | None = None

    def read_usage(self, response: ModelResponse) -> Usage:
        """What the provider says was used. No tokens at all, where it says nothing: its price is 0 then."""
        return self._usage(response.usage, response.model_name or "", _said_cost(response.provider_details))

    def estimate(self, tokens_in: int, tokens_out: int) -> Decimal | None:
        """Dollars for a request of this size without cached tokens."""
        used = RequestUsage(input_tokens=tokens_in, output_tokens=tokens_out)
        return self._usage(used, self.endpoint.model, None).cost_usd

    def _usage(self, used: RequestUsage, answered_by: str, said_cost: Decimal | None) -> Usage:
        """`answered_by` is the model's name in the answer, which may be more exact than the one asked for."""
        usage = Usage(used.input_tokens, used.cache_read_tokens, used.output_tokens)
        if self.price:
            return replace(usage, cost_usd=self.price.calculate_cost(usage))
        return replace(usage, cost_usd=_cost(used, said_cost, self.endpoint, answered_by))


def _said_cost(details: Mapping[str, object] | None) -> Decimal | None:
    """What OpenRouter says that it charges, and with a key of one's own for the provider behind it, what that one
    does."""
    said = details or {}
    costs = [said.get("cost"), said.get("upstream_inference_cost") if said.get("is_byok") else None]
    known = [Decimal(str(cost)) for cost in costs if isinstance(cost, int | float)]
    return sum(known, _FREE) if known else None


def _cost(used: RequestUsage, said: Decimal | None, endpoint: Endpoint, answered_by: str) -> Decimal | None:
    """Dollars; 0 for a model of one's own; None when nobody knows. Any other server on this computer may be a proxy to
    a provider that costs money, so a model that has a price keeps it."""
    if endpoint.local:
        return _FREE
    if used.cost is not None:  # the provider said so itself
        return Decimal(used.cost)
    if said is not None:
        return said
    for model in (answered_by, endpoint.model):
        try:
            return calc_price(used, model, provider_id=endpoint.provider).total_price
        except (LookupError, ValueError):
            continue
    return _FREE if is_loopback(endpoint.base_url) else None
