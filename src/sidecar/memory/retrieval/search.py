"""Hybrid search of a collection: by words and by meaning, ranked together."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from sidecar.errors import ModelError
from sidecar.memory.retrieval.document import NO_FILTERS, Collection, DocumentId, Filters, Hit
from sidecar.memory.retrieval.index_cache import VectorIndexCache
from sidecar.memory.retrieval.ports import CollectionState, DocumentStore, Embedder, VectorStore
from sidecar.memory.retrieval.query import Query, analyse
from sidecar.memory.retrieval.ranking import Corpus, RankedDocument, rank
from sidecar.memory.retrieval.vectors import from_bytes, unit
from sidecar.runtime.clock import Clock

if TYPE_CHECKING:
    from sidecar.memory.retrieval.ports import Vectors

_UTC = ZoneInfo("UTC")
_POOL = 200
"""So many documents by words, and as many by meaning, are weighed."""
_SHORT_LIST = 150
"""So many of them are weighed together with what stands beside them; more than anybody asks for."""
_REMEMBERED_QUERIES = 256
_PREPARED_AT_ONCE = 64


@dataclass(frozen=True, slots=True)
class RetrievalSettings:
    """`patience_s`: how long a search waits for the vector of its query before it goes by the words alone.
    `neighbours`: how many documents before and after a hit come with it."""

    patience_s: float = 0.4
    neighbours: int = 1


class Search:
    """Hybrid search (MEM-31). Without an embedder, or while it fails, the words alone are searched."""

    def __init__(
        self,
        documents: DocumentStore,
        vectors: VectorStore,
        embedder: Embedder | None,
        clock: Clock,
        settings: RetrievalSettings = RetrievalSettings(),
    ) -> None:
        self._documents = documents
        self._vectors = vectors
        self._embedder = embedder
        self._clock = clock
        self._settings = settings
        self._indexes = VectorIndexCache(vectors, clock)
        self._known_queries: OrderedDict[tuple[str, str], asyncio.Task[Vectors]] = OrderedDict()

    async def search(
        self,
        collection: Collection,
        question: str,
        *,
        k: int = 10,
        filters: Filters = NO_FILTERS,
        timezone: ZoneInfo = _UTC,
    ) -> Sequence[Hit]:
        """The `k` best documents, the best first. `timezone`: the person's, for "yesterday" in a question."""
        return await self._search(collection, question, k, filters, timezone, self._settings.patience_s)

    async def search_all(
        self, collection: Collection, questions: Sequence[str], *, k: int = 10, filters: Filters = NO_FILTERS
    ) -> Sequence[Sequence[Hit]]:
        """Many at once, as a benchmark asks: waits for every vector."""
        found: list[Sequence[Hit]] = []
        for at in range(0, len(questions), _PREPARED_AT_ONCE):
            some = questions[at : at + _PREPARED_AT_ONCE]
            for question in some:
                await self.prepare(collection, question)
            found += [await self._search(collection, question, k, filters, _UTC, None) for question in some]
        return found

    async def prepare(self, collection: Collection, question: str) -> None:
        """Begin to embed the question, so that a search for it that follows need not wait. Returns at once."""
        state = await self._documents.state(collection)
        if state is not None:
            self._begin_embedding(self._analyse(question, state, _UTC).meaning)

    def rest(self) -> None:
        """Give back memory that has not been used for a while."""
        self._indexes.rest()

    async def _search(
        self,
        collection: Collection,
        question: str,
        k: int,
        filters: Filters,
        timezone: ZoneInfo,
        patience_s: float | None,
    ) -> Sequence[Hit]:
        state = await self._documents.state(collection)
        if state is None or not state.documents or not question.strip():
            return []
        query = self._analyse(question, state, timezone)
        embedding = self._begin_embedding(query.meaning)
        lexical = await self._documents.find(state.id, query.words, filters, _POOL)
        vector = await _within(embedding, patience_s)
        similarities = await self._near(state, vector, filters, lexical.ids)
        ids = list(dict.fromkeys([*lexical.ids, *similarities]))
        ranked = await self._rank(state, query, Corpus(state.documents, lexical.frequencies), ids, similarities)
        return await self._hits(state, ranked[:k], similarities)

    async def _rank(
        self,
        state: CollectionState,
        query: Query,
        corpus: Corpus,
        ids: Sequence[DocumentId],
        similarities: Mapping[DocumentId, float],
    ) -> Sequence[RankedDocument]:
        """First by what they say themselves; then the best also by what stands beside them, which costs more."""
        candidates = await self._documents.candidates(state.id, ids)
        best = [one.candidate for one in rank(query, candidates, corpus, similarities)[:_SHORT_LIST]]
        around = await self._documents.around(state.id, [candidate.id for candidate in best])
        with_around = [replace(candidate, around=around.get(candidate.id, ())) for candidate in best]
        return rank(query, with_around, corpus, similarities)

    def _analyse(self, question: str, state: CollectionState, timezone: ZoneInfo) -> Query:
        return analyse(question, state.speakers, self._clock.now(), timezone)

    def _begin_embedding(self, meaning: str) -> asyncio.Task[Vectors] | None:
        if self._embedder is None:
            return None
        key = (self._embedder.name, meaning)
        task = self._known_queries.get(key)
        if task is None or (task.done() and (task.cancelled() or task.exception() is not None)):
            task = self._known_queries[key] = asyncio.create_task(self._embed(self._embedder, meaning))
            task.add_done_callback(_look_at_its_end)
        self._known_queries.move_to_end(key)
        while len(self._known_queries) > _REMEMBERED_QUERIES:
            self._known_queries.popitem(last=False)
        return task

    @staticmethod
    async def _embed(embedder: Embedder, meaning: str) -> Vectors:
        return unit(await embedder.embed_query(meaning))

    async def _near(
        self, state: CollectionState, vector: Vectors | None, filters: Filters, found: Sequence[DocumentId]
    ) -> Mapping[DocumentId, float]:
        """The cosines of the nearest documents and of those that the words `found`; none without a vector."""
        if vector is None or self._embedder is None:
            return {}
        index = await self._indexes.of(state.id, self._embedder.name)
        allowed = None if filters.empty else await self._documents.matching(state.id, filters)
        near = await asyncio.to_thread(index.nearest, vector, _POOL, found, allowed=allowed)
        return await self._compare(vector, near.unsure) if near.unsure else near.similarities

    async def _compare(self, vector: Vectors, ids: Sequence[DocumentId]) -> Mapping[DocumentId, float]:
        """By the vectors in the database."""
        assert self._embedder is not None
        stored = await self._vectors.vectors_of(self._embedder.name, ids)
        sound = {id: one for id, one in stored.items() if len(one) == 2 * len(vector)}
        cosines = from_bytes(list(sound.values())) @ vector if sound else ()
        return {id: float(cosine) for id, cosine in zip(sound, cosines, strict=True)}

    async def _hits(
        self, state: CollectionState, ranked: Sequence[RankedDocument], similarities: Mapping[DocumentId, float]
    ) -> Sequence[Hit]:
        ids = [one.candidate.id for one in ranked]
        found = await self._documents.get(state.id, ids)
        beside = await self._documents.beside(state.id, ids, self._settings.neighbours)
        scores = {one.candidate.id: one.score for one in ranked}
        return [Hit(id, found[id], scores[id], similarities.get(id), beside.get(id, ())) for id in ids if id in found]


async def _within(embedding: asyncio.Task[Vectors] | None, patience_s: float | None) -> Vectors | None:
    """The vector, or None when it fails or takes longer. It goes on being made then, for the next time."""
    if embedding is None:
        return None
    await asyncio.wait([embedding], timeout=patience_s)
    if not embedding.done() or embedding.cancelled():
        return None
    match embedding.exception():
        case None:
            return embedding.result()
        case ModelError():
            return None
        case error:
            raise error


def _look_at_its_end(embedding: asyncio.Task[Vectors]) -> None:
    """Its failure is known even when the search has gone on without it."""
    if not embedding.cancelled():
        embedding.exception()
