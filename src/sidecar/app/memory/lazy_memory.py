"""The lazy boundary of memory: its modules take a fifth of a second to load, so they are loaded when first needed."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING

from sidecar.app.home_services import Services
from sidecar.domain.message import Message
from sidecar.domain.person import OWNER, PersonId
from sidecar.files.snapshot import read_snapshot
from sidecar.files.stamp import MISSING, FileStamp, is_large, read_stamp
from sidecar.memory.recall import MemoryHit
from sidecar.memory.retrieval.document import NO_REQUEST, FilterRequest
from sidecar.providers.registry import ModelRegistry
from sidecar.runtime.lanes import return_at_once
from sidecar.runtime.supervisor import Supervisor

if TYPE_CHECKING:
    from sidecar.app.memory.backend import MemoryBackend

_START_DELAY_S = 1.0
"""The prompt opens first."""
_QUIET_S = 3.0
"""Idle time before background memory work starts, so that it does not slow down answers."""


class LazyMemory:
    """Implements `memory.recall.Recall`. `idle` returns when no answer is pending."""

    def __init__(self, services: Services, models: ModelRegistry) -> None:
        self._services = services
        self._models = models
        self._said = asyncio.Event()
        self._last_said_at = services.clock.monotonic()
        self._loaded: MemoryBackend | None = None
        self._read_stamp: FileStamp = MISSING
        """Of the memory file, when a message last looked at it."""
        self.idle: Callable[[], Awaitable[None]] = return_at_once

    def note_message(self) -> None:
        """Take note that a message came in."""
        self._last_said_at = self._services.clock.monotonic()
        self._said.set()

    async def recall(
        self, person: PersonId, query: str, *, k: int, request: FilterRequest = NO_REQUEST
    ) -> Sequence[MemoryHit]:
        memory = await self._load()
        return await memory.recall.recall(person, query, k=k, request=request)

    async def list_last(self, person: PersonId, n: int) -> Sequence[Message]:
        memory = await self._load()
        return await memory.recall.list_last(person, n)

    async def read_messages(self) -> None:
        memory = await self._load()
        await memory.recall.read_messages()

    async def read_edits(self) -> None:
        """Sync the memory file where it was edited by hand and is small: whoever edits and asks expects the edit."""
        path = self._services.home.path / "MEMORY.md"
        stamp = read_stamp(path)
        if stamp in (self._read_stamp, MISSING) or is_large(stamp):
            return  # a large one is read in the background
        found, state = await asyncio.to_thread(read_snapshot, path), await self._services.facts.store.file_state(OWNER)
        self._read_stamp = found.stamp
        if state is not None and found.text != state.text:
            memory = await self._load()
            await memory.sync_file()

    async def start(self, supervisor: Supervisor) -> None:
        """Start the work on memory in a process that stays open, once its prompt is there."""
        await self._services.clock.sleep(_START_DELAY_S)
        memory = await self._load()
        memory.start(supervisor)

    async def finish(self) -> None:
        """Do what a short-lived process must do before it ends."""
        memory = await self._load()
        await memory.finish()

    async def close(self) -> None:
        if self._loaded is not None:
            await self._loaded.close()

    async def _load(self) -> MemoryBackend:
        memory_class = await asyncio.to_thread(_import_backend)
        if self._loaded is None:
            self._loaded = memory_class(self._services, self._models, self._said, self._wait_until_quiet)
        return self._loaded

    async def _wait_until_quiet(self) -> None:
        """Wait until no answer is pending and no message has arrived for a moment."""
        clock = self._services.clock
        while True:
            await self.idle()
            wait_s = self._last_said_at + _QUIET_S - clock.monotonic()
            if wait_s <= 0:
                return
            await clock.sleep(wait_s)


def _import_backend() -> type[MemoryBackend]:
    from sidecar.app.memory.backend import MemoryBackend  # 200 ms

    return MemoryBackend
