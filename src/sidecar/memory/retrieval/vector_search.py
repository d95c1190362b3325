"""The documents nearest to a query by their vectors, from indexes that are cached in memory."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sidecar.memory.retrieval.document import CollectionId, DocumentId, Filters
from sidecar.memory.retrieval.ports import DocumentStore, StoredVector, VectorStore
from sidecar.memory.retrieval.vectors import VectorIndex, from_bytes, normalize
from sidecar.runtime.clock import Clock

if TYPE_CHECKING:
    from sidecar.memory.retrieval.ports import Vectors

BUDGET_BYTES = 192 << 20
IDLE_S = 600.0
_PAGE = 4096


@dataclass(slots=True)
class _CachedIndex:
    embedder: str
    index: VectorIndex = field(default_factory=VectorIndex)
    used_at: float = 0.0
    number: int = 0
    """Of the last vector that is in the index."""
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)


class VectorSearch:
    """Loads the index of a collection at its first search, keeps it up to date, and evicts it when it is unused."""

    def __init__(
        self, documents: DocumentStore, vectors: VectorStore, clock: Clock, *, budget_bytes: int = BUDGET_BYTES
    ) -> None:
        self._documents = documents
        self._vectors = vectors
        self._clock = clock
        self._budget_bytes = budget_bytes
        self._cache: OrderedDict[CollectionId, _CachedIndex] = OrderedDict()

    @property
    def bytes(self) -> int:
        return sum(cached.index.bytes for cached in self._cache.values())

    async def nearest(
        self,
        collection: CollectionId,
        embedder: str,
        query: Vectors,
        k: int,
        others: Sequence[DocumentId],
        filters: Filters,
    ) -> Mapping[DocumentId, float]:
        """Return the cosines of about the `k` nearest documents that pass the filters, and of the `others`."""
        query = normalize(query)
        index = await self._load(collection, embedder)
        allowed = None if filters.empty else await self._documents.matching(collection, filters)
        nearest = await asyncio.to_thread(index.nearest, query, k, others, allowed=allowed)
        return await self._compare(embedder, query, nearest.unsure) if nearest.unsure else nearest.similarities

    def evict_idle(self) -> None:
        """Drop the indexes that were not used for ten minutes."""
        before = self._clock.monotonic() - IDLE_S
        for collection in [collection for collection, cached in self._cache.items() if cached.used_at < before]:
            del self._cache[collection]

    async def _load(self, collection: CollectionId, embedder: str) -> VectorIndex:
        """Return the index with every vector in the database, those of other processes included."""
        cached = self._cache.get(collection)
        if cached is None or cached.embedder != embedder:
            cached = self._cache[collection] = _CachedIndex(embedder)
        self._cache.move_to_end(collection)
        cached.used_at = self._clock.monotonic()
        async with cached.lock:
            while page := await self._vectors.vectors_after(collection, embedder, cached.number, _PAGE):
                await asyncio.to_thread(_add, cached.index, page)
                cached.number = page[-1].number
                if len(page) < _PAGE:
                    break
        while len(self._cache) > 1 and self.bytes > self._budget_bytes:
            self._cache.popitem(last=False)
        return cached.index

    async def _compare(self, embedder: str, query: Vectors, ids: Sequence[DocumentId]) -> Mapping[DocumentId, float]:
        """Compute exact cosines with the vectors in the database."""
        stored = await self._vectors.vectors_of(embedder, ids)
        sound = {id: vector for id, vector in stored.items() if len(vector) == 2 * len(query)}
        cosines = from_bytes(list(sound.values())) @ query if sound else ()
        return {id: float(cosine) for id, cosine in zip(sound, cosines, strict=True)}


def _add(index: VectorIndex, page: Sequence[StoredVector]) -> None:
    size = len(page[-1].vector)  # where a model changed its size under the same name, the newest one counts
    sound = [stored for stored in page if len(stored.vector) == size]
    index.add([stored.id for stored in sound], from_bytes([stored.vector for stored in sound]))
