"""Documents, collections and filters of a search, and the hits it returns."""

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
    """Documents that are searched together: a person's memory or, with a name, a separate set of texts."""

    person: PersonId
    name: str = ""


@dataclass(frozen=True, slots=True)
class Document:
    """A searchable text. `source` is its id among those of its kind in the collection.

    Documents of one `thread` (a conversation of a day, a session, a log) are ordered by `position`; a document's
    neighbours in its thread count towards its meaning.
    """

    kind: DocumentKind
    source: str
    text: str
    at: datetime | None = None
    speaker: str = ""
    """A name, or a `domain.message.Speaker`."""
    channel: str = ""
    domain: str = ""
    thread: str = ""
    position: int = 0


@dataclass(frozen=True, slots=True)
class Filters:
    """Conditions that all have to hold; an empty one always does. `since` is inclusive, `until` exclusive; a document
    without a date is in no period."""

    kinds: Sequence[DocumentKind] = ()
    domains: Sequence[str] = ()
    since: datetime | None = None
    until: datetime | None = None
    channel: str = ""

    @property
    def empty(self) -> bool:
        return self == NO_FILTERS

    def admit(self, document: Document) -> bool:
        at = document.at
        return (
            (not self.kinds or document.kind in self.kinds)
            and (not self.domains or document.domain in self.domains)
            and (self.since is None or (at is not None and at >= self.since))
            and (self.until is None or (at is not None and at < self.until))
            and self.channel in ("", document.channel)
        )


NO_FILTERS = Filters()


@dataclass(frozen=True, slots=True)
class FilterRequest:
    """`since` and `until`: the first and the last day, as ISO 8601 or in Spanish or English words; either may name a
    longer time ("March"), which is wholly in."""

    kinds: Sequence[str] = ()
    domains: Sequence[str] = ()
    since: str = ""
    until: str = ""
    channel: str = ""


NO_REQUEST = FilterRequest()


@dataclass(frozen=True, slots=True)
class Hit:
    """A document that was found. `score` (0..1) orders the hits of one search and cannot be compared across searches.
    `similarity`, the cosine of query and document, can; it is None for a document without a vector."""

    id: DocumentId
    document: Document
    score: float
    similarity: float | None = None
    neighbours: Sequence[Document] = ()
    """The documents before and after it in its thread, in order."""
    outdated: bool = False
    """What it tells has been replaced or is over."""
