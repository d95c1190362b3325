"""Names of embedders in the settings. Cheap to import, so that they can be checked when settings are read."""

from __future__ import annotations

from sidecar.errors import ConfigError
from sidecar.memory.settings import MemorySettings
from sidecar.providers.endpoint import Endpoint
from sidecar.providers.provider_table import PROVIDERS

OWN = "e5"
"""The embedder that comes with Sidecar."""


def check_embedder(settings: MemorySettings) -> None:
    """Raise `ConfigError` for an unknown embedder; loads nothing."""
    if settings.embedder not in ("", OWN):
        resolve_embedder_endpoint(settings)


def resolve_embedder_endpoint(settings: MemorySettings) -> Endpoint:
    """Return where a served embedder is. Raises `ConfigError` for an unknown name."""
    provider, _, model = settings.embedder.partition(":")
    known = PROVIDERS.get(provider)
    base_url = settings.embedder_url or (known.base_url if known else "")
    if known is None or not model or not base_url:
        raise ConfigError(
            "There's no embedder {name}.",
            hint="`e5` comes with Sidecar; others are `ollama:NAME`, or `openai:NAME` with embedder_url.",
            name=settings.embedder,
        )
    return Endpoint(provider, model, known.title, base_url=base_url)
