"""An embedder that understands what a test says it understands."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from sidecar.errors import ModelError
from sidecar.memory.retrieval.index_words import index_words

WIDTH = 64


class FakeEmbedder:
    """Obeys `memory.retrieval.ports.Embedder`: texts with the same words are near each other, and so are words that
    `same` gives the same meaning. `failure` is raised as long as it is set; `gate`, when it is closed, makes callers
    wait. `embedded` is every passage that was asked for."""

    def __init__(self, name: str = "fake", *, same: Mapping[str, str] | None = None, width: int = WIDTH) -> None:
        self.name = name
        self.failure: ModelError | None = None
        self.gate = asyncio.Event()
        self.gate.set()
        self.queries: list[str] = []
        self.embedded: list[str] = []
        self._width = width
        self._same = {word: meaning for key, meaning in (same or {}).items() for word in index_words(key)}

    async def embed_query(self, text: str) -> Any:
        self.queries.append(text)
        return (await self._embed([text]))[0]

    async def embed_passages(self, texts: Sequence[str]) -> Any:
        rows = await self._embed(texts)
        self.embedded += texts
        return rows

    async def _embed(self, texts: Sequence[str]) -> Any:
        await self.gate.wait()
        if self.failure is not None:
            raise self.failure
        return np.stack([self._place(text) for text in texts])

    def _place(self, text: str) -> Any:
        words = [self._same.get(word, word) for word in index_words(text)] or [text]
        total = sum(self._direction(word) for word in words)
        return (total / np.linalg.norm(total)).astype(np.float32)

    def _direction(self, word: str) -> Any:
        seed = int.from_bytes(hashlib.blake2b(f"{self.name} {word}".encode(), digest_size=4).digest(), "big")
        return np.random.default_rng(seed).standard_normal(self._width)
