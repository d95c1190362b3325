"""The part of the companion that remembers: the search, its embedder, and what works on memory in the background."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from datetime import timedelta

from sidecar.app.bootstrap import Services
from sidecar.domain.person import OWNER, PersonId
from sidecar.errors import ModelError
from sidecar.llm import ChatModel
from sidecar.memory.extraction_worker import ExtractionModel, ExtractionWorker, never_busy
from sidecar.memory.facts.fact_age import STALE_DAYS
from sidecar.memory.recall import SearchRecall
from sidecar.memory.retrieval.document import Collection, Document
from sidecar.memory.retrieval.embedding_indexer import EmbeddingIndexer
from sidecar.memory.retrieval.search import Search
from sidecar.memory.settings import MemorySettings
from sidecar.providers.embedders.factory import open_embedder
from sidecar.providers.registry import ModelRegistry
from sidecar.runtime.clock import sleep_or
from sidecar.runtime.supervisor import Supervisor
from sidecar.storage.extraction import SqlExtractionQueue
from sidecar.storage.message_index import SqlMessageIndex
from sidecar.storage.search import SqlDocuments
from sidecar.storage.search_vectors import SqlVectors

_LET_THE_PERSON_BEGIN_S = 2.0
_INDEXED_AT_ONCE = 200
_INDEXED_EVERY_S = 60.0
_CATCHING_UP_S = 5.0
_AGEING_EVERY_S = 3_600.0
_AGED_AT_ONCE = 500


class Remembering:
    """`said` is set when a message came in; `quiet` returns when there is time for memory."""

    def __init__(
        self,
        parts: Services,
        models: ModelRegistry,
        said: asyncio.Event | None = None,
        quiet: Callable[[], Awaitable[None]] | None = None,
    ) -> None:
        self._parts = parts
        self._models = models
        self._said = said or asyncio.Event()
        self._quiet = quiet or never_busy
        self._documents = SqlDocuments(parts.db, parts.clock)
        self._indexing = SqlMessageIndex(parts.db)
        vectors = SqlVectors(parts.db)
        self._embedding = open_embedder(parts.settings.current().memory, parts.clock)
        embedder = self._embedding.guarded if self._embedding else None
        self.search = Search(self._documents, vectors, embedder, parts.clock)
        self.indexer = (
            EmbeddingIndexer(self._documents, vectors, embedder, parts.clock, self.search) if embedder else None
        )
        self.recall = SearchRecall(self.search, self.index, parts.zone)
        self.file = parts.memory_file()

    def extractor(self) -> ExtractionWorker:
        def settings() -> MemorySettings:
            return self._parts.settings.current().memory

        return ExtractionWorker(
            SqlExtractionQueue(self._parts.db),
            self._parts.memory,
            self._parts.clock,
            ExtractionModel(self._model, lambda: settings().facts_in, lambda: settings().extract),
            self._parts.profile.preferences,
            awake=self._said,
            idle=self._quiet,
        )

    def start(self, supervisor: Supervisor) -> None:
        """For a process that stays."""
        supervisor.start("memory file", self.file.run)
        supervisor.start("index", self._index_for_ever)
        supervisor.start("ageing", self._age_for_ever)
        supervisor.start("extraction", self.extractor().run)
        if self.indexer is not None:
            supervisor.start("embeddings", self.indexer.run)

    async def finish(self) -> None:
        """For a process that does not stay: what needs no model and no embedder. The index is for whoever searches
        next."""
        await self.extractor().read_by_patterns()
        await self.file.sync_now()
        self.file.close()

    async def index(self) -> None:
        """Everything that was said can be found by its words when this returns."""
        more = True
        while more:
            more = await self._indexing.index_messages(_INDEXED_AT_ONCE) == _INDEXED_AT_ONCE

    async def catch_up(self) -> None:
        """For a search beside the companion: what was said, and what was written into the file, can be found; by its
        meaning too, as far as there is time to give everything its place."""
        await self.file.sync_now()
        await self.index()
        if self.indexer is not None:
            with suppress(TimeoutError, ModelError):
                async with asyncio.timeout(_CATCHING_UP_S):
                    await self.indexer.embed_waiting()

    async def put(self, collection: Collection, documents: Sequence[Document]) -> int:
        """Put documents into a collection; they can be found by words and meaning when this returns.

        Returns how many were new or changed. Raises a `ModelError` when the embedder fails; the words are indexed."""
        if self.indexer is None:
            return await self._documents.put(collection, documents)
        return await self.indexer.index(collection, documents)

    async def close(self) -> None:
        self.file.close()
        if self._embedding is not None:
            await self._embedding.close()

    async def _index_for_ever(self) -> None:
        while True:
            await self._quiet()
            await self.index()
            if self.indexer is not None:
                self.indexer.wake()
            await sleep_or(self._parts.clock, _INDEXED_EVERY_S, self._said)
            await self._parts.clock.sleep(_LET_THE_PERSON_BEGIN_S)

    async def _age_for_ever(self) -> None:
        """Facts that nobody has confirmed for long are no longer brought up by themselves (MEM-20)."""
        while True:
            await self._parts.clock.sleep(_AGEING_EVERY_S)
            long_ago = self._parts.today(OWNER) - timedelta(days=STALE_DAYS)
            while await self._parts.facts.mark_stale(OWNER, long_ago, _AGED_AT_ONCE) == _AGED_AT_ONCE:
                await self._quiet()

    async def _model(self, person: PersonId) -> ChatModel:
        return await self._models.model_for("memory", person)
