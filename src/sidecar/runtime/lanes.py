"""A lane per person: their messages are answered one at a time, in order; different people's side by side."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Hashable
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)


class Lanes(Generic[K]):
    """Runs `work(key)` again and again until it says that nothing is left, never twice at once for the same key.

    `work` takes one piece from wherever the queue is kept and returns False when there was none. It must not raise:
    it is the border at which a failed piece is dealt with.
    """

    def __init__(self, work: Callable[[K], Awaitable[bool]]) -> None:
        self._work = work
        self._awake: set[K] = set()
        self._tasks: dict[K, asyncio.Task[None]] = {}

    def wake(self, key: K) -> None:
        """There may be something to do for `key`."""
        self._awake.add(key)
        if key not in self._tasks:
            self._tasks[key] = asyncio.create_task(self._run(key), name=f"lane {key}")

    async def idle(self) -> None:
        """Returns when no lane has anything left to do."""
        while self._tasks:
            await asyncio.wait(self._tasks.values())

    async def close(self) -> None:
        """Stop where it stands; what was begun and not finished is taken up again at the next start."""
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
