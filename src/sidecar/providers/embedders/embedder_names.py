"""The names of embedders in the settings: light, so that they can be checked wherever settings are read."""

from __future__ import annotations

from sidecar.errors import ConfigError
from sidecar.memory.settings import MemorySettings
from sidecar.providers.endpoint import Endpoint
from sidecar.providers.provider_table import PROVIDERS

OWN = "e5"
"""The one that comes with Sidecar."""


def check_embedder(settings: MemorySettings) -> None:
    """Raises `ConfigError` for a name that is no embedder; loads nothing."""
    if settings.embedder not in ("", OWN):
        resolve_embedder_endpoint(settings)


def resolve_embedder_endpoint(settings: MemorySettings) -> Endpoint:
    """Where a served embedder is. Raises `ConfigError` when there is none of that name."""
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
