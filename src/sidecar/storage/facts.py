"""Facts. Everything that changes them is one transaction, and makes the person's version grow by one."""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from datetime import date, datetime

from sidecar.domain.fact import Confidence, Domain, Fact, FactId, FactSource, Scope, Subject
from sidecar.domain.message import TurnId
from sidecar.domain.person import PersonId
from sidecar.memory.ports import Evidence, FactChange, FileState
from sidecar.storage.columns import instant, text, whole
from sidecar.storage.db import Db, Row, Tx, Value
from sidecar.storage.fact_changes import apply_changes, version_of

# What is in the archive has no stems. Chosen by number first: sorting whole rows takes ten times as long.
_SIMILAR = """
select f.* from (
    select fact_id, count(*) as shared from fact_stems
    where person_id = :person and stem in (select value from json_each(:stems))
    group by fact_id order by shared desc, fact_id limit :n
) as s join facts as f on f.id = s.fact_id
order by s.shared desc, f.id
"""

_LOOKED_THROUGH_AT_MOST = 3_000
_FREQUENCIES = f"""
select value as stem, (
    select count(*) from (
        select 1 from fact_stems where person_id = :person and stem = value limit {_LOOKED_THROUGH_AT_MOST + 1}
    )
) as facts
from json_each(:stems) order by facts
"""

_STEMS = "select fact_id, stem from fact_stems where fact_id in (select value from json_each(:ids))"

_EVIDENCE = """
select e.turn_id, e.text, i.text as said, i.received_at
from fact_evidence as e join inbox as i on i.id = e.turn_id
where e.fact_id = :id and e.person_id = :person order by e.turn_id
"""

_MARK_STALE = """
update facts set stale = 1 where id in (
    select id from facts
    where person_id = :person and superseded_by is null and stale = 0 and confirmed <= :confirmed_by
      and critical = 0 and domain <> 'health'
    limit :n
)
"""

_PROTECTED = """
select * from facts
where person_id = :person and superseded_by is null and (critical = 1 or domain = 'health')
order by weight desc, confirmed desc limit :n
"""

# `+` keeps the planner from sorting all that were confirmed since then.
_HEAVIEST = """
select * from facts
where person_id = :person and superseded_by is null and stale = 0 and +confirmed >= :since
order by weight desc, confirmed desc limit :n
"""

_ELIGIBLE = """
select (
    select count(*) from facts
    where person_id = :person and superseded_by is null and stale = 0 and confirmed >= :since
) + (
    select count(*) from facts
    where person_id = :person and superseded_by is null and (critical = 1 or domain = 'health')
      and confirmed < :since
) as n
"""


class SqlFacts:
    """Implements `memory.ports.FactStore`."""

    def __init__(self, db: Db) -> None:
        self._db = db

    async def version(self, person: PersonId) -> int:
        async def work(tx: Tx) -> int:
            return await version_of(tx, person)

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

    async def fitting(
        self, person: PersonId, words: Collection[str], limit: int
    ) -> Sequence[tuple[Fact, frozenset[str]]]:
        async def work(tx: Tx) -> Sequence[tuple[Fact, frozenset[str]]]:
            telling = await _telling(tx, person, words)
            rows = await tx.all(_SIMILAR, person=person, stems=json.dumps(telling), n=limit)
            stems: dict[int, set[str]] = {whole(row, "id"): set() for row in rows}
            for row in await tx.all(_STEMS, ids=json.dumps(list(stems))):
                stems[whole(row, "fact_id")].add(text(row, "stem"))
            return [(_fact(row), frozenset(stems[whole(row, "id")])) for row in rows]

        return await self._db.read(work)

    async def prominent(self, person: PersonId, limit: int, since: date) -> Sequence[Fact]:
        async def work(tx: Tx) -> Sequence[Fact]:
            protected = await tx.all(_PROTECTED, person=person, n=limit)
            heaviest = await tx.all(_HEAVIEST, person=person, n=limit, since=since.isoformat())
            return list({fact.id: fact for fact in map(_fact, (*protected, *heaviest))}.values())

        return await self._db.read(work)

    async def count(self, person: PersonId, since: date) -> int:
        async def work(tx: Tx) -> int:
            row = await tx.one(_ELIGIBLE, person=person, since=since.isoformat())
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

    async def mark_stale(self, person: PersonId, confirmed_by: date, limit: int) -> int:
        """A page of the facts that nobody has confirmed since then, protected ones left out, is stale from now on.
        Returns how many."""

        async def work(tx: Tx) -> int:
            marked = await tx.execute(_MARK_STALE, person=person, confirmed_by=confirmed_by.isoformat(), n=limit)
            if marked:
                await tx.execute(
                    "update memory_state set version = version + 1 where person_id = :person", person=person
                )
            return marked

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

    async def told_in(self, person: PersonId, turn: TurnId) -> Collection[FactId]:
        """The facts that were told, or told again, in this turn's message."""

        async def work(tx: Tx) -> Collection[FactId]:
            rows = await tx.all(
                "select fact_id from fact_evidence where turn_id = :turn and person_id = :person",
                turn=turn,
                person=person,
            )
            return {FactId(whole(row, "fact_id")) for row in rows}

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
