"""Factory of the embedder that the settings name. It is loaded when it is first needed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from sidecar.memory.retrieval.ports import Embedder
from sidecar.memory.settings import MemorySettings
from sidecar.providers.embedders.circuit_breaker_embedder import CircuitBreakerEmbedder
from sidecar.providers.embedders.embedder_names import OWN, resolve_embedder_endpoint
from sidecar.providers.embedders.in_process import create_e5
from sidecar.runtime.clock import Clock


class ClosableEmbedder(Embedder, Protocol):
    """An embedder that holds a model or a connection."""

    async def close(self) -> None: ...


@dataclass(frozen=True, slots=True)
class EmbedderHandle:
    """An embedder behind its circuit breaker. `close` frees it."""

    guarded: CircuitBreakerEmbedder
    embedder: ClosableEmbedder

    async def close(self) -> None:
        await self.embedder.close()


def open_embedder(settings: MemorySettings, clock: Clock) -> EmbedderHandle | None:
    """Return the embedder, None when the settings want none. Raises `ConfigError` for an unknown name."""
    if not settings.embedder:
        return None
    embedder = create_e5() if settings.embedder == OWN else _create_served(settings)
    return EmbedderHandle(CircuitBreakerEmbedder(embedder, clock), embedder)


def _create_served(settings: MemorySettings) -> ClosableEmbedder:
    from sidecar.providers.embedders.openai_embedder import OpenAIEmbedder  # 180 ms

    return OpenAIEmbedder(resolve_embedder_endpoint(settings))
