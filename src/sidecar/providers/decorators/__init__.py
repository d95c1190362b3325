"""Decorators of a model: each changes one thing about a `ChatModel` and passes everything else on."""
