"""Builds the search over messages and facts."""

from __future__ import annotations

from dataclasses import dataclass

from sidecar.app.home_services import Services
from sidecar.memory.retrieval.embedding_indexer import EmbeddingIndexer
from sidecar.memory.retrieval.search import Search
from sidecar.providers.embedders.factory import EmbedderHandle, open_embedder
from sidecar.storage.message_index import SqlMessageIndex
from sidecar.storage.search import SqlDocuments
from sidecar.storage.search_vectors import SqlVectors


@dataclass(frozen=True, slots=True)
class SearchServices:
    search: Search
    documents: SqlDocuments
    messages: SqlMessageIndex
    embedder: EmbedderHandle | None
    indexer: EmbeddingIndexer | None
    """None without an embedder: then only words are searched."""


def build_search(services: Services) -> SearchServices:
    db, clock = services.db, services.clock
    documents, vectors = SqlDocuments(db, clock), SqlVectors(db)
    opened = open_embedder(services.settings.current().memory, clock)
    embedder = opened.guarded if opened else None
    search = Search(documents, vectors, embedder, clock)
    indexer = EmbeddingIndexer(documents, vectors, embedder, clock, search) if embedder else None
    return SearchServices(search, documents, SqlMessageIndex(db), opened, indexer)
