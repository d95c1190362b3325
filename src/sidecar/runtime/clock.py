"""Time as a parameter: the core asks a `Clock`, so that tests can run a year in a second."""

from __future__ import annotations

import asyncio
import time
from datetime import UTC, datetime
from typing import Protocol


class Clock(Protocol):
    def now(self) -> datetime:
        """Return the current time, aware, in UTC."""
        ...

    def monotonic(self) -> float:
        """Return seconds since an arbitrary start, for durations: they never jump."""
        ...

    async def sleep(self, seconds: float) -> None: ...


class SystemClock:
    def now(self) -> datetime:
        return datetime.now(UTC)

    def monotonic(self) -> float:
        return time.monotonic()

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)


async def sleep_unless_woken(clock: Clock, seconds: float, woken: asyncio.Event) -> None:
    """Sleep until the time is over or `woken` is set, whichever comes first."""
    sleeping = asyncio.ensure_future(clock.sleep(seconds))
    waking = asyncio.ensure_future(woken.wait())
    try:
        await asyncio.wait((sleeping, waking), return_when=asyncio.FIRST_COMPLETED)
    finally:
        sleeping.cancel()
        waking.cancel()


class ClockJumpDetector:
    """Detects that the computer slept or that its clock was set: wall clock and monotonic clock then disagree."""

    def __init__(self, clock: Clock, tolerance_s: float = 2.0) -> None:
        self._clock = clock
        self._tolerance_s = tolerance_s
        self._offset_s = self._offset()

    def detect_jump(self) -> float:
        """Return by how many seconds the clock jumped since the last call; 0.0 when it did not."""
        offset_s = self._offset()
        jump_s = offset_s - self._offset_s
        if abs(jump_s) < self._tolerance_s:
            return 0.0
        self._offset_s = offset_s
        return jump_s

    def _offset(self) -> float:
        return self._clock.now().timestamp() - self._clock.monotonic()
