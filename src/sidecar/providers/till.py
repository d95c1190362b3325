"""The till: the accounts with a limit. A request is admitted while its estimate fits; what runs is set aside.

Totals are those of the database, read once for each day and then kept up with every record.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import AsyncGenerator, Callable, Iterable, Mapping
from contextlib import aclosing
from dataclasses import dataclass, replace
from datetime import datetime
from decimal import ROUND_FLOOR, Decimal
from typing import Protocol

from sidecar.brain.tokens import TokenCounter
from sidecar.domain.money import RequestRecord
from sidecar.llm import ChatModel, ChatRequest, ModelEvent
from sidecar.llm.roles import BACKGROUND
from sidecar.observe import Event, emit
from sidecar.providers.budget import Level, Period, Terms, budget_spent, limits_of, price_unknown
from sidecar.providers.metering import Estimate, Purpose
from sidecar.runtime.clock import Clock

_WARN_AT = Decimal("0.8")
_BACKGROUND_SHARE = Decimal("0.8")
"""Of the limits of day and month: the last fifth is kept for the person."""
_MARGIN = 1.25
"""On the estimated tokens of a prompt; tokenizers differ, and writing to a provider's cache costs a quarter more."""
_TEMPLATE_TOKENS = 32
"""What the chat template of a provider adds to any prompt, at the most seen."""
_USUAL_ANSWER_TOKENS = 8_192
_LEAST_ANSWER_TOKENS = 1_024
"""Where not even this much can be paid, the request does not go out: an answer should not end after two sentences."""
_NOTHING = Decimal(0)


class Ledger(Protocol):
    """The accounts in the database."""

    async def record(self, request: RequestRecord, /) -> None: ...

    async def token_ratio(self, model: str) -> float | None: ...

    async def spent(self, since: datetime) -> tuple[Decimal, Decimal]:
        """By everybody from `since` on: in all, and of that for background work."""
        ...


@dataclass(frozen=True, slots=True)
class Admission:
    """A request that may go out, shortened in its answer if need be, and what was set aside for it."""

    request: ChatRequest
    estimate_usd: Decimal = _NOTHING
    periods: tuple[Period, ...] = ()


class Till:
    """Accounts that keep to a `Budget`. `terms` are asked for at every request, so that an edited file counts at
    once."""

    def __init__(self, ledger: Ledger, terms: Callable[[], Terms], clock: Clock) -> None:
        self._ledger = ledger
        self._terms = terms
        self._clock = clock
        self._since: dict[Period, datetime] = {}
        self._spent: defaultdict[Period, Decimal] = defaultdict(Decimal)
        self._set_aside: defaultdict[Period, Decimal] = defaultdict(Decimal)
        self._crossed: list[Level] = []
        self._book = asyncio.Lock()

    async def record(self, request: RequestRecord, /) -> None:
        if not self._limits():
            self._since = {}  # should there be limits again, the totals are read anew
            await self._ledger.record(request)
            return
        async with self._book:  # so that a total is not read while a record is on its way into it
            try:
                await self._ledger.record(request)
            finally:
                self._add(request)

    async def token_ratio(self, model: str) -> float | None:
        return await self._ledger.token_ratio(model)

    async def admit(self, request: ChatRequest, purpose: Purpose, model: str, estimate: Estimate) -> Admission:
        """Set aside what the request may cost at the most; with little money left, its answer is kept short.

        Raises `BudgetSpent`. `release` must follow.
        """
        if not self._limits():
            return Admission(request)
        await self._open_the_day()
        ratio = await self._ledger.token_ratio(model) or 1.0
        tokens_in = int(TokenCounter(max(1.0, ratio)).request(request) * _MARGIN) + _TEMPLATE_TOKENS
        tokens_out = request.max_output_tokens or _USUAL_ANSWER_TOKENS
        most, least = estimate(tokens_in, tokens_out), estimate(tokens_in, 0)
        if most is None or least is None:
            raise price_unknown(model)
        periods = tuple(_periods(purpose.role, purpose.turn))
        room = self._room(purpose)
        if most and room and most > min(room.values()):
            tightest = min(room, key=lambda period: room[period])
            affordable = _affordable(room[tightest] - least, most - least, tokens_out)
            if affordable < min(_LEAST_ANSWER_TOKENS, tokens_out):
                emit(Event.BUDGET_SPENT, level="warning", period=tightest, model=model, role=purpose.role)
                raise budget_spent(tightest, self._limits()[tightest])
            tokens_out, most = affordable, least + (most - least) * affordable / tokens_out
        for period in periods:
            self._set_aside[period] += most
        capped = request if not most else replace(request, max_output_tokens=tokens_out)
        return Admission(capped, most, periods)

    def release(self, admission: Admission) -> None:
        """The request is over and in the accounts."""
        for period in admission.periods:
            self._set_aside[period] -= admission.estimate_usd

    async def levels(self) -> list[Level]:
        """How much of each limit is used, for `/status` and `/cost`."""
        limits = self._limits()
        if limits:
            await self._open_the_day()
        return [Level(period, self._spent[period], limit) for period, limit in limits.items()]

    async def warnings(self) -> list[Level]:
        """The limits of which four fifths are used."""
        return [
            level for level in await self.levels() if level.limit_usd and _is_high(level.spent_usd, level.limit_usd)
        ]

    def take_crossed(self) -> list[Level]:
        """The limits that four fifths were reached of since this was last asked: each once in its period."""
        crossed, self._crossed = self._crossed, []
        return crossed

    def _limits(self) -> Mapping[Period, Decimal]:
        return limits_of(self._terms().budget)

    def _room(self, purpose: Purpose) -> Mapping[Period, Decimal]:
        limits = self._limits()
        background = is_background(purpose.role, purpose.turn)
        return {
            period: limits[period] * (_BACKGROUND_SHARE if background and period is not Period.BACKGROUND else 1)
            - self._spent[period]
            - self._set_aside[period]
            for period in _periods(purpose.role, purpose.turn)
            if period in limits
        }

    async def _open_the_day(self) -> None:
        """Read the totals when a new day has begun."""
        now = self._clock.now().astimezone(self._terms().zone)
        today = now.replace(hour=0, minute=0, second=0, microsecond=0)
        if self._since.get(Period.DAY) == today:
            return
        async with self._book:
            if self._since.get(Period.DAY) == today:  # read while this one waited
                return
            month = today.replace(day=1)
            day_usd, background_usd = await self._ledger.spent(today)
            month_usd, _ = await self._ledger.spent(month)
            self._since = {Period.DAY: today, Period.MONTH: month, Period.BACKGROUND: today}
            self._spent.update({Period.DAY: day_usd, Period.MONTH: month_usd, Period.BACKGROUND: background_usd})

    def _add(self, request: RequestRecord) -> None:
        cost = request.usage.cost_usd or _NOTHING
        limits = self._limits()
        for period in _periods(request.role, request.turn):
            since = self._since.get(period)
            if since is None or request.at < since:
                continue
            before, after = self._spent[period], self._spent[period] + cost
            self._spent[period] = after
            limit = limits.get(period)
            if limit and _is_high(after, limit) and not _is_high(before, limit):
                self._crossed.append(Level(period, after, limit))
                emit(
                    Event.BUDGET_WARNING,
                    level="warning",
                    period=period,
                    spent_usd=str(after),
                    limit_usd=str(limit),
                )


class Budgeted:
    """The same `ChatModel`, whose requests go out only while they can be paid. Outside of `Metered`, which records
    what they cost before what was set aside is given back."""

    def __init__(self, model: ChatModel, purpose: Purpose, till: Till, estimate: Estimate) -> None:
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


def is_background(role: str, turn: int | None) -> bool:
    return turn is None or role in BACKGROUND


def _periods(role: str, turn: int | None) -> Iterable[Period]:
    yield from (Period.DAY, Period.MONTH)
    if is_background(role, turn):
        yield Period.BACKGROUND


def _affordable(free_usd: Decimal, answer_usd: Decimal, answer_tokens: int) -> int:
    """How many tokens of an answer can be paid with `free_usd`, when `answer_tokens` cost `answer_usd`."""
    if free_usd <= 0 or not answer_usd:
        return 0
    return int((free_usd / answer_usd * answer_tokens).to_integral_value(ROUND_FLOOR))


def _is_high(spent: Decimal, limit: Decimal) -> bool:
    return spent >= limit * _WARN_AT
