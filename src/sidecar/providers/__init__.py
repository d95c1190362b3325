"""Adapters to language models: wires to each provider, decorators around them, and the registry of who answers whom."""
