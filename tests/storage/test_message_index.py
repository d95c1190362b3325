"""What was said comes into the search index, once and in order, whenever there is time."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

import pytest

from sidecar.domain.fact import NewFact
from sidecar.domain.message import Message, MessageKind, Speaker
from sidecar.domain.person import OWNER, PersonId
from sidecar.domain.turn import HandledBy, Reply
from sidecar.memory.ports import FactAddition
from sidecar.storage.db import Row, Tx
from sidecar.storage.facts import SqlFacts
from sidecar.storage.inbox import SqlInbox
from sidecar.storage.message_index import SqlMessageIndex
from sidecar.storage.sqlite import SqliteDb
from tests.storage.samples import NOON, incoming

ANA = PersonId("ana")
pytestmark = pytest.mark.req("MEM-31")


async def documents(db: SqliteDb) -> Sequence[Row]:
    async def work(tx: Tx) -> Sequence[Row]:
        return await tx.all(
            "select d.*, s.person_id from search_documents as d join search_shelves as s on s.id = d.shelf_id"
            " order by d.position"
        )

    return await db.read(work)


async def answered(db: SqliteDb, id: str, text: str, *messages: Message, person: PersonId = OWNER) -> None:
    inbox = SqlInbox(db)
    assert await inbox.accept(incoming(id, text, person=person)) is not None
    claimed = await inbox.claim(person)
    assert claimed is not None
    assert await inbox.finish(claimed, Reply("", HandledBy.MODEL, messages=messages), NOON) is not None


def said(speaker: Speaker, text: str, kind: MessageKind = MessageKind.SAID) -> Message:
    return Message(speaker, text, NOON, None, "terminal", kind=kind)  # type: ignore[arg-type]


async def test_what_people_and_sidecar_said_is_there_and_nothing_else(db: SqliteDb) -> None:
    await answered(
        db, "m1", "¿llueve?",
        said(Speaker.COMPANION, ""),
        said(Speaker.TOOL, '{"mm": 3}'),
        said(Speaker.COMPANION, "Tres milímetros."),
        said(Speaker.COMPANION, "La respuesta quedó cortada.", MessageKind.NOTICE),
    )  # fmt: skip
    await answered(db, "m2", "hola", said(Speaker.COMPANION, "¡Hola, Ana!"), person=ANA)
    assert await SqlMessageIndex(db).index_messages(50) == 7
    found = await documents(db)
    assert [(row["person_id"], row["speaker"], row["text"]) for row in found] == [
        (OWNER, "person", "¿llueve?"),
        (OWNER, "companion", "Tres milímetros."),
        (ANA, "person", "hola"),
        (ANA, "companion", "¡Hola, Ana!"),
    ]
    assert len({row["thread"] for row in found}) == 2
    assert {row["channel"] for row in found} == {"terminal"}


async def test_it_goes_on_where_it_stopped(db: SqliteDb) -> None:
    indexing = SqlMessageIndex(db)
    for number in range(5):
        assert await SqlInbox(db).accept(incoming(f"m{number}", f"frase {number}")) is not None
    assert [await indexing.index_messages(2) for _ in range(4)] == [2, 2, 1, 0]
    assert [row["text"] for row in await documents(db)] == [f"frase {number}" for number in range(5)]
    assert await SqlInbox(db).accept(incoming("m9", "frase nueva")) is not None
    assert await SqlMessageIndex(db).index_messages(2) == 1
    assert len(await documents(db)) == 6


async def test_of_a_very_long_message_the_beginning_is_there(db: SqliteDb) -> None:
    assert await SqlInbox(db).accept(incoming("m1", "palabra " * 10_000)) is not None
    await SqlMessageIndex(db).index_messages(5)
    (row,) = await documents(db)
    assert len(str(row["text"])) == 4_000


async def test_a_pause_begins_another_thread(db: SqliteDb) -> None:
    """Also where the messages before it were indexed earlier."""
    inbox = SqlInbox(db)
    for number, hours in enumerate((0, 3, 6, 11, 12)):
        at = NOON + timedelta(hours=hours)
        assert await inbox.accept(incoming(f"m{number}", f"mensaje {number}", at=at)) is not None
        assert (claimed := await inbox.claim(OWNER)) is not None
        assert await inbox.finish(claimed, Reply("", HandledBy.MODEL), at) is not None
        if number % 2:
            await SqlMessageIndex(db).index_messages(50)
    await SqlMessageIndex(db).index_messages(50)
    threads = [str(row["thread"]) for row in await documents(db)]
    assert len(threads) == 5
    assert len({*threads[:3]}) == 1 and threads[3] == threads[4] != threads[0]


@pytest.mark.req("MEM-31")
async def test_facts_of_an_older_version_are_indexed_once_the_archive_too(db: SqliteDb) -> None:
    facts = SqlFacts(db)
    today = NOON.date()
    await facts.apply(OWNER, [FactAddition(NewFact("Vive en Azul"), today, today)], NOON)
    (old,) = await facts.active(OWNER)
    await facts.apply(OWNER, [FactAddition(NewFact("Vive en Lobos"), today, today, supersedes=(old.id,))], NOON)

    async def as_before(tx: Tx) -> None:
        await tx.execute("delete from search_documents")
        await tx.execute("insert into unindexed_facts select id, person_id from facts")

    await db.write(as_before)
    index = SqlMessageIndex(db)
    assert [await index.index_older_facts(1) for _ in range(3)] == [1, 1, 0]
    assert sorted(str(row["text"]) for row in await documents(db)) == ["Vive en Azul", "Vive en Lobos"]


async def test_messages_indexed_again_keep_their_threads(db: SqliteDb) -> None:
    for number, hours in enumerate((0, 1, 9, 20)):
        at = NOON + timedelta(hours=hours)
        inbox = SqlInbox(db)
        assert await inbox.accept(incoming(f"m{number}", f"mensaje {number}", at=at)) is not None
        assert (claimed := await inbox.claim(OWNER)) is not None
        assert await inbox.finish(claimed, Reply("", HandledBy.MODEL), at) is not None
    await SqlMessageIndex(db).index_messages(50)
    threads = [row["thread"] for row in await documents(db)]

    async def again(tx: Tx) -> None:
        await tx.execute("update index_progress set reached = 0")

    await db.write(again)
    while await SqlMessageIndex(db).index_messages(1):
        pass
    assert [row["thread"] for row in await documents(db)] == threads
    assert len(set(threads)) == 3
