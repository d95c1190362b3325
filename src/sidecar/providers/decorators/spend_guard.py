"""Requests within the limits of `[budget]`: the estimated cost of each is reserved before it is made (LLM-05).

Totals are those of the database, read for every request: another Sidecar may be running beside this one.
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
from sidecar.llm.roles import BACKGROUND_ROLES, PROBE_ROLE
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
from sidecar.providers.decorators.wrapper import WrapperModel
from sidecar.runtime.clock import Clock

_WARN_AT = Decimal("0.8")
_BACKGROUND_SHARE = Decimal("0.8")
"""The share of the daily and monthly limits that background work may use: the last fifth is for the person."""
_MARGIN = 1.25
"""Applied to the estimated tokens of a prompt: tokenizers differ, and writing to a provider's cache costs 25 % more."""
_TEMPLATE_TOKENS = 32
"""The most that a provider's chat template was seen to add to a prompt."""
_USUAL_ANSWER_TOKENS = 8_192
_LEAST_ANSWER_TOKENS = 256
"""A request whose answer would have to be shorter is not made. A larger number would leave much of a small limit
unused."""
_ZERO = Decimal(0)
_MILLION = 1_000_000


class Ledger(Accounts, Protocol):
    """The accounts in the database."""

    async def token_ratio(self, model: str) -> float | None: ...

    async def spent(self, since: datetime) -> tuple[Decimal, Decimal]:
        """Return the dollars that everybody spent from `since` on: in all, and of that for background work."""
        ...


@dataclass(frozen=True, slots=True)
class Reservation:
    """A request that may be made, its answer limited if need be, and the cost that is reserved for it."""

    request: ChatRequest
    estimate_usd: Decimal = _ZERO
    periods: tuple[BudgetPeriod, ...] = ()


class SpendGuard:
    """Accounts with limits. `policy` is called for every request, so that edited settings count at once."""

    def __init__(self, ledger: Ledger, policy: Callable[[], BudgetPolicy], clock: Clock) -> None:
        self._ledger = ledger
        self._policy = policy
        self._clock = clock
        self._since: Mapping[BudgetPeriod, datetime] = {}
        self._spent: Mapping[BudgetPeriod, Decimal] = {}
        self._reserved: defaultdict[BudgetPeriod, Decimal] = defaultdict(Decimal)
        self._running: dict[int, RequestRecord] = {}
        """By line. Their cost is reserved, so what the database has of it must not count twice."""
        self._unwritten: list[RequestRecord] = []
        """Paid for, but the database could not take them."""
        self._new_warnings: list[BudgetUsage] = []
        self._lock = asyncio.Lock()
        """Held while the database and `_running` are out of sync."""

    async def record(self, request: RequestRecord, line: int | None = None, /) -> int:
        runs = request.error_code == UNFINISHED
        async with self._lock:
            if line is not None:
                self._running.pop(line, None)
            try:
                line = await self._ledger.record(request, line)
            except StorageError:
                if line is None and not runs:
                    self._unwritten.append(request)
                raise
            if runs:
                self._running[line] = request
        if not runs and self._limits():
            with suppress(StorageError):
                await self._refresh()
        return line

    async def token_ratio(self, model: str) -> float | None:
        return await self._ledger.token_ratio(model)

    async def reserve(self, request: ChatRequest, purpose: Purpose, model: str, estimate: CostEstimate) -> Reservation:
        """Reserve the most that the request may cost; with little money left, its answer is limited.

        Raises `BudgetSpent`. `release` must follow.
        """
        if not self._limits():
            return Reservation(request)
        await self._refresh()
        ratio = await self._ledger.token_ratio(model) or 1.0
        tokens_in = int(TokenCounter(max(1.0, ratio)).request(request) * _MARGIN) + _TEMPLATE_TOKENS
        tokens_out = request.max_output_tokens or _USUAL_ANSWER_TOKENS
        most, least = estimate(tokens_in, tokens_out), estimate(tokens_in, 0)
        if most is None or least is None:
            raise price_unknown_error(model)
        periods = tuple(_periods(purpose.role, purpose.turn))
        remaining = self._remaining(purpose)
        if most and remaining and most > min(remaining.values()):
            tightest = min(remaining, key=lambda period: remaining[period])
            affordable = _affordable(remaining[tightest] - least, most - least, tokens_out)
            if affordable < min(_LEAST_ANSWER_TOKENS, tokens_out):
                emit(Event.BUDGET_SPENT, level="warning", period=tightest, model=model, role=purpose.role)
                raise budget_spent_error(BudgetUsage(tightest, self._spent[tightest], self._limits()[tightest]))
            tokens_out, most = affordable, least + (most - least) * affordable / tokens_out
        for period in periods:
            self._reserved[period] += most
        capped = request if not most else replace(request, max_output_tokens=tokens_out)
        return Reservation(capped, most, periods)

    def release(self, reservation: Reservation) -> None:
        """Free what was reserved for a request that is over and recorded."""
        for period in reservation.periods:
            self._reserved[period] -= reservation.estimate_usd

    @property
    def has_limits(self) -> bool:
        return bool(self._limits())

    def applies_to(self, estimate: CostEstimate) -> bool:
        """Return whether a model with this price has to be guarded: there is a limit, and the model is not free."""
        return self.has_limits and estimate(_MILLION, _MILLION) != 0

    async def usage(self) -> list[BudgetUsage]:
        """Return how much of each limit is used, for `/status` and `/cost`."""
        limits = self._limits()
        if limits:
            await self._refresh()
        return [BudgetUsage(period, self._spent[period], limit) for period, limit in limits.items()]

    async def warnings(self) -> list[BudgetUsage]:
        """Return the limits of which four fifths are used."""
        return [level for level in await self.usage() if level.limit_usd and _is_high(level.spent_usd, level.limit_usd)]

    def take_new_warnings(self) -> list[BudgetUsage]:
        """Return the limits of which four fifths were reached since the last call: each once in its period."""
        warnings, self._new_warnings = self._new_warnings, []
        return warnings

    def _limits(self) -> Mapping[BudgetPeriod, Decimal]:
        return budget_limits(self._policy().budget)

    def _remaining(self, purpose: Purpose) -> Mapping[BudgetPeriod, Decimal]:
        limits = self._limits()
        background = is_background_request(purpose.role, purpose.turn)
        return {
            period: limits[period] * (_BACKGROUND_SHARE if background and period is not BudgetPeriod.BACKGROUND else 1)
            - self._spent[period]
            - self._reserved[period]
            for period in _periods(purpose.role, purpose.turn)
            if period in limits
        }

    async def _refresh(self) -> None:
        """Read the totals of today and this month, and warn where they have reached four fifths of a limit."""
        today = self._clock.now().astimezone(self._policy().zone).replace(hour=0, minute=0, second=0, microsecond=0)
        month = today.replace(day=1)
        since = {BudgetPeriod.DAY: today, BudgetPeriod.MONTH: month, BudgetPeriod.BACKGROUND: today}
        async with self._lock:
            day_usd, background_usd = await self._ledger.spent(today)
            month_usd, _ = await self._ledger.spent(month)
            spent = {BudgetPeriod.DAY: day_usd, BudgetPeriod.MONTH: month_usd, BudgetPeriod.BACKGROUND: background_usd}
            for sign, requests in ((-1, self._running.values()), (1, self._unwritten)):
                for request in requests:
                    for period in _periods(request.role, request.turn):
                        if request.at >= since[period]:
                            spent[period] += sign * (request.usage.cost_usd or _ZERO)
            for period, limit in self._limits().items():
                if limit and self._since.get(period) == since[period]:
                    self._warn(BudgetUsage(period, spent[period], limit), before=self._spent[period])
            self._since, self._spent = since, spent

    def _warn(self, level: BudgetUsage, before: Decimal) -> None:
        if _is_high(before, level.limit_usd) or not _is_high(level.spent_usd, level.limit_usd):
            return
        self._new_warnings.append(level)
        emit(
            Event.BUDGET_WARNING,
            level="warning",
            period=level.period,
            spent_usd=str(level.spent_usd),
            limit_usd=str(level.limit_usd),
        )


class SpendGuardedModel(WrapperModel):
    """Make a request only while it can be paid for.

    Goes outside `MeteredModel`, which records the cost of a request before its reservation is released.
    """

    def __init__(self, model: ChatModel, purpose: Purpose, guard: SpendGuard, estimate: CostEstimate) -> None:
        super().__init__(model)
        self._purpose = purpose
        self._guard = guard
        self._estimate = estimate

    async def stream(self, request: ChatRequest) -> AsyncGenerator[ModelEvent]:
        reservation = await self._guard.reserve(request, self._purpose, self.name, self._estimate)
        try:
            async with aclosing(super().stream(reservation.request)) as events:
                async for event in events:
                    yield event
        finally:
            self._guard.release(reservation)


def is_background_request(role: str, turn: int | None) -> bool:
    """Return whether the request is background work."""
    return role in BACKGROUND_ROLES or (turn is None and role != PROBE_ROLE)


def _periods(role: str, turn: int | None) -> Iterable[BudgetPeriod]:
    yield from (BudgetPeriod.DAY, BudgetPeriod.MONTH)
    if is_background_request(role, turn):
        yield BudgetPeriod.BACKGROUND


def _affordable(free_usd: Decimal, answer_usd: Decimal, answer_tokens: int) -> int:
    """Return how many tokens of an answer `free_usd` pay for, when `answer_tokens` cost `answer_usd`."""
    if free_usd <= 0 or not answer_usd:
        return 0
    return int((free_usd / answer_usd * answer_tokens).to_integral_value(ROUND_FLOOR))


def _is_high(spent: Decimal, limit: Decimal) -> bool:
    return spent >= limit * _WARN_AT
