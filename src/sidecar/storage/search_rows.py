"""Between documents and the rows of the search tables."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from sidecar.memory.retrieval.document import Document, DocumentId, Filters, Kind, ShelfId
from sidecar.memory.retrieval.ports import Candidate, StoredVector, Unplaced
from sidecar.memory.retrieval.words import words_of
from sidecar.storage.columns import instant_or_none, text, to_text, whole
from sidecar.storage.db import Row, Value


def digest_of(words: str) -> bytes:
    return hashlib.blake2b(words.encode(errors="surrogatepass"), digest_size=16).digest()


def marked(shelf: ShelfId, words: Iterable[str]) -> list[str]:
    """The words with the number of their shelf: so everybody's words are apart in the one index of all."""
    return [f"{shelf}_{word}" for word in words]


def plain(words: str, shelf: ShelfId) -> list[str]:
    """The other way round. No word has an underscore in it."""
    return words.replace(f"{shelf}_", "").split()


def values_of(shelf: ShelfId, document: Document) -> Mapping[str, Value]:
    return {
        "shelf": shelf,
        "kind": document.kind.value,
        "source": document.source,
        "text": document.text,
        "digest": digest_of(document.text),
        "words": " ".join(marked(shelf, words_of(document.text))),
        "at": to_text(document.at) if document.at else None,
        "speaker": document.speaker,
        "channel": document.channel,
        "domain": document.domain,
        "thread": document.thread,
        "position": document.position,
    }


def document(row: Row) -> Document:
    return Document(
        kind=Kind(text(row, "kind")),
        source=text(row, "source"),
        text=text(row, "text"),
        at=instant_or_none(row, "at"),
        speaker=text(row, "speaker"),
        channel=text(row, "channel"),
        domain=text(row, "domain"),
        thread=text(row, "thread"),
        position=whole(row, "position"),
    )


def candidate(row: Row, shelf: ShelfId) -> Candidate:
    return Candidate(
        id=document_id(row),
        words=plain(text(row, "words"), shelf),
        thread=text(row, "thread"),
        speaker=text(row, "speaker"),
        at=instant_or_none(row, "at"),
        asks=bool(row["asks"]),
    )


def document_id(row: Row, column: str = "id") -> DocumentId:
    return DocumentId(whole(row, column))


def stored_vector(row: Row) -> StoredVector:
    return StoredVector(whole(row, "id"), document_id(row, "document_id"), blob(row, "vector"))


def unplaced(row: Row) -> Unplaced:
    return Unplaced(document_id(row), text(row, "text"))


def blob(row: Row, column: str) -> bytes:
    value = row[column]
    assert isinstance(value, bytes), f"{column} should be bytes"
    return value


def json_list(values: Sequence[int] | Sequence[str]) -> str:
    return json.dumps(list(values), ensure_ascii=False)


@dataclass(frozen=True, slots=True)
class Condition:
    """What filters ask of a row `d` of `search_documents`: ` and ...`, or nothing."""

    sql: str
    values: Mapping[str, Value]


def condition(filters: Filters) -> Condition:
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
