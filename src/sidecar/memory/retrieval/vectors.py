"""The vectors of one collection in memory, and the nearest of them. Blocking: callers run it in a thread.

Up to 32 MiB the vectors themselves are here and the answer is exact. Beyond that each is a code of two bits a number,
whose differences are counted; the nearest codes are then compared exactly by their vectors from the database.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from sidecar.memory.retrieval.document import DocumentId

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from sidecar.memory.retrieval.ports import Vectors

    Ids = NDArray[np.int64]
    Codes = NDArray[np.uint64]
    Number = TypeVar("Number", np.int64, np.uint64, np.float32)

EXACT_BYTES = 32 << 20
_BLOCK_ROWS = 1 << 16
_SAMPLE_ROWS = 1 << 14
_HALF = 0.5
_BITS_IN_WORD = 64
_CODED_FACTOR = 2
"""So many times more documents are near by their codes than are asked for."""


@dataclass(frozen=True, slots=True)
class NearestDocuments:
    """`similarities`: the cosines of what is near. Where the index has only codes they are not known: those documents
    are `unsure`, and their own vectors tell."""

    similarities: Mapping[DocumentId, float]
    unsure: Sequence[DocumentId]


class VectorIndex:
    """Safe to use from several threads."""

    def __init__(self, *, exact_bytes: int = EXACT_BYTES) -> None:
        import numpy as np  # 80 ms

        self._np = np
        self._exact_bytes = exact_bytes
        self._lock = threading.RLock()
        self._ids: Ids = np.empty(0, np.int64)
        self._vectors: Vectors | None = None
        self._coder: VectorQuantizer | None = None
        self._codes: Codes = np.empty((0, 0), np.uint64)
        self._rows = 0
        self._width = 0
        self._ascending = True

    def __len__(self) -> int:
        return self._rows

    @property
    def bytes(self) -> int:
        held = self._codes.nbytes if self._vectors is None else self._vectors.nbytes
        return held + self._ids.nbytes

    def add(self, ids: Sequence[DocumentId], vectors: Vectors) -> None:
        """Rows of length 1. A document that is there already gets the new vector."""
        if len(ids):
            with self._lock:
                self._add(self._np.asarray(ids, self._np.int64), vectors)

    def _add(self, new: Ids, vectors: Vectors) -> None:
        np = self._np
        if self._width and vectors.shape[1] != self._width:
            self._start_again()
        self._width = vectors.shape[1]
        self._forget(new)
        if self._vectors is None and self._coder is None:
            self._vectors = np.empty((0, vectors.shape[1]), np.float32)
        if self._vectors is not None and (self._rows + len(new)) * vectors.shape[1] * 4 > self._exact_bytes:
            self._become_coded(vectors)
        after = self._ids[self._rows - 1] if self._rows else -1
        self._ascending &= bool(new[0] > after and (new[1:] > new[:-1]).all())
        self._ids = _put(self._ids, self._rows, new)
        if self._vectors is not None:
            self._vectors = _put(self._vectors, self._rows, vectors.astype(np.float32))
        elif self._coder is not None:
            self._codes = _put(self._codes, self._rows, self._coder.encode(vectors))
        self._rows += len(new)

    def nearest(
        self, query: Vectors, k: int, others: Sequence[DocumentId] = (), *, allowed: Sequence[DocumentId] | None = None
    ) -> NearestDocuments:
        """About the `k` nearest documents, only of the `allowed` ones if these are given, and the cosines of these and
        of the `others`."""
        np = self._np
        with self._lock:
            if not self._rows or len(query) != self._width:
                return NearestDocuments({}, ())
            coded = self._coder is not None
            ids = self._ids[: self._rows]
            far = self._distances(query)
        rows = np.arange(len(ids)) if allowed is None else np.flatnonzero(np.isin(ids, np.asarray(allowed, np.int64)))
        k = _CODED_FACTOR * k if coded else k
        if len(rows) > k:
            rows = rows[np.argpartition(far[rows], k)[:k]]
        if coded:
            return NearestDocuments({}, list(dict.fromkeys([*map(DocumentId, ids[rows].tolist()), *others])))
        rows = np.concatenate((rows, self._rows_of(ids, others)))
        found = zip(ids[rows].tolist(), (-far[rows]).tolist(), strict=True)
        return NearestDocuments({DocumentId(id): cosine for id, cosine in found}, ())

    def _rows_of(self, ids: Ids, wanted: Sequence[DocumentId]) -> NDArray[np.intp]:
        np = self._np
        if not self._ascending:
            return np.flatnonzero(np.isin(ids, np.asarray(wanted, np.int64)))
        want = np.asarray(wanted, np.int64)
        rows = np.minimum(np.searchsorted(ids, want), len(ids) - 1)
        return rows[ids[rows] == want]

    def _distances(self, query: Vectors) -> NDArray[np.float32] | NDArray[np.uint16]:
        np = self._np
        if self._coder is None:
            assert self._vectors is not None
            return -np.vecdot(self._vectors[: self._rows], query)  # a product with `@` would start threads
        code = self._coder.encode(query[None, :])[0]
        far = np.empty(self._rows, np.uint16)
        for start in range(0, self._rows, _BLOCK_ROWS):
            block = self._codes[start : min(start + _BLOCK_ROWS, self._rows)]
            np.sum(np.bitwise_count(block ^ code), axis=1, dtype=np.uint16, out=far[start : start + len(block)])
        return far

    def _become_coded(self, incoming: Vectors) -> None:
        np = self._np
        assert self._vectors is not None
        held = self._vectors[: self._rows]
        self._coder = VectorQuantizer(held[:_SAMPLE_ROWS] if self._rows else incoming[:_SAMPLE_ROWS])
        self._codes = self._coder.encode(held) if self._rows else np.empty((0, self._coder.words), np.uint64)
        self._vectors = None

    def _start_again(self) -> None:
        """The model gives vectors of another size under the same name: the old ones mean nothing any more."""
        np = self._np
        self._vectors, self._coder, self._codes, self._rows = None, None, np.empty((0, 0), np.uint64), 0
        self._ascending = True

    def _forget(self, ids: Ids) -> None:
        """Drop the rows of documents that get another vector. New documents have higher ids than all before."""
        np = self._np
        here = self._ids[: self._rows]
        if not self._rows or int(ids.min()) > int(here.max()):
            return
        kept = np.flatnonzero(~np.isin(here, ids))
        if len(kept) == self._rows:
            return
        self._ids = here[kept]
        if self._vectors is None:
            self._codes = self._codes[: self._rows][kept]
        else:
            self._vectors = self._vectors[: self._rows][kept]
        self._rows = len(kept)


class VectorQuantizer:
    """Two bits for each number: is it more than a little below the usual, is it more than a little above?

    Measured from the usual, not from zero: the vectors of many models share most of their direction, and the signs
    alone then tell almost nothing (on e5, 45 % of the true nearest 25 among 200 of 2,760; 95 % with these codes).
    """

    def __init__(self, sample: Vectors) -> None:
        import numpy as np

        self._np = np
        self._usual = sample.mean(axis=0)
        self._little = _HALF * sample.std(axis=0)
        self.words = -(-2 * sample.shape[1] // _BITS_IN_WORD)

    def encode(self, vectors: Vectors) -> Codes:
        np = self._np
        codes = np.zeros((len(vectors), self.words * 8), np.uint8)
        for start in range(0, len(vectors), _BLOCK_ROWS):
            apart = vectors[start : start + _BLOCK_ROWS] - self._usual
            bits = np.concatenate((apart > -self._little, apart > self._little), axis=1)
            packed = np.packbits(bits, axis=1)
            codes[start : start + len(apart), : packed.shape[1]] = packed
        return codes.view(np.uint64)


def to_bytes(vectors: Vectors) -> list[bytes]:
    """Each row as it is stored: of length 1, in 16-bit floats."""
    import numpy as np

    return [row.tobytes() for row in unit(vectors).astype(np.float16)]


def from_bytes(stored: Sequence[bytes]) -> Vectors:
    import numpy as np

    return np.frombuffer(b"".join(stored), np.float16).reshape(len(stored), -1).astype(np.float32)


def unit(vectors: Vectors) -> Vectors:
    """The rows (or the one vector) made of length 1."""
    import numpy as np

    lengths = np.linalg.norm(vectors, axis=-1, keepdims=True)
    return (vectors / np.where(lengths > 0, lengths, 1)).astype(np.float32)


def _put(held: NDArray[Number], rows: int, new: NDArray[Number]) -> NDArray[Number]:
    """`new` after the first `rows` of `held`, with room to grow."""
    import numpy as np

    if rows + len(new) > len(held):
        grown = np.empty((max(rows + len(new), rows + rows // 2), *held.shape[1:]), held.dtype)
        grown[:rows] = held[:rows]
        held = grown
    held[rows : rows + len(new)] = new
    return held
