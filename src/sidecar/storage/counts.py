"""Counts for `sidecar status`."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sidecar.domain.person import PersonId
from sidecar.storage.columns import instant_or_none, whole
from sidecar.storage.db import Db, Tx

_COUNTS = """
select
    (select count(*) from inbox where person_id = :person and state <> 'done') as waiting,
    (select count(*) from outbox where person_id = :person and state in ('waiting', 'sending')) as undelivered,
    (select count(*) from firings where person_id = :person and state = 'missed') as lost_firings,
    (select min(due_at) from reminders where person_id = :person and state = 'pending') as next_reminder,
    (select count(*) from messages where person_id = :person and speaker <> 'tool') as messages
"""


@dataclass(frozen=True, slots=True)
class Counts:
    """`waiting` for an answer, answers not yet delivered, messages in the history, reminders that may not have arrived,
    and when the next one is due."""

    waiting: int
    undelivered: int
    messages: int
    lost_firings: int
    next_reminder: datetime | None


async def load_counts(db: Db, person: PersonId) -> Counts:
    async def work(tx: Tx) -> Counts:
        row = await tx.one(_COUNTS, person=person)
        assert row is not None
        return Counts(
            waiting=whole(row, "waiting"),
            undelivered=whole(row, "undelivered"),
            messages=whole(row, "messages"),
            lost_firings=whole(row, "lost_firings"),
            next_reminder=instant_or_none(row, "next_reminder"),
        )

    return await db.read(work)
