"""The queue: stored before it is acknowledged, in order, answered once."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone

import pytest

from sidecar.dispatch.ports import ClaimedMessage, Inbox
from sidecar.domain.message import Attachment, Completeness, IncomingMessage, Message, OutgoingKind, Speaker, TurnId
from sidecar.domain.person import OWNER, PersonId
from sidecar.domain.tool import ToolCall, ToolReceipt
from sidecar.domain.turn import Ending, HandledBy, Reply
from sidecar.storage.conversations import SqlConversations
from sidecar.storage.inbox import SqlInbox
from sidecar.storage.messages import SqlHistory
from sidecar.storage.outbox import SqlOutbox
from sidecar.storage.sqlite import SqliteDb
from sidecar.storage.traces import SqlTraces
from tests.storage.samples import NOON, incoming, later, reply

ANA = PersonId("ana")


@pytest.fixture
def inbox(db: SqliteDb) -> SqlInbox:
    return SqlInbox(db)


async def claimed(inbox: Inbox, person: PersonId = OWNER) -> ClaimedMessage:
    claim = await inbox.claim(person)
    assert claim is not None
    return claim


@pytest.mark.req("CHA-20")
async def test_messages_are_claimed_in_order_and_whole(inbox: SqlInbox) -> None:
    first = IncomingMessage(
        "m1",
        "whatsapp",
        OWNER,
        "mirá esto 🐈",
        datetime(2026, 3, 15, 9, 0, 0, 1, tzinfo=timezone(timedelta(hours=-3))),
        address="chat 7",
        reply_to="m0",
        attachments=(Attachment("/f/gato.jpg", "image/jpeg", "gato"),),
        answer_in="es",
        metadata={"thread": "9"},
    )
    turn = await inbox.accept(first)
    await inbox.accept(incoming("m2"))
    claim = await claimed(inbox)
    assert (claim.turn, claim.attempt) == (turn, 1)
    assert claim.message == first
    assert claim.message.received_at.tzinfo is UTC
    assert await inbox.finish(claim, reply("qué lindo"), NOON)
    assert (await claimed(inbox)).message.id == "m2"


@pytest.mark.req("CHA-20")
async def test_one_at_a_time_for_each_person_and_people_beside_each_other(inbox: SqlInbox) -> None:
    for id in ("1", "2"):
        await inbox.accept(incoming(id))
        await inbox.accept(incoming(id, person=ANA))
    assert await inbox.people_waiting() == [OWNER, ANA]
    claim = await claimed(inbox)
    assert await inbox.claim(OWNER) is None
    assert await inbox.people_waiting() == [ANA]
    assert (await claimed(inbox, ANA)).message.person == ANA
    assert await inbox.people_waiting() == []
    assert await inbox.waiting() == 4
    await inbox.finish(claim, reply("a"), NOON)
    assert await inbox.people_waiting() == [OWNER]
    assert await inbox.claim(PersonId("nobody")) is None


@pytest.mark.req("CHA-20")
async def test_of_many_who_claim_at_once_one_gets_it(inbox: SqlInbox) -> None:
    await inbox.accept(incoming("1"))
    claims = await asyncio.gather(*(inbox.claim(OWNER) for _ in range(20)))
    assert sum(claim is not None for claim in claims) == 1


@pytest.mark.req("CHA-22")
@pytest.mark.parametrize(
    ("after", "dropped"),
    [
        (timedelta(seconds=1), True),
        (timedelta(hours=23, minutes=59), True),
        (timedelta(hours=24, seconds=1), False),
        (timedelta(hours=-1), True),
    ],
)
async def test_the_same_channel_id_within_a_day_is_dropped(inbox: SqlInbox, after: timedelta, dropped: bool) -> None:
    assert await inbox.accept(incoming("1")) is not None
    assert (await inbox.accept(incoming("1", "again", at=NOON + after)) is None) is dropped
    assert await inbox.waiting() == (1 if dropped else 2)


@pytest.mark.req("CHA-22")
async def test_duplicates_are_dropped_also_when_answered_and_when_they_come_together(inbox: SqlInbox) -> None:
    turns = await asyncio.gather(*(inbox.accept(incoming("1")) for _ in range(20)))
    assert sum(turn is not None for turn in turns) == 1
    await inbox.finish(await claimed(inbox), reply("a"), NOON)
    assert await inbox.accept(incoming("1")) is None


@pytest.mark.req("CHA-22")
async def test_other_channels_other_people_and_no_id_are_no_duplicates(inbox: SqlInbox) -> None:
    messages = [
        incoming("1"),
        incoming("1", channel="web"),
        incoming("1", person=ANA),
        replace(incoming("1"), id=""),
        replace(incoming("1"), id=""),
    ]
    turns = [await inbox.accept(message) for message in messages]
    assert None not in turns and len(set(turns)) == len(messages)


@pytest.mark.req("CHA-20", "CHA-21")
async def test_finish_writes_history_audit_and_reply_together(inbox: SqlInbox, db: SqliteDb) -> None:
    await inbox.accept(incoming("1", "¿qué hora es?"))
    claim = await claimed(inbox)
    call = ToolCall("c1", "current_time", '{"place":"Tokio"}')
    said = (
        Message(Speaker.COMPANION, "", later(seconds=1), claim.turn, "terminal", tool_calls=(call,)),
        Message(Speaker.TOOL, "21:00", later(seconds=2), claim.turn, "terminal", tool_call_id="c1"),
        Message(Speaker.COMPANION, "Las 21.", later(seconds=3), claim.turn, "terminal", Completeness.CUT),
    )
    receipt = ToolReceipt(call, "21:00", "", 12.5)
    answer = Reply(
        "Las 21.",
        HandledBy.MODEL,
        Ending.CUT,
        error_code="model_cut",
        model="m",
        messages=said,
        receipts=(receipt,),
        total_ms=99.0,
    )
    outgoing = await inbox.finish(claim, answer, later(seconds=4))

    assert outgoing is not None
    assert (outgoing.text, outgoing.in_answer_to, outgoing.turn) == ("Las 21.", "¿qué hora es?", claim.turn)
    assert (outgoing.channel, outgoing.address, outgoing.kind) == ("terminal", "here", OutgoingKind.REPLY)
    assert await SqlOutbox(db).due("terminal", later(seconds=4)) == [outgoing]
    history = await SqlHistory(db).before(
        TurnId(claim.turn + 1), person=OWNER, conversation=claim.conversation, max_turns=5
    )
    question = Message(Speaker.PERSON, "¿qué hora es?", NOON, claim.turn, "terminal")
    assert list(history) == [question, *said]
    trace = await SqlTraces(db).get(OWNER, claim.turn)
    assert trace is not None and trace.tools == (receipt,)
    assert (trace.state, trace.ending, trace.handled_by, trace.error_code) == ("done", "cut", "model", "model_cut")


@pytest.mark.req("CHA-20")
async def test_finishing_twice_or_with_a_lost_claim_writes_nothing(inbox: SqlInbox, db: SqliteDb) -> None:
    await inbox.accept(incoming("1"))
    lost = await claimed(inbox)
    assert await inbox.recover() == 1
    assert await inbox.finish(lost, reply("between"), NOON) is None
    again = await claimed(inbox)
    assert (again.turn, again.attempt) == (lost.turn, 2)
    assert await inbox.finish(lost, reply("stale"), NOON) is None
    assert await inbox.finish(again, reply("right"), NOON) is not None
    assert await inbox.finish(again, reply("twice"), NOON) is None
    assert [message.text for message in await SqlOutbox(db).due("terminal", NOON)] == ["right"]
    assert [message.text for message in await SqlHistory(db).last(OWNER, 9)] == ["message 1", "right"]


@pytest.mark.req("CHA-20")
async def test_a_finish_that_fails_leaves_the_turn_to_be_finished(inbox: SqlInbox) -> None:
    await inbox.accept(incoming("1"))
    claim = await claimed(inbox)
    unspeakable = Message("parrot", "", NOON, claim.turn, "terminal")  # type: ignore[arg-type]
    with pytest.raises(AttributeError):
        await inbox.finish(claim, Reply("a", HandledBy.MODEL, messages=(unspeakable,)), NOON)
    assert await inbox.finish(claim, reply("a"), NOON) is not None


@pytest.mark.req("CHA-21")
async def test_a_reply_without_words_is_finished_and_never_delivered(inbox: SqlInbox, db: SqliteDb) -> None:
    await inbox.accept(incoming("1"))
    outgoing = await inbox.finish(await claimed(inbox), Reply("", HandledBy.MODEL, Ending.CANCELLED), NOON)
    assert outgoing is not None
    outbox = SqlOutbox(db)
    assert not await outbox.due("terminal", later(days=1))
    assert not await outbox.take(outgoing.id, NOON)
    assert await inbox.waiting() == 0


@pytest.mark.req("CHA-20")
async def test_messages_keep_the_conversation_in_which_they_were_sent(inbox: SqlInbox, db: SqliteDb) -> None:
    conversations = SqlConversations(db)
    assert await conversations.current(OWNER) is None
    await inbox.accept(incoming("1"))
    first = await conversations.current(OWNER)
    second = await conversations.start_new(OWNER, NOON)
    await inbox.accept(incoming("2"))
    await inbox.accept(incoming("3", person=ANA))
    one = await claimed(inbox)
    await inbox.finish(one, reply("a"), NOON)
    two = await claimed(inbox)
    assert (one.conversation, two.conversation) == (first, second)
    assert await conversations.current(OWNER) == second != first
    assert (await claimed(inbox, ANA)).conversation not in (first, second)


async def test_an_instant_without_a_zone_is_refused(inbox: SqlInbox) -> None:
    with pytest.raises(ValueError, match="zone"):
        await inbox.accept(incoming("1", at=datetime(2026, 1, 1)))
    assert await inbox.waiting() == 0
