"""Converts between documents and rows of the search tables."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from sidecar.memory.retrieval.document import CollectionId, Document, DocumentId, DocumentKind, Filters
from sidecar.memory.retrieval.index_words import index_words
from sidecar.memory.retrieval.ports import RankingCandidate, StoredVector, ToldFact, UnembeddedDocument
from sidecar.storage.columns import UnreadableRow, checked, instant_or_none, text, to_text, whole
from sidecar.storage.db import Row, Value


def digest(words: str) -> bytes:
    return hashlib.blake2b(words.encode(errors="surrogatepass"), digest_size=16).digest()


def add_prefix(collection: CollectionId, words: Iterable[str]) -> list[str]:
    """Prefix words with their collection's number, which separates the collections in the one full-text index."""
    return [f"{collection}_{word}" for word in words]


def remove_prefix(collection: CollectionId, words: str) -> list[str]:
    """Split prefixed words and remove the prefix. No word has an underscore in it."""
    return words.replace(f"{collection}_", "").split()


def document_values(collection: CollectionId, document: Document) -> Mapping[str, Value]:
    return {
        "collection": collection,
        "kind": document.kind.value,
        "source": document.source,
        "text": document.text,
        "digest": digest(document.text),
        "words": " ".join(add_prefix(collection, index_words(document.text))),
        "at": to_text(document.at) if document.at else None,
        "speaker": document.speaker,
        "channel": document.channel,
        "domain": document.domain,
        "thread": document.thread,
        "position": document.position,
    }


@checked
def document(row: Row) -> Document:
    return Document(
        kind=DocumentKind(text(row, "kind")),
        source=text(row, "source"),
        text=text(row, "text"),
        at=instant_or_none(row, "at"),
        speaker=text(row, "speaker"),
        channel=text(row, "channel"),
        domain=text(row, "domain"),
        thread=text(row, "thread"),
        position=whole(row, "position"),
    )


@checked
def candidate(row: Row, collection: CollectionId) -> RankingCandidate:
    return RankingCandidate(
        id=document_id(row),
        words=remove_prefix(collection, text(row, "words")),
        thread=text(row, "thread"),
        speaker=text(row, "speaker"),
        at=instant_or_none(row, "at"),
        asks=bool(row["asks"]),
        fact=bool(row["fact"]),
    )


def document_id(row: Row, column: str = "id") -> DocumentId:
    return DocumentId(whole(row, column))


def told_fact(row: Row) -> ToldFact:
    fact, newest = document_id(row, "fact"), row["newest"]
    replaced_by = document_id(row, "newest") if newest is not None and newest != fact else None
    return ToldFact(fact, bool(row["holds"]), replaced_by)


@checked
def stored_vector(row: Row) -> StoredVector:
    return StoredVector(whole(row, "id"), document_id(row, "document_id"), blob(row, "vector"))


@checked
def unembedded(row: Row) -> UnembeddedDocument:
    turns = (("before_speaker", "before"), ("speaker", "text"), ("after_speaker", "after"))
    lines = [_with_speaker(row[speaker], row[said]) for speaker, said in turns if row["thread"] and row[said]]
    return UnembeddedDocument(document_id(row), text(row, "text"), "\n".join(lines))


def _with_speaker(speaker: Value, said: Value) -> str:
    return f"{speaker}: {said}" if speaker else str(said)


def blob(row: Row, column: str) -> bytes:
    value = row[column]
    if not isinstance(value, bytes):
        raise UnreadableRow(f"{column} should be bytes")
    return value


def json_list(values: Sequence[int] | Sequence[str]) -> str:
    return json.dumps(list(values), ensure_ascii=False)


@dataclass(frozen=True, slots=True)
class Condition:
    """SQL conditions on a row `d` of `search_documents`: ` and ...`, or nothing."""

    sql: str
    values: Mapping[str, Value]


def filter_condition(filters: Filters) -> Condition:
    parts: list[str] = []
    values: dict[str, Value] = {}
    if filters.kinds:
        parts.append("d.kind in (select value from json_each(:kinds))")
        values["kinds"] = json_list([kind.value for kind in filters.kinds])
    if filters.domains:
        parts.append("d.domain in (select value from json_each(:domains))")
        values["domains"] = json_list(list(filters.domains))
    if filters.since:
        parts.append("d.at >= :since")
        values["since"] = to_text(filters.since)
    if filters.until:
        parts.append("d.at < :until")
        values["until"] = to_text(filters.until)
    if filters.channel:
        parts.append("d.channel = :channel")
        values["channel"] = filters.channel
    return Condition("".join(f" and {part}" for part in parts), values)
