"""The supervisor of background tasks: restarts what fails and cancels everything when the program ends."""

from __future__ import annotations

import asyncio
import traceback
from collections.abc import Awaitable, Callable

from sidecar.observe import Event, emit
from sidecar.runtime.clock import Clock

_FIRST_WAIT_S = 1.0
_LONGEST_WAIT_S = 60.0
_CALM_S = 60.0
"""A task that ran this long before failing starts again with the shortest wait."""


class Supervisor:
    """`async with Supervisor(clock) as supervisor: supervisor.start("outbox", outbox.run)`"""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._tasks: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> Supervisor:
        return self

    async def __aexit__(self, *_: object) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def start(self, name: str, run: Callable[[], Awaitable[None]]) -> asyncio.Task[None]:
        """Run `run` in a task and call it again when it raises, after 1 s at first and at most a minute. The task
        ends when `run` returns."""
        task = asyncio.create_task(self._keep(name, run), name=name)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _keep(self, name: str, run: Callable[[], Awaitable[None]]) -> None:
        wait_s = _FIRST_WAIT_S
        while True:
            started = self._clock.monotonic()
            try:
                return await run()
            except Exception as error:  # error boundary: one failing task must not stop the others
                emit(Event.TASK_FAILED, level="error", task=name, error=str(error), traceback=traceback.format_exc())
            if self._clock.monotonic() - started > _CALM_S:
                wait_s = _FIRST_WAIT_S
            await self._clock.sleep(wait_s)
            wait_s = min(wait_s * 2, _LONGEST_WAIT_S)
