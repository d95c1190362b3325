"""A collection in a fresh database, an embedder that knows a few meanings, and a clock that stands still."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import pytest

from sidecar.domain.person import PersonId
from sidecar.memory.retrieval.document import Collection, Document, DocumentKind
from sidecar.memory.retrieval.embedding_indexer import EmbeddingIndexer
from sidecar.memory.retrieval.search import Search
from sidecar.storage.search import SqlDocuments
from sidecar.storage.search_vectors import SqlVectors
from sidecar.storage.sqlite import SqliteDb
from tests.fakes.clock import FakeClock
from tests.fakes.embedder import FakeEmbedder

COLLECTION = Collection(PersonId("ana"))
MEANINGS = {"perro": "dog", "dog": "dog", "trabajo": "job", "empleo": "job", "job": "job"}


def note(source: str, text: str, **more: object) -> Document:
    return Document(kind=DocumentKind.NOTE, source=source, text=text, **more)  # type: ignore[arg-type]


def said(source: int, text: str, speaker: str = "person", thread: str = "monday", day: int = 2) -> Document:
    return Document(
        kind=DocumentKind.MESSAGE,
        source=str(source),
        text=text,
        at=datetime(2026, 3, day, 12, tzinfo=UTC),
        speaker=speaker,
        channel="terminal",
        thread=thread,
        position=source,
    )


@dataclass(frozen=True, slots=True)
class Library:
    documents: SqlDocuments
    vectors: SqlVectors
    embedder: FakeEmbedder
    clock: FakeClock
    indexer: EmbeddingIndexer
    search: Search

    async def found(self, question: str, k: int = 3, collection: Collection = COLLECTION) -> list[str]:
        return [hit.document.source for hit in await self.search.search(collection, question, k=k)]


@pytest.fixture
async def library(tmp_path: Path) -> AsyncIterator[Library]:
    clock, embedder = FakeClock(), FakeEmbedder(same=MEANINGS)
    async with await SqliteDb.open(tmp_path / "sidecar.db", clock=clock) as db:
        documents, vectors = SqlDocuments(db, clock), SqlVectors(db)
        search = Search(documents, vectors, embedder, clock)
        indexer = EmbeddingIndexer(documents, vectors, embedder, clock, search)
        yield Library(documents, vectors, embedder, clock, indexer, search)
