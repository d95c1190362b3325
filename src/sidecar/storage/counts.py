"""How much there is of what, for `sidecar status`."""

from __future__ import annotations

from dataclasses import dataclass

from sidecar.domain.person import PersonId
from sidecar.storage.columns import whole
from sidecar.storage.db import Db, Tx

_COUNTS = """
select
    (select count(*) from inbox where person_id = :person and state <> 'done') as waiting,
    (select count(*) from outbox where person_id = :person and state <> 'sent') as undelivered,
    (select count(*) from messages where person_id = :person and speaker <> 'tool') as messages
"""


@dataclass(frozen=True, slots=True)
class Counts:
    """Messages that wait for an answer, answers that wait to be delivered, messages that are kept."""

    waiting: int
    undelivered: int
    messages: int


async def counts(db: Db, person: PersonId) -> Counts:
    async def work(tx: Tx) -> Counts:
        row = await tx.one(_COUNTS, person=person)
        assert row is not None
        return Counts(whole(row, "waiting"), whole(row, "undelivered"), whole(row, "messages"))

    return await db.read(work)
