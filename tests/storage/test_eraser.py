"""What erasing does to the tables: counted exactly, in one transaction. `tests/memory/test_forget.py` has the story."""

from __future__ import annotations

import pytest

from sidecar.domain.fact import NewFact
from sidecar.domain.message import TurnId
from sidecar.domain.person import OWNER, PersonId
from sidecar.memory.erasure import ErasureCounts, Removal
from sidecar.memory.ports import FactAddition
from sidecar.memory.topic import make_topic
from sidecar.storage.db import Tx
from sidecar.storage.eraser import SqlEraser
from sidecar.storage.facts import SqlFacts
from sidecar.storage.inbox import SqlInbox
from sidecar.storage.message_index import SqlMessageIndex
from sidecar.storage.sqlite import SqliteDb
from tests.fakes.clock import FakeClock
from tests.storage.samples import NOON, incoming

TODAY = NOON.date()


async def said(db: SqliteDb, text: str, person: PersonId = OWNER) -> TurnId:
    turn = await SqlInbox(db).accept(incoming(f"{person} {text}", text, person=person))
    assert turn is not None
    return turn


async def texts(db: SqliteDb, table: str) -> list[object]:
    async def work(tx: Tx) -> list[object]:
        return [row["text"] for row in await tx.all(f"select text from {table} order by id")]

    return await db.read(work)


@pytest.mark.req("MEM-16")
async def test_the_report_counts_what_was_there(db: SqliteDb, clock: FakeClock) -> None:
    facts, eraser = SqlFacts(db), SqlEraser(db, clock)
    first, second, other = [await said(db, text) for text in ("canto tangos", "anoche canté tangos", "llueve")]
    await facts.apply(OWNER, [FactAddition(NewFact("canta tangos"), TODAY, TODAY, origin=first)], NOON)
    (fact,) = await facts.active(OWNER)
    await facts.apply(
        OWNER, [FactAddition(NewFact("canta boleros"), TODAY, TODAY, origin=second, supersedes=(fact.id,))], NOON
    )
    known = [*await facts.active(OWNER), *await facts.archived(OWNER)]
    await SqlMessageIndex(db).index_messages(10)
    removal = Removal(make_topic("tangos"), known, hide=[first], erase=[second])
    erased = await eraser.erase(OWNER, removal)
    assert erased == ErasureCounts(facts=2, documents=4, hidden=1, messages=1, unread=2)
    assert await texts(db, "messages") == ["canto tangos", "", "llueve"]
    assert await texts(db, "remembered_messages") == ["llueve"]
    assert await texts(db, "search_documents") == ["llueve"]
    assert other > second
    assert await eraser.erase(OWNER, removal) == ErasureCounts(messages=1)


@pytest.mark.req("MEM-16")
async def test_another_fact_of_the_same_message_stays(db: SqliteDb, clock: FakeClock) -> None:
    facts, eraser = SqlFacts(db), SqlEraser(db, clock)
    turn = await said(db, "canto tangos y crío abejas")
    both = [FactAddition(NewFact(text), TODAY, TODAY, origin=turn) for text in ("canta tangos", "cría abejas")]
    await facts.apply(OWNER, both, NOON)
    sings, keeps = await facts.active(OWNER)
    await eraser.erase(OWNER, Removal(make_topic("tangos"), [sings], hide=[turn]))
    assert await facts.active(OWNER) == [keeps]
    (evidence,) = await facts.evidence(OWNER, keeps.id)
    assert (evidence.turn, evidence.said) == (turn, "")


@pytest.mark.req("MEM-16")
async def test_messages_of_others_are_not_touched(db: SqliteDb, clock: FakeClock) -> None:
    ana = PersonId("ana")
    facts, eraser = SqlFacts(db), SqlEraser(db, clock)
    for person in (ana, OWNER):
        turn = await said(db, f"{person} canta tangos", person)
        await facts.apply(person, [FactAddition(NewFact("canta tangos"), TODAY, TODAY, origin=turn)], NOON)
    await SqlMessageIndex(db).index_messages(10)
    (theirs,) = await facts.active(ana)
    both = [theirs, *await facts.active(OWNER)]
    mentions = await eraser.mentions(OWNER, both, make_topic("tangos"))
    erased = await eraser.erase(OWNER, Removal(make_topic("tangos"), both, erase=[one.turn for one in mentions]))
    assert (erased.facts, erased.messages) == (1, 1)
    assert await texts(db, "messages") == ["ana canta tangos", ""]
    assert await facts.active(ana) == [theirs]
    assert await texts(db, "search_documents") == ["canta tangos", "ana canta tangos"]
