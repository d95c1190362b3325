"""Embedding models: the one that comes with Sidecar, and any that a server offers."""
