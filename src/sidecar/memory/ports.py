"""What memory needs from the database: facts, and what was last read from and written to their file."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Protocol

from sidecar.domain.fact import Fact, FactId, NewFact
from sidecar.domain.message import TurnId
from sidecar.domain.person import PersonId

# -- what can happen to facts


@dataclass(frozen=True, slots=True)
class FactAddition:
    """A new fact. `supersedes`: the fact that goes to the archive for it. `awaits`: the protected fact that it would
    replace if the person said so; until then both stand."""

    fact: NewFact
    learned: date
    confirmed: date
    origin: TurnId | None = None
    supersedes: FactId | None = None
    awaits: FactId | None = None


@dataclass(frozen=True, slots=True)
class FactUpdate:
    """Another version of a fact, by its id. Its `learned` date and its origin stay as they were."""

    fact: Fact
    told_in: TurnId | None = None
    """The message in which it was said again."""


@dataclass(frozen=True, slots=True)
class FactRemoval:
    """Gone for good: from facts, search and file."""

    id: FactId


FactChange = FactAddition | FactUpdate | FactRemoval


@dataclass(frozen=True, slots=True)
class Evidence:
    """A message in which a fact was told: what the person `said`, and the fact's `text` since then."""

    turn: TurnId
    at: datetime
    said: str
    text: str


@dataclass(frozen=True, slots=True)
class FileState:
    """`MEMORY.md` as it was at the last synchronisation: what was read from it and what was to be written to it then.

    They are the same, unless the program died before the file was written.
    """

    seen: str
    written: str
    version: int
    """Of the facts in `written`."""


class FactStore(Protocol):
    """A person only ever reaches their own facts."""

    async def version(self, person: PersonId) -> int:
        """Grows with every change to the person's facts."""
        ...

    async def active(self, person: PersonId) -> Sequence[Fact]:
        """All that are not in the archive, stale ones too, in the order in which they were learned."""
        ...

    async def archived(self, person: PersonId) -> Sequence[Fact]:
        """Those that another fact has superseded."""
        ...

    async def get(self, person: PersonId, id: FactId) -> Fact | None: ...

    async def similar(self, person: PersonId, words: Collection[str], limit: int) -> Sequence[Fact]:
        """Active facts of every domain that share a stem with `words`, those that share most first. Stems that very
        many facts have do not count when there are rarer ones."""
        ...

    async def apply(
        self,
        person: PersonId,
        changes: Sequence[FactChange],
        at: datetime,
        *,
        expected: int | None = None,
        file: tuple[str, str] | None = None,
    ) -> Sequence[FactId] | None:
        """One transaction. Returns the ids of what was added and changed, in order; None, and nothing is kept, when
        the version is no longer the `expected` one. `file` is (seen, written) of the synchronisation that this is."""
        ...

    async def file_state(self, person: PersonId) -> FileState | None: ...


# -- messages still to be read for facts


@dataclass(frozen=True, slots=True)
class ExtractionJob:
    """A message that is being read. `attempt` is the fence: who lost the job to a restart cannot end it."""

    id: int
    person: PersonId
    turn: TurnId
    text: str
    said_at: datetime
    attempt: int
    by_patterns: bool
    """The patterns have read it already."""


class ExtractionQueue(Protocol):
    """Filled by the inbox, in the transaction that saves the message."""

    async def claim(self, now: datetime, *, unread: bool = False) -> ExtractionJob | None:
        """The oldest job that may be tried now, moved to processing; with `unread` only one that not even the patterns
        have read."""
        ...

    async def complete(self, job: ExtractionJob, changes: Sequence[FactChange], at: datetime, expected: int) -> bool:
        """One transaction: the facts are kept and the job is done. False, and nothing is kept, when the facts are no
        longer at the `expected` version or the job is no longer ours."""
        ...

    async def note(self, job: ExtractionJob, changes: Sequence[FactChange], at: datetime, expected: int) -> bool:
        """What the patterns found is kept; the job goes on, and they need not read it again. Like `complete`
        otherwise."""
        ...

    async def postpone(
        self, job: ExtractionJob, changes: Sequence[FactChange], at: datetime, expected: int, until: datetime
    ) -> bool:
        """What the patterns found is kept, and a model reads the message later; this was no attempt."""
        ...

    async def fail(self, job: ExtractionJob, error: str, at: datetime, retry_at: datetime | None) -> None:
        """Back to pending until `retry_at`; without one it has failed for good."""
        ...

    async def recover(self, taken_before: datetime) -> int:
        """Jobs in processing since before then are pending again. Returns how many."""
        ...

    async def prune(self, now: datetime) -> tuple[int, int]:
        """Failed jobs older than a week go, and the oldest pending ones beyond the bound: (expired, dropped)."""
        ...

    async def clear(self) -> int:
        """Nothing that waits will be read. Returns how many jobs there were."""
        ...

    async def waiting(self) -> tuple[int, datetime | None]:
        """How many jobs wait, and when the next of them may be tried."""
        ...
