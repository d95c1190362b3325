"""What models may cost: prices, limits, and how much of a limit is used (LLM-05)."""

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
_NOTHING = Decimal(0)
_CENT = Decimal("0.01")
_LEAST = Decimal("0.00001")


@dataclass(frozen=True, slots=True)
class Price:
    """`[prices."provider:model"]`: dollars for a million tokens. Without `cached`, those cost as much as the others."""

    input: Decimal
    output: Decimal
    cached: Decimal | None = None

    def of(self, usage: Usage) -> Decimal:
        cached = self.input if self.cached is None else self.cached
        fresh_tokens = max(0, usage.input_tokens - usage.cached_tokens)
        return (self.input * fresh_tokens + cached * usage.cached_tokens + self.output * usage.output_tokens) / _MILLION


@dataclass(frozen=True, slots=True)
class Budget:
    """`[budget]`: the most that all models together may cost, in dollars, for everybody on this installation. None is
    no limit; 0 leaves only what is free. Days and months are those of the owner's time zone."""

    day_usd: Decimal | None = None
    month_usd: Decimal | None = None
    background_day_usd: Decimal | None = None
    """Of the day's limit, what may go into work that nobody waits for."""
    cheaper: str = ""
    """The model that takes over when the others would cost too much, as `provider:model`."""


@dataclass(frozen=True, slots=True)
class Terms:
    """What is agreed about money. `prices` are for models by name, before those of the price table; `zone` is the
    owner's, in which days and months begin."""

    budget: Budget = Budget()
    prices: Mapping[str, Price] = field(default_factory=dict[str, Price])
    zone: tzinfo = UTC


class Period(StrEnum):
    DAY = "day"
    MONTH = "month"
    BACKGROUND = "background"


def limits_of(budget: Budget) -> Mapping[Period, Decimal]:
    """The limits that there are."""
    limits = {Period.DAY: budget.day_usd, Period.MONTH: budget.month_usd, Period.BACKGROUND: budget.background_day_usd}
    return {period: limit for period, limit in limits.items() if limit is not None}


@dataclass(frozen=True, slots=True)
class Level:
    """How much of a limit is used."""

    period: Period
    spent_usd: Decimal
    limit_usd: Decimal

    def __str__(self) -> str:
        return f"US$ {dollars(self.spent_usd)} / {dollars(self.limit_usd)}"


class BudgetSpent(ModelRefused):
    """A limit of `[budget]` would be passed: the request did not go out."""

    code = "budget_spent"


def budget_spent(level: Level) -> BudgetSpent:
    """A limit that is used up, or so nearly that no answer can be had for the rest."""
    left_usd = level.limit_usd - level.spent_usd
    return BudgetSpent(
        _USED_UP[level.period] if left_usd <= 0 else _TOO_LITTLE_LEFT[level.period],
        hint=_HOW_TO_RAISE[level.period],
        amount=dollars(level.limit_usd),
        left=dollars(max(_NOTHING, left_usd)),
    )


def price_unknown(model: str) -> BudgetSpent:
    return BudgetSpent(
        "I don't know what {model} costs, so I cannot keep to the limit that is set.",
        hint='Put its price into the settings: `[prices."{model}"]` with `input` and `output`, in dollars for a '
        "million tokens.",
        model=model,
    )


def warning_of(level: Level, say: Texts) -> str:
    """What the person reads when four fifths of a limit are used."""
    spent, limit = dollars(level.spent_usd), dollars(level.limit_usd)
    return say(_WARNINGS[level.period], spent=spent, limit=limit)


def dollars(amount_usd: Decimal) -> str:
    """To the cent; what is less than that, to the digit that shows it."""
    if not amount_usd or amount_usd >= _CENT:
        return f"{amount_usd:.2f}"
    return f"{amount_usd:.1g}" if amount_usd >= _LEAST else f"{amount_usd:.6f}"


_USED_UP = {
    Period.DAY: "Today's limit of US$ {amount} for language models is used up.",
    Period.MONTH: "This month's limit of US$ {amount} for language models is used up.",
    Period.BACKGROUND: "Today's limit of US$ {amount} for background work is used up.",
}
_TOO_LITTLE_LEFT = {
    Period.DAY: "US$ {left} are left of today's limit of US$ {amount} for language models, and an answer may cost "
    "more.",
    Period.MONTH: "US$ {left} are left of this month's limit of US$ {amount} for language models, and an answer may "
    "cost more.",
    Period.BACKGROUND: "US$ {left} are left of today's limit of US$ {amount} for background work: too little for more.",
}
_HOW_TO_RAISE = {
    Period.DAY: "`sidecar config set budget.day_usd AMOUNT` raises it, and `/cost` shows what it went into. Reminders, "
    "commands, the time and sums go on without it.",
    Period.MONTH: "`sidecar config set budget.month_usd AMOUNT` raises it, and `/cost` shows what it went into. "
    "Reminders, commands, the time and sums go on without it.",
    Period.BACKGROUND: "`sidecar config set budget.background_day_usd AMOUNT` raises it.",
}
_WARNINGS = {
    Period.DAY: "Language models have cost US$ {spent} of today's limit of US$ {limit}.",
    Period.MONTH: "Language models have cost US$ {spent} of this month's limit of US$ {limit}.",
    Period.BACKGROUND: "Background work has cost US$ {spent} of its limit of US$ {limit} for today.",
}
