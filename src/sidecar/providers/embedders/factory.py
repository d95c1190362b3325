"""From a name in the settings to an embedder that is loaded when it is first needed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from sidecar.memory.retrieval.ports import Embedder
from sidecar.memory.settings import MemorySettings
from sidecar.providers.embedders.circuit_breaker_embedder import CircuitBreakerEmbedder
from sidecar.providers.embedders.embedder_names import OWN, resolve_embedder_endpoint
from sidecar.runtime.clock import Clock


class ClosableEmbedder(Embedder, Protocol):
    async def close(self) -> None: ...


@dataclass(frozen=True, slots=True)
class EmbedderHandle:
    """An embedder behind its breaker, and how to give up what it holds."""

    guarded: CircuitBreakerEmbedder
    embedder: ClosableEmbedder

    async def close(self) -> None:
        await self.embedder.close()


def open_embedder(settings: MemorySettings, clock: Clock) -> EmbedderHandle | None:
    """None when only words are to be searched. Raises `ConfigError` for a name that is no embedder."""
    if not settings.embedder:
        return None
    embedder = _own() if settings.embedder == OWN else _served(settings)
    return EmbedderHandle(CircuitBreakerEmbedder(embedder, clock), embedder)


def _own() -> ClosableEmbedder:
    from sidecar.providers.embedders.e5 import e5

    return e5()


def _served(settings: MemorySettings) -> ClosableEmbedder:
    from sidecar.providers.embedders.openai_embedder import OpenAIEmbedder

    return OpenAIEmbedder(resolve_embedder_endpoint(settings))
