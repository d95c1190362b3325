"""What retrieval needs from others: an embedder, and stores for documents and vectors.

Vectors are rows of 32-bit floats of length 1, so the dot product of two is their cosine. The one that is stored for a
document of a thread is a mean (`EmbeddingIndexer`), and shorter.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import TYPE_CHECKING, Protocol

from sidecar.domain.person import PersonId
from sidecar.memory.retrieval.document import Collection, CollectionId, Document, DocumentId, DocumentKind, Filters

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Vectors = NDArray[np.float32]


class Embedder(Protocol):
    """Turns texts into vectors, off the event loop. Raises a `ModelError`."""

    @property
    def name(self) -> str:
        """Name the model, so that vectors of another one are recognised: "e5-small-q4", "ollama:bge-m3"."""
        ...

    async def embed_query(self, text: str) -> Vectors:
        """Embed a query as one vector."""
        ...

    async def embed_passages(self, texts: Sequence[str]) -> Vectors:
        """Embed texts to be found, one row each, at low priority."""
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
    """A document as the ranking sees it. `around`: the words of its two neighbours, once they are loaded."""

    id: DocumentId
    words: Sequence[str]
    around: Sequence[str] = ()
    thread: str = ""
    speaker: str = ""
    at: datetime | None = None
    asks: bool = False
    """It ends in a question mark."""
    fact: bool = False


@dataclass(frozen=True, slots=True)
class ToldFact:
    """A fact that a document tells. `holds`: it has not been replaced and is not over. `replaced_by`: the newest
    version, if there is one."""

    document: DocumentId
    holds: bool
    replaced_by: DocumentId | None = None


@dataclass(frozen=True, slots=True)
class UnembeddedDocument:
    """`in_thread`: its text and those before and after it, a line each with the speaker; empty without a thread."""

    id: DocumentId
    text: str
    in_thread: str = ""


@dataclass(frozen=True, slots=True)
class StoredVector:
    """`vector`: 16-bit floats. `number` grows with every vector that is saved."""

    number: int
    id: DocumentId
    vector: bytes


@dataclass(frozen=True, slots=True)
class ReconcileReport:
    """Documents `missing` a vector, and the vectors that were deleted: without a document (`orphaned`), or of another
    model (`outdated`)."""

    missing: int
    orphaned: int
    outdated: int


class DocumentStore(Protocol):
    async def put(self, collection: Collection, documents: Sequence[Document]) -> int:
        """Add documents, or update those of the same kind and source. Return how many are new or have another text;
        these are queued for embedding."""
        ...

    async def remove(self, collection: Collection, kind: DocumentKind, sources: Sequence[str]) -> int:
        """Delete documents with their words and vectors. Return how many there were."""
        ...

    async def state(self, collection: Collection) -> CollectionState | None:
        """Return None for a collection that never had a document."""
        ...

    async def find(self, collection: CollectionId, words: Sequence[str], filters: Filters, limit: int) -> WordMatches:
        """Find the best `limit` documents by BM25. Words of very many documents select none when there are rarer
        ones."""
        ...

    async def matching(self, collection: CollectionId, filters: Filters) -> Sequence[DocumentId]:
        """List all documents that pass the filters."""
        ...

    async def candidates(self, collection: CollectionId, ids: Sequence[DocumentId]) -> Sequence[RankingCandidate]:
        """Load those of the documents that still exist, in any order, with `around` empty."""
        ...

    async def around(self, collection: CollectionId, ids: Sequence[DocumentId]) -> Mapping[DocumentId, Sequence[str]]:
        """Load the words of each document's neighbours, for those that have a thread."""
        ...

    async def channels(self, collection: CollectionId) -> Sequence[str]:
        """List the channels of documents, by reading all of them."""
        ...

    async def told(
        self, collection: CollectionId, ids: Sequence[DocumentId], today: date
    ) -> Mapping[DocumentId, Sequence[ToldFact]]:
        """Load the facts that documents tell: a fact itself, a message those that were read from its turn."""
        ...

    async def get(self, collection: CollectionId, ids: Sequence[DocumentId]) -> Mapping[DocumentId, Document]: ...

    async def beside(
        self, collection: CollectionId, ids: Sequence[DocumentId], reach: int
    ) -> Mapping[DocumentId, Sequence[Document]]:
        """Load up to `reach` documents before and after each in its thread, in order."""
        ...


class VectorStore(Protocol):
    async def vectors_after(
        self, collection: CollectionId, embedder: str, number: int, limit: int
    ) -> Sequence[StoredVector]:
        """List the model's vectors that were saved after `number`, in order."""
        ...

    async def vectors_of(self, embedder: str, ids: Sequence[DocumentId]) -> Mapping[DocumentId, bytes]: ...

    async def save_vectors(self, embedder: str, vectors: Mapping[UnembeddedDocument, bytes]) -> None:
        """Save or replace vectors; those of documents that are gone or have changed meanwhile are ignored."""
        ...

    async def waiting(self, embedder: str, limit: int) -> Sequence[UnembeddedDocument]:
        """List the oldest queued documents: without a vector, or with one that was made before what stands beside them
        changed. Outside of threads, a text that the same person already has embedded gets that vector at once and is
        not listed."""
        ...

    async def missing(self, collection: Collection, embedder: str, limit: int) -> Sequence[UnembeddedDocument]:
        """List such documents of the collection, queued or not; otherwise like `waiting`."""
        ...

    async def queue_unembedded(self, embedder: str, limit: int) -> int:
        """Queue up to `limit` older documents whose vector is missing or outdated. Return how many."""
        ...

    async def dropped(self) -> Mapping[PersonId, int]:
        """Count the documents that a full queue dropped since the last call."""
        ...

    async def reconcile(self, embedder: str) -> ReconcileReport:
        """Delete vectors without a document or of another model, and count the documents that need a vector."""
        ...
