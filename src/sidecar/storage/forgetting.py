"""Takes facts, and if asked the words they came from, out of every table that holds them."""

from __future__ import annotations

from collections.abc import Sequence

from sidecar.domain.fact import Fact
from sidecar.domain.person import PersonId
from sidecar.memory.forget import Erased
from sidecar.memory.ports import Removed
from sidecar.memory.retrieval.document import Kind, Shelf
from sidecar.runtime.clock import Clock
from sidecar.storage.columns import whole
from sidecar.storage.db import Db, Tx
from sidecar.storage.fact_changes import apply_changes
from sidecar.storage.search import remove_documents

FORGOTTEN = "[…]"
"""What stands in the history where the person's words were."""


class SqlEraser:
    """Implements `memory.forget.Eraser`."""

    def __init__(self, db: Db, clock: Clock) -> None:
        self._db = db
        self._clock = clock

    async def erase(self, person: PersonId, facts: Sequence[Fact], *, messages: bool) -> Erased:
        async def work(tx: Tx) -> Erased:
            turns: Sequence[int] = await _told_in(tx, person, facts) if messages else ()
            await apply_changes(tx, person, [Removed(fact.id) for fact in facts], self._clock.now())
            documents = len([fact for fact in facts if fact.superseded_by is None])
            for turn in turns:
                documents += await _blank(tx, person, turn)
            prompts = await tx.execute(
                "update model_requests set prompt = null where person_id = :person and prompt is not null",
                person=person,
            )
            return Erased(len(facts), documents, len(turns), prompts, await _left(tx, person, facts))

        return await self._db.write(work)


async def _told_in(tx: Tx, person: PersonId, facts: Sequence[Fact]) -> Sequence[int]:
    turns: set[int] = set()
    for fact in facts:
        rows = await tx.all(
            "select turn_id from fact_evidence where fact_id = :id and person_id = :person", id=fact.id, person=person
        )
        turns |= {whole(row, "turn_id") for row in rows}
    return sorted(turns)


async def _blank(tx: Tx, person: PersonId, turn: int) -> int:
    """The words of a turn go from the history and from the search index. Returns how many documents there were."""
    said = await tx.all(
        "select id from messages where person_id = :person and turn_id = :turn", person=person, turn=turn
    )
    for statement in (
        "delete from messages where person_id = :person and turn_id = :turn and speaker = 'tool'",
        "update messages set text = :gone, tool_calls = '[]' where person_id = :person and turn_id = :turn",
        "update inbox set text = :gone where person_id = :person and id = :turn",
        "update outbox set text = :gone where person_id = :person and turn_id = :turn and state = 'sent'",
        "update tool_runs set arguments = '{}', content = :gone where person_id = :person and turn_id = :turn",
    ):
        await tx.execute(statement, gone=FORGOTTEN, person=person, turn=turn)
    return await remove_documents(tx, Shelf(person), Kind.MESSAGE, [str(whole(row, "id")) for row in said])


async def _left(tx: Tx, person: PersonId, facts: Sequence[Fact]) -> int:
    left = 0
    for fact in facts:
        row = await tx.one(
            "select (select count(*) from facts where id = :id and person_id = :person)"
            " + (select count(*) from fact_stems where fact_id = :id)"
            " + (select count(*) from search_documents as d join search_shelves as s on s.id = d.shelf_id"
            "    where s.person_id = :person and d.kind = 'fact' and d.source = :source) as n",
            id=fact.id,
            source=str(fact.id),
            person=person,
        )
        left += whole(row, "n") if row else 0
    return left
