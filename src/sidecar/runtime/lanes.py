"""Lanes: work with the same key runs one piece at a time, in order; different keys run concurrently."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Hashable
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)


async def return_at_once() -> None:
    """Return immediately: the default `idle` where no answers are pending."""


class Lanes(Generic[K]):
    """Calls `work(key)` until it returns False, never twice at once for the same key.

    `work` takes one piece from wherever the queue is stored and returns False when there was none. It must not raise:
    it is the error boundary of each piece.
    """

    def __init__(self, work: Callable[[K], Awaitable[bool]]) -> None:
        self._work = work
        self._awake: set[K] = set()
        self._tasks: dict[K, asyncio.Task[None]] = {}

    def wake(self, key: K) -> None:
        """Start working on `key`, or look once more if it is being worked on."""
        self._awake.add(key)
        if key not in self._tasks:
            self._tasks[key] = asyncio.create_task(self._run(key), name=f"lane {key}")

    async def wait(self, key: K, timeout_s: float) -> None:
        """Wait until the lane of `key` has nothing left to do, at most so long."""
        if key in self._tasks:
            await asyncio.wait({self._tasks[key]}, timeout=timeout_s)

    async def idle(self) -> None:
        """Wait until no lane has anything left to do."""
        while self._tasks:
            await asyncio.wait(self._tasks.values())

    async def close(self) -> None:
        """Cancel all lanes; unfinished work is resumed at the next start."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _run(self, key: K) -> None:
        try:
            while key in self._awake:
                self._awake.discard(key)  # before looking, so that a call meanwhile is not lost
                while await self._work(key):
                    pass
        finally:
            del self._tasks[key]
