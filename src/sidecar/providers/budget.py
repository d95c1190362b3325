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


@dataclass(frozen=True, slots=True)
class Price:
    """`[prices."provider:model"]`: dollars for a million tokens. Without `cached`, those cost as much as the others."""

    input: Decimal
    output: Decimal
    cached: Decimal | None = None

    def of(self, usage: Usage) -> Decimal:
        cached = self.input if self.cached is None else self.cached
        fresh_tokens = usage.input_tokens - usage.cached_tokens
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
        return f"US$ {self.spent_usd:.2f} / {self.limit_usd:.2f}"


class BudgetSpent(ModelRefused):
    """A limit of `[budget]` would be passed: the request did not go out."""

    code = "budget_spent"


def budget_spent(period: Period, limit_usd: Decimal) -> BudgetSpent:
    amount = f"{limit_usd:.2f}"
    match period:
        case Period.DAY:
            return BudgetSpent(
                "Today's limit of US$ {amount} for language models is used up.",
                hint="`budget.day_usd` in the settings raises it, and `/cost` shows what it went into. Reminders, "
                "commands, the time and sums go on without it.",
                amount=amount,
            )
        case Period.MONTH:
            return BudgetSpent(
                "This month's limit of US$ {amount} for language models is used up.",
                hint="`budget.month_usd` in the settings raises it, and `/cost` shows what it went into. Reminders, "
                "commands, the time and sums go on without it.",
                amount=amount,
            )
        case Period.BACKGROUND:
            return BudgetSpent("Today's limit of US$ {amount} for background work is used up.", amount=amount)


def price_unknown(model: str) -> BudgetSpent:
    return BudgetSpent(
        "I don't know what {model} costs, so I cannot keep to the limit that is set.",
        hint='Put its price into the settings: `[prices."{model}"]` with `input` and `output`, in dollars for a '
        "million tokens.",
        model=model,
    )


def warning_of(level: Level, say: Texts) -> str:
    """What the person reads when four fifths of a limit are used."""
    spent, limit = f"{level.spent_usd:.2f}", f"{level.limit_usd:.2f}"
    match level.period:
        case Period.DAY:
            return say("Language models have cost US$ {spent} of today's limit of {limit}.", spent=spent, limit=limit)
        case Period.MONTH:
            return say(
                "Language models have cost US$ {spent} of this month's limit of {limit}.", spent=spent, limit=limit
            )
        case Period.BACKGROUND:
            return say(
                "Background work has cost US$ {spent} of its limit of {limit} for today.", spent=spent, limit=limit
            )
