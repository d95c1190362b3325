"""A clock that stands still until it is told to go on."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from heapq import heappop, heappush
from itertools import count

_TURNS_OF_THE_LOOP = 20
"""How often the loop runs after each waking, so that the woken can do what they woke for."""
_LOOK_EVERY_S = 0.0002
_PATIENCE_S = 30.0


class FakeClock:
    """Obeys `runtime.clock.Clock`. `await clock.advance(seconds)` wakes the sleepers in the order of their time, each
    at its own moment, and lets the loop run in between.

    What takes the help of threads, as the database does, needs longer than a few turns of the loop: time stands still
    until `idle` says that all have done what they woke for.
    """

    def __init__(self, start: datetime = datetime(2026, 3, 15, 12, 30, tzinfo=UTC)) -> None:
        self._start = start
        self._elapsed_s = 0.0
        self._sleepers: list[tuple[float, int, asyncio.Future[None]]] = []
        self._numbers = count()
        self.naps = 0
        """How often anybody has gone to sleep."""

    def now(self) -> datetime:
        return self._start + timedelta(seconds=self._elapsed_s)

    def monotonic(self) -> float:
        return self._elapsed_s

    async def sleep(self, seconds: float) -> None:
        if seconds <= 0:
            await asyncio.sleep(0)
            return
        self.naps += 1
        waking = asyncio.get_running_loop().create_future()
        heappush(self._sleepers, (self._elapsed_s + seconds, next(self._numbers), waking))
        await waking

    async def advance(self, seconds: float, *, idle: Callable[[], bool] | None = None) -> None:
        until_s = self._elapsed_s + seconds
        await _rest(idle)
        while self._sleepers and self._sleepers[0][0] <= until_s:
            at_s, _, waking = heappop(self._sleepers)
            if waking.done():  # cancelled meanwhile
                continue
            self._elapsed_s = max(self._elapsed_s, at_s)
            waking.set_result(None)
            await _rest(idle)
        self._elapsed_s = until_s
        await _rest(idle)

    async def leap(self, seconds: float, *, idle: Callable[[], bool] | None = None) -> None:
        """Time passes in one go: everybody whose moment has come wakes at the end of it, and once. This is how one
        lives through a year of people who look at something every second."""
        await _rest(idle)
        self._elapsed_s += seconds
        while self._sleepers and self._sleepers[0][0] <= self._elapsed_s:
            waking = heappop(self._sleepers)[-1]
            if not waking.done():
                waking.set_result(None)
        await _rest(idle)

    def pass_unnoticed(self, seconds: float) -> None:
        """Time passes and nobody is woken yet."""
        self._elapsed_s += seconds

    def set_wall(self, now: datetime) -> None:
        """The computer's clock was set: `now` jumps, `monotonic` and the sleepers do not notice."""
        self._start = now - timedelta(seconds=self._elapsed_s)

    @property
    def sleeping(self) -> int:
        """How many sleepers there are."""
        return sum(not waking.done() for _, _, waking in self._sleepers)


async def _rest(idle: Callable[[], bool] | None) -> None:
    for _ in range(_TURNS_OF_THE_LOOP):
        await asyncio.sleep(0)
    async with asyncio.timeout(_PATIENCE_S):
        while idle is not None and not idle():  # noqa: ASYNC110 - nobody tells when a thread is done
            await asyncio.sleep(_LOOK_EVERY_S)
