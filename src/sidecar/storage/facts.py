"""Facts. Every change is one transaction and increments the person's version."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import date, datetime

from sidecar.domain.fact import Confidence, Domain, Fact, FactId, FactSource, Scope, Subject
from sidecar.domain.message import TurnId
from sidecar.domain.person import PersonId
from sidecar.memory import facts
from sidecar.memory.facts.score import rarity
from sidecar.memory.ports import Evidence, FactChange, FactDelta, FileRecord, FileState, FileStep
from sidecar.storage.columns import checked, instant, person_id, text, whole
from sidecar.storage.db import Row, Tx
from sidecar.storage.fact_changes import apply_changes, increment_facts_version, read_facts_version
from sidecar.storage.memory_file import mark_changed, read_file_state, read_file_steps
from sidecar.storage.repository import Repository

# Archived facts have no stems. Chosen by id first, since sorting whole rows takes ten times as long.
# A stem weighs the more, the fewer facts have it.
_SIMILAR = """
select f.* from (
    select s.fact_id, sum(w.value) as weight from json_each(:weights) as w
    join fact_stems as s on s.person_id = :person and s.stem = w.key
    group by s.fact_id order by weight desc, s.fact_id limit :n
) as c join facts as f on f.id = c.fact_id
order by c.weight desc, f.id
"""

_MAX_STEM_ROWS = 1_000
"""Among 20,000 made-up facts all 300 of 300 are among the 24 nearest of what changes them; with 300 rows 293."""
_FREQUENCIES = f"""
select value as stem, (
    select count(*) from (
        select 1 from fact_stems where person_id = :person and stem = value limit {_MAX_STEM_ROWS + 1}
    )
) as facts
from json_each(:stems) order by facts
"""

_STEMS = "select fact_id, stem from fact_stems where fact_id in (select value from json_each(:ids))"

_EVIDENCE = """
select e.turn_id, e.text, case when i.forgotten is null then i.text else '' end as said, i.received_at
from fact_evidence as e join inbox as i on i.id = e.turn_id
where e.fact_id = :id and e.person_id = :person order by e.turn_id
"""

_OUTDATED_MESSAGES = """
select distinct m.id from remembered_messages as m
join fact_evidence as e on e.turn_id = m.turn_id and e.person_id = :person
join facts as f on f.id = e.fact_id
where m.person_id = :person and m.id in (select value from json_each(:ids)) and f.superseded_by is not null
"""

_AGEING = """
select id from facts
where person_id = :person and superseded_by is null and stale = 0 and confirmed <= :confirmed_by
  and critical = 0 and domain <> 'health' and pinned = 0
limit :n
"""

_CHANGED = """
select v.fact_id, f.* from fact_versions as v left join facts as f on f.id = v.fact_id
where v.person_id = :person and v.version > :version order by v.fact_id
"""

_FORGOTTEN = """
select fact_id from fact_versions where person_id = :person and fact_id not in (select id from facts)
"""

_LASTING = """
select * from facts
where person_id = :person and superseded_by is null and (critical = 1 or domain = 'health' or pinned > 0)
  and (until is null or until >= :today)
order by weight desc, confirmed desc limit :n
"""

# `+` keeps the planner from sorting all that were confirmed since then.
_HEAVIEST = """
select * from facts
where person_id = :person and superseded_by is null and +confirmed >= :since
  and (until is null or until >= :today)
order by weight desc, confirmed desc limit :n
"""

_ELIGIBLE = """
select (
    select count(*) from facts
    where person_id = :person and superseded_by is null and stale = 0 and confirmed >= :since
      and (until is null or until >= :today)
) + (
    select count(*) from facts
    where person_id = :person and superseded_by is null and (critical = 1 or domain = 'health' or pinned > 0)
      and (stale = 1 or confirmed < :since) and (until is null or until >= :today)
) as n
"""

_UNCONFIRMED = """
select * from facts where person_id = :person and awaits is not null and superseded_by is null order by id
"""

_UNREAD = "select * from facts where person_id = :person and pinned is null limit :n"


class SqlFacts(Repository):
    """Implements `memory.ports.FactStore`."""

    async def version(self, person: PersonId) -> int:
        return await self._db.read(lambda tx: read_facts_version(tx, person))

    async def active(self, person: PersonId) -> Sequence[Fact]:
        sql = "select * from facts where person_id = :person and superseded_by is null order by id"
        return await self._read_all(to_fact, sql, person=person)

    async def archived(self, person: PersonId) -> Sequence[Fact]:
        return await self._read_all(
            to_fact,
            "select * from facts where person_id = :person and superseded_by is not null order by id",
            person=person,
        )

    async def list_unconfirmed(self, person: PersonId) -> Sequence[Fact]:
        """List the facts that wait for the person's word to replace a protected one."""
        return await self._read_all(to_fact, _UNCONFIRMED, person=person)

    async def get(self, person: PersonId, id: FactId) -> Fact | None:
        return await self._read_one(
            to_fact, "select * from facts where person_id = :person and id = :id", person=person, id=id
        )

    async def similar(self, person: PersonId, words: Collection[str], limit: int) -> Sequence[Fact]:
        async def work(tx: Tx) -> Sequence[Fact]:
            weights = await _weigh(tx, person, words)
            return [to_fact(row) for row in await tx.all(_SIMILAR, person=person, weights=json.dumps(weights), n=limit)]

        return await self._db.read(work)

    async def find_candidates(
        self, person: PersonId, words: Collection[str], limit: int
    ) -> Sequence[tuple[Fact, frozenset[str]]]:
        async def work(tx: Tx) -> Sequence[tuple[Fact, frozenset[str]]]:
            weights = await _weigh(tx, person, words)
            rows = await tx.all(_SIMILAR, person=person, weights=json.dumps(weights), n=limit)
            stems: dict[int, set[str]] = {whole(row, "id"): set() for row in rows}
            for row in await tx.all(_STEMS, ids=json.dumps(list(stems))):
                stems[whole(row, "fact_id")].add(text(row, "stem"))
            return [(to_fact(row), frozenset(stems[whole(row, "id")])) for row in rows]

        return await self._db.read(work)

    async def list_important(self, person: PersonId, limit: int, since: date, today: date) -> Sequence[Fact]:
        async def work(tx: Tx) -> Sequence[Fact]:
            lasting = await tx.all(_LASTING, person=person, n=limit, today=today.isoformat())
            days = {"since": since.isoformat(), "today": today.isoformat()}
            heaviest = await tx.all(_HEAVIEST, person=person, n=limit, **days)
            return list({fact.id: fact for fact in map(to_fact, (*lasting, *heaviest))}.values())

        return await self._db.read(work)

    async def count(self, person: PersonId, since: date, today: date) -> int:
        days = {"since": since.isoformat(), "today": today.isoformat()}
        return await self._read_sum(lambda row: whole(row, "n"), _ELIGIBLE, person=person, **days)

    async def apply(
        self,
        person: PersonId,
        changes: Sequence[FactChange],
        at: datetime,
        *,
        expected: int | None = None,
        file: Callable[[Sequence[FactId]], FileRecord] | None = None,
    ) -> Sequence[FactId] | None:
        return await self._db.write(lambda tx: apply_changes(tx, person, changes, at, expected=expected, file=file))

    async def mark_stale(self, person: PersonId, confirmed_by: date, limit: int) -> int:
        """Mark up to `limit` unprotected facts that were last confirmed by then as stale. Return how many."""

        async def work(tx: Tx) -> int:
            rows = await tx.all(_AGEING, person=person, confirmed_by=confirmed_by.isoformat(), n=limit)
            ids = [FactId(whole(row, "id")) for row in rows]
            if ids:
                await tx.execute(
                    "update facts set stale = 1 where id in (select value from json_each(:ids))", ids=json.dumps(ids)
                )
                await mark_changed(tx, person, ids, await increment_facts_version(tx, person))
            return len(ids)

        return await self._db.write(work)

    async def pin_identity(self, person: PersonId, limit: int) -> int:
        """Pin those of up to `limit` facts of an older version that say who the person is. Return how many it read."""

        async def work(tx: Tx) -> int:
            rows = await tx.all(_UNREAD, person=person, n=limit)
            for row in rows:
                await tx.execute(
                    "update facts set pinned = :rank, stale = min(stale, :rank = 0) where id = :id",
                    id=whole(row, "id"),
                    rank=facts.identity_rank(to_fact(row)),
                )
            if rows:
                ids = [FactId(whole(row, "id")) for row in rows]
                await mark_changed(tx, person, ids, await increment_facts_version(tx, person))
            return len(rows)

        return await self._db.write(work)

    async def evidence(self, person: PersonId, id: FactId) -> Sequence[Evidence]:
        """List the messages in which the fact was told, in order."""
        return await self._read_all(_evidence, _EVIDENCE, person=person, id=id)

    async def list_facts_told_in(self, person: PersonId, turn: TurnId) -> Collection[FactId]:
        """List the facts that were told, or told again, in this turn's message."""
        return set(
            await self._read_all(
                lambda row: FactId(whole(row, "fact_id")),
                "select fact_id from fact_evidence where turn_id = :turn and person_id = :person",
                turn=turn,
                person=person,
            )
        )

    async def find_outdated_messages(self, person: PersonId, ids: Collection[str]) -> Collection[str]:
        """Return those of these messages that told a fact which has been replaced since."""
        numbers = json.dumps([int(id) for id in ids])
        found = await self._read_all(lambda row: str(whole(row, "id")), _OUTDATED_MESSAGES, person=person, ids=numbers)
        return set(found)

    async def changes_since(self, person: PersonId, version: int) -> FactDelta:
        async def work(tx: Tx) -> FactDelta:
            rows = await tx.all(_CHANGED, person=person, version=version)
            facts = [to_fact(row) for row in rows if row["id"] is not None]
            return FactDelta(
                [fact for fact in facts if fact.superseded_by is None],
                {fact.id for fact in facts if fact.superseded_by is not None},
                {FactId(whole(row, "fact_id")) for row in rows if row["id"] is None},
            )

        return await self._db.read(work)

    async def forgotten(self, person: PersonId) -> Collection[FactId]:
        return set(await self._read_all(lambda row: FactId(whole(row, "fact_id")), _FORGOTTEN, person=person))

    async def file_state(self, person: PersonId) -> FileState | None:
        return await self._db.read(lambda tx: read_file_state(tx, person))

    async def file_steps(self, person: PersonId) -> Sequence[FileStep]:
        return await self._db.read(lambda tx: read_file_steps(tx, person))


async def _weigh(tx: Tx, person: PersonId, words: Collection[str]) -> Mapping[str, float]:
    """Weigh the rarest of `words`, as many as can be looked up quickly; at least one."""
    weights: dict[str, float] = {}
    rows = 0
    for row in await tx.all(_FREQUENCIES, person=person, stems=json.dumps(sorted(words))):
        frequency = whole(row, "facts")
        rows += frequency
        if rows > _MAX_STEM_ROWS and weights:
            break
        weights[text(row, "stem")] = rarity(frequency)
    return weights


@checked
def to_fact(row: Row) -> Fact:
    """Convert a row of `facts`."""
    return Fact(
        id=FactId(whole(row, "id")),
        person=person_id(row),
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
        until=None if row["until"] is None else date.fromisoformat(text(row, "until")),
        pinned=whole(row, "pinned") if row["pinned"] is not None else 0,
    )


@checked
def _evidence(row: Row) -> Evidence:
    return Evidence(TurnId(whole(row, "turn_id")), instant(row, "received_at"), text(row, "said"), text(row, "text"))


def _id(row: Row, column: str) -> FactId | None:
    return None if row[column] is None else FactId(whole(row, column))
