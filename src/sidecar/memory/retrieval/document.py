"""What can be found again, and what a search gives back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import NewType

from sidecar.domain.person import PersonId

DocumentId = NewType("DocumentId", int)
CollectionId = NewType("CollectionId", int)


class DocumentKind(StrEnum):
    FACT = "fact"
    MESSAGE = "message"
    SUMMARY = "summary"
    LOG = "log"
    SNAPSHOT = "snapshot"
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class Collection:
    """Whose documents: a person's own memory or, with a name, a collection beside it. No search crosses shelves."""

    person: PersonId
    name: str = ""


@dataclass(frozen=True, slots=True)
class Document:
    """A text that can be found. `source` is its id among those of its kind on the collection.

    Documents of one `thread` (a conversation of a day, a session, a log) stand in the order of `position`; those that
    stand beside a document belong to what it means.
    """

    kind: DocumentKind
    source: str
    text: str
    at: datetime | None = None
    speaker: str = ""
    """Who said it: a name, or a `domain.message.Speaker`."""
    channel: str = ""
    domain: str = ""
    thread: str = ""
    position: int = 0


@dataclass(frozen=True, slots=True)
class Filters:
    """Only documents for which all of this holds; an empty part holds for all. `since` is included, `until` is not;
    a document without a date is in no period."""

    kinds: Sequence[DocumentKind] = ()
    domains: Sequence[str] = ()
    since: datetime | None = None
    until: datetime | None = None
    channel: str = ""

    @property
    def empty(self) -> bool:
        return self == NO_FILTERS


NO_FILTERS = Filters()


@dataclass(frozen=True, slots=True)
class Hit:
    """A document that was found. `score` is 0..1 and orders the hits of one search; it means nothing across searches.
    `similarity` does: the cosine of the two meanings, None when the document has no vector."""

    id: DocumentId
    document: Document
    score: float
    similarity: float | None = None
    neighbours: Sequence[Document] = ()
    """The documents beside it in its thread, in their order."""
