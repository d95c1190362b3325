"""Tokens and dollars."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Literal

from sidecar.domain.person import PersonId


@dataclass(frozen=True, slots=True)
class Usage:
    """What one or more requests consumed. `cached_tokens` is the part of `input_tokens` read from the provider's
    cache; `cost_usd` is None when the price of the model is not known (which is not the same as free)."""

    input_tokens: int = 0
    cached_tokens: int = 0
    output_tokens: int = 0
    cost_usd: Decimal | None = Decimal(0)

    def __add__(self, other: Usage) -> Usage:
        return Usage(
            self.input_tokens + other.input_tokens,
            self.cached_tokens + other.cached_tokens,
            self.output_tokens + other.output_tokens,
            None if self.cost_usd is None or other.cost_usd is None else self.cost_usd + other.cost_usd,
        )


UNFINISHED = "unfinished"
"""The `error_code` of a request that still runs, or ran when the program was killed. Its cost is an estimate."""


@dataclass(frozen=True, slots=True)
class RequestRecord:
    """One request to a model, however it ended: what the accounts and `sidecar trace` are made of."""

    person: PersonId
    turn: int | None
    """None for work that no message asked for."""
    role: str
    model: str
    at: datetime
    estimated_tokens: int
    """What the prompt was thought to cost, to learn from the difference."""
    usage: Usage
    first_token_ms: float | None
    total_ms: float
    error_code: str = ""
    """Empty when it ended well; `cancelled`, `unfinished`, or the code of the `ModelError`."""
    prompt: str = ""
    """The request as JSON, for `sidecar trace --prompt`; secrets taken out."""
    connection: str = ""
    """Tells models of one name apart that were asked at different addresses or with different keys."""


@dataclass(frozen=True, slots=True)
class RequestOutcome:
    """When a request was made and how it ended, with an `error_code` as in `RequestRecord`."""

    began: datetime
    ended: datetime
    error_code: str


@dataclass(frozen=True, slots=True)
class Spending:
    """A sum over requests. `unpriced` counts the requests whose cost is not known and so is not in `usage`."""

    requests: int
    usage: Usage
    unpriced: int


SpendingGroup = Literal["day", "role", "model", "feature"]
"""By what a month's costs can be divided."""


@dataclass(frozen=True, slots=True)
class CostReport:
    """Costs of the models in a person's day and month, and the breakdown of the month. `today` may be left out."""

    today: Spending | None
    month: Spending
    group: SpendingGroup
    parts: Mapping[str, Spending]
