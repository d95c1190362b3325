"""Hybrid search of a collection: by words and by meaning, ranked together."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Container, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from sidecar.domain.message import Speaker
from sidecar.errors import ModelError, RequestError
from sidecar.memory.answers.question_words import only_asks
from sidecar.memory.retrieval.document import (
    NO_FILTERS,
    NO_REQUEST,
    Collection,
    DocumentId,
    FilterRequest,
    Filters,
    Hit,
)
from sidecar.memory.retrieval.freshness import find_outdated, put_current_first, put_last
from sidecar.memory.retrieval.ports import CollectionState, DocumentStore, Embedder, ToldFact, VectorStore
from sidecar.memory.retrieval.query import Query, parse_query
from sidecar.memory.retrieval.ranking import RankedDocument, WordStatistics, rank
from sidecar.runtime.clock import Clock

if TYPE_CHECKING:
    from sidecar.memory.retrieval.ports import Vectors
    from sidecar.memory.retrieval.vector_search import VectorSearch

_UTC = ZoneInfo("UTC")
_POOL = 200
"""How many documents by words, and as many by meaning, are ranked."""
_SHORT_LIST = 150
"""How many of them are ranked with their neighbours; more than anybody asks for."""
_SCREENED = 30
"""How many of the best may turn out to be questions; more than anybody asks for at once."""
_CACHED_QUERIES = 256
_PREPARED_AT_ONCE = 64


@dataclass(frozen=True, slots=True)
class SearchSettings:
    """`embedding_timeout_s`: how long a search waits for the query's vector before it uses the words alone.
    `neighbours`: how many documents before and after a hit are returned with it."""

    embedding_timeout_s: float = 0.4
    neighbours: int = 1


class Search:
    """Hybrid search (MEM-31). Without an embedder, or while it fails, only words are searched."""

    def __init__(
        self,
        documents: DocumentStore,
        vectors: VectorStore,
        embedder: Embedder | None,
        clock: Clock,
        settings: SearchSettings = SearchSettings(),
    ) -> None:
        self._documents = documents
        self._vectors = vectors
        self._embedder = embedder
        self._clock = clock
        self._settings = settings
        self._vector_search: VectorSearch | None = None
        self._embedded_queries: OrderedDict[tuple[str, str], asyncio.Task[Vectors]] = OrderedDict()

    async def search(
        self,
        collection: Collection,
        question: str,
        *,
        k: int = 10,
        filters: Filters = NO_FILTERS,
        timezone: ZoneInfo = _UTC,
    ) -> Sequence[Hit]:
        """Return the `k` best documents, best first. `timezone`: the person's, for "yesterday" in a question."""
        return await self._search(collection, question, k, filters, timezone, self._settings.embedding_timeout_s)

    def parse_filters(self, request: FilterRequest, timezone: ZoneInfo) -> Filters:
        """Raise `RequestError` for days that nobody understands or that are in the wrong order."""
        if request == NO_REQUEST:
            return NO_FILTERS
        from sidecar.memory.retrieval.filter_request import parse_filters  # the grammar of dates: 40 ms

        return parse_filters(request, self._clock.now(), timezone)

    async def search_all(
        self,
        collection: Collection,
        questions: Sequence[str],
        *,
        k: int = 10,
        filters: Filters = NO_FILTERS,
        timezone: ZoneInfo = _UTC,
    ) -> Sequence[Sequence[Hit]]:
        """Answer many questions, each with its vector however long that takes, as a benchmark wants it."""
        found: list[Sequence[Hit]] = []
        for at in range(0, len(questions), _PREPARED_AT_ONCE):
            some = questions[at : at + _PREPARED_AT_ONCE]
            for question in some:
                await self.prepare(collection, question)
            found += [await self._search(collection, question, k, filters, timezone, None) for question in some]
        return found

    async def prepare(self, collection: Collection, question: str) -> None:
        """Start to embed the question for a search that follows. Return at once."""
        state = await self._documents.state(collection)
        if state is not None:
            self._start_embedding(self._parse(question, state, _UTC).meaning)

    def evict_idle(self) -> None:
        """Free the memory of indexes that have not been used for a while."""
        if self._vector_search is not None:
            self._vector_search.evict_idle()

    async def _search(
        self,
        collection: Collection,
        question: str,
        k: int,
        filters: Filters,
        timezone: ZoneInfo,
        timeout_s: float | None,
    ) -> Sequence[Hit]:
        state = await self._documents.state(collection)
        if state is None or not state.documents or not question.strip():
            return []
        query = self._parse(question, state, timezone)
        embedding = self._start_embedding(query.meaning)
        by_words = await self._documents.find(state.id, query.words, filters, _POOL)
        vector = await _wait_for(embedding, timeout_s)
        similarities = await self._find_nearest(state, vector, filters, by_words.ids)
        ids = list(dict.fromkeys([*by_words.ids, *similarities]))
        ranked = await self._rank(
            state, query, WordStatistics(state.documents, by_words.frequencies), ids, similarities
        )
        told = await self._documents.told(state.id, [one.candidate.id for one in ranked], query.today)
        outdated = find_outdated(ranked, told)
        if not query.past:
            ranked = put_current_first(ranked, outdated, await self._find_successors(state, outdated, filters))
        ranked = await self._put_questions_last(state, ranked)
        if not ranked and filters.channel:
            await self._check_channel(state, filters.channel)
        return await self._load_hits(state, ranked[:k], similarities, outdated)

    async def _find_successors(
        self, state: CollectionState, outdated: Mapping[DocumentId, ToldFact], filters: Filters
    ) -> Set[DocumentId]:
        """Find what took the place of the outdated documents and passes the filters."""
        ids = [fact.replaced_by for fact in outdated.values() if fact.replaced_by is not None]
        found = await self._documents.get(state.id, ids)
        return {id for id, document in found.items() if filters.admit(document)}

    async def _check_channel(self, state: CollectionState, channel: str) -> None:
        known = await self._documents.channels(state.id)
        if channel not in known:
            raise RequestError(
                "Nothing was said on {channel}.",
                hint="There are: {known}." if known else "",
                channel=channel,
                known=", ".join(known),
            )

    async def _rank(
        self,
        state: CollectionState,
        query: Query,
        statistics: WordStatistics,
        ids: Sequence[DocumentId],
        similarities: Mapping[DocumentId, float],
    ) -> Sequence[RankedDocument]:
        """Rank all by their own words, then the best again with their neighbours, which costs more."""
        candidates = await self._documents.candidates(state.id, ids)
        best = [one.candidate for one in rank(query, candidates, statistics, similarities)[:_SHORT_LIST]]
        around = await self._documents.around(state.id, [candidate.id for candidate in best])
        with_around = [replace(candidate, around=around.get(candidate.id, ())) for candidate in best]
        return rank(query, with_around, statistics, similarities)

    async def _put_questions_last(
        self, state: CollectionState, ranked: Sequence[RankedDocument]
    ) -> Sequence[RankedDocument]:
        """Put what the person only asked behind the rest: a question resembles another, and answers none."""
        told = [one.candidate.id for one in ranked[:_SCREENED] if one.candidate.speaker == Speaker.PERSON.value]
        texts = await self._documents.get(state.id, told)
        asked = {id for id, document in texts.items() if only_asks(document.text)}
        return put_last(ranked, asked)

    def _parse(self, question: str, state: CollectionState, timezone: ZoneInfo) -> Query:
        return parse_query(question, state.speakers, self._clock.now(), timezone)

    def _start_embedding(self, meaning: str) -> asyncio.Task[Vectors] | None:
        if self._embedder is None:
            return None
        key = (self._embedder.name, meaning)
        task = self._embedded_queries.get(key)
        if task is None or (task.done() and (task.cancelled() or task.exception() is not None)):
            task = self._embedded_queries[key] = asyncio.create_task(self._embedder.embed_query(meaning))
            task.add_done_callback(_retrieve_exception)
        self._embedded_queries.move_to_end(key)
        while len(self._embedded_queries) > _CACHED_QUERIES:
            self._embedded_queries.popitem(last=False)
        return task

    async def _find_nearest(
        self, state: CollectionState, vector: Vectors | None, filters: Filters, found: Sequence[DocumentId]
    ) -> Mapping[DocumentId, float]:
        """Return the cosines of the nearest documents and of those `found` by words; none without a vector."""
        if vector is None or self._embedder is None:
            return {}
        if self._vector_search is None:
            from sidecar.memory.retrieval.vector_search import VectorSearch  # numpy: 130 ms and 13 MB

            self._vector_search = VectorSearch(self._documents, self._vectors, self._clock)
        return await self._vector_search.nearest(state.id, self._embedder.name, vector, _POOL, found, filters)

    async def _load_hits(
        self,
        state: CollectionState,
        ranked: Sequence[RankedDocument],
        similarities: Mapping[DocumentId, float],
        outdated: Container[DocumentId],
    ) -> Sequence[Hit]:
        ids = [one.candidate.id for one in ranked]
        found = await self._documents.get(state.id, ids)
        beside = await self._documents.beside(state.id, ids, self._settings.neighbours)
        scores = {one.candidate.id: one.score for one in ranked}
        return [
            Hit(id, found[id], scores[id], similarities.get(id), beside.get(id, ()), outdated=id in outdated)
            for id in ids
            if id in found
        ]


async def _wait_for(embedding: asyncio.Task[Vectors] | None, timeout_s: float | None) -> Vectors | None:
    """Return the vector, or None when the embedder fails or takes longer; it goes on for the next search then."""
    if embedding is None:
        return None
    await asyncio.wait([embedding], timeout=timeout_s)
    if not embedding.done() or embedding.cancelled():
        return None
    match embedding.exception():
        case None:
            return embedding.result()
        case ModelError():
            return None
        case error:
            raise error


def _retrieve_exception(embedding: asyncio.Task[Vectors]) -> None:
    """Mark a failure as seen when the search has gone on without the vector."""
    if not embedding.cancelled():
        embedding.exception()
