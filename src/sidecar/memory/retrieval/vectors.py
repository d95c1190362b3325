"""The vectors of one collection in memory, and the nearest of them. Blocking: callers run it in a thread.

Up to 32 MiB the vectors themselves are held and the answer is exact. Beyond that each vector becomes a code of two bits
a number, compared by Hamming distance; the nearest are then compared exactly by their vectors from the database.

Imports numpy, so whoever may never need vectors imports this module late.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

import numpy as np
from numpy.typing import NDArray

from sidecar.memory.retrieval.document import DocumentId

if TYPE_CHECKING:
    from sidecar.memory.retrieval.ports import Vectors

Ids = NDArray[np.int64]
Codes = NDArray[np.uint64]
Number = TypeVar("Number", np.int64, np.uint64, np.float32)

EXACT_BYTES = 32 << 20
_BLOCK_ROWS = 1 << 16
_SAMPLE_ROWS = 1 << 14
_MARGIN = 0.5
"""In standard deviations."""
_BITS_IN_WORD = 64
_CODED_FACTOR = 2
"""How many times more documents are taken by their codes than are asked for."""


@dataclass(frozen=True, slots=True)
class NearestDocuments:
    """`similarities`: cosines. Where the index has only codes, the documents are `unsure` instead, to be compared by
    their vectors."""

    similarities: Mapping[DocumentId, float]
    unsure: Sequence[DocumentId]


class VectorIndex:
    """Nearest-neighbour index, safe to use from several threads."""

    def __init__(self, *, exact_bytes: int = EXACT_BYTES) -> None:
        self._exact_bytes = exact_bytes
        self._lock = threading.RLock()
        self._ids: Ids = np.empty(0, np.int64)
        self._vectors: Vectors | None = None
        self._quantizer: VectorQuantizer | None = None
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
        """Add rows of length 1, replacing the vectors of documents that are there already."""
        if len(ids):
            with self._lock:
                self._add(np.asarray(ids, np.int64), vectors)

    def _add(self, new: Ids, vectors: Vectors) -> None:
        if self._width and vectors.shape[1] != self._width:
            self._reset()
        self._width = vectors.shape[1]
        self._drop(new)
        if self._vectors is None and self._quantizer is None:
            self._vectors = np.empty((0, vectors.shape[1]), np.float32)
        if self._vectors is not None and (self._rows + len(new)) * vectors.shape[1] * 4 > self._exact_bytes:
            self._switch_to_codes(vectors)
        after = self._ids[self._rows - 1] if self._rows else -1
        self._ascending &= bool(new[0] > after and (new[1:] > new[:-1]).all())
        self._ids = _append(self._ids, self._rows, new)
        if self._vectors is not None:
            self._vectors = _append(self._vectors, self._rows, vectors.astype(np.float32))
        elif self._quantizer is not None:
            self._codes = _append(self._codes, self._rows, self._quantizer.encode(vectors))
        self._rows += len(new)

    def nearest(
        self, query: Vectors, k: int, others: Sequence[DocumentId] = (), *, allowed: Sequence[DocumentId] | None = None
    ) -> NearestDocuments:
        """Find about the `k` nearest documents, among the `allowed` if given, and their cosines and the `others`'."""
        with self._lock:
            if not self._rows or len(query) != self._width:
                return NearestDocuments({}, ())
            coded = self._quantizer is not None
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
        if not self._ascending:
            return np.flatnonzero(np.isin(ids, np.asarray(wanted, np.int64)))
        want = np.asarray(wanted, np.int64)
        rows = np.minimum(np.searchsorted(ids, want), len(ids) - 1)
        return rows[ids[rows] == want]

    def _distances(self, query: Vectors) -> NDArray[np.float32] | NDArray[np.uint16]:
        if self._quantizer is None:
            assert self._vectors is not None
            return -np.vecdot(self._vectors[: self._rows], query)  # a product with `@` would start threads
        code = self._quantizer.encode(query[None, :])[0]
        far = np.empty(self._rows, np.uint16)
        for start in range(0, self._rows, _BLOCK_ROWS):
            block = self._codes[start : min(start + _BLOCK_ROWS, self._rows)]
            np.sum(np.bitwise_count(block ^ code), axis=1, dtype=np.uint16, out=far[start : start + len(block)])
        return far

    def _switch_to_codes(self, incoming: Vectors) -> None:
        assert self._vectors is not None
        held = self._vectors[: self._rows]
        self._quantizer = VectorQuantizer(held[:_SAMPLE_ROWS] if self._rows else incoming[:_SAMPLE_ROWS])
        self._codes = self._quantizer.encode(held) if self._rows else np.empty((0, self._quantizer.words), np.uint64)
        self._vectors = None

    def _reset(self) -> None:
        """Drop everything: the model changed the size of its vectors under the same name."""
        self._vectors, self._quantizer, self._codes, self._rows = None, None, np.empty((0, 0), np.uint64), 0
        self._ascending = True

    def _drop(self, ids: Ids) -> None:
        """Drop the rows of documents that get another vector; new documents have higher ids than all before."""
        current = self._ids[: self._rows]
        if not self._rows or int(ids.min()) > int(current.max()):
            return
        kept = np.flatnonzero(~np.isin(current, ids))
        if len(kept) == self._rows:
            return
        self._ids = current[kept]
        if self._vectors is None:
            self._codes = self._codes[: self._rows][kept]
        else:
            self._vectors = self._vectors[: self._rows][kept]
        self._rows = len(kept)


class VectorQuantizer:
    """Encodes each number in two bits: whether it is above mean - σ/2, and whether it is above mean + σ/2.

    The thresholds are around the mean, not zero: the vectors of many models share most of their direction, so that
    signs alone tell almost nothing (on e5, 45 % of the true nearest 25 among 200 of 2,760; 95 % with these codes).
    """

    def __init__(self, sample: Vectors) -> None:
        self._mean = sample.mean(axis=0)
        self._margin = _MARGIN * sample.std(axis=0)
        self.words = -(-2 * sample.shape[1] // _BITS_IN_WORD)

    def encode(self, vectors: Vectors) -> Codes:
        codes = np.zeros((len(vectors), self.words * 8), np.uint8)
        for start in range(0, len(vectors), _BLOCK_ROWS):
            offset = vectors[start : start + _BLOCK_ROWS] - self._mean
            bits = np.concatenate((offset > -self._margin, offset > self._margin), axis=1)
            packed = np.packbits(bits, axis=1)
            codes[start : start + len(offset), : packed.shape[1]] = packed
        return codes.view(np.uint64)


def to_bytes(vectors: Iterable[Vectors]) -> list[bytes]:
    """Encode each row for storage: 16-bit floats."""
    return [row.astype(np.float16).tobytes() for row in vectors]


def from_bytes(stored: Sequence[bytes]) -> Vectors:
    """Decode stored rows to 32-bit floats."""
    return np.frombuffer(b"".join(stored), np.float16).reshape(len(stored), -1).astype(np.float32)


def normalize(vectors: Vectors) -> Vectors:
    """Scale the rows (or the one vector) to length 1."""
    lengths = np.linalg.norm(vectors, axis=-1, keepdims=True)
    return (vectors / np.where(lengths > 0, lengths, 1)).astype(np.float32)


def _append(held: NDArray[Number], rows: int, new: NDArray[Number]) -> NDArray[Number]:
    """Append `new` after the first `rows` of `held`, with room to grow."""
    if rows + len(new) > len(held):
        grown = np.empty((max(rows + len(new), rows + rows // 2), *held.shape[1:]), held.dtype)
        grown[:rows] = held[:rows]
        held = grown
    held[rows : rows + len(new)] = new
    return held
