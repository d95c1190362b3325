"""Models that give texts a place by their meaning: one that comes with Sidecar, and any that a server offers."""

from sidecar.providers.embedders.opening import Embedding, check_embedder, open_embedder

__all__ = ["Embedding", "check_embedder", "open_embedder"]
