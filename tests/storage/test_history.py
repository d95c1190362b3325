"""The history: in order, of one person and one conversation, and flat in cost."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from sidecar.domain.message import ConversationId, Message, TurnId
from sidecar.domain.person import OWNER, PersonId
from sidecar.storage import messages as statements
from sidecar.storage.conversations import SqlConversations
from sidecar.storage.db import Tx
from sidecar.storage.inbox import SqlInbox
from sidecar.storage.messages import SqlHistory
from sidecar.storage.sqlite import SqliteDb
from tests.storage.samples import NOON, incoming, reply

ANA = PersonId("ana")


async def answer(inbox: SqlInbox, person: PersonId = OWNER) -> tuple[TurnId, ConversationId]:
    claim = await inbox.claim(person)
    assert claim is not None
    await inbox.finish(claim, reply(f"answer {claim.message.id}"), NOON)
    return claim.turn, claim.conversation


def texts(messages: Sequence[Message]) -> list[str]:
    return [message.text for message in messages]


@pytest.mark.req("CON-03")
async def test_history_is_of_one_person_and_one_conversation(db: SqliteDb) -> None:
    inbox, history = SqlInbox(db), SqlHistory(db)
    await inbox.accept(incoming("old"))
    _, old_conversation = await answer(inbox)
    await SqlConversations(db).start_new(OWNER, NOON)
    for id in ("1", "2"):
        await inbox.accept(incoming(id))
        await inbox.accept(incoming(f"ana {id}", person=ANA))
    for _ in range(2):
        await answer(inbox)
        await answer(inbox, ANA)
    await inbox.accept(incoming("now"))
    now = await inbox.claim(OWNER)
    assert now is not None
    conversation = now.conversation
    window = await history.before(now.turn, person=OWNER, conversation=conversation, max_turns=10)
    assert texts(window) == ["message 1", "answer 1", "message 2", "answer 2"]
    assert texts(await history.before(now.turn, person=OWNER, conversation=old_conversation, max_turns=10)) == [
        "message old",
        "answer old",
    ]
    assert texts(await history.before(now.turn, person=ANA, conversation=conversation, max_turns=10)) == []


@pytest.mark.req("CON-03", "CHA-20")
async def test_messages_of_a_turn_stay_together_though_the_next_came_before_the_answer(db: SqliteDb) -> None:
    inbox, history = SqlInbox(db), SqlHistory(db)
    turns = [await inbox.accept(incoming(id)) for id in ("1", "2", "3")]
    _, conversation = await answer(inbox)
    await answer(inbox)
    assert turns[2] is not None
    window = await history.before(turns[2], person=OWNER, conversation=conversation, max_turns=10)
    assert texts(window) == ["message 1", "answer 1", "message 2", "answer 2"]
    assert texts(await history.before(turns[2], person=OWNER, conversation=conversation, max_turns=1)) == [
        "message 2",
        "answer 2",
    ]
    assert turns[0] is not None
    assert await history.before(turns[0], person=OWNER, conversation=conversation, max_turns=5) == []
    assert await history.before(turns[2], person=OWNER, conversation=conversation, max_turns=0) == []


async def test_last_crosses_conversations_and_leaves_tools_out(db: SqliteDb) -> None:
    inbox, history = SqlInbox(db), SqlHistory(db)
    await inbox.accept(incoming("1"))
    await answer(inbox)
    await SqlConversations(db).start_new(OWNER, NOON)
    await inbox.accept(incoming("2"))
    assert texts(await history.last(OWNER, 2)) == ["answer 1", "message 2"]
    assert texts(await history.last(OWNER, 99)) == ["message 1", "answer 1", "message 2"]
    assert await history.last(ANA, 9) == []


@pytest.mark.req("CON-35", "SCL-03")
async def test_with_100_000_messages_a_window_reads_only_its_own_rows(db: SqliteDb) -> None:
    inbox, history = SqlInbox(db), SqlHistory(db)
    await inbox.accept(incoming("first"))
    _, conversation = await answer(inbox)

    async def fill(tx: Tx) -> None:
        await tx.execute(
            "with recursive n (i) as (select 2 union all select i + 1 from n where i < 50000)"
            " insert into inbox (id, person_id, conversation_id, channel, external_id, address, reply_to, text,"
            " attachments, metadata, received_at, state) select i, :person, :conversation, 'terminal', 'x' || i, '',"
            " '', 'm', '[]', '{}', '2026-03-15T12:00:00.000000Z', 'done' from n",
            person=OWNER,
            conversation=conversation,
        )
        for speaker in ("person", "companion"):
            await tx.execute(
                "insert into messages (person_id, conversation_id, turn_id, channel, speaker, text, at)"
                " select person_id, conversation_id, id, channel, :speaker, 'm', received_at from inbox where id > 1",
                speaker=speaker,
            )

    await db.write(fill)
    values = {"person": OWNER, "conversation": conversation, "turn": 50_001, "max_turns": 8, "n": 8}

    async def plans(tx: Tx) -> list[str]:
        rows = [
            row
            for sql in (statements._BEFORE, statements._LAST)
            for row in await tx.all(f"explain query plan {sql}", **values)
        ]
        return [str(row["detail"]) for row in rows]

    steps = await db.read(plans)
    searches = [step for step in steps if "messages" in step or "inbox" in step]
    by_index = ("INDEX", "PRIMARY KEY")
    assert searches and all(step.startswith("SEARCH") and any(way in step for way in by_index) for step in searches), (
        steps
    )
    assert not [step for step in steps if "TEMP B-TREE" in step], steps
    window = await history.before(TurnId(50_001), person=OWNER, conversation=conversation, max_turns=8)
    assert [message.turn for message in window] == [turn for turn in range(49_993, 50_001) for _ in range(2)]
