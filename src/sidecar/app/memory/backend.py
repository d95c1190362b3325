"""Memory while the companion runs: recall, the index, and the work in the background."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from datetime import timedelta

from sidecar.app.extraction import build_extractor
from sidecar.app.home_services import Services
from sidecar.app.memory.search import build_search
from sidecar.domain.person import OWNER, PersonId
from sidecar.errors import ModelError
from sidecar.llm import ChatModel
from sidecar.memory.facts.fact_age import STALE_DAYS
from sidecar.memory.recall import SearchRecall
from sidecar.memory.retrieval.document import Collection, Document
from sidecar.providers.registry import ModelRegistry
from sidecar.runtime.clock import sleep_unless_woken
from sidecar.runtime.lanes import return_at_once
from sidecar.runtime.supervisor import Supervisor
from sidecar.storage.messages import SqlHistory

_INDEX_DELAY_S = 2.0
"""The answer to a message comes before its index."""
_INDEX_BATCH = 200
_INDEX_INTERVAL_S = 60.0
_CATCH_UP_TIMEOUT_S = 5.0
_AGEING_INTERVAL_S = 3_600.0
_AGEING_BATCH = 500


class MemoryBackend:
    """`said` is set when a message came in; `quiet` returns when there is time for memory."""

    def __init__(
        self,
        services: Services,
        models: ModelRegistry,
        said: asyncio.Event | None = None,
        quiet: Callable[[], Awaitable[None]] = return_at_once,
    ) -> None:
        self._services = services
        self._clock = services.clock
        self._models = models
        self._said = said or asyncio.Event()
        self._quiet = quiet
        self._search = build_search(services)
        self.search = self._search.search
        self._file = services.facts.open_file()
        self._extractor = build_extractor(
            services.settings,
            services.profile,
            services.db,
            services.clock,
            services.facts.memory,
            self._model,
            awake=self._said,
            idle=self._quiet,
        )
        self.recall = SearchRecall(
            self.search, self.index, services.zone, self._extractor.read_for_question, SqlHistory(services.db).last
        )

    def start(self, supervisor: Supervisor) -> None:
        """Start the work in the background, in a process that stays open."""
        supervisor.start("memory file", self._file.run)
        supervisor.start("index", self._index_forever)
        supervisor.start("ageing", self._age_forever)
        supervisor.start("extraction", self._extractor.run)
        if self._search.indexer is not None:
            supervisor.start("embeddings", self._search.indexer.run)

    async def finish(self) -> None:
        """Do what needs no model and no embedder before a short-lived process ends. The next search updates the
        index."""
        await self._extractor.read_by_patterns()
        await self._mark_stale()
        await self._file.sync_now()
        self._file.close()

    async def sync_file(self) -> None:
        await self._file.sync_now()

    async def index(self) -> None:
        """Index every message, so that it can be found by its words."""
        while await self._search.messages.index_older_facts(_INDEX_BATCH):
            pass
        while await self._search.messages.index_messages(_INDEX_BATCH) == _INDEX_BATCH:
            pass

    async def catch_up(self) -> None:
        """Prepare a search beside the running companion: read the messages for facts, read the memory file, index the
        messages, and embed what waits as far as time allows."""
        await self._extractor.read_by_patterns()
        await self._mark_stale()
        await self._file.sync_now()
        await self.index()
        if self._search.indexer is not None:
            with suppress(TimeoutError, ModelError):
                async with asyncio.timeout(_CATCH_UP_TIMEOUT_S):
                    await self._search.indexer.embed_waiting()

    async def put(self, collection: Collection, documents: Sequence[Document]) -> int:
        """Put documents into a collection; they can be found by words and meaning when this returns.

        Returns how many were new or changed. Raises a `ModelError` when the embedder fails; the words are indexed."""
        if self._search.indexer is None:
            return await self._search.documents.put(collection, documents)
        return await self._search.indexer.index(collection, documents)

    async def close(self) -> None:
        self._file.close()
        if self._search.embedder is not None:
            await self._search.embedder.close()

    async def _index_forever(self) -> None:
        while True:
            await self._quiet()
            await self.index()
            if self._search.indexer is not None:
                self._search.indexer.wake()
            await sleep_unless_woken(self._clock, _INDEX_INTERVAL_S, self._said)
            await self._clock.sleep(_INDEX_DELAY_S)

    async def _age_forever(self) -> None:
        while await self._services.facts.store.pin_identity(OWNER, _AGEING_BATCH) == _AGEING_BATCH:
            await self._quiet()
        while True:
            await self._quiet()
            await self._mark_stale()
            await self._clock.sleep(_AGEING_INTERVAL_S)

    async def _mark_stale(self) -> None:
        """Mark facts as stale that nobody has confirmed for long, so that they are not brought up any more (MEM-20)."""
        long_ago = self._services.today(OWNER) - timedelta(days=STALE_DAYS)
        while await self._services.facts.store.mark_stale(OWNER, long_ago, _AGEING_BATCH) == _AGEING_BATCH:
            await self._quiet()

    async def _model(self, person: PersonId) -> ChatModel:
        return await self._models.model_for("memory", person)
