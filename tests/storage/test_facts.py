"""Facts in the database: what every store keeps, and what only this one does."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta

import pytest

from sidecar.domain.fact import Domain, NewFact
from sidecar.domain.message import TurnId
from sidecar.domain.person import OWNER
from sidecar.memory.facts import candidate_words
from sidecar.memory.ports import FactAddition, FactRemoval, FactUpdate
from sidecar.storage.db import Tx
from sidecar.storage.facts import SqlFacts
from sidecar.storage.inbox import SqlInbox
from sidecar.storage.sqlite import SqliteDb
from tests.memory.facts_contract import *  # noqa: F403
from tests.memory.facts_contract import ANA, BETO, NOW, added, keep
from tests.storage.samples import NOON, incoming

LONG_AGO = date(2020, 1, 1)


@pytest.fixture
def facts(db: SqliteDb) -> SqlFacts:
    return SqlFacts(db)


async def told(db: SqliteDb, text: str) -> TurnId:
    turn = await SqlInbox(db).accept(incoming(f"m {text}", text, person=ANA))
    assert turn is not None
    return turn


async def counted(db: SqliteDb, table: str) -> int:
    async def work(tx: Tx) -> int:
        (row,) = await tx.all(f"select count(*) as n from {table}")
        assert isinstance(row["n"], int)
        return row["n"]

    return await db.read(work)


@pytest.mark.req("MEM-16")
async def test_a_removed_fact_leaves_nothing_behind(facts: SqlFacts, db: SqliteDb) -> None:
    turn = await told(db, "tengo un velero")
    await facts.apply(ANA, [replace(added("tiene un velero"), origin=turn)], NOW)
    (fact,) = await facts.active(ANA)
    assert await counted(db, "fact_stems") > 0
    assert await counted(db, "fact_evidence") == await counted(db, "search_documents") == 1
    await facts.apply(ANA, [FactRemoval(fact.id)], NOW)
    for table in ("facts", "fact_stems", "fact_evidence", "search_documents"):
        assert await counted(db, table) == 0, table


@pytest.mark.req("MEM-16")
async def test_people_cannot_take_each_other_out_of_the_index(facts: SqlFacts) -> None:
    (fact,) = await keep(facts, "tiene un velero")
    words = candidate_words("velero")
    assert await facts.similar(ANA, words, 5) == [fact]
    await facts.apply(BETO, [FactRemoval(fact.id), replace(added("canta"), supersedes=(fact.id,), awaits=fact.id)], NOW)
    assert await facts.similar(ANA, words, 5) == [fact]
    assert (await facts.get(ANA, fact.id)) == fact


@pytest.mark.req("MEM-16")
async def test_evidence_is_kept_for_each_message_with_the_text_since_then(facts: SqlFacts, db: SqliteDb) -> None:
    first, second = await told(db, "vivo en Funes"), await told(db, "vivo en Funes, cerca del arroyo")
    await facts.apply(ANA, [replace(added("vive en Funes"), origin=first)], NOW)
    (fact,) = await facts.active(ANA)
    finer = replace(fact, text="vive en Funes, cerca del arroyo")
    await facts.apply(ANA, [FactUpdate(finer, told_in=second)], NOW)
    await facts.apply(ANA, [FactUpdate(replace(finer, weight=4))], NOW)
    assert [(one.turn, one.text) for one in await facts.evidence(ANA, fact.id)] == [
        (first, "vive en Funes"),
        (second, "vive en Funes, cerca del arroyo"),
    ]
    assert await facts.list_facts_told_in(ANA, second) == {fact.id}
    assert await facts.list_facts_told_in(BETO, second) == set()
    assert await facts.list_facts_told_in(ANA, TurnId(99)) == set()


@pytest.mark.req("MEM-14")
async def test_the_archive_is_found_by_nothing_and_comes_back_when_it_holds_again(facts: SqlFacts) -> None:
    (old,) = await keep(facts, "tiene un velero")
    (other,) = await keep(facts, "tiene una chata")
    await facts.apply(ANA, [FactUpdate(replace(old, superseded_by=other.id))], NOW)
    assert await facts.similar(ANA, candidate_words("velero"), 5) == []
    await facts.apply(ANA, [FactUpdate(old)], NOW)
    assert [fact.id for fact in await facts.similar(ANA, candidate_words("velero"), 5)] == [old.id]


@pytest.mark.req("MEM-11")
async def test_rare_words_find_what_common_ones_would_bury(facts: SqlFacts) -> None:
    common = [added(f"guarda la caja {number}") for number in range(4_000)]
    await facts.apply(ANA, [*common, added("guarda la caja del oboe")], NOW)
    found = await facts.similar(ANA, candidate_words("¿dónde guarda la caja del oboe?"), 5)
    assert found[0].text == "guarda la caja del oboe"
    assert len(await facts.similar(ANA, candidate_words("caja"), 5)) == 5


@pytest.mark.req("MEM-40")
async def test_what_is_prominent_and_how_many_there_are(facts: SqlFacts) -> None:
    today = NOW.date()
    since = today - timedelta(days=119)
    rows = [
        added("de siempre", critical=True),
        added("pesa poco", weight=1),
        added("pesa mucho", weight=9),
        replace(added("de entonces", weight=10), confirmed=since),
        replace(added("viejo y pesado", weight=10), confirmed=since - timedelta(days=1)),
        replace(added("viejo y crítico", critical=True), confirmed=LONG_AGO),
    ]
    rows.append(added("turno ayer", critical=True, until=today - timedelta(days=1)))
    await facts.apply(ANA, rows, NOW)
    prominent = [fact.text for fact in await facts.list_important(ANA, 10, since, today)]
    assert set(prominent[:2]) == {"de siempre", "viejo y crítico"}
    assert prominent[2:] == ["de entonces", "pesa mucho", "pesa poco"]
    assert [fact.text for fact in await facts.list_important(ANA, 1, since, today)] == [
        "de siempre",
        "de entonces",
    ]
    assert await facts.count(ANA, since, today) == 5
    stale = next(fact for fact in await facts.active(ANA) if fact.text == "pesa poco")
    await facts.apply(ANA, [FactUpdate(replace(stale, stale=True))], NOW)
    assert await facts.count(ANA, since, today) == 4
    assert (await facts.list_important(BETO, 10, since, today), await facts.count(BETO, since, today)) == (
        [],
        0,
    )


@pytest.mark.req("MEM-40")
async def test_what_fits_comes_with_the_words_that_it_is_found_by(facts: SqlFacts) -> None:
    await keep(facts, "toca el oboe en la banda", "afina pianos")
    ((fact, words),) = await facts.find_candidates(ANA, candidate_words("oboe"), 5)
    assert (fact.text, words) == ("toca el oboe en la banda", candidate_words("toca el oboe en la banda"))


@pytest.mark.req("MEM-20")
async def test_what_nobody_confirms_for_long_is_marked_stale_page_by_page(db: SqliteDb) -> None:
    facts = SqlFacts(db)
    long_ago, lately = date(2026, 1, 1), date(2026, 6, 1)
    told = [FactAddition(NewFact(f"le gusta el plato {n}", Domain.PREFERENCES), long_ago, long_ago) for n in range(3)]
    told += [
        FactAddition(NewFact("es celíaca", Domain.HEALTH), long_ago, long_ago),
        FactAddition(NewFact("no toma penicilina", Domain.PERSONAL, critical=True), long_ago, long_ago),
        FactAddition(NewFact("vive en Salta", Domain.PERSONAL), long_ago, lately),
    ]
    await facts.apply(OWNER, told, NOON)
    before = await facts.version(OWNER)
    assert await facts.mark_stale(OWNER, date(2026, 3, 1), 2) == 2
    assert await facts.mark_stale(OWNER, date(2026, 3, 1), 2) == 1
    assert await facts.mark_stale(OWNER, date(2026, 3, 1), 2) == 0
    assert {fact.text for fact in await facts.active(OWNER) if fact.stale} == {
        f"le gusta el plato {n}" for n in range(3)
    }
    assert await facts.version(OWNER) > before, "MEMORY.md hears of it"


@pytest.mark.req("MEM-20")
async def test_facts_of_an_older_version_are_read_once_for_what_to_pin(db: SqliteDb) -> None:
    facts = SqlFacts(db)
    await keep(facts, "Se llama Nora")
    await keep(facts, "Le gusta el oboe")

    async def as_before(tx: Tx) -> None:
        await tx.execute("update facts set pinned = null, stale = 1")

    await db.write(as_before)
    version = await facts.version(ANA)
    assert [await facts.pin_identity(ANA, 1) for _ in range(3)] == [1, 1, 0]
    assert [(fact.pinned > 0, fact.stale) for fact in await facts.active(ANA)] == [(True, False), (False, True)]
    assert await facts.version(ANA) > version
