"""The durable queue of messages to extract facts from."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from sidecar.domain.message import TurnId
from sidecar.domain.person import PersonId
from sidecar.memory.ports import ExtractionJob, FactChange
from sidecar.storage.columns import checked, instant, instant_or_none, message, person_id, text, to_text, whole
from sidecar.storage.db import Row, Tx
from sidecar.storage.fact_changes import apply_changes
from sidecar.storage.repository import Repository

MAX_PENDING = 1_000
FAILED_KEPT = timedelta(days=7)
MESSAGES_BEFORE = 6
"""Enough for the answer to a question of Sidecar's and the story in which it was asked."""

# `state in ('pending', 'processing')` selects the partial index of open jobs.
_CLAIM = """
update extraction_jobs set state = 'processing', attempts = attempts + 1, taken_at = :now
where id = (
    select id from extraction_jobs
    where state in ('pending', 'processing') and state = 'pending' and not_before <= :now
      and by_patterns <= :by_patterns
    order by id limit 1
)
returning *
"""

_MESSAGE = "select text, received_at, conversation_id from inbox where id = :turn"

_BEFORE = f"""
select * from remembered_messages
where person_id = :person and conversation_id = :conversation and turn_id < :turn
  and speaker in ('person', 'companion') and text <> ''
order by turn_id desc, id desc limit {MESSAGES_BEFORE}
"""

_END = """
update extraction_jobs set state = :state, ended_at = :at, error = :error, not_before = :not_before,
    attempts = :attempts, by_patterns = :by_patterns
where id = :id and state = 'processing' and attempts = :attempt
"""

_DROP = """
delete from extraction_jobs where id in (
    select id from extraction_jobs
    where state in ('pending', 'processing') and state = 'pending' order by id desc limit -1 offset :most
)
"""


async def enqueue(tx: Tx, person: PersonId, turn: TurnId, at: datetime) -> None:
    """Queue this turn's message for extraction."""
    await tx.execute(
        "insert into extraction_jobs (person_id, turn_id, not_before) values (:person, :turn, :at)",
        person=person,
        turn=turn,
        at=to_text(at),
    )


async def drop_job(tx: Tx, turn: TurnId) -> None:
    """Leave a message unread that tells nothing."""
    await tx.execute("delete from extraction_jobs where turn_id = :turn and state = 'pending'", turn=turn)


class SqlExtractionQueue(Repository):
    """Implements `memory.ports.ExtractionQueue`."""

    async def claim(self, now: datetime, *, unread: bool = False) -> ExtractionJob | None:
        async def work(tx: Tx) -> ExtractionJob | None:
            row = await tx.one(_CLAIM, now=to_text(now), by_patterns=0 if unread else 1)
            if row is None:
                return None
            said = await tx.one(_MESSAGE, turn=row["turn_id"])
            assert said is not None
            before = await tx.all(
                _BEFORE, person=row["person_id"], conversation=said["conversation_id"], turn=row["turn_id"]
            )
            return _job(row, said, before)

        return await self._db.write(work)

    async def complete(self, job: ExtractionJob, changes: Sequence[FactChange], at: datetime, expected: int) -> bool:
        return await self._end(job, changes, at, expected, until=None)

    async def note(self, job: ExtractionJob, changes: Sequence[FactChange], at: datetime, expected: int) -> bool:
        async def work(tx: Tx) -> bool:
            if not await _apply_if_current(tx, job, changes, at, expected):
                return False
            await tx.execute("update extraction_jobs set by_patterns = 1 where id = :id", id=job.id)
            return True

        return await self._db.write(work)

    async def postpone(
        self, job: ExtractionJob, changes: Sequence[FactChange], at: datetime, expected: int, until: datetime
    ) -> bool:
        return await self._end(job, changes, at, expected, until=until)

    async def fail(self, job: ExtractionJob, error: str, at: datetime, retry_at: datetime | None) -> None:
        await self._execute(
            _END,
            id=job.id,
            attempt=job.attempt,
            attempts=job.attempt,
            state="pending" if retry_at else "failed",
            at=None if retry_at else to_text(at),
            not_before=to_text(retry_at or at),
            error=error,
            by_patterns=int(job.by_patterns),
        )

    async def recover(self, taken_before: datetime) -> int:
        return await self._execute(
            "update extraction_jobs set state = 'pending'"
            " where state in ('pending', 'processing') and state = 'processing' and taken_at <= :before",
            before=to_text(taken_before),
        )

    async def prune(self, now: datetime) -> tuple[int, int]:
        async def work(tx: Tx) -> tuple[int, int]:
            expired = await tx.execute(
                "delete from extraction_jobs where state = 'failed' and ended_at <= :before",
                before=to_text(now - FAILED_KEPT),
            )
            return expired, await tx.execute(_DROP, most=MAX_PENDING)

        return await self._db.write(work)

    async def clear(self) -> int:
        return await self._execute(
            "delete from extraction_jobs where state in ('pending', 'processing') and state = 'pending'"
        )

    async def waiting(self) -> tuple[int, datetime | None]:
        return await self._read_sum(
            lambda row: (whole(row, "n"), instant_or_none(row, "next")),
            "select count(*) as n, min(not_before) as next from extraction_jobs"
            " where state in ('pending', 'processing') and state = 'pending'",
        )

    async def _end(
        self, job: ExtractionJob, changes: Sequence[FactChange], at: datetime, expected: int, until: datetime | None
    ) -> bool:
        async def work(tx: Tx) -> bool:
            if not await _apply_if_current(tx, job, changes, at, expected):
                return False
            await tx.execute(
                _END,
                id=job.id,
                attempt=job.attempt,
                attempts=job.attempt - 1 if until else job.attempt,
                state="pending" if until else "completed",
                at=None if until else to_text(at),
                not_before=to_text(until or at),
                error="",
                by_patterns=int(job.by_patterns or until is not None),
            )
            return True

        return await self._db.write(work)


async def _apply_if_current(
    tx: Tx, job: ExtractionJob, changes: Sequence[FactChange], at: datetime, expected: int
) -> bool:
    """Apply the changes if the job is still ours and the facts are unchanged; return whether they were."""
    held = await tx.one(
        "select id from extraction_jobs where id = :id and state = 'processing' and attempts = :attempt",
        id=job.id,
        attempt=job.attempt,
    )
    return held is not None and await apply_changes(tx, job.person, changes, at, expected=expected) is not None


@checked
def _job(row: Row, said: Row, before: Sequence[Row]) -> ExtractionJob:
    return ExtractionJob(
        id=whole(row, "id"),
        person=person_id(row),
        turn=TurnId(whole(row, "turn_id")),
        text=text(said, "text"),
        said_at=instant(said, "received_at"),
        attempt=whole(row, "attempts"),
        by_patterns=bool(row["by_patterns"]),
        before=[message(one) for one in reversed(before)],
    )
