"""How fast memory is searched and written (MEM-33): 1,000 to 100,000 made-up documents, and with `--full` a million.

Embedding is not part of it: vectors are made up too (500 subjects, and noise), and so are words (as common as words
are). A search is the whole of it: words, vectors, ranking, neighbours; its CPU time counts all threads and tells more
than the clock where other programs run. `load` is the first search after a start.
"""

from __future__ import annotations

import asyncio
import resource
import sys
import time
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from bench.machine import Figure, options, percentile, show
from sidecar.domain.person import OWNER
from sidecar.memory.retrieval.document import Collection, Document, DocumentKind
from sidecar.memory.retrieval.search import Search
from sidecar.memory.retrieval.vectors import normalize, to_bytes
from sidecar.runtime.clock import SystemClock
from sidecar.storage.search import SqlDocuments
from sidecar.storage.search_vectors import SqlVectors
from sidecar.storage.sqlite import SqliteDb

_SIZES, _FULL = (1_000, 10_000, 100_000), (1_000_000,)
_GOALS_MS = {10_000: 15.0, 100_000: 60.0, 1_000_000: 400.0}
_SAVING_GOAL_MS = 10.0
_WIDTH, _SUBJECTS, _NOISE = 384, 500, 0.7
_VOCABULARY, _WORDS_EACH, _WORDS_ASKED = 30_000, 14, 4
_THREAD = 20
_BATCH = 1_000
_SEARCHES, _SAVINGS = 60, 100
_START = datetime(2026, 1, 1, tzinfo=UTC)
_COLLECTION = Collection(OWNER)


class MadeUp:
    """Documents, questions and their vectors, the same in every run. Obeys `memory.retrieval.ports.Embedder`."""

    name = "made-up"

    def __init__(self) -> None:
        self._random = np.random.default_rng(7)
        self._subjects = self._random.standard_normal((_SUBJECTS, _WIDTH))
        weights = 1 / (np.arange(_VOCABULARY) + 10)
        self._weights = weights / weights.sum()

    def documents(self, first: int, count: int) -> list[Document]:
        words = self._random.choice(_VOCABULARY, (count, _WORDS_EACH), p=self._weights)
        return [
            Document(
                kind=DocumentKind.MESSAGE,
                source=str(first + place),
                text=" ".join(f"palabra{word}" for word in row),
                at=_START + timedelta(minutes=first + place),
                speaker="person",
                thread=f"session {(first + place) // _THREAD}",
                position=first + place,
            )
            for place, row in enumerate(words)
        ]

    def vectors(self, count: int) -> Any:
        subjects = self._subjects[self._random.integers(0, _SUBJECTS, count)]
        noisy = subjects + _NOISE * self._random.standard_normal((count, _WIDTH))
        return normalize(noisy.astype(np.float32))

    def questions(self, count: int) -> Iterator[str]:
        for row in self._random.choice(_VOCABULARY, (count, _WORDS_ASKED), p=self._weights):
            yield " ".join(f"palabra{word}" for word in row)

    async def embed_query(self, text: str) -> Any:
        return self.vectors(1)[0]

    async def embed_passages(self, texts: Sequence[str]) -> Any:
        return self.vectors(len(texts))


def main() -> None:
    parser = options(__doc__ or "")
    parser.add_argument("--full", action="store_true", help="also a million documents: some minutes and 3 GB of disk")
    chosen = parser.parse_args()
    figures = [figure for size in (*_SIZES, *(_FULL if chosen.full else ())) for figure in asyncio.run(measure(size))]
    show(figures, as_json=chosen.json)


async def measure(size: int) -> list[Figure]:
    made_up, clock = MadeUp(), SystemClock()
    with TemporaryDirectory() as folder:
        path = Path(folder) / "bench.db"
        async with await SqliteDb.open(path) as db:
            documents, vectors = SqlDocuments(db, clock), SqlVectors(db)
            await _fill(made_up, documents, vectors, size)
            before_mb = _memory_mb()
            search = Search(documents, vectors, made_up, clock)
            began = time.perf_counter()
            await search.search(_COLLECTION, "palabra100")
            load_ms = (time.perf_counter() - began) * 1000
            searches, cpu = await _time_searches(search, made_up)
            held_mb = _memory_mb() - before_mb
            savings = await _time_savings(documents, made_up, size)
        disk_mb = path.stat().st_size / 1e6
    return [
        Figure(f"{size:,}: search p50", percentile(searches, 50), "ms"),
        Figure(f"{size:,}: search p95", percentile(searches, 95), "ms", _GOALS_MS.get(size)),
        Figure(f"{size:,}: search CPU p50", percentile(cpu, 50), "ms"),
        Figure(f"{size:,}: search CPU p95", percentile(cpu, 95), "ms"),
        Figure(f"{size:,}: load", load_ms, "ms"),
        Figure(f"{size:,}: saving p95", percentile(savings, 95), "ms", _SAVING_GOAL_MS),
        Figure(f"{size:,}: memory of the index", held_mb, "MB"),
        Figure(f"{size:,}: disk", disk_mb, "MB"),
    ]


async def _fill(made_up: MadeUp, documents: SqlDocuments, vectors: SqlVectors, size: int) -> None:
    for first in range(0, size, _BATCH):
        count = min(_BATCH, size - first)
        await documents.put(_COLLECTION, made_up.documents(first, count))
        waiting = await vectors.waiting(made_up.name, count)
        await vectors.save_vectors(made_up.name, dict(zip(waiting, to_bytes(made_up.vectors(count)), strict=True)))


async def _time_searches(search: Search, made_up: MadeUp) -> tuple[list[float], list[float]]:
    times: list[float] = []
    cpu: list[float] = []
    for question in made_up.questions(_SEARCHES):
        await search.prepare(_COLLECTION, question)
        await asyncio.sleep(0)
        began, cpu_began = time.perf_counter(), time.process_time()
        hits = await search.search(_COLLECTION, question, k=10)
        times.append((time.perf_counter() - began) * 1000)
        cpu.append((time.process_time() - cpu_began) * 1000)
        assert hits
    return times, cpu


async def _time_savings(documents: SqlDocuments, made_up: MadeUp, size: int) -> list[float]:
    times: list[float] = []
    for document in made_up.documents(size, _SAVINGS):
        began = time.perf_counter()
        await documents.put(_COLLECTION, [document])
        times.append((time.perf_counter() - began) * 1000)
    return times


def _memory_mb() -> float:
    """Return the resident memory of this process."""
    if sys.platform == "linux":
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
        return pages * resource.getpagesize() / 1e6
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6


if __name__ == "__main__":
    main()
