"""How well a question in one language finds a passage in the other (MEM-34), on parallel Spanish and English passages.

Sidecar's search, both ways and within a language, beside words alone and the model alone; `--minilm` adds the usual
English model.
"""

from __future__ import annotations

import asyncio
import json
import statistics
from argparse import Namespace
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from bench.baselines import best, without_stop_words
from bench.embedding_cache import CachedEmbedder
from bench.machine import Figure, options, show
from bench.minilm import MiniLM
from sidecar.domain.person import OWNER
from sidecar.memory.retrieval.document import Collection, Document, DocumentKind
from sidecar.memory.retrieval.embedding_indexer import EmbeddingIndexer
from sidecar.memory.retrieval.search import Search
from sidecar.providers.embedders.in_process import create_e5
from sidecar.runtime.clock import SystemClock
from sidecar.storage.search import SqlDocuments
from sidecar.storage.search_vectors import SqlVectors
from sidecar.storage.sqlite import SqliteDb

_DATA, _CACHE = Path("data/bench"), Path(".cache/bench")
_WAYS = (("es", "en"), ("en", "es"), ("es", "es"), ("en", "en"))
_CUTS = (1, 5, 10)


@dataclass(frozen=True, slots=True)
class Language:
    passages: Sequence[tuple[str, str]]
    questions: Sequence[tuple[str, str]]
    """Pairs of a passage's id and a text: the passages themselves, and the questions that they answer."""


def main() -> None:
    parser = options(__doc__ or "")
    parser.add_argument("--data", type=Path, default=_DATA, help="the folder with xquad/")
    parser.add_argument("--cache", type=Path, default=_CACHE, help="where embeddings are kept")
    parser.add_argument("--minilm", action="store_true", help="the English model too")
    chosen = parser.parse_args()
    folder = chosen.data / "xquad"
    if not folder.is_dir():
        print(f"There is no xquad in {chosen.data}: nothing to measure.")
        return
    show(asyncio.run(measure({code: load(folder, code) for code in ("es", "en")}, chosen)), as_json=chosen.json)


def load(folder: Path, code: str) -> Language:
    def rows(name: str, field: str) -> list[tuple[str, str]]:
        lines = (folder / f"{name}_{code}.jsonl").read_text(encoding="utf-8").splitlines()
        return [(str(row["pid"]), row[field]) for row in map(json.loads, lines)]

    return Language(rows("passages", "text"), rows("questions", "question"))


async def measure(languages: dict[str, Language], chosen: Namespace) -> list[Figure]:
    own = create_e5()
    embedder = CachedEmbedder(own, chosen.cache)
    models: list[Any] = [embedder]
    if chosen.minilm and (minilm := MiniLM.found(chosen.cache)):
        models.append(CachedEmbedder(minilm, chosen.cache))
    figures: list[Figure] = []
    for asked, answered in _WAYS:
        questions, passages = languages[asked].questions, languages[answered].passages
        way = f"{asked} → {answered}"
        figures += _figures(f"{way}, Sidecar", questions, await _search(questions, passages, embedder))
        plain = without_stop_words([text for _, text in passages])
        words = [[passages[place][0] for place in best(plain.scores(text), max(_CUTS))] for _, text in questions]
        figures += _figures(f"{way}, BM25 without stop words", questions, words)
        for model in models:
            figures += _figures(f"{way}, {model.name}", questions, await _by_meaning(questions, passages, model))
    await own.close()
    return figures


async def _search(
    questions: Sequence[tuple[str, str]], passages: Sequence[tuple[str, str]], embedder: Any
) -> list[list[str]]:
    clock, collection = SystemClock(), Collection(OWNER, "passages")
    with TemporaryDirectory() as folder:
        async with await SqliteDb.open(Path(folder) / "bench.db") as db:
            documents, vectors = SqlDocuments(db, clock), SqlVectors(db)
            notes = [Document(kind=DocumentKind.NOTE, source=id, text=text) for id, text in passages]
            await EmbeddingIndexer(documents, vectors, embedder, clock).index(collection, notes)
            search = Search(documents, vectors, embedder, clock)
            found = await search.search_all(collection, [text for _, text in questions], k=max(_CUTS))
            return [[hit.document.source for hit in hits] for hits in found]


async def _by_meaning(
    questions: Sequence[tuple[str, str]], passages: Sequence[tuple[str, str]], model: Any
) -> list[list[str]]:
    rows = np.asarray(await model.embed_passages([text for _, text in passages]))
    return [
        [passages[place][0] for place in best(rows @ np.asarray(await model.embed_query(text)), max(_CUTS))]
        for _, text in questions
    ]


def _figures(name: str, questions: Sequence[tuple[str, str]], found: Sequence[Sequence[str]]) -> list[Figure]:
    return [
        Figure(
            f"{name}: found among the first {cut}",
            100 * statistics.mean(id in places[:cut] for (id, _), places in zip(questions, found, strict=True)),
            "%",
        )
        for cut in _CUTS
    ]


if __name__ == "__main__":
    main()
