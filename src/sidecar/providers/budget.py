"""Prices of models, limits on their cost, and how much of a limit is used (LLM-05)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, tzinfo
from decimal import Decimal
from enum import StrEnum

from sidecar.domain.money import Usage
from sidecar.errors import ModelRefused
from sidecar.i18n import Texts

_MILLION = 1_000_000
_ZERO = Decimal(0)
_CENT = Decimal("0.01")
_SMALLEST_SHOWN = Decimal("0.00001")


@dataclass(frozen=True, slots=True)
class Price:
    """Price from `[prices."provider:model"]`: dollars per million tokens. Without `cached`, cached tokens cost as much
    as the others."""

    input: Decimal
    output: Decimal
    cached: Decimal | None = None

    def calculate_cost(self, usage: Usage) -> Decimal:
        """Return the dollars that the tokens cost."""
        cached = self.input if self.cached is None else self.cached
        fresh_tokens = max(0, usage.input_tokens - usage.cached_tokens)
        return (self.input * fresh_tokens + cached * usage.cached_tokens + self.output * usage.output_tokens) / _MILLION


@dataclass(frozen=True, slots=True)
class Budget:
    """Limits from `[budget]`: the most that all models together may cost, in dollars, for everybody on this
    installation. None is no limit; 0 leaves only free models. Days and months are those of the owner's time zone."""

    day_usd: Decimal | None = None
    month_usd: Decimal | None = None
    background_day_usd: Decimal | None = None
    """The part of the day's limit for background work."""
    cheaper: str = ""
    """The model, as `provider:model`, that takes over when the others would cost too much."""


@dataclass(frozen=True, slots=True)
class BudgetPolicy:
    """Limits and prices from the settings. `prices`, by model name, override the price table; days and months begin in
    `zone`, the owner's."""

    budget: Budget = Budget()
    prices: Mapping[str, Price] = field(default_factory=dict[str, Price])
    zone: tzinfo = UTC


class BudgetPeriod(StrEnum):
    """What a limit applies to; BACKGROUND is a day of background work."""

    DAY = "day"
    MONTH = "month"
    BACKGROUND = "background"


def budget_limits(budget: Budget) -> Mapping[BudgetPeriod, Decimal]:
    """Return the limits that are set, in dollars."""
    limits = {
        BudgetPeriod.DAY: budget.day_usd,
        BudgetPeriod.MONTH: budget.month_usd,
        BudgetPeriod.BACKGROUND: budget.background_day_usd,
    }
    return {period: limit for period, limit in limits.items() if limit is not None}


@dataclass(frozen=True, slots=True)
class BudgetUsage:
    """How much of one limit is used."""

    period: BudgetPeriod
    spent_usd: Decimal
    limit_usd: Decimal

    def __str__(self) -> str:
        return f"US$ {format_dollars(self.spent_usd)} / {format_dollars(self.limit_usd)}"


class BudgetSpent(ModelRefused):
    """A limit of `[budget]` would be exceeded: the request was not made."""

    code = "budget_spent"


def budget_spent_error(level: BudgetUsage) -> BudgetSpent:
    """Return the error for a limit that is used up, or has too little left for an answer."""
    left_usd = level.limit_usd - level.spent_usd
    return BudgetSpent(
        _USED_UP[level.period] if left_usd <= 0 else _TOO_LITTLE_LEFT[level.period],
        hint=_HOW_TO_RAISE[level.period],
        amount=format_dollars(level.limit_usd),
        left=format_dollars(max(_ZERO, left_usd)),
    )


def price_unknown_error(model: str) -> BudgetSpent:
    """Return the error for a model that no limit can be applied to."""
    return BudgetSpent(
        "I don't know what {model} costs, so I can't keep to the limit you set.",
        hint='Put its price in the settings: `[prices."{model}"]` with `input` and `output`, in dollars per '
        "million tokens.",
        model=model,
    )


def budget_warning(level: BudgetUsage, say: Texts) -> str:
    """Return the warning when four fifths of a limit are used."""
    spent, limit = format_dollars(level.spent_usd), format_dollars(level.limit_usd)
    return say(_WARNINGS[level.period], spent=spent, limit=limit)


def format_dollars(amount_usd: Decimal) -> str:
    """Return the amount to the cent; a smaller one with its first significant digit."""
    if not amount_usd or amount_usd >= _CENT:
        return f"{amount_usd:.2f}"
    return f"{amount_usd:.1g}" if amount_usd >= _SMALLEST_SHOWN else f"{amount_usd:.6f}"


_USED_UP = {
    BudgetPeriod.DAY: "Today's limit of US$ {amount} for language models is used up.",
    BudgetPeriod.MONTH: "This month's limit of US$ {amount} for language models is used up.",
    BudgetPeriod.BACKGROUND: "Today's limit of US$ {amount} for background work is used up.",
}
_TOO_LITTLE_LEFT = {
    BudgetPeriod.DAY: "US$ {left} are left of today's limit of US$ {amount} for language models, and an answer may "
    "cost more.",
    BudgetPeriod.MONTH: "US$ {left} are left of this month's limit of US$ {amount} for language models, and an answer "
    "may cost more.",
    BudgetPeriod.BACKGROUND: "US$ {left} are left of today's limit of US$ {amount} for background work: too little for "
    "more.",
}
_HOW_TO_RAISE = {
    BudgetPeriod.DAY: "`sidecar config set budget.day_usd AMOUNT` raises it, and `/cost` shows where it went. "
    "Reminders, commands, the time and math still work.",
    BudgetPeriod.MONTH: "`sidecar config set budget.month_usd AMOUNT` raises it, and `/cost` shows where it "
    "went. Reminders, commands, the time and math still work.",
    BudgetPeriod.BACKGROUND: "`sidecar config set budget.background_day_usd AMOUNT` raises it.",
}
_WARNINGS = {
    BudgetPeriod.DAY: "Language models have cost US$ {spent} of today's limit of US$ {limit}.",
    BudgetPeriod.MONTH: "Language models have cost US$ {spent} of this month's limit of US$ {limit}.",
    BudgetPeriod.BACKGROUND: "Background work has cost US$ {spent} of its limit of US$ {limit} for today.",
}
