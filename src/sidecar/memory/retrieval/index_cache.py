"""The indexes that are in memory: loaded when first asked for, kept up to date, given up when there are too many."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field

from sidecar.memory.retrieval.document import CollectionId
from sidecar.memory.retrieval.ports import StoredVector, VectorStore
from sidecar.memory.retrieval.vectors import VectorIndex, from_bytes
from sidecar.runtime.clock import Clock

BUDGET_BYTES = 192 << 20
IDLE_S = 600.0
_PAGE = 4096


@dataclass(slots=True)
class _Loaded:
    embedder: str
    index: VectorIndex
    used_at: float
    number: int = 0
    """Of the last vector that is in the index."""
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)


class VectorIndexCache:
    def __init__(self, store: VectorStore, clock: Clock, *, budget_bytes: int = BUDGET_BYTES) -> None:
        self._store = store
        self._clock = clock
        self._budget_bytes = budget_bytes
        self._loaded: OrderedDict[CollectionId, _Loaded] = OrderedDict()

    async def of(self, collection: CollectionId, embedder: str) -> VectorIndex:
        """Load the collection's index with every vector in the database, those of other processes included."""
        loaded = self._loaded.get(collection)
        if loaded is None or loaded.embedder != embedder:
            loaded = self._loaded[collection] = _Loaded(embedder, VectorIndex(), 0.0)
        self._loaded.move_to_end(collection)
        loaded.used_at = self._clock.monotonic()
        async with loaded.lock:
            while page := await self._store.vectors_after(collection, embedder, loaded.number, _PAGE):
                await asyncio.to_thread(_add, loaded.index, page)
                loaded.number = page[-1].number
                if len(page) < _PAGE:
                    break
        self._make_room()
        return loaded.index

    def rest(self) -> None:
        """Give up what nobody has used for ten minutes: it is loaded again when it is asked for."""
        before = self._clock.monotonic() - IDLE_S
        for collection in [collection for collection, loaded in self._loaded.items() if loaded.used_at < before]:
            del self._loaded[collection]

    @property
    def bytes(self) -> int:
        return sum(loaded.index.bytes for loaded in self._loaded.values())

    def _make_room(self) -> None:
        """The longest unused go first; the one in use stays, however big."""
        while len(self._loaded) > 1 and self.bytes > self._budget_bytes:
            self._loaded.popitem(last=False)


def _add(index: VectorIndex, page: Sequence[StoredVector]) -> None:
    size = len(page[-1].vector)  # a model that changed its size under the same name: what it gives now counts
    sound = [stored for stored in page if len(stored.vector) == size]
    index.add([stored.id for stored in sound], from_bytes([stored.vector for stored in sound]))
