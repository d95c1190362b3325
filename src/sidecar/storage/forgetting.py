"""Takes facts, and if asked the words they came from, out of every table that holds them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import datetime

from sidecar.domain.fact import Fact
from sidecar.domain.person import PersonId
from sidecar.memory.forget import Erased
from sidecar.memory.ports import Removed
from sidecar.memory.retrieval.document import Kind, Shelf
from sidecar.runtime.clock import Clock
from sidecar.storage.columns import text, to_text, whole
from sidecar.storage.db import Db, Tx
from sidecar.storage.fact_changes import apply_changes
from sidecar.storage.search import remove_documents

FORGOTTEN = "[…]"
"""What stands in the history where the person's words were."""


_STILL_TO_BE_READ = """
select j.id, j.turn_id, i.text from extraction_jobs as j join inbox as i on i.id = j.turn_id
where j.person_id = :person and j.state in ('pending', 'processing')
order by j.id desc limit :most
"""
_LOOKED_THROUGH = 200


class SqlEraser:
    """Implements `memory.forget.Eraser`."""

    def __init__(self, db: Db, clock: Clock) -> None:
        self._db = db
        self._clock = clock

    async def erase(self, person: PersonId, facts: Sequence[Fact], *, messages: bool) -> Erased:
        async def work(tx: Tx) -> Erased:
            now = self._clock.now()
            told = await _told_in(tx, person, facts)
            await _stop_reading(tx, person, facts, told, now)
            gone = await _known(tx, person, facts)
            sources = [str(fact.id) for fact in facts]
            documents = await remove_documents(tx, Shelf(person), Kind.FACT, sources)
            await apply_changes(tx, person, [Removed(fact.id) for fact in facts], now)
            turns = told if messages else ()
            for turn in turns:
                documents += await _blank(tx, person, turn)
            prompts = await tx.execute(
                "update model_requests set prompt = null where person_id = :person and prompt is not null",
                person=person,
            )
            return Erased(gone, documents, len(turns), prompts, await _left(tx, person, facts))

        return await self._db.write(work)


async def _told_in(tx: Tx, person: PersonId, facts: Sequence[Fact]) -> Sequence[int]:
    turns: set[int] = set()
    for fact in facts:
        rows = await tx.all(
            "select turn_id from fact_evidence where fact_id = :id and person_id = :person", id=fact.id, person=person
        )
        turns |= {whole(row, "turn_id") for row in rows}
    return sorted(turns)


async def _stop_reading(tx: Tx, person: PersonId, facts: Sequence[Fact], told: Sequence[int], at: datetime) -> None:
    """Messages that tell one of the facts and are still to be read would teach it again."""
    from sidecar.memory.facts import candidate_words  # the word lists take long to load

    keys = [words for fact in facts if (words := candidate_words(fact.text))]
    for job in await tx.all(_STILL_TO_BE_READ, person=person, most=_LOOKED_THROUGH):
        said = candidate_words(text(job, "text"))
        if job["turn_id"] in told or any(words <= said for words in keys):
            await tx.execute(
                "update extraction_jobs set state = 'completed', ended_at = :at where id = :id",
                id=job["id"],
                at=to_text(at),
            )


async def _known(tx: Tx, person: PersonId, facts: Sequence[Fact]) -> int:
    row = await tx.one(
        "select count(*) as n from facts where person_id = :person and id in (select value from json_each(:ids))",
        person=person,
        ids=json.dumps([fact.id for fact in facts]),
    )
    return whole(row, "n") if row else 0


async def _blank(tx: Tx, person: PersonId, turn: int) -> int:
    """The words of a turn go from the history and from the search index. Returns how many documents there were."""
    said = await tx.all(
        "select id from messages where person_id = :person and turn_id = :turn", person=person, turn=turn
    )
    for statement in (
        # the newest row stays, so that its number is not given again: the index goes by the numbers
        "delete from messages where person_id = :person and turn_id = :turn and speaker = 'tool'"
        " and id < (select max(id) from messages)",
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
            " + (select count(*) from fact_stems where fact_id = :id and person_id = :person)"
            " + (select count(*) from fact_evidence where fact_id = :id and person_id = :person)"
            " + (select count(*) from search_documents as d join search_shelves as s on s.id = d.shelf_id"
            "    where s.person_id = :person and d.kind = 'fact' and d.source = :source) as n",
            id=fact.id,
            source=str(fact.id),
            person=person,
        )
        left += whole(row, "n") if row else 0
    return left
