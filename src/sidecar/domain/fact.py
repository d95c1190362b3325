"""A fact: one remembered statement about the person, or about somebody in their life."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import NewType

from sidecar.domain.message import TurnId
from sidecar.domain.person import PersonId

FactId = NewType("FactId", int)

FACT_MAX_CHARS = 500
WEIGHT_MIN, WEIGHT_MAX = 1, 10


class Domain(StrEnum):
    """What a fact is about; also its section in `MEMORY.md`, in this order."""

    PERSONAL = "personal"
    HEALTH = "health"
    RELATIONSHIPS = "relationships"
    WORK = "work"
    PROJECTS = "projects"
    PREFERENCES = "preferences"
    DECISIONS = "decisions"
    GOALS = "goals"
    SCHEDULE = "schedule"
    GENERAL = "general"


class Subject(StrEnum):
    """What the sentence says something about."""

    USER = "user"
    OTHER = "other"
    """Another being or thing: "my sister is called Camila" is about the sister."""


class Confidence(StrEnum):
    HIGH = "high"
    MEDIUM = "medium"
    LOW = "low"


class Scope(StrEnum):
    """Where a fact counts: always, for a project, or for the conversation in which it was told."""

    GLOBAL = "global"
    PROJECT = "project"
    SESSION = "session"


class FactSource(StrEnum):
    EXPLICIT = "explicit"
    """The person asked to remember it, or the model used the remember tool."""
    INFERRED = "inferred"
    """Extracted from what the person said."""
    MIGRATED = "migrated"
    """Imported from an older file."""
    FILE = "file"
    """Written into `MEMORY.md` by the person."""


@dataclass(frozen=True, slots=True)
class NewFact:
    """A statement that may become a fact, not yet compared with what is known."""

    text: str
    domain: Domain = Domain.GENERAL
    subject: Subject = Subject.USER
    confidence: Confidence = Confidence.MEDIUM
    source: FactSource = FactSource.INFERRED
    critical: bool = False
    weight: int = 1
    domain_is_known: bool = True
    """False: `domain` is a guess, and a fact that is known already keeps its own."""
    until: date | None = None
    """The last day on which it holds: an appointment's, a trip's; None when no end is known."""
    ends: Sequence[FactId] = ()
    """Facts that no longer hold because of it, as who read the message understood it."""


@dataclass(frozen=True, slots=True)
class Fact:
    """What memory keeps. `learned` never changes; `superseded_by` names the fact that replaced this one."""

    id: FactId
    person: PersonId
    text: str
    domain: Domain
    subject: Subject
    confidence: Confidence
    source: FactSource
    learned: date
    confirmed: date
    weight: int = 1
    scope: Scope = Scope.GLOBAL
    """The store reads it from the text and the domain."""
    critical: bool = False
    stale: bool = False
    superseded_by: FactId | None = None
    unconfirmed_change_of: FactId | None = None
    """A change to a health or critical fact that the person has not confirmed yet: both are kept until then."""
    origin: TurnId | None = None
    """The turn whose message it came from; None for a fact from a file."""
    until: date | None = None
    """The last day on which it holds; None when no end is known. Afterwards it is found by searching only."""
    pinned: int = 0
    """Who the person is (2) or those near them are (1): stays in every prompt. The store reads it from the text."""

    @property
    def protected(self) -> bool:
        """Health and critical facts never decay, never leave their domain, and change only when the person says so."""
        return self.critical or self.domain is Domain.HEALTH

    def is_over(self, today: date) -> bool:
        """Return whether its last day has passed."""
        return self.until is not None and self.until < today
