"""Hides or erases what the person asked to forget, in every table."""

from __future__ import annotations

import json
import zlib
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from sidecar.domain.fact import Fact, FactId
from sidecar.domain.message import TurnId
from sidecar.domain.person import PersonId
from sidecar.domain.reminder import ReminderId
from sidecar.language.fold import fold
from sidecar.memory.erasure import ErasureCounts, ForgottenReminder, LastMessage, Mention, Removal
from sidecar.memory.facts import candidate_words
from sidecar.memory.ports import FactRemoval
from sidecar.memory.retrieval.document import Collection, DocumentKind
from sidecar.memory.topic import Topic
from sidecar.runtime.clock import Clock
from sidecar.storage.columns import instant, text, to_text, whole
from sidecar.storage.db import Tx
from sidecar.storage.fact_changes import apply_changes
from sidecar.storage.folded_glob import match_any
from sidecar.storage.free_pages import expect_cleaning
from sidecar.storage.search import remove_documents
from sidecar.storage.sqlite import SqliteDb

_FACTS = "select id, text from facts where person_id = :person and {spoken} order by id"

_OLDER = """
with recursive older (id) as (
    select id from facts where person_id = :person and superseded_by in (select value from json_each(:facts))
    union
    select f.id from facts as f join older as o on f.superseded_by = o.id where f.person_id = :person
)
select id from older where id not in (select value from json_each(:facts)) order by id
"""

_TOLD = """
select distinct turn_id from fact_evidence
where person_id = :person and fact_id in (select value from json_each(:facts))
"""

_SAID = """
select m.turn_id, m.speaker, m.text, m.tool_calls, m.at from messages as m join inbox as i on i.id = m.turn_id
where m.person_id = :person and i.forgotten is not 'erased'
  and (m.turn_id in (select value from json_each(:told)) or {spoken})
order by m.id
"""

_LAST = """
select m.turn_id, m.text, m.at, i.forgotten from messages as m join inbox as i on i.id = m.turn_id
where m.person_id = :person and m.speaker = 'person' and m.turn_id < :turn order by m.id desc limit 1
"""

_TOLD_THERE = """
select e.fact_id from fact_evidence as e where e.person_id = :person and e.turn_id = :turn
  and not exists (select 1 from fact_evidence as o where o.fact_id = e.fact_id and o.turn_id <> e.turn_id)
order by e.fact_id
"""

_REMINDERS = """
select id, message, due_at, state in ('pending', 'attempting', 'missed') as open from reminders
where person_id = :person and {spoken} order by id
"""

_HIDE = """
update inbox set forgotten = 'hidden'
where person_id = :person and forgotten is null and id in (select value from json_each(:turns))
"""

_UNREAD = """
select j.turn_id, i.text from extraction_jobs as j join inbox as i on i.id = j.turn_id
where j.person_id = :person and j.state in ('pending', 'processing')
"""

_STOP_EXTRACTION = """
update extraction_jobs set state = 'completed', ended_at = :at
where person_id = :person and state in ('pending', 'processing') and turn_id in (select value from json_each(:turns))
"""

_OF_TURNS = "where person_id = :person and turn_id in (select value from json_each(:turns))"
_ANSWERED = f"select text from messages {_OF_TURNS} and speaker = 'companion' order by id"
_OF_REMINDERS = "(select notification_id from firings where reminder_id in (select value from json_each(:reminders)))"

_THEIR_TEXTS = f"(select text from messages {_OF_TURNS} and text <> '')"

_ERASE_TURNS = (
    # what was said unasked is in the history as a message of a turn
    "update outbox set text = '' where person_id = :person and state <> 'waiting' and notification_id in"
    f" (select id from notifications where person_id = :person and text in {_THEIR_TEXTS})",
    f"update notifications set text = '' where person_id = :person and text in {_THEIR_TEXTS}",
    # the newest row stays, so that its id is not used again: the index goes by ids
    f"delete from messages {_OF_TURNS} and speaker = 'tool' and id < (select max(id) from messages)",
    f"update messages set text = '', tool_calls = '[]' {_OF_TURNS}",
    f"update outbox set text = '' {_OF_TURNS} and state = 'sent'",
    f"update tool_runs set arguments = '{{}}', content = '' {_OF_TURNS}",
    f"update held_calls set arguments = '{{}}', question = '',"
    f" state = case state when 'open' then 'expired' else state end {_OF_TURNS}",
    f"update model_requests set prompt = null {_OF_TURNS} and prompt is not null",
    "update inbox set forgotten = 'erased' where person_id = :person and id in (select value from json_each(:turns))",
)

_ERASE_REMINDERS = (
    f"delete from outbox where person_id = :person and state = 'waiting' and notification_id in {_OF_REMINDERS}",
    f"update outbox set text = '' where person_id = :person and notification_id in {_OF_REMINDERS}",
    f"update notifications set text = '' where person_id = :person and id in {_OF_REMINDERS}",
    "update firings set state = 'dismissed' where person_id = :person and state in ('attempting', 'missed')"
    " and reminder_id in (select value from json_each(:reminders))",
    "delete from reminder_changes where person_id = :person and reminder_id in"
    " (select value from json_each(:reminders))",
    "update reminders set message = '', folded = '', words = '', revision = revision + 1,"
    " state = case when state in ('pending', 'attempting', 'missed') then 'cancelled' else state end"
    " where person_id = :person and id in (select value from json_each(:reminders))",
)


class SqlEraser:
    """Implements `memory.erasure.Eraser`."""

    def __init__(self, db: SqliteDb, clock: Clock) -> None:
        self._db = db
        self._clock = clock

    async def find_facts(self, person: PersonId, topic: Topic) -> Sequence[FactId]:
        async def work(tx: Tx) -> Sequence[FactId]:
            spoken = match_any(topic.beginnings(), "text")
            rows = await tx.all(_FACTS.format(spoken=spoken.sql), person=person, **spoken.values)
            return [FactId(whole(row, "id")) for row in rows if topic.is_in(text(row, "text"))]

        return await self._db.read(work)

    async def find_older(self, person: PersonId, facts: Sequence[Fact]) -> Sequence[FactId]:
        async def work(tx: Tx) -> Sequence[FactId]:
            return [FactId(whole(row, "id")) for row in await tx.all(_OLDER, person=person, facts=_ids(facts))]

        return await self._db.read(work)

    async def mentions(self, person: PersonId, facts: Sequence[Fact], topic: Topic) -> Sequence[Mention]:
        async def work(tx: Tx) -> Sequence[Mention]:
            if not (facts or topic.phrases):
                return ()
            rows = await tx.all(_TOLD, person=person, facts=_ids(facts))
            told = {whole(row, "turn_id") for row in rows}
            spoken = match_any(topic.beginnings(), "m.text || m.tool_calls")
            sql = _SAID.format(spoken=spoken.sql)
            rows = await tx.all(sql, person=person, told=json.dumps(sorted(told)), **spoken.values)
            found: dict[int, Mention] = {}
            for row in sorted(rows, key=lambda row: row["speaker"] == "tool"):  # what people read is shown first
                turn, said, by_person = whole(row, "turn_id"), text(row, "text"), row["speaker"] == "person"
                speaks = topic.is_in(said) or topic.is_in(text(row, "tool_calls"))
                if turn not in found and (speaks or (turn in told and by_person)):
                    found[turn] = Mention(TurnId(turn), instant(row, "at"), said, turn in told)
            return [found[turn] for turn in sorted(found)]

        return await self._db.read(work)

    async def last_message(self, person: PersonId, turn: TurnId) -> LastMessage | None:
        async def work(tx: Tx) -> LastMessage | None:
            row = await tx.one(_LAST, person=person, turn=turn)
            if row is None or row["forgotten"] is not None:
                return None
            last = TurnId(whole(row, "turn_id"))
            facts = [FactId(whole(one, "fact_id")) for one in await tx.all(_TOLD_THERE, person=person, turn=last)]
            answer = await tx.all(_ANSWERED, person=person, turns=json.dumps([last]))
            mention = Mention(last, instant(row, "at"), text(row, "text"), bool(facts))
            return LastMessage(mention, facts, "\n".join(text(one, "text") for one in answer))

        return await self._db.read(work)

    async def reminders(self, person: PersonId, topic: Topic) -> Sequence[ForgottenReminder]:
        async def work(tx: Tx) -> Sequence[ForgottenReminder]:
            spoken = match_any(topic.beginnings(), "message")
            rows = await tx.all(_REMINDERS.format(spoken=spoken.sql), person=person, **spoken.values)
            return [
                ForgottenReminder(ReminderId(whole(row, "id")), text(row, "message"), bool(row["open"]))
                for row in rows
                if topic.is_in(text(row, "message"))
            ]

        return await self._db.read(work)

    async def leave_unread(self, person: PersonId, turn: TurnId) -> None:
        async def work(tx: Tx) -> None:
            await _stop_extraction(tx, person, [turn], self._clock.now())

        await self._db.write(work)

    async def erase(self, person: PersonId, removal: Removal) -> ErasureCounts:
        async def work(tx: Tx) -> ErasureCounts:
            now, facts = self._clock.now(), removal.facts
            turns = [*removal.hide, *removal.erase]
            unread = await _stop_extraction(tx, person, [*turns, *await _would_tell(tx, person, facts)], now)
            known = await _count_facts(tx, person, facts)
            ids = [str(fact.id) for fact in facts]
            documents = await remove_documents(tx, Collection(person), DocumentKind.FACT, ids)
            said = await tx.all(f"select id, text from messages {_OF_TURNS}", person=person, turns=json.dumps(turns))
            sources = [str(whole(row, "id")) for row in said]
            documents += await remove_documents(tx, Collection(person), DocumentKind.MESSAGE, sources)
            hid = await tx.execute(_HIDE, person=person, turns=json.dumps(removal.hide))
            await apply_changes(tx, person, [FactRemoval(fact.id) for fact in facts], now)
            prompts = await _drop_prompts(tx, person, removal.topic, [text(row, "text") for row in said if row["text"]])
            for statement in _ERASE_TURNS if removal.erase else ():
                await tx.execute(statement, person=person, turns=json.dumps(removal.erase))
            await _erase_calls(tx, person, removal.topic, of_commands_alone=not removal.erase)
            for statement in _ERASE_REMINDERS if removal.reminders else ():
                await tx.execute(statement, person=person, reminders=json.dumps(removal.reminders))
            await tx.execute("insert into search_words (search_words) values ('optimize')")  # drops what was deleted
            await expect_cleaning(tx)
            left = await _count_left(tx, person, facts)
            return ErasureCounts(
                known, documents, hid, len(removal.erase), prompts, len(removal.reminders), left, unread
            )

        counts = await self._db.write(work)
        return replace(counts, dropped=await self._db.drop_deleted())


async def _stop_extraction(tx: Tx, person: PersonId, turns: Sequence[TurnId], at: datetime) -> int:
    return await tx.execute(_STOP_EXTRACTION, person=person, turns=json.dumps(turns), at=to_text(at))


async def _would_tell(tx: Tx, person: PersonId, facts: Sequence[Fact]) -> Sequence[TurnId]:
    """Return the turns of unread messages that would add one of the facts again."""
    keys = [words for fact in facts if (words := candidate_words(fact.text))]
    rows = await tx.all(_UNREAD, person=person) if keys else ()
    return [
        TurnId(whole(row, "turn_id"))
        for row in rows
        if any(words <= candidate_words(text(row, "text")) for words in keys)
    ]


async def _drop_prompts(tx: Tx, person: PersonId, topic: Topic, texts: Sequence[str]) -> int:
    """Delete stored prompts that contain one of the texts or speak of the topic. Return how many."""
    needles = [fold(json.dumps(one, ensure_ascii=False)[1:-1]) for one in texts]
    dropped = 0
    for row in await tx.all(
        "select id, prompt from model_requests where person_id = :person and prompt is not null", person=person
    ):
        sent = _decode_prompt(row["prompt"])
        if sent is None or any(one in sent for one in needles) or topic.in_any_form().is_in(sent):
            dropped += await tx.execute("update model_requests set prompt = null where id = :id", id=row["id"])
    return dropped


async def _erase_calls(tx: Tx, person: PersonId, topic: Topic, *, of_commands_alone: bool) -> None:
    """Erase what commands, and calls of other turns, say of it: the turn of a "no" names nothing, its calls do."""
    for table, told in (("tool_runs", "content"), ("held_calls", "question")):
        spoken = match_any(topic.beginnings(), f"arguments || {told}")
        sql = f"select id, arguments || ' ' || {told} as said from {table} where person_id = :person and {spoken.sql}"
        sql += " and turn_id is null" if of_commands_alone else ""
        for row in await tx.all(sql, person=person, **spoken.values):
            if topic.is_in(text(row, "said")):
                erase = f"update {table} set arguments = '{{}}', {told} = '' where id = :id"
                await tx.execute(erase, id=whole(row, "id"))


def _decode_prompt(prompt: object) -> str | None:
    """Decompress and fold a stored prompt; None if it is corrupt."""
    try:
        return fold(zlib.decompress(prompt).decode()) if isinstance(prompt, bytes) else None
    except (zlib.error, UnicodeDecodeError):
        return None


async def _count_facts(tx: Tx, person: PersonId, facts: Sequence[Fact]) -> int:
    row = await tx.one(
        "select count(*) as n from facts where person_id = :person and id in (select value from json_each(:ids))",
        person=person,
        ids=_ids(facts),
    )
    return whole(row, "n") if row else 0


async def _count_left(tx: Tx, person: PersonId, facts: Sequence[Fact]) -> int:
    """Look again: count where one of the facts is still found."""
    left = await _count_facts(tx, person, facts)
    for table in ("fact_stems", "fact_evidence"):
        row = await tx.one(
            f"select count(*) as n from {table} where person_id = :person"
            " and fact_id in (select value from json_each(:ids))",
            person=person,
            ids=_ids(facts),
        )
        left += whole(row, "n") if row else 0
    row = await tx.one(
        "select count(*) as n from search_documents as d join search_shelves as s on s.id = d.shelf_id"
        " where s.person_id = :person and d.kind = 'fact'"
        " and d.source in (select cast(value as text) from json_each(:ids))",
        person=person,
        ids=_ids(facts),
    )
    return left + (whole(row, "n") if row else 0)


def _ids(facts: Sequence[Fact]) -> str:
    return json.dumps([fact.id for fact in facts])
