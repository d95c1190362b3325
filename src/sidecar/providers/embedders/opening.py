"""From a name in the settings to an embedder that is loaded when it is first needed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from sidecar.memory.retrieval.ports import Embedder
from sidecar.memory.settings import MemorySettings
from sidecar.providers.embedders.guarded import GuardedEmbedder
from sidecar.providers.embedders.naming import OWN, endpoint_of
from sidecar.runtime.clock import Clock


class Closing(Embedder, Protocol):
    async def close(self) -> None: ...


@dataclass(frozen=True, slots=True)
class Embedding:
    """An embedder behind its breaker, and how to give up what it holds."""

    guarded: GuardedEmbedder
    embedder: Closing

    async def close(self) -> None:
        await self.embedder.close()


def open_embedder(settings: MemorySettings, clock: Clock) -> Embedding | None:
    """None when only words are to be searched. Raises `ConfigError` for a name that is no embedder."""
    if not settings.embedder:
        return None
    embedder = _own() if settings.embedder == OWN else _served(settings)
    return Embedding(GuardedEmbedder(embedder, clock), embedder)


def _own() -> Closing:
    from sidecar.providers.embedders.e5 import e5

    return e5()


def _served(settings: MemorySettings) -> Closing:
    from sidecar.providers.embedders.served import ServedEmbedder

    return ServedEmbedder(endpoint_of(settings))
