"""The door to what remembers: its parts take a fifth of a second to load, so they are loaded when first needed."""

from __future__ import annotations

import asyncio
import importlib
from collections.abc import Awaitable, Callable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from sidecar.app.bootstrap import Services
from sidecar.domain.person import PersonId
from sidecar.memory.recall import MemoryHit
from sidecar.providers.registry import ModelRegistry
from sidecar.runtime.supervisor import Supervisor

if TYPE_CHECKING:
    from sidecar.app.memory_services import Remembering

_LET_THE_PROMPT_OPEN_S = 1.0
_QUIET_S = 3.0
"""Memory works when nobody has said anything for so long: in a lively conversation the answers come first."""


class Memories:
    """Implements `memory.recall.Recall`. `idle` returns when nobody waits for an answer."""

    def __init__(self, parts: Services, models: ModelRegistry) -> None:
        self._parts = parts
        self._models = models
        self._said = asyncio.Event()
        self._last_said_at = parts.clock.monotonic()
        self.idle: Callable[[], Awaitable[None]] = _at_once

    def heard(self) -> None:
        """A message came in."""
        self._last_said_at = self._parts.clock.monotonic()
        self._said.set()

    async def recall(self, person: PersonId, query: str, *, k: int) -> Sequence[MemoryHit]:
        await asyncio.to_thread(_load)
        return await self._remembering.recall.recall(person, query, k=k)

    async def work(self, supervisor: Supervisor) -> None:
        """Start what works on memory in a process that stays, once the prompt is there."""
        await self._parts.clock.sleep(_LET_THE_PROMPT_OPEN_S)
        await asyncio.to_thread(_load)
        self._remembering.start(supervisor)

    async def finish(self) -> None:
        """For a process that does not stay."""
        await asyncio.to_thread(_load)
        await self._remembering.finish()

    async def close(self) -> None:
        if "_remembering" in self.__dict__:
            await self._remembering.close()

    @cached_property
    def _remembering(self) -> Remembering:
        from sidecar.app.memory_services import Remembering

        return Remembering(self._parts, self._models, self._said, self._quiet)

    async def _quiet(self) -> None:
        """Nobody waits for an answer, and nobody has said anything for a moment."""
        clock = self._parts.clock
        while True:
            await self.idle()
            wait_s = self._last_said_at + _QUIET_S - clock.monotonic()
            if wait_s <= 0:
                return
            await clock.sleep(wait_s)


def _load() -> None:
    importlib.import_module("sidecar.app.memory_services")


async def _at_once() -> None:
    """The `idle` of a companion that answers nobody."""
