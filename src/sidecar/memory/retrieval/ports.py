"""What retrieval needs from others: an embedder, and a store of documents, words and vectors.

Vectors are rows of 32-bit floats of length 1, so that their product is the cosine of two meanings.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Protocol

from sidecar.domain.person import PersonId
from sidecar.memory.retrieval.document import Collection, CollectionId, Document, DocumentId, DocumentKind, Filters

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Vectors = NDArray[np.float32]


class Embedder(Protocol):
    """Gives texts a place by their meaning, never on the event loop's time. Raises a `ModelError`."""

    @property
    def name(self) -> str:
        """The model, so that vectors of another one are recognised: "e5-small-q4", "ollama:bge-m3"."""
        ...

    async def embed_query(self, text: str) -> Vectors:
        """One vector for something that is looked for."""
        ...

    async def embed_passages(self, texts: Sequence[str]) -> Vectors:
        """One row for each text that may be found, with a low priority."""
        ...


@dataclass(frozen=True, slots=True)
class CollectionState:
    id: CollectionId
    documents: int
    speakers: frozenset[str]


@dataclass(frozen=True, slots=True)
class WordMatches:
    """How many documents of the collection have each word of a query, and the best documents by words."""

    frequencies: Mapping[str, int]
    ids: Sequence[DocumentId]


@dataclass(frozen=True, slots=True)
class RankingCandidate:
    """What ranking wants to know of a document. `around`: the words of the two documents beside it in its thread, once
    they have been looked up."""

    id: DocumentId
    words: Sequence[str]
    around: Sequence[str] = ()
    thread: str = ""
    speaker: str = ""
    at: datetime | None = None
    asks: bool = False
    """It ends in a question mark."""


@dataclass(frozen=True, slots=True)
class UnembeddedDocument:
    """A document that has no vector yet."""

    id: DocumentId
    text: str


@dataclass(frozen=True, slots=True)
class StoredVector:
    """`vector`: 16-bit floats. `number` grows with every vector that is kept."""

    number: int
    id: DocumentId
    vector: bytes


@dataclass(frozen=True, slots=True)
class ReconcileReport:
    """What was not as it should be when it was looked at: documents `missing` a vector, vectors without a document
    (`orphaned`) and of another model (`outdated`). The last two are gone now."""

    missing: int
    orphaned: int
    outdated: int


class DocumentStore(Protocol):
    async def put(self, collection: Collection, documents: Sequence[Document]) -> int:
        """Add them, or change those whose kind and source are there already. Returns how many are new or have another
        text: these wait for a vector."""
        ...

    async def remove(self, collection: Collection, kind: DocumentKind, sources: Sequence[str]) -> int:
        """Take them away, with their words and vectors. Returns how many there were."""
        ...

    async def keep_only(self, collection: Collection, kind: DocumentKind, sources: Sequence[str]) -> int:
        """Take away all others of that kind."""
        ...

    async def state(self, collection: Collection) -> CollectionState | None:
        """None for a collection on which nothing ever was."""
        ...

    async def find(self, collection: CollectionId, words: Sequence[str], filters: Filters, limit: int) -> WordMatches:
        """By the words, the best `limit` by BM25. Words that very many documents have do not choose when there are
        rarer ones."""
        ...

    async def matching(self, collection: CollectionId, filters: Filters) -> Sequence[DocumentId]:
        """All that the filters let through."""
        ...

    async def candidates(self, collection: CollectionId, ids: Sequence[DocumentId]) -> Sequence[RankingCandidate]:
        """Those that are still there, in any order, without what is around them."""
        ...

    async def around(self, collection: CollectionId, ids: Sequence[DocumentId]) -> Mapping[DocumentId, Sequence[str]]:
        """The words of the documents beside each, for those that have a thread."""
        ...

    async def get(self, collection: CollectionId, ids: Sequence[DocumentId]) -> Mapping[DocumentId, Document]: ...

    async def beside(
        self, collection: CollectionId, ids: Sequence[DocumentId], reach: int
    ) -> Mapping[DocumentId, Sequence[Document]]:
        """Up to `reach` documents before and after each, of its own thread, in their order."""
        ...


class VectorStore(Protocol):
    async def vectors_after(
        self, collection: CollectionId, embedder: str, number: int, limit: int
    ) -> Sequence[StoredVector]:
        """The vectors of that model kept after `number`, in order."""
        ...

    async def vectors_of(self, embedder: str, ids: Sequence[DocumentId]) -> Mapping[DocumentId, bytes]: ...

    async def keep_vectors(self, embedder: str, vectors: Mapping[DocumentId, bytes]) -> None:
        """A document that is gone meanwhile gets none; one that has a vector gets this one instead."""
        ...

    async def waiting(self, embedder: str, limit: int) -> Sequence[UnembeddedDocument]:
        """The oldest of those that were put lately and have no vector. Texts that some document of the same person has
        already had embedded get its vector on the way, and are not among them."""
        ...

    async def missing(self, collection: Collection, embedder: str, limit: int) -> Sequence[UnembeddedDocument]:
        """The same for all documents of the collection, however old."""
        ...

    async def let_wait(self, embedder: str, limit: int) -> int:
        """Queue up to `limit` older documents that still miss a vector. Returns how many."""
        ...

    async def dropped(self) -> Mapping[PersonId, int]:
        """How many documents left the queue because it was full, since this was last asked."""
        ...

    async def reconcile(self, embedder: str) -> ReconcileReport: ...
