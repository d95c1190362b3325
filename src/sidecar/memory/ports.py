"""What memory needs from the database: facts, the last state of their file, and the queue of messages to read."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Protocol

from sidecar.domain.fact import Fact, FactId, NewFact
from sidecar.domain.message import Message, TurnId
from sidecar.domain.person import PersonId

# -- changes of facts


@dataclass(frozen=True, slots=True)
class FactAddition:
    """A new fact. `supersedes`: the facts that it archives. `awaits`: the protected fact that it will replace once the
    person confirms; until then both are active."""

    fact: NewFact
    learned: date
    confirmed: date
    origin: TurnId | None = None
    supersedes: Sequence[FactId] = ()
    awaits: FactId | None = None


@dataclass(frozen=True, slots=True)
class FactUpdate:
    """A new version of a fact, by its id; `learned` and `origin` are not changed."""

    fact: Fact
    told_in: TurnId | None = None
    """The message in which it was told again."""


@dataclass(frozen=True, slots=True)
class FactRemoval:
    """The permanent removal of a fact from facts, search and file."""

    id: FactId


FactChange = FactAddition | FactUpdate | FactRemoval


@dataclass(frozen=True, slots=True)
class Evidence:
    """A message in which a fact was told: what the person `said`, and the fact's `text` after it. `said` is empty when
    they had the message forgotten."""

    turn: TurnId
    at: datetime
    said: str
    text: str


@dataclass(frozen=True, slots=True)
class FileState:
    """`MEMORY.md` as it was last written or is about to be, and the version of the facts in it."""

    text: str
    version: int


@dataclass(frozen=True, slots=True)
class LineBefore:
    """The line of a fact in the version before. `line` is None where there was none, and "" where the fact was
    forgotten: `digest` recognises it without telling it."""

    id: FactId
    heading: str
    line: str | None
    digest: int = 0


@dataclass(frozen=True, slots=True)
class FileStep:
    """The way from a version of `MEMORY.md` back to the one before, which had this `stamp`: the lines that differ.

    That one was written, or read as somebody had edited the one written with this stamp. `frame`: what was no fact in
    it; "" when it is the same, None when it is not known any more.
    """

    stamp: str
    frame: str | None
    lines: Sequence[LineBefore]


@dataclass(frozen=True, slots=True)
class FileRecord:
    """The text that `MEMORY.md` is to have, and the steps from there to the state before, that one's step first."""

    text: str
    steps: Sequence[FileStep]


@dataclass(frozen=True, slots=True)
class FactDelta:
    """What happened to facts since a version: the active ones that are new or changed, and those that are gone."""

    changed: Sequence[Fact]
    archived: Collection[FactId]
    forgotten: Collection[FactId]


class FactStore(Protocol):
    """Facts; each person reaches only their own."""

    async def version(self, person: PersonId) -> int:
        """Return a number that grows with every change to the person's facts."""
        ...

    async def active(self, person: PersonId) -> Sequence[Fact]:
        """List all facts that are not archived, stale ones included, in the order in which they were learned."""
        ...

    async def archived(self, person: PersonId) -> Sequence[Fact]:
        """List the facts that another one superseded."""
        ...

    async def get(self, person: PersonId, id: FactId) -> Fact | None: ...

    async def similar(self, person: PersonId, words: Collection[str], limit: int) -> Sequence[Fact]:
        """Find active facts of any domain that share stems with `words`, those with the rarest first (`score.rarity`).

        Stems of very many facts do not count when there are rarer ones.
        """
        ...

    async def apply(
        self,
        person: PersonId,
        changes: Sequence[FactChange],
        at: datetime,
        *,
        expected: int | None = None,
        file: Callable[[Sequence[FactId]], FileRecord] | None = None,
    ) -> Sequence[FactId] | None:
        """Apply all changes in one transaction; return the ids of added and updated facts, in order.

        Return None, and change nothing, when the version is no longer `expected`. `file` is called with the ids and
        returns what to record of `MEMORY.md`.
        """
        ...

    async def changes_since(self, person: PersonId, version: int) -> FactDelta: ...

    async def forgotten(self, person: PersonId) -> Collection[FactId]:
        """List the ids of all facts that there once were."""
        ...

    async def file_state(self, person: PersonId) -> FileState | None: ...

    async def file_steps(self, person: PersonId) -> Sequence[FileStep]:
        """List the steps from the present version of the file back to earlier ones, as many as are kept."""
        ...


# -- messages to extract facts from


@dataclass(frozen=True, slots=True)
class ExtractionJob:
    """A message being processed. `attempt` is a fencing token: a worker that lost the job cannot complete it."""

    id: int
    person: PersonId
    turn: TurnId
    text: str
    said_at: datetime
    attempt: int
    by_patterns: bool
    """Whether the patterns have read it already."""
    before: Sequence[Message] = ()
    """The last messages of the person and the companion before it in the conversation, oldest first."""


class ExtractionQueue(Protocol):
    """Filled by the inbox, in the transaction that saves the message."""

    async def claim(self, now: datetime, *, unread: bool = False) -> ExtractionJob | None:
        """Take the oldest job that may be tried now; with `unread` only one that the patterns have not read either."""
        ...

    async def complete(self, job: ExtractionJob, changes: Sequence[FactChange], at: datetime, expected: int) -> bool:
        """Apply the changes and complete the job in one transaction.

        Return False, and change nothing, when the facts are no longer at the `expected` version or the job is lost.
        """
        ...

    async def note(self, job: ExtractionJob, changes: Sequence[FactChange], at: datetime, expected: int) -> bool:
        """Apply the changes that the patterns found, like `complete`, and mark the job as read by them."""
        ...

    async def postpone(
        self, job: ExtractionJob, changes: Sequence[FactChange], at: datetime, expected: int, until: datetime
    ) -> bool:
        """Apply the patterns' changes, like `complete`, and leave the job to a model; no attempt counts."""
        ...

    async def fail(self, job: ExtractionJob, error: str, at: datetime, retry_at: datetime | None) -> None:
        """Return the job to the queue until `retry_at`, or mark it as failed without one."""
        ...

    async def recover(self, taken_before: datetime) -> int:
        """Return jobs that were taken before then to the queue. Return how many."""
        ...

    async def prune(self, now: datetime) -> tuple[int, int]:
        """Delete failed jobs after a week (expired) and pending jobs beyond the limit (dropped); return both counts."""
        ...

    async def clear(self) -> int:
        """Delete all pending jobs. Return how many there were."""
        ...

    async def waiting(self) -> tuple[int, datetime | None]:
        """Count the pending jobs, and tell when the next of them may be tried."""
        ...
