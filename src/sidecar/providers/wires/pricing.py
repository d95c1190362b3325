"""Usage, cost and window of a model, by what its provider reports, the settings, or the table of genai-prices."""

from __future__ import annotations

from dataclasses import dataclass, replace
from decimal import Decimal

import genai_prices
from genai_prices.data_snapshot import get_snapshot

from sidecar.domain.money import Usage
from sidecar.providers.budget import Price
from sidecar.providers.endpoint import Endpoint, is_loopback

_FREE = Decimal(0)


@dataclass(frozen=True, slots=True)
class ReportedUsage:
    """Usage as a provider reports it: `cache_write_tokens` are part of `input_tokens` and may cost more, `cost_usd` is
    what it charges, None where it does not say."""

    input_tokens: int = 0
    cached_tokens: int = 0
    output_tokens: int = 0
    cache_write_tokens: int = 0
    cost_usd: Decimal | None = None


@dataclass(frozen=True, slots=True)
class ModelPricing:
    """Prices of the model behind an endpoint. `price` comes from the settings and overrides the table."""

    endpoint: Endpoint
    price: Price | None = None

    @property
    def context_window(self) -> int | None:
        """Return the tokens that the table has for the model: as this address sells it, or else as the provider."""
        model, provider = self.endpoint.model, self.endpoint.provider
        for provider_id, url in ((None, self.endpoint.root), (provider, None)):
            try:
                return get_snapshot().find_provider_model(model, None, provider_id, url)[1].context_window
            except LookupError:
                continue
        return None

    def estimate(self, tokens_in: int, tokens_out: int) -> Decimal | None:
        """Return the dollars for a request of this size without cached tokens, None when the price is unknown."""
        return self.add_cost(ReportedUsage(tokens_in, output_tokens=tokens_out), self.endpoint.model).cost_usd

    def add_cost(self, reported: ReportedUsage, answered_by: str) -> Usage:
        """Return the usage with its cost. `answered_by` is the model's name in the answer, which may be more exact than
        ours."""
        usage = Usage(reported.input_tokens, reported.cached_tokens, reported.output_tokens)
        if self.price:
            return replace(usage, cost_usd=self.price.calculate_cost(usage))
        return replace(usage, cost_usd=_cost(reported, self.endpoint, answered_by))


def _cost(reported: ReportedUsage, endpoint: Endpoint, answered_by: str) -> Decimal | None:
    """Return the dollars: 0 for a local model, None when unknown. Any other server on this computer may be a proxy to a
    cloud provider, so a model in the table keeps its price."""
    if endpoint.local:
        return _FREE
    if reported.cost_usd is not None:
        return reported.cost_usd
    used = genai_prices.Usage(
        input_tokens=reported.input_tokens,
        cache_read_tokens=reported.cached_tokens,
        cache_write_tokens=reported.cache_write_tokens,
        output_tokens=reported.output_tokens,
    )
    for model in (answered_by, endpoint.model):
        try:
            return genai_prices.calc_price(used, model, provider_id=endpoint.provider).total_price
        except (LookupError, ValueError):
            continue
    return _FREE if is_loopback(endpoint.base_url) else None
