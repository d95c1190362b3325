"""Usage and cost of an answer, by the prices of genai-prices or of the settings."""

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
    """Prices of the model behind an endpoint. `price` comes from the settings and overrides the table."""

    endpoint: Endpoint
    price: Price | None = None

    def read_usage(self, response: ModelResponse) -> Usage:
        """Return the reported usage: no tokens and a cost of 0 where the provider reports nothing."""
        return self._usage(response.usage, response.model_name or "", _reported_cost(response.provider_details))

    def estimate(self, tokens_in: int, tokens_out: int) -> Decimal | None:
        """Return the dollars for a request of this size without cached tokens, None when the price is unknown."""
        used = RequestUsage(input_tokens=tokens_in, output_tokens=tokens_out)
        return self._usage(used, self.endpoint.model, None).cost_usd

    def _usage(self, used: RequestUsage, answered_by: str, reported_cost: Decimal | None) -> Usage:
        """Add the cost. `answered_by` is the model's name in the answer, which may be more exact than ours."""
        usage = Usage(used.input_tokens, used.cache_read_tokens, used.output_tokens)
        if self.price:
            return replace(usage, cost_usd=self.price.calculate_cost(usage))
        return replace(usage, cost_usd=_cost(used, reported_cost, self.endpoint, answered_by))


def _reported_cost(details: Mapping[str, object] | None) -> Decimal | None:
    """Return the cost that OpenRouter reports, plus that of the provider behind it for a key of the person's own."""
    reported = details or {}
    costs = [reported.get("cost"), reported.get("upstream_inference_cost") if reported.get("is_byok") else None]
    known = [Decimal(str(cost)) for cost in costs if isinstance(cost, int | float)]
    return sum(known, _FREE) if known else None


def _cost(used: RequestUsage, reported: Decimal | None, endpoint: Endpoint, answered_by: str) -> Decimal | None:
    """Return the dollars: 0 for a local model, None when unknown. Any other server on this computer may be a proxy to a
    cloud provider, so a model in the table keeps its price."""
    if endpoint.local:
        return _FREE
    if used.cost is not None:  # as the provider reported
        return Decimal(used.cost)
    if reported is not None:
        return reported
    for model in (answered_by, endpoint.model):
        try:
            return calc_price(used, model, provider_id=endpoint.provider).total_price
        except (LookupError, ValueError):
            continue
    return _FREE if is_loopback(endpoint.base_url) else None
