"""The deadlines of asyncio, passed in a moment: `asyncio.timeout` and `wait_for` go by the event loop's own clock."""

from __future__ import annotations

import asyncio


class LoopClock:
    """Turns the running loop's clock forward. Whoever waits with a deadline has then waited that long."""

    def __init__(self) -> None:
        self._ahead_s = 0.0
        loop = asyncio.get_running_loop()
        real = loop.time
        loop.time = lambda: real() + self._ahead_s  # each test has a loop of its own

    def advance(self, seconds: float) -> None:
        self._ahead_s += seconds
