"""Applies changes to facts in one transaction, increments the person's version, and indexes each fact."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from datetime import UTC, date, datetime, time

from sidecar.domain.fact import Fact, FactId, NewFact
from sidecar.domain.message import TurnId
from sidecar.domain.person import PersonId
from sidecar.memory import facts
from sidecar.memory.ports import FactAddition, FactChange, FactRemoval, FactUpdate, FileRecord
from sidecar.memory.retrieval.document import Collection, Document, DocumentKind
from sidecar.storage.columns import whole
from sidecar.storage.db import Tx, Value
from sidecar.storage.memory_file import forget_lines, mark_changed, save_file_record
from sidecar.storage.people import ensure_person
from sidecar.storage.search import put_documents, remove_documents

_ADD = """
insert into facts (person_id, text, domain, subject, confidence, source, scope, weight, critical, learned, confirmed,
    until, pinned, awaits, origin)
values (:person, :text, :domain, :subject, :confidence, :source, :scope, :weight, :critical, :learned, :confirmed,
    :until, :pinned, :awaits, :origin)
"""

_CHANGE = """
update facts set text = :text, domain = :domain, subject = :subject, confidence = :confidence, source = :source,
    scope = :scope, weight = :weight, critical = :critical, stale = :stale, confirmed = :confirmed,
    until = :until, pinned = :pinned, superseded_by = :superseded_by, awaits = :awaits
where id = :id and person_id = :person
"""

_TOLD_IN = """
select m.id, m.turn_id from messages as m join inbox as i on i.id = m.turn_id
where m.person_id = :person and i.forgotten is null
  and m.turn_id in (select turn_id from fact_evidence where fact_id = :id and person_id = :person)
"""


async def apply_changes(
    tx: Tx,
    person: PersonId,
    changes: Sequence[FactChange],
    at: datetime,
    *,
    expected: int | None = None,
    file: Callable[[Sequence[FactId]], FileRecord] | None = None,
) -> Sequence[FactId] | None:
    """Implement `FactStore.apply` inside a transaction of the caller's."""
    await ensure_person(tx, person, at)
    version = await read_facts_version(tx, person)
    if expected is not None and version != expected:
        return None
    version += bool(changes)
    touched: set[FactId] = set()
    ids = [id for change in changes if (id := await _apply(tx, person, change, touched)) is not None]
    await mark_changed(tx, person, touched, version)
    await tx.execute(
        "insert into memory_state (person_id, version) values (:person, :version)"
        " on conflict (person_id) do update set version = :version",
        person=person,
        version=version,
    )
    if file is not None:
        await save_file_record(tx, person, file(ids), version, at)
    return ids


async def _apply(tx: Tx, person: PersonId, change: FactChange, touched: set[FactId]) -> FactId | None:
    """Return the id of the fact that is new or changed. `touched` grows by all that it concerns."""
    match change:
        case FactAddition():
            added = await _add(tx, person, change)
            touched.update((added, *change.supersedes))
            return added
        case FactUpdate(fact, told_in):
            changed = await tx.execute(
                _CHANGE,
                id=fact.id,
                person=person,
                stale=int(fact.stale),
                **fact_columns(fact),
                superseded_by=fact.superseded_by,
                awaits=fact.unconfirmed_change_of,
            )
            if changed:
                touched.add(fact.id)
                await _index(tx, person, fact.id, fact)
                await _add_evidence(tx, person, fact.id, told_in, fact.text)
            return fact.id if changed else None
        case FactRemoval(id):
            touched.update(await _remove(tx, person, id))
            return None


async def _add(tx: Tx, person: PersonId, added: FactAddition) -> FactId:
    new_id = FactId(
        await tx.insert(
            _ADD,
            person=person,
            learned=added.learned.isoformat(),
            awaits=added.awaits,
            origin=added.origin,
            **{**fact_columns(added.fact), "confirmed": added.confirmed.isoformat()},
        )
    )
    await _index(tx, person, new_id, added.fact, learned=added.learned)
    await _add_evidence(tx, person, new_id, added.origin, added.fact.text)
    for old_id in added.supersedes:
        await tx.execute(
            "update facts set superseded_by = :new where id = :old and person_id = :person",
            new=new_id,
            old=old_id,
            person=person,
        )
        await tx.execute("delete from fact_stems where fact_id = :id and person_id = :person", id=old_id, person=person)
    return new_id


async def _add_evidence(tx: Tx, person: PersonId, id: FactId, turn: TurnId | None, words: str) -> None:
    if turn is not None:
        await tx.execute(
            "insert into fact_evidence (fact_id, turn_id, person_id, text) values (:id, :turn, :person, :text)"
            " on conflict (fact_id, turn_id) do update set text = :text",
            id=id,
            turn=turn,
            person=person,
            text=words,
        )


async def _index(tx: Tx, person: PersonId, id: FactId, fact: Fact | NewFact, *, learned: date | None = None) -> None:
    """Index the fact for search and, while it is not superseded, for comparison with what is said."""
    await tx.execute("delete from fact_stems where fact_id = :id", id=id)
    superseded = isinstance(fact, Fact) and fact.superseded_by is not None
    stems = [] if superseded else sorted(facts.candidate_words(fact.text))
    await tx.execute(
        "insert into fact_stems (person_id, stem, fact_id) select :person, value, :id from json_each(:stems)",
        person=person,
        stems=json.dumps(stems),
        id=id,
    )
    day = fact.learned if isinstance(fact, Fact) else learned
    await put_documents(tx, Collection(person), [fact_document(id, fact.text, fact.domain.value, day)])


def fact_document(id: int, words: str, domain: str, learned: date | None) -> Document:
    at = datetime.combine(learned, time(12), UTC) if learned else None
    return Document(DocumentKind.FACT, str(id), words, at, domain=domain)


async def _remove(tx: Tx, person: PersonId, id: FactId) -> set[FactId]:
    """Delete the fact and all references to it; what it superseded stays in the archive. Return whom it concerns."""
    waiting = await tx.all(
        "select id from facts where person_id = :person and (id = :id or awaits = :id)", id=id, person=person
    )
    await _hide_messages(tx, person, id)
    await remove_documents(tx, Collection(person), DocumentKind.FACT, [str(id)])
    await forget_lines(tx, person, id)
    for table in ("fact_stems", "fact_evidence"):
        await tx.execute(f"delete from {table} where fact_id = :id and person_id = :person", id=id, person=person)
    await tx.execute("update facts set awaits = null where awaits = :id and person_id = :person", id=id, person=person)
    await tx.execute("delete from facts where id = :id and person_id = :person", id=id, person=person)
    return {FactId(whole(row, "id")) for row in waiting}


async def _hide_messages(tx: Tx, person: PersonId, id: FactId) -> None:
    """Let no answer use the messages that told this fact, though they told others, too: not even when it was removed
    in a file."""
    rows = await tx.all(_TOLD_IN, person=person, id=id)
    turns = json.dumps(sorted({whole(row, "turn_id") for row in rows}))
    await tx.execute(
        "update inbox set forgotten = 'hidden' where id in (select value from json_each(:turns))", turns=turns
    )
    messages = [str(whole(row, "id")) for row in rows]
    await remove_documents(tx, Collection(person), DocumentKind.MESSAGE, messages)


async def increment_facts_version(tx: Tx, person: PersonId) -> int:
    await tx.execute("update memory_state set version = version + 1 where person_id = :person", person=person)
    return await read_facts_version(tx, person)


async def read_facts_version(tx: Tx, person: PersonId) -> int:
    row = await tx.one("select version from memory_state where person_id = :person", person=person)
    return whole(row, "version") if row else 0


def fact_columns(fact: Fact | NewFact) -> dict[str, Value]:
    shared: dict[str, Value] = {
        "text": fact.text,
        "domain": fact.domain.value,
        "subject": fact.subject.value,
        "confidence": fact.confidence.value,
        "source": fact.source.value,
        "scope": facts.find_scope(fact).value,
        "weight": fact.weight,
        "critical": int(fact.critical),
        "until": fact.until.isoformat() if fact.until else None,
        "pinned": facts.identity_rank(fact),
    }
    return {**shared, "confirmed": fact.confirmed.isoformat()} if isinstance(fact, Fact) else shared
