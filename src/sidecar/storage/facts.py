"""Facts. Everything that changes them is one transaction, and makes the person's version grow by one."""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from datetime import UTC, date, datetime, time

from sidecar.domain.fact import Confidence, Domain, Fact, FactId, FactSource, NewFact, Scope, Subject
from sidecar.domain.message import TurnId
from sidecar.domain.person import PersonId
from sidecar.memory.ports import Added, Changed, Evidence, FactChange, FileState, Removed
from sidecar.memory.retrieval.document import Document, Kind, Shelf
from sidecar.storage.columns import instant, text, whole
from sidecar.storage.db import Db, Row, Tx, Value
from sidecar.storage.people import ensure_person

_ADD = """
insert into facts (person_id, text, domain, subject, confidence, source, scope, weight, critical, learned, confirmed,
    awaits, origin)
values (:person, :text, :domain, :subject, :confidence, :source, :scope, :weight, :critical, :learned, :confirmed,
    :awaits, :origin)
"""

_CHANGE = """
update facts set text = :text, domain = :domain, subject = :subject, confidence = :confidence, source = :source,
    scope = :scope, weight = :weight, critical = :critical, stale = :stale, confirmed = :confirmed,
    superseded_by = :superseded_by, awaits = :awaits
where id = :id and person_id = :person
"""

_SIMILAR = """
select f.*, count(*) as shared
from fact_stems as s join facts as f on f.id = s.fact_id
where s.person_id = :person and s.stem in (select value from json_each(:stems)) and f.superseded_by is null
group by f.id order by shared desc, f.id limit :n
"""


_FREQUENCIES = """
select value as stem, (select count(*) from fact_stems where person_id = :person and stem = value) as facts
from json_each(:stems) order by facts
"""
_LOOKED_THROUGH_AT_MOST = 3_000

_EVIDENCE = """
select e.turn_id, e.text, i.text as said, i.received_at
from fact_evidence as e join inbox as i on i.id = e.turn_id
where e.fact_id = :id and e.person_id = :person order by e.turn_id
"""

_PROTECTED = """
select * from facts
where person_id = :person and superseded_by is null and (critical = 1 or domain = 'health')
order by weight desc, confirmed desc limit :n
"""

_HEAVIEST = """
select * from facts
where person_id = :person and superseded_by is null and stale = 0
order by weight desc, confirmed desc limit :n
"""


class SqlFacts:
    """Implements `memory.ports.FactStore`."""

    def __init__(self, db: Db) -> None:
        self._db = db

    async def version(self, person: PersonId) -> int:
        async def work(tx: Tx) -> int:
            return await _version(tx, person)

        return await self._db.read(work)

    async def active(self, person: PersonId) -> Sequence[Fact]:
        return await self._all(
            "select * from facts where person_id = :person and superseded_by is null order by id", person=person
        )

    async def archived(self, person: PersonId) -> Sequence[Fact]:
        return await self._all(
            "select * from facts where person_id = :person and superseded_by is not null order by id", person=person
        )

    async def get(self, person: PersonId, id: FactId) -> Fact | None:
        found = await self._all("select * from facts where person_id = :person and id = :id", person=person, id=id)
        return found[0] if found else None

    async def similar(self, person: PersonId, words: Collection[str], limit: int) -> Sequence[Fact]:
        async def work(tx: Tx) -> Sequence[Fact]:
            telling = await _telling(tx, person, words)
            return [_fact(row) for row in await tx.all(_SIMILAR, person=person, stems=json.dumps(telling), n=limit)]

        return await self._db.read(work)

    async def prominent(self, person: PersonId, limit: int) -> Sequence[Fact]:
        async def work(tx: Tx) -> Sequence[Fact]:
            rows = [*await tx.all(_PROTECTED, person=person, n=limit), *await tx.all(_HEAVIEST, person=person, n=limit)]
            return list({fact.id: fact for fact in map(_fact, rows)}.values())[:limit]

        return await self._db.read(work)

    async def count(self, person: PersonId) -> int:
        async def work(tx: Tx) -> int:
            row = await tx.one(
                "select count(*) as n from facts where person_id = :person and superseded_by is null and stale = 0",
                person=person,
            )
            return whole(row, "n") if row else 0

        return await self._db.read(work)

    async def apply(
        self,
        person: PersonId,
        changes: Sequence[FactChange],
        at: datetime,
        *,
        expected: int | None = None,
        file: tuple[str, str] | None = None,
    ) -> Sequence[FactId] | None:
        async def work(tx: Tx) -> Sequence[FactId] | None:
            return await apply_changes(tx, person, changes, at, expected=expected, file=file)

        return await self._db.write(work)

    async def evidence(self, person: PersonId, id: FactId) -> Sequence[Evidence]:
        """The messages in which the fact was told, the first one first."""

        async def work(tx: Tx) -> Sequence[Evidence]:
            rows = await tx.all(_EVIDENCE, person=person, id=id)
            return [
                Evidence(
                    TurnId(whole(row, "turn_id")), instant(row, "received_at"), text(row, "said"), text(row, "text")
                )
                for row in rows
            ]

        return await self._db.read(work)

    async def file_state(self, person: PersonId) -> FileState | None:
        async def work(tx: Tx) -> FileState | None:
            row = await tx.one("select * from memory_state where person_id = :person", person=person)
            if row is None or row["seen"] is None:
                return None
            return FileState(text(row, "seen"), text(row, "written"), whole(row, "written_version"))

        return await self._db.read(work)

    async def _all(self, sql: str, **values: Value) -> Sequence[Fact]:
        async def work(tx: Tx) -> Sequence[Fact]:
            return [_fact(row) for row in await tx.all(sql, **values)]

        return await self._db.read(work)


async def apply_changes(
    tx: Tx,
    person: PersonId,
    changes: Sequence[FactChange],
    at: datetime,
    *,
    expected: int | None = None,
    file: tuple[str, str] | None = None,
) -> Sequence[FactId] | None:
    """See `FactStore.apply`, inside a transaction that somebody else began."""
    await ensure_person(tx, person, at)
    version = await _version(tx, person)
    if expected is not None and version != expected:
        return None
    ids = [id for change in changes if (id := await _apply(tx, person, change)) is not None]
    version += bool(changes)
    await tx.execute(
        "insert into memory_state (person_id, version) values (:person, :version)"
        " on conflict (person_id) do update set version = :version",
        person=person,
        version=version,
    )
    if file is not None:
        await tx.execute(
            "update memory_state set seen = :seen, written = :written, written_version = :version"
            " where person_id = :person",
            person=person,
            version=version,
            seen=file[0],
            written=file[1],
        )
    return ids


async def _apply(tx: Tx, person: PersonId, change: FactChange) -> FactId | None:
    match change:
        case Added():
            return await _add(tx, person, change)
        case Changed(fact, told_in):
            changed = await tx.execute(
                _CHANGE,
                id=fact.id,
                person=person,
                stale=int(fact.stale),
                **_columns(fact),
                superseded_by=fact.superseded_by,
                awaits=fact.unconfirmed_change_of,
            )
            if changed:
                await _index(tx, person, fact.id, fact)
                await _keep_evidence(tx, person, fact.id, told_in, fact.text)
            return fact.id if changed else None
        case Removed(id):
            await _forget(tx, person, id)
            return None


async def _add(tx: Tx, person: PersonId, added: Added) -> FactId:
    new_id = FactId(
        await tx.insert(
            _ADD,
            person=person,
            learned=added.learned.isoformat(),
            awaits=added.awaits,
            origin=added.origin,
            **{**_columns(added.fact), "confirmed": added.confirmed.isoformat()},
        )
    )
    await _index(tx, person, new_id, added.fact, learned=added.learned)
    await _keep_evidence(tx, person, new_id, added.origin, added.fact.text)
    if added.supersedes is not None:
        await tx.execute(
            "update facts set superseded_by = :new where id = :old and person_id = :person",
            new=new_id,
            old=added.supersedes,
            person=person,
        )
        await _hide(tx, person, added.supersedes)
    return new_id


async def _keep_evidence(tx: Tx, person: PersonId, id: FactId, turn: TurnId | None, words: str) -> None:
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
    """By what it is found again; what was superseded is found in the archive only."""
    from sidecar.memory.facts import candidate_words  # the word lists take long to load
    from sidecar.storage.search import put_documents

    await tx.execute("delete from fact_stems where fact_id = :id", id=id)
    if isinstance(fact, Fact) and fact.superseded_by is not None:
        await _hide(tx, person, id)
        return
    for stem in sorted(candidate_words(fact.text)):
        await tx.execute(
            "insert into fact_stems (person_id, stem, fact_id) values (:person, :stem, :id)",
            person=person,
            stem=stem,
            id=id,
        )
    day = fact.learned if isinstance(fact, Fact) else learned
    at = datetime.combine(day, time(12), UTC) if day else None
    document = Document(Kind.FACT, str(id), fact.text, at, domain=fact.domain.value)
    await put_documents(tx, Shelf(person), [document])


async def _hide(tx: Tx, person: PersonId, id: FactId) -> None:
    from sidecar.storage.search import remove_documents

    await tx.execute("delete from fact_stems where fact_id = :id", id=id)
    await remove_documents(tx, Shelf(person), Kind.FACT, [str(id)])


async def _forget(tx: Tx, person: PersonId, id: FactId) -> None:
    """Nothing refers to it afterwards; what it had superseded stays in the archive."""
    await _hide(tx, person, id)
    for table in ("fact_stems", "fact_evidence"):
        await tx.execute(f"delete from {table} where fact_id = :id and person_id = :person", id=id, person=person)
    await tx.execute("update facts set awaits = null where awaits = :id and person_id = :person", id=id, person=person)
    await tx.execute("delete from facts where id = :id and person_id = :person", id=id, person=person)


async def _telling(tx: Tx, person: PersonId, words: Collection[str]) -> list[str]:
    """The rarest of `words`, as many as can be looked up quickly; at least one."""
    telling: list[str] = []
    rows = 0
    for row in await tx.all(_FREQUENCIES, person=person, stems=json.dumps(sorted(words))):
        rows += whole(row, "facts")
        if rows > _LOOKED_THROUGH_AT_MOST and telling:
            break
        telling.append(text(row, "stem"))
    return telling


async def _version(tx: Tx, person: PersonId) -> int:
    row = await tx.one("select version from memory_state where person_id = :person", person=person)
    return whole(row, "version") if row else 0


def _columns(fact: Fact | NewFact) -> dict[str, Value]:
    shared: dict[str, Value] = {
        "text": fact.text,
        "domain": fact.domain.value,
        "subject": fact.subject.value,
        "confidence": fact.confidence.value,
        "source": fact.source.value,
        "scope": fact.scope.value,
        "weight": fact.weight,
        "critical": int(fact.critical),
    }
    return {**shared, "confirmed": fact.confirmed.isoformat()} if isinstance(fact, Fact) else shared


def _fact(row: Row) -> Fact:
    """The fact of a row of `facts`."""
    return Fact(
        id=FactId(whole(row, "id")),
        person=PersonId(text(row, "person_id")),
        text=text(row, "text"),
        domain=Domain(text(row, "domain")),
        subject=Subject(text(row, "subject")),
        confidence=Confidence(text(row, "confidence")),
        source=FactSource(text(row, "source")),
        learned=date.fromisoformat(text(row, "learned")),
        confirmed=date.fromisoformat(text(row, "confirmed")),
        weight=whole(row, "weight"),
        scope=Scope(text(row, "scope")),
        critical=bool(row["critical"]),
        stale=bool(row["stale"]),
        superseded_by=_id(row, "superseded_by"),
        unconfirmed_change_of=_id(row, "awaits"),
        origin=None if row["origin"] is None else TurnId(whole(row, "origin")),
    )


def _id(row: Row, column: str) -> FactId | None:
    return None if row[column] is None else FactId(whole(row, column))
