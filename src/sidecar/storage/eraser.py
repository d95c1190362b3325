"""Erases facts, and on request the messages they came from, from every table."""

from __future__ import annotations

import json
import zlib
from collections.abc import Sequence
from datetime import datetime

from sidecar.domain.fact import Fact
from sidecar.domain.message import TurnId
from sidecar.domain.person import PersonId
from sidecar.language.fold import fold
from sidecar.language.phrase_match import find_key_words, has_words
from sidecar.memory import facts as fact_rules
from sidecar.memory.forget import ErasureCounts, Mention
from sidecar.memory.ports import FactRemoval
from sidecar.memory.retrieval.document import Collection, DocumentKind
from sidecar.runtime.clock import Clock
from sidecar.storage.columns import instant, text, to_text, whole
from sidecar.storage.db import Db, Tx
from sidecar.storage.fact_changes import apply_changes
from sidecar.storage.search import remove_documents

FORGOTTEN = "[…]"
"""Replaces erased words in the history."""


_OPEN_JOBS = """
select j.id, j.turn_id, i.text from extraction_jobs as j join inbox as i on i.id = j.turn_id
where j.person_id = :person and j.state in ('pending', 'processing')
"""

_SAID = """
select turn_id, speaker, text, at from messages
where person_id = :person and turn_id is not null and text not in ('', :gone)
order by id
"""


class SqlEraser:
    """Implements `memory.forget.Eraser`."""

    def __init__(self, db: Db, clock: Clock) -> None:
        self._db = db
        self._clock = clock

    async def mentions(self, person: PersonId, facts: Sequence[Fact], words: str) -> Sequence[Mention]:
        async def work(tx: Tx) -> Sequence[Mention]:
            return await _mentions(tx, person, facts, words)

        return await self._db.read(work)

    async def erase(
        self, person: PersonId, facts: Sequence[Fact], words: str = "", *, messages: bool, only_told: bool = False
    ) -> ErasureCounts:
        async def work(tx: Tx) -> ErasureCounts:
            now = self._clock.now()
            said = await _mentions(tx, person, facts, words)
            unread = await _cancel_extraction(tx, person, facts, said, now)
            gone = await _count_known(tx, person, facts)
            sources = [str(fact.id) for fact in facts]
            documents = await remove_documents(tx, Collection(person), DocumentKind.FACT, sources)
            await apply_changes(tx, person, [FactRemoval(fact.id) for fact in facts], now)
            turns = [mention for mention in said if messages and (mention.told or not only_told)]
            texts = [*(fact.text for fact in facts), *(mention.text for mention in said)]
            for mention in turns:
                texts += await _texts_of(tx, person, mention.turn)  # the answers are in later prompts, too
                documents += await _erase_turn(tx, person, mention.turn)
            prompts = await _drop_prompts(tx, person, texts, words)
            return ErasureCounts(gone, documents, len(turns), prompts, await _count_left(tx, person, facts), unread)

        return await self._db.write(work)


async def _told_in(tx: Tx, person: PersonId, facts: Sequence[Fact]) -> set[int]:
    turns: set[int] = set()
    for fact in facts:
        rows = await tx.all(
            "select turn_id from fact_evidence where fact_id = :id and person_id = :person", id=fact.id, person=person
        )
        turns |= {whole(row, "turn_id") for row in rows}
    return turns


async def _mentions(tx: Tx, person: PersonId, facts: Sequence[Fact], words: str) -> Sequence[Mention]:
    """Find the turns that mention the facts or words, quoting the person where they do themselves."""
    told = await _told_in(tx, person, facts)
    found: dict[int, Mention] = {}
    for row in await tx.all(_SAID, person=person, gone=FORGOTTEN):
        turn, said = whole(row, "turn_id"), text(row, "text")
        if turn not in found and ((turn in told and row["speaker"] == "person") or has_words(said, words)):
            found[turn] = Mention(TurnId(turn), instant(row, "at"), said, turn in told)
    return [found[turn] for turn in sorted(found)]


async def _cancel_extraction(
    tx: Tx, person: PersonId, facts: Sequence[Fact], said: Sequence[Mention], at: datetime
) -> int:
    """Cancel the extraction of messages that would add one of the facts again. Return how many."""
    keys = [words for fact in facts if (words := fact_rules.candidate_words(fact.text))]
    turns, stopped = {mention.turn for mention in said}, 0
    for job in await tx.all(_OPEN_JOBS, person=person):
        if job["turn_id"] in turns or any(words <= fact_rules.candidate_words(text(job, "text")) for words in keys):
            stopped += await tx.execute(
                "update extraction_jobs set state = 'completed', ended_at = :at where id = :id",
                id=job["id"],
                at=to_text(at),
            )
    return stopped


async def _drop_prompts(tx: Tx, person: PersonId, texts: Sequence[str], words: str) -> int:
    """Delete stored prompts that contain one of the texts, or all of the words. Return how many."""
    needles = [fold(json.dumps(one, ensure_ascii=False)[1:-1]) for one in texts]
    wanted, dropped = find_key_words(words), 0
    for row in await tx.all(
        "select id, prompt from model_requests where person_id = :person and prompt is not null", person=person
    ):
        sent = _decode_prompt(row["prompt"])
        if sent is None or any(one in sent for one in needles) or (wanted and all(word in sent for word in wanted)):
            dropped += await tx.execute("update model_requests set prompt = null where id = :id", id=row["id"])
    return dropped


def _decode_prompt(prompt: object) -> str | None:
    """Decompress and fold a stored prompt; None if it is corrupt."""
    try:
        return fold(zlib.decompress(prompt).decode()) if isinstance(prompt, bytes) else None
    except (zlib.error, UnicodeDecodeError):
        return None


async def _count_known(tx: Tx, person: PersonId, facts: Sequence[Fact]) -> int:
    row = await tx.one(
        "select count(*) as n from facts where person_id = :person and id in (select value from json_each(:ids))",
        person=person,
        ids=json.dumps([fact.id for fact in facts]),
    )
    return whole(row, "n") if row else 0


async def _texts_of(tx: Tx, person: PersonId, turn: int) -> list[str]:
    said = await tx.all(
        "select text from messages where person_id = :person and turn_id = :turn and text <> ''",
        person=person,
        turn=turn,
    )
    return [text(row, "text") for row in said]


async def _erase_turn(tx: Tx, person: PersonId, turn: int) -> int:
    """Erase the words of a turn from the history and the search index. Return how many documents were removed."""
    said = await tx.all(
        "select id from messages where person_id = :person and turn_id = :turn", person=person, turn=turn
    )
    for statement in (
        # the newest row stays, so that its id is not used again: the index goes by ids
        "delete from messages where person_id = :person and turn_id = :turn and speaker = 'tool'"
        " and id < (select max(id) from messages)",
        "update messages set text = :gone, tool_calls = '[]' where person_id = :person and turn_id = :turn",
        "update inbox set text = :gone where person_id = :person and id = :turn",
        "update outbox set text = :gone where person_id = :person and turn_id = :turn and state = 'sent'",
        "update tool_runs set arguments = '{}', content = :gone where person_id = :person and turn_id = :turn",
    ):
        await tx.execute(statement, gone=FORGOTTEN, person=person, turn=turn)
    return await remove_documents(tx, Collection(person), DocumentKind.MESSAGE, [str(whole(row, "id")) for row in said])


async def _count_left(tx: Tx, person: PersonId, facts: Sequence[Fact]) -> int:
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
