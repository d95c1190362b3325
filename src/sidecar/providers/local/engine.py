"""The process with the loaded model, one at a time: loaded when it is first asked, unloaded when it is idle."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path

from sidecar.errors import SidecarError
from sidecar.observe import Event, emit
from sidecar.providers.local.process import ServerProcess
from sidecar.providers.local.settings import LocalSettings
from sidecar.providers.local.sizing import LoadPlan
from sidecar.runtime.clock import Clock, SystemClock


class LocalEngine:
    """Starts and stops the process of the model that is needed; another model waits until nobody uses the first.

    `folder` holds the models whose names are no absolute paths. Call `close` when done. There is no lock, because no
    other task runs between two `await`s.
    """

    def __init__(
        self,
        folder: Path = Path(),
        settings: Callable[[], LocalSettings] = LocalSettings,
        clock: Clock | None = None,
    ) -> None:
        self.folder = folder
        self._settings = settings
        self._clock = clock or SystemClock()
        self._load: LoadPlan | None = None
        self._starting: asyncio.Task[ServerProcess] | None = None
        self._ending: asyncio.Task[None] | None = None
        self._unloading: asyncio.Task[None] | None = None
        self._users = 0
        self._freed = asyncio.Event()

    @property
    def threads(self) -> int | None:
        """Return the number in the settings; None means one per core."""
        return self._settings().threads

    @property
    def process(self) -> ServerProcess | None:
        """Return the process that is loaded and alive, if any."""
        task = self._starting
        if task is None or not task.done() or task.cancelled() or task.exception() is not None:
            return None
        return None if task.result().ended else task.result()

    @asynccontextmanager
    async def lease(self, load: LoadPlan) -> AsyncGenerator[ServerProcess]:
        """Provide the process with this model until the block ends. Raises what `ServerProcess.start` raises.

        A caller that is cancelled while it loads leaves it loading for the next one.
        """
        while self._users and self._load != load:
            self._freed.clear()
            await self._freed.wait()
        self._users += 1
        try:
            yield await asyncio.shield(self._started(load))
        finally:
            self._users -= 1
            if not self._users:
                self._freed.set()
                self._unloading = asyncio.create_task(self._unload_when_idle())

    async def close(self) -> None:
        """Stop the process."""
        self._cancel_unloading()
        self._discard("closing")
        if self._ending is not None:
            await self._ending

    def _started(self, load: LoadPlan) -> asyncio.Task[ServerProcess]:
        """Return the process with this model, loading or loaded."""
        self._cancel_unloading()
        if self._load != load:
            self._discard("another")
        elif self._starting is not None and self._starting.done() and self.process is None:
            self._discard("died")
        if self._starting is None:
            self._load, self._starting = load, asyncio.create_task(self._start(load))
        return self._starting

    async def _start(self, load: LoadPlan) -> ServerProcess:
        if self._ending is not None:
            await self._ending  # there may be no memory for two
        began = self._clock.monotonic()
        process = await ServerProcess.start(load)
        ms = round((self._clock.monotonic() - began) * 1000)
        emit(Event.LOCAL_LOADED, model=load.title, ms=ms, context=load.context, threads=load.threads, pid=process.pid)
        return process

    def _discard(self, reason: str) -> None:
        """Stop the process in the background, whether it is loaded or loading."""
        old, self._starting, self._load = self._starting, None, None
        if old is not None:
            self._ending = asyncio.create_task(self._end(old, reason, self._ending))

    async def _end(self, old: asyncio.Task[ServerProcess], reason: str, before: asyncio.Task[None] | None) -> None:
        if before is not None:
            await before
        if not old.done():
            old.cancel()
        with suppress(asyncio.CancelledError, SidecarError):
            process = await old
            if process.ended:
                emit(
                    Event.LOCAL_DIED,
                    level="warning",
                    model=process.load.title,
                    exit_code=process.exit_code,
                    said=process.last_output,
                )
            await process.stop()
            emit(Event.LOCAL_UNLOADED, model=process.load.title, reason=reason)

    async def _unload_when_idle(self) -> None:
        await self._clock.sleep(self._settings().unload_after.total_seconds())
        self._discard("idle")

    def _cancel_unloading(self) -> None:
        if self._unloading is not None:
            self._unloading.cancel()
            self._unloading = None
