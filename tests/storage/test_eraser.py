"""What erasing does to the tables: counted exactly, in one transaction. `tests/memory/test_forget.py` has the story."""

from __future__ import annotations

import re
from pathlib import Path
from unicodedata import normalize

import pytest

import sidecar.storage
from sidecar.domain.fact import NewFact
from sidecar.domain.message import ConversationId, Message, Speaker, TurnId
from sidecar.domain.person import OWNER, PersonId
from sidecar.domain.tool import ToolCall, ToolReceipt
from sidecar.domain.turn import HandledBy, Reply
from sidecar.memory.erasure import ErasureCounts, Removal
from sidecar.memory.ports import FactAddition
from sidecar.memory.topic import make_topic
from sidecar.storage.db import Tx
from sidecar.storage.eraser import SqlEraser
from sidecar.storage.extraction import SqlExtractionQueue
from sidecar.storage.facts import SqlFacts
from sidecar.storage.inbox import SqlInbox
from sidecar.storage.message_index import SqlMessageIndex
from sidecar.storage.messages import SqlHistory
from sidecar.storage.outbox import SqlOutbox
from sidecar.storage.sqlite import SqliteDb
from tests.fakes.clock import FakeClock
from tests.storage.samples import NOON, incoming

TODAY = NOON.date()
STORAGE = Path(next(iter(sidecar.storage.__path__)))


async def said(db: SqliteDb, text: str, person: PersonId = OWNER) -> TurnId:
    turn = await SqlInbox(db).accept(incoming(f"{person} {text}", text, person=person))
    assert turn is not None
    return turn


async def texts(db: SqliteDb, table: str, column: str = "text") -> list[object]:
    async def work(tx: Tx) -> list[object]:
        return [row[column] for row in await tx.all(f"select {column} from {table} order by id")]

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
@pytest.mark.parametrize("words", ["Martín", "martin", "MARTÍN", normalize("NFD", "Martín")])
async def test_it_is_found_however_its_accents_are_written(db: SqliteDb, clock: FakeClock, words: str) -> None:
    facts, eraser = SqlFacts(db), SqlEraser(db, clock)
    written = ["Su hermano es Martín", normalize("NFD", "El perro es de Martín"), "MARTIN rema", "Rema en Marín"]
    added = [FactAddition(NewFact(one), TODAY, TODAY) for one in written]
    ids = await facts.apply(OWNER, added, NOON)
    turns = [await said(db, one) for one in written]
    assert ids is not None
    assert await eraser.find_facts(OWNER, make_topic(words)) == ids[:3]
    found = await eraser.mentions(OWNER, (), make_topic(words))
    assert [mention.turn for mention in found] == turns[:3]


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


@pytest.mark.req("MEM-16")
async def test_a_hidden_turn_is_used_by_nothing(db: SqliteDb, clock: FakeClock) -> None:
    facts, eraser, history = SqlFacts(db), SqlEraser(db, clock), SqlHistory(db)
    hidden, kept = await said(db, "canto tangos y crío abejas"), await said(db, "llueve")
    await facts.apply(OWNER, [FactAddition(NewFact("cría abejas"), TODAY, TODAY, origin=hidden)], NOON)
    await SqlMessageIndex(db).index_messages(10)
    await eraser.erase(OWNER, Removal(make_topic("tangos"), hide=[hidden]))
    assert "canto tangos y crío abejas" in await texts(db, "messages"), "it is not erased"
    before = await history.before(TurnId(kept + 1), person=OWNER, conversation=ConversationId(1), max_turns=9)
    assert [message.text for message in before] == ["llueve"]
    assert [message.text for message in await history.last(OWNER, 9)] == ["llueve"]
    assert await texts(db, "search_documents") == ["cría abejas", "llueve"]
    (evidence,) = await facts.evidence(OWNER, (await facts.active(OWNER))[0].id)
    assert (evidence.turn, evidence.said) == (hidden, "")
    job = await SqlExtractionQueue(db).claim(clock.now())
    assert job is not None and job.turn == kept and not job.before


@pytest.mark.req("MEM-16")
async def test_what_is_written_into_an_erased_turn_has_no_words(db: SqliteDb, clock: FakeClock) -> None:
    """The request to forget is answered after it was carried out."""
    inbox, eraser = SqlInbox(db), SqlEraser(db, clock)
    turn = await said(db, "olvidá que canto tangos")
    claimed = await inbox.claim(OWNER)
    assert claimed is not None and claimed.message.text == "olvidá que canto tangos"
    await eraser.erase(OWNER, Removal(make_topic("tangos"), erase=[turn]))
    call = ToolCall("c", "forget", '{"what": "tangos"}')
    answer = Message(Speaker.COMPANION, "Olvidé: canta tangos", NOON, turn, "terminal", tool_calls=(call,))
    reply = Reply(answer.text, HandledBy.ROUTER, messages=(answer,), receipts=(ToolReceipt(call, answer.text),))
    outgoing = await inbox.finish(claimed, reply, NOON)
    assert outgoing is not None and outgoing.text == "Olvidé: canta tangos", "the person reads it"
    await SqlOutbox(db).delivered(outgoing.id, "", NOON)
    for table, column in (
        ("inbox", "text"), ("messages", "text"), ("messages", "tool_calls"), ("outbox", "text"),
        ("tool_runs", "arguments"), ("tool_runs", "content"),
    ):  # fmt: skip
        assert not any("tango" in str(value) for value in await texts(db, table, column)), (table, column)


def test_only_the_view_of_remembered_messages_is_read() -> None:
    """Whatever brings something up again leaves out what the person had forgotten."""
    reading = {path.name for path in STORAGE.glob("*.py") if re.search(r"(?:from|join) messages\b", path.read_text())}
    assert reading == {
        "eraser.py",
        "fact_changes.py",
        "traces.py",
        "counts.py",
        "router_stats.py",
        "consistency.py",
        "undo.py",
    }, "these forget, show everything, count, and recover"
