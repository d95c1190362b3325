"""The till: the accounts with a limit. A request is admitted while its estimate fits; what runs is set aside.

Totals are those of the database, read anew for every request: another Sidecar may be at work beside this one.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import AsyncGenerator, Callable, Iterable, Mapping
from contextlib import aclosing, suppress
from dataclasses import dataclass, replace
from datetime import datetime
from decimal import ROUND_FLOOR, Decimal
from typing import Protocol

from sidecar.brain.tokens import TokenCounter
from sidecar.domain.money import UNFINISHED, RequestRecord
from sidecar.errors import StorageError
from sidecar.llm import ChatModel, ChatRequest, ModelEvent
from sidecar.llm.roles import BACKGROUND, TRIAL
from sidecar.observe import Event, emit
from sidecar.providers.budget import (
    BudgetPeriod,
    BudgetPolicy,
    BudgetUsage,
    budget_limits,
    budget_spent_error,
    price_unknown_error,
)
from sidecar.providers.decorators.metering import Accounts, CostEstimate, Purpose
from sidecar.runtime.clock import Clock

_WARN_AT = Decimal("0.8")
_BACKGROUND_SHARE = Decimal("0.8")
"""Of the limits of day and month: the last fifth is kept for the person."""
_MARGIN = 1.25
"""On the estimated tokens of a prompt; tokenizers differ, and writing to a provider's cache costs a quarter more."""
_TEMPLATE_TOKENS = 32
"""What the chat template of a provider adds to any prompt, at the most seen."""
_USUAL_ANSWER_TOKENS = 8_192
_LEAST_ANSWER_TOKENS = 256
"""Where not even this much can be paid, the request does not go out: an answer of a few words is none. More than this
would leave much of a small limit unused."""
_NOTHING = Decimal(0)


class Ledger(Accounts, Protocol):
    """The accounts in the database."""

    async def token_ratio(self, model: str) -> float | None: ...

    async def spent(self, since: datetime) -> tuple[Decimal, Decimal]:
        """By everybody from `since` on: in all, and of that for background work."""
        ...


@dataclass(frozen=True, slots=True)
class Reservation:
    """A request that may go out, shortened in its answer if need be, and what was set aside for it."""

    request: ChatRequest
    estimate_usd: Decimal = _NOTHING
    periods: tuple[BudgetPeriod, ...] = ()


class SpendGuard:
    """Accounts that keep to a `Budget`. `terms` are asked for at every request, so that an edited file counts at
    once."""

    def __init__(self, ledger: Ledger, terms: Callable[[], BudgetPolicy], clock: Clock) -> None:
        self._ledger = ledger
        self._terms = terms
        self._clock = clock
        self._since: Mapping[BudgetPeriod, datetime] = {}
        self._spent: Mapping[BudgetPeriod, Decimal] = {}
        self._set_aside: defaultdict[BudgetPeriod, Decimal] = defaultdict(Decimal)
        self._running: dict[int, RequestRecord] = {}
        """By their lines. What they may cost is set aside, so what the database has of them must not count twice."""
        self._unwritten: list[RequestRecord] = []
        """Paid, but the database could not take them."""
        self._crossed: list[BudgetUsage] = []
        self._book = asyncio.Lock()
        """Held while the database and `_running` are not of one mind."""

    async def record(self, request: RequestRecord, line: int | None = None, /) -> int:
        runs = request.error_code == UNFINISHED
        async with self._book:
            if line is not None:
                self._running.pop(line, None)
            try:
                kept = await self._ledger.record(request, line)
            except StorageError:
                if line is None and not runs:
                    self._unwritten.append(request)
                raise
            if runs:
                self._running[kept] = request
        if not runs and self._limits():
            with suppress(StorageError):
                await self._look()
        return kept

    async def token_ratio(self, model: str) -> float | None:
        return await self._ledger.token_ratio(model)

    async def admit(self, request: ChatRequest, purpose: Purpose, model: str, estimate: CostEstimate) -> Reservation:
        """Set aside what the request may cost at the most; with little money left, its answer is kept short.

        Raises `BudgetSpent`. `release` must follow.
        """
        if not self._limits():
            return Reservation(request)
        await self._look()
        ratio = await self._ledger.token_ratio(model) or 1.0
        tokens_in = int(TokenCounter(max(1.0, ratio)).request(request) * _MARGIN) + _TEMPLATE_TOKENS
        tokens_out = request.max_output_tokens or _USUAL_ANSWER_TOKENS
        most, least = estimate(tokens_in, tokens_out), estimate(tokens_in, 0)
        if most is None or least is None:
            raise price_unknown_error(model)
        periods = tuple(_periods(purpose.role, purpose.turn))
        room = self._room(purpose)
        if most and room and most > min(room.values()):
            tightest = min(room, key=lambda period: room[period])
            affordable = _affordable(room[tightest] - least, most - least, tokens_out)
            if affordable < min(_LEAST_ANSWER_TOKENS, tokens_out):
                emit(Event.BUDGET_SPENT, level="warning", period=tightest, model=model, role=purpose.role)
                raise budget_spent_error(BudgetUsage(tightest, self._spent[tightest], self._limits()[tightest]))
            tokens_out, most = affordable, least + (most - least) * affordable / tokens_out
        for period in periods:
            self._set_aside[period] += most
        capped = request if not most else replace(request, max_output_tokens=tokens_out)
        return Reservation(capped, most, periods)

    def release(self, admission: Reservation) -> None:
        """The request is over and in the accounts."""
        for period in admission.periods:
            self._set_aside[period] -= admission.estimate_usd

    async def levels(self) -> list[BudgetUsage]:
        """How much of each limit is used, for `/status` and `/cost`."""
        limits = self._limits()
        if limits:
            await self._look()
        return [BudgetUsage(period, self._spent[period], limit) for period, limit in limits.items()]

    async def warnings(self) -> list[BudgetUsage]:
        """The limits of which four fifths are used."""
        return [
            level for level in await self.levels() if level.limit_usd and _is_high(level.spent_usd, level.limit_usd)
        ]

    def take_crossed(self) -> list[BudgetUsage]:
        """The limits that four fifths were reached of since this was last asked: each once in its period."""
        crossed, self._crossed = self._crossed, []
        return crossed

    def _limits(self) -> Mapping[BudgetPeriod, Decimal]:
        return budget_limits(self._terms().budget)

    def _room(self, purpose: Purpose) -> Mapping[BudgetPeriod, Decimal]:
        limits = self._limits()
        background = is_background_request(purpose.role, purpose.turn)
        return {
            period: limits[period] * (_BACKGROUND_SHARE if background and period is not BudgetPeriod.BACKGROUND else 1)
            - self._spent[period]
            - self._set_aside[period]
            for period in _periods(purpose.role, purpose.turn)
            if period in limits
        }

    async def _look(self) -> None:
        """Read the totals of the day and the month that it is now, and notice where they have come to four fifths."""
        today = self._clock.now().astimezone(self._terms().zone).replace(hour=0, minute=0, second=0, microsecond=0)
        month = today.replace(day=1)
        since = {BudgetPeriod.DAY: today, BudgetPeriod.MONTH: month, BudgetPeriod.BACKGROUND: today}
        async with self._book:
            day_usd, background_usd = await self._ledger.spent(today)
            month_usd, _ = await self._ledger.spent(month)
            spent = {BudgetPeriod.DAY: day_usd, BudgetPeriod.MONTH: month_usd, BudgetPeriod.BACKGROUND: background_usd}
            for sign, requests in ((-1, self._running.values()), (1, self._unwritten)):
                for request in requests:
                    for period in _periods(request.role, request.turn):
                        if request.at >= since[period]:
                            spent[period] += sign * (request.usage.cost_usd or _NOTHING)
            for period, limit in self._limits().items():
                if limit and self._since.get(period) == since[period]:
                    self._notice(BudgetUsage(period, spent[period], limit), before=self._spent[period])
            self._since, self._spent = since, spent

    def _notice(self, level: BudgetUsage, before: Decimal) -> None:
        if _is_high(before, level.limit_usd) or not _is_high(level.spent_usd, level.limit_usd):
            return
        self._crossed.append(level)
        emit(
            Event.BUDGET_WARNING,
            level="warning",
            period=level.period,
            spent_usd=str(level.spent_usd),
            limit_usd=str(level.limit_usd),
        )


class SpendGuardedModel:
    """The same `ChatModel`, whose requests go out only while they can be paid. Outside of `MeteredModel`, which records
    what they cost before what was set aside is given back."""

    def __init__(self, model: ChatModel, purpose: Purpose, till: SpendGuard, estimate: CostEstimate) -> None:
        self._model = model
        self._purpose = purpose
        self._till = till
        self._estimate = estimate

    @property
    def name(self) -> str:
        return self._model.name

    @property
    def context_window(self) -> int:
        return self._model.context_window

    async def stream(self, request: ChatRequest) -> AsyncGenerator[ModelEvent]:
        admission = await self._till.admit(request, self._purpose, self.name, self._estimate)
        try:
            async with aclosing(self._model.stream(admission.request)) as events:
                async for event in events:
                    yield event
        finally:
            self._till.release(admission)


def is_background_request(role: str, turn: int | None) -> bool:
    return role in BACKGROUND or (turn is None and role != TRIAL)


def _periods(role: str, turn: int | None) -> Iterable[BudgetPeriod]:
    yield from (BudgetPeriod.DAY, BudgetPeriod.MONTH)
    if is_background_request(role, turn):
        yield BudgetPeriod.BACKGROUND


def _affordable(free_usd: Decimal, answer_usd: Decimal, answer_tokens: int) -> int:
    """How many tokens of an answer can be paid with `free_usd`, when `answer_tokens` cost `answer_usd`."""
    if free_usd <= 0 or not answer_usd:
        return 0
    return int((free_usd / answer_usd * answer_tokens).to_integral_value(ROUND_FLOOR))


def _is_high(spent: Decimal, limit: Decimal) -> bool:
    return spent >= limit * _WARN_AT
