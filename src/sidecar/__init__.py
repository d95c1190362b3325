"""Sidecar: a personal AI companion that lives on a person's own computer."""
