"""Adapters to language models: wires to the providers, decorators around them, and the registry of models."""
