"""An embedder that asks the real one only for texts it has never seen, so that a benchmark can be run again in no time.

The vectors are kept in one SQLite file for each model, in the folder of `--cache`.
"""

from __future__ import annotations

import hashlib
import sqlite3
import time
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from sidecar.memory.retrieval.ports import Embedder

_BATCH = 64


class CachedEmbedder:
    """Obeys `memory.retrieval.ports.Embedder`. `spent_s` is what the real one took, for `asked` texts."""

    def __init__(self, embedder: Embedder, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._embedder = embedder
        self._db = sqlite3.connect(folder / f"{embedder.name.replace(':', '-').replace('/', '-')}.db")
        self._db.execute("create table if not exists vectors (key blob primary key, vector blob)")
        self.asked, self.spent_s = 0, 0.0

    @property
    def name(self) -> str:
        return self._embedder.name

    async def embed_query(self, text: str) -> Any:
        async def one(texts: Sequence[str]) -> Any:
            return np.stack([await self._embedder.embed_query(text) for text in texts])

        return (await self._through("query", [text], one))[0]

    async def embed_passages(self, texts: Sequence[str]) -> Any:
        return await self._through("passage", texts, self._embedder.embed_passages)

    async def _through(self, kind: str, texts: Sequence[str], embed: Callable[[Sequence[str]], Awaitable[Any]]) -> Any:
        keys = [hashlib.sha256(f"{kind}\n{text}".encode()).digest() for text in texts]
        found = {key: self._look_up(key) for key in keys}
        unknown = {key: text for key, text in zip(keys, texts, strict=True) if found[key] is None}
        pending = list(unknown.items())
        for at in range(0, len(pending), _BATCH):
            part = pending[at : at + _BATCH]
            began = time.perf_counter()
            rows = np.asarray(await embed([text for _, text in part]), np.float32)
            self.spent_s += time.perf_counter() - began
            self.asked += len(part)
            for (key, _), row in zip(part, rows, strict=True):
                self._db.execute("insert or replace into vectors values (?, ?)", (key, row.tobytes()))
                found[key] = row
            self._db.commit()
        return np.stack([row for key in keys if (row := found[key]) is not None])

    def _look_up(self, key: bytes) -> Any:
        row = self._db.execute("select vector from vectors where key = ?", (key,)).fetchone()
        return np.frombuffer(row[0], np.float32) if row else None
