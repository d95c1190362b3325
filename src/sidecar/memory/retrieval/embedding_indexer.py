"""Embeds documents: in the background as they arrive, or a whole collection while somebody waits."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from sidecar.errors import ModelError
from sidecar.memory.retrieval.document import Collection, Document
from sidecar.memory.retrieval.ports import DocumentStore, Embedder, UnembeddedDocument, VectorStore
from sidecar.memory.retrieval.search import Search
from sidecar.observe import Event, emit
from sidecar.runtime.clock import Clock, sleep_unless_woken

_BATCH = 16
_FOREGROUND_BATCH = 64
_CHECK_EVERY_S = 60.0
_PAUSE_AFTER_FAILURE_S = 30.0
_REQUEUED = 1000


class EmbeddingIndexer:
    """`run` is the background job, one for all collections; `wake` tells it that documents have been put."""

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
        """Reconcile the index, then embed documents as they arrive, forever."""
        await self.reconcile()
        older = True
        while True:
            self._woken.clear()
            try:
                older = await self.embed_waiting(older=older)
            except ModelError:  # its circuit breaker has logged it; the documents wait
                older = True
                await self._clock.sleep(_PAUSE_AFTER_FAILURE_S)
                continue
            if self._search is not None:
                self._search.evict_idle()
            await sleep_unless_woken(self._clock, _CHECK_EVERY_S, self._woken)

    def wake(self) -> None:
        self._woken.set()

    async def reconcile(self) -> None:
        """Delete vectors without a document or of another model; documents without a vector are queued later."""
        report = await self._vectors.reconcile(self._embedder.name)
        if report.missing or report.orphaned or report.outdated:
            emit(Event.INDEX_RECONCILED, missing=report.missing, orphaned=report.orphaned, outdated=report.outdated)

    async def embed_waiting(self, *, older: bool = True) -> bool:
        """Embed until the queue is empty; with `older` also documents that are not in the queue.

        Return whether such documents may remain. Raises a `ModelError`.
        """
        while True:
            while batch := await self._vectors.waiting(self._embedder.name, _BATCH):
                await self._embed(batch)
            if dropped := await self._vectors.dropped():
                for person, documents in dropped.items():
                    emit(Event.INDEX_BEHIND, level="warning", person=person, dropped=documents)
                older = True
            if not older:
                return False
            older = bool(await self._vectors.queue_unembedded(self._embedder.name, _REQUEUED))

    async def index(self, collection: Collection, documents: Sequence[Document]) -> int:
        """Put documents into the collection and embed all of it before returning, for a waiting command line.

        Return how many were new or changed; known texts cost nothing. Raises a `ModelError` when the embedder fails;
        the words can be searched then.
        """
        changed = await self._documents.put(collection, documents)
        while batch := await self._vectors.missing(collection, self._embedder.name, _FOREGROUND_BATCH):
            await self._embed(batch)
        await self._vectors.dropped()  # all of them have a vector now
        return changed

    async def _embed(self, batch: Sequence[UnembeddedDocument]) -> None:
        """Save the mean of two vectors for a document of a thread: of its own text and of it among its neighbours.

        The mean is not scaled to length 1, so that its product with a question is the mean of both cosines.
        """
        from sidecar.memory.retrieval.vectors import normalize, to_bytes  # numpy: 130 ms and 13 MB

        texts = list(dict.fromkeys(text for one in batch for text in (one.text, one.in_thread or one.text)))
        rows = dict(zip(texts, normalize(await self._embedder.embed_passages(texts)), strict=True))
        vectors = to_bytes([(rows[one.text] + rows[one.in_thread or one.text]) / 2 for one in batch])
        await self._vectors.save_vectors(self._embedder.name, dict(zip(batch, vectors, strict=True)))
