"""Decorators of a model: each adds one thing to a `ChatModel` and leaves the rest alone."""
