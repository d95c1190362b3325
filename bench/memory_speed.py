"""How fast memory is searched and written (MEM-33): messages, and a tenth as many facts, of `bench.home`.

Embedding is not part of it: vectors are made up (500 subjects, and noise). A search is the whole of it: words, vectors,
ranking, neighbours, what facts replaced; its CPU time counts all threads and tells more than the clock where other
programs run. `load` is the first search after a start. `--messages 1000000`: some minutes, and 4 GB of disk.
"""

from __future__ import annotations

import asyncio
import random
import sqlite3
import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import numpy as np

from bench.fill import rare_words, sentence
from bench.home import filled_home
from bench.machine import Figure, memory_mb, options, percentile, show
from sidecar.domain.person import OWNER
from sidecar.memory.retrieval.document import Collection, Document, DocumentKind
from sidecar.memory.retrieval.search import Search
from sidecar.memory.retrieval.vectors import normalize, to_bytes
from sidecar.runtime.clock import SystemClock
from sidecar.storage.search import SqlDocuments
from sidecar.storage.search_vectors import SqlVectors
from sidecar.storage.sqlite import SqliteDb

_GOALS_MS = {10_000: 15.0, 100_000: 60.0, 1_000_000: 400.0}
_SAVING_GOAL_MS = 10.0
_WIDTH, _SUBJECTS, _NOISE = 384, 500, 0.7
_WORDS_EACH, _RARE_ASKED = 14, 2
_THREAD = 20
_BATCH = 1_000
_SEARCHES, _SAVINGS = 60, 100
_UNEMBEDDED = "select id from search_documents where id not in (select document_id from search_vectors) order by id"
_SAVE = """
insert into search_vectors (person_id, shelf_id, document_id, embedder, vector)
select person_id, shelf_id, id, :name, :vector from search_documents where id = :id
"""
_START = datetime(2026, 1, 1, tzinfo=UTC)
_COLLECTION = Collection(OWNER)


class MadeUp:
    """Documents, questions and their vectors, the same in every run. Obeys `memory.retrieval.ports.Embedder`."""

    name = "made-up"

    def __init__(self) -> None:
        self._random = np.random.default_rng(7)
        self._subjects = self._random.standard_normal((_SUBJECTS, _WIDTH))
        self._chance = random.Random(_SUBJECTS)

    def documents(self, first: int, count: int) -> list[Document]:
        return [
            Document(
                kind=DocumentKind.MESSAGE,
                source=str(first + place),
                text=" ".join(rare_words(self._chance, _WORDS_EACH)),
                at=_START + timedelta(minutes=first + place),
                speaker="person",
                thread=f"session {(first + place) // _THREAD}",
                position=first + place,
            )
            for place in range(count)
        ]

    def vectors(self, count: int) -> Any:
        subjects = self._subjects[self._random.integers(0, _SUBJECTS, count)]
        noisy = subjects + _NOISE * self._random.standard_normal((count, _WIDTH))
        return normalize(noisy.astype(np.float32))

    def questions(self, count: int) -> Iterator[str]:
        chance = random.Random(count)
        for _ in range(count):
            yield f"{sentence(chance)} {' '.join(rare_words(chance, _RARE_ASKED))}"

    async def embed_query(self, text: str) -> Any:
        return self.vectors(1)[0]

    async def embed_passages(self, texts: Sequence[str]) -> Any:
        return self.vectors(len(texts))


def main() -> None:
    parser = options(__doc__ or "")
    parser.add_argument("--messages", type=int, nargs="*", default=[1_000, 10_000, 100_000])
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="keep the filled homes there for the next run")
    chosen = parser.parse_args()
    figures = [figure for size in chosen.messages for figure in asyncio.run(measure(size, chosen.keep))]
    show(figures, as_json=chosen.json)


async def measure(size: int, kept_in: Path | None) -> list[Figure]:
    """Search `size` messages and a tenth as many facts."""
    made_up, clock = MadeUp(), SystemClock()
    with filled_home(size, size // 10, kept_in) as home:
        _embed(home.database, made_up)
        async with await SqliteDb.open(home.database) as db:
            documents, vectors = SqlDocuments(db, clock), SqlVectors(db)
            before_mb = memory_mb()
            search = Search(documents, vectors, made_up, clock)
            began = time.perf_counter()
            await search.search(_COLLECTION, "palabra100")
            load_ms = (time.perf_counter() - began) * 1000
            searches, cpu = await _time_searches(search, made_up)
            held_mb = memory_mb() - before_mb
            savings = await _time_savings(documents, made_up, size)
        disk_mb = home.database.stat().st_size / 1e6
    return [
        Figure(f"{size:,}: search p50", percentile(searches, 50), "ms"),
        Figure(f"{size:,}: search p95", percentile(searches, 95), "ms", _GOALS_MS.get(size)),
        Figure(f"{size:,}: search CPU p50", percentile(cpu, 50), "ms"),
        Figure(f"{size:,}: search CPU p95", percentile(cpu, 95), "ms", _GOALS_MS.get(size)),
        Figure(f"{size:,}: load", load_ms, "ms"),
        Figure(f"{size:,}: indexing p95", percentile(savings, 95), "ms", _SAVING_GOAL_MS),
        Figure(f"{size:,}: memory of the index", held_mb, "MB"),
        Figure(f"{size:,}: disk", disk_mb, "MB"),
    ]


def _embed(path: Path, made_up: MadeUp) -> None:
    """Give every document that has none a made-up vector."""
    with closing(sqlite3.connect(path)) as db, db:
        ids = [id for (id,) in db.execute(_UNEMBEDDED)]
        for first in range(0, len(ids), _BATCH):
            some = ids[first : first + _BATCH]
            vectors = zip(some, to_bytes(made_up.vectors(len(some))), strict=True)
            db.executemany(_SAVE, [{"id": id, "vector": vector, "name": made_up.name} for id, vector in vectors])
        db.execute("update search_documents set queued = 0 where queued = 1")


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


if __name__ == "__main__":
    main()
