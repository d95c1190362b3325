"""What an answer used and what it cost, from the price table of genai-prices."""

from __future__ import annotations

from decimal import Decimal

from genai_prices import calc_price
from pydantic_ai.usage import RequestUsage

from sidecar.domain.money import Usage
from sidecar.providers.endpoint import Endpoint, on_this_computer

_FREE = Decimal(0)


def usage_of(used: RequestUsage, endpoint: Endpoint, answered_by: str) -> Usage:
    """`answered_by` is the model's name in the answer, which may be more exact than the one asked for."""
    return Usage(
        input_tokens=used.input_tokens,
        cached_tokens=used.cache_read_tokens,
        output_tokens=used.output_tokens,
        cost_usd=_cost(used, endpoint, answered_by),
    )


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
