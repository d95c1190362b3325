"""Embeds documents: in the background as they arrive, or a whole collection while somebody waits."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from sidecar.errors import ModelError
from sidecar.memory.retrieval.document import Collection, Document
from sidecar.memory.retrieval.ports import DocumentStore, Embedder, UnembeddedDocument, VectorStore
from sidecar.memory.retrieval.search import Search
from sidecar.memory.retrieval.vectors import to_bytes
from sidecar.observe import Event, emit
from sidecar.runtime.clock import Clock, sleep_or

_BATCH = 16
_BATCH_IN_FRONT = 64
_LOOK_EVERY_S = 60.0
_REST_AFTER_FAILURE_S = 30.0
_REQUEUED = 1000


class EmbeddingIndexer:
    """`run` is the background job; `wake` tells it that documents have been put. One of them is enough."""

    def __init__(
        self,
        documents: DocumentStore,
        vectors: VectorStore,
        embedder: Embedder,
        clock: Clock,
        search: Search | None = None,
    ) -> None:
        self._documents = documents
        self._vectors = vectors
        self._embedder = embedder
        self._clock = clock
        self._search = search
        self._woken = asyncio.Event()

    async def run(self) -> None:
        """Put the index in order, then place what waits and what arrives, for ever."""
        await self.reconcile()
        older = True
        while True:
            self._woken.clear()
            try:
                older = await self.place_waiting(older=older)
            except ModelError:  # its breaker has told the person's log; the documents wait
                older = True
                await self._clock.sleep(_REST_AFTER_FAILURE_S)
                continue
            if self._search is not None:
                self._search.rest()
            await sleep_or(self._clock, _LOOK_EVERY_S, self._woken)

    def wake(self) -> None:
        self._woken.set()

    async def reconcile(self) -> None:
        """Take away vectors without a document or of another model; documents that miss one are queued by and by."""
        state = await self._vectors.reconcile(self._embedder.name)
        if state.missing or state.orphaned or state.outdated:
            emit(Event.INDEX_RECONCILED, missing=state.missing, orphaned=state.orphaned, outdated=state.outdated)

    async def place_waiting(self, *, older: bool = True) -> bool:
        """Until nothing waits any more. `older`: also what has left the queue or was never in it. Returns whether
        there may be such documents now. Raises a `ModelError`."""
        while True:
            while batch := await self._vectors.waiting(self._embedder.name, _BATCH):
                await self._place(batch)
            if dropped := await self._vectors.dropped():
                for person, documents in dropped.items():
                    emit(Event.INDEX_BEHIND, level="warning", person=person, dropped=documents)
                older = True
            if not older:
                return False
            older = bool(await self._vectors.let_wait(self._embedder.name, _REQUEUED))

    async def index(self, collection: Collection, documents: Sequence[Document]) -> int:
        """Put the documents into the collection and embed all of it before returning, for a waiting command line.
        Texts that are there already cost nothing. Returns how many were new or changed;
        raises a `ModelError` when the embedder fails (the words can be searched then)."""
        changed = await self._documents.put(collection, documents)
        while batch := await self._vectors.missing(collection, self._embedder.name, _BATCH_IN_FRONT):
            await self._place(batch)
        await self._vectors.dropped()  # all of them have a vector now
        return changed

    async def _place(self, batch: Sequence[UnembeddedDocument]) -> None:
        texts = list(dict.fromkeys(one.text for one in batch))
        rows = to_bytes(await self._embedder.embed_passages(texts))
        vectors = dict(zip(texts, rows, strict=True))
        await self._vectors.keep_vectors(self._embedder.name, {one.id: vectors[one.text] for one in batch})
