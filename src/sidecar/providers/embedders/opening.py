"""From a name in the settings to an embedder that is loaded when it is first needed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from sidecar.errors import ConfigError
from sidecar.memory.retrieval.ports import Embedder
from sidecar.memory.settings import MemorySettings
from sidecar.providers.catalogue import PROVIDERS
from sidecar.providers.embedders.guarded import GuardedEmbedder
from sidecar.providers.endpoint import Endpoint
from sidecar.runtime.clock import Clock

_OWN = "e5"


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
    embedder = _own() if settings.embedder == _OWN else _served(settings)
    return Embedding(GuardedEmbedder(embedder, clock), embedder)


def _own() -> Closing:
    from sidecar.providers.embedders.e5 import e5

    return e5()


def check_embedder(settings: MemorySettings) -> None:
    """Raises `ConfigError` for a name that is no embedder; loads nothing."""
    if settings.embedder not in ("", _OWN):
        _endpoint(settings)


def _served(settings: MemorySettings) -> Closing:
    from sidecar.providers.embedders.served import ServedEmbedder

    return ServedEmbedder(_endpoint(settings))


def _endpoint(settings: MemorySettings) -> Endpoint:
    provider, _, model = settings.embedder.partition(":")
    known = PROVIDERS.get(provider)
    base_url = settings.embedder_url or (known.base_url if known else "")
    if known is None or not model or not base_url:
        raise ConfigError(
            "There is no embedder {name}.",
            hint="`e5` comes with Sidecar; others are `ollama:NAME`, or `openai:NAME` with embedder_url.",
            name=settings.embedder,
        )
    return Endpoint(provider, model, known.title, base_url=base_url)
