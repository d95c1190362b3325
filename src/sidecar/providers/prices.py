"""What an answer used and what it cost, from the price table of genai-prices or from the settings."""

from __future__ import annotations

from dataclasses import dataclass, replace
from decimal import Decimal

from genai_prices import calc_price
from pydantic_ai.usage import RequestUsage

from sidecar.domain.money import Usage
from sidecar.providers.budget import Price
from sidecar.providers.endpoint import Endpoint, on_this_computer

_FREE = Decimal(0)


@dataclass(frozen=True, slots=True)
class Tariff:
    """What the model behind an endpoint costs. `price` is what the settings say."""

    endpoint: Endpoint
    price: Price | None = None

    def usage(self, used: RequestUsage, answered_by: str) -> Usage:
        """`answered_by` is the model's name in the answer, which may be more exact than the one asked for."""
        usage = Usage(used.input_tokens, used.cache_read_tokens, used.output_tokens)
        cost = self.price.of(usage) if self.price else _cost(used, self.endpoint, answered_by)
        return replace(usage, cost_usd=cost)

    def estimate(self, tokens_in: int, tokens_out: int) -> Decimal | None:
        """Dollars for a request of this size without cached tokens."""
        used = RequestUsage(input_tokens=tokens_in, output_tokens=tokens_out)
        return self.usage(used, self.endpoint.model).cost_usd


def _cost(used: RequestUsage, endpoint: Endpoint, answered_by: str) -> Decimal | None:
    """Dollars; 0 for a model of one's own; None when nobody knows. Any other server on this computer may be a proxy to
    a provider that costs money, so a model that has a price keeps it."""
    if endpoint.local:
        return _FREE
    if used.cost is not None:  # the provider said so itself
        return Decimal(used.cost)
    for model in (answered_by, endpoint.model):
        try:
            return calc_price(used, model, provider_id=endpoint.provider).total_price
        except (LookupError, ValueError):
            continue
    return _FREE if on_this_computer(endpoint.base_url) else None
