"""What is to be said stays until the channel confirms it, and keeps its order."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from sidecar.domain.message import OutgoingMessage
from sidecar.domain.person import OWNER
from sidecar.storage.inbox import SqlInbox
from sidecar.storage.outbox import SqlOutbox
from sidecar.storage.sqlite import SqliteDb
from tests.storage.samples import NOON, incoming, later, reply

pytestmark = pytest.mark.req("CHA-21")


@pytest.fixture
def outbox(db: SqliteDb) -> SqlOutbox:
    return SqlOutbox(db)


async def say(db: SqliteDb, id: str, *, channel: str = "terminal", address: str = "here") -> OutgoingMessage:
    inbox = SqlInbox(db)
    await inbox.accept(replace(incoming(id, channel=channel), address=address))
    claim = await inbox.claim(OWNER)
    assert claim is not None
    outgoing = await inbox.finish(claim, reply(f"answer {id}"), NOON)
    assert outgoing is not None
    return outgoing


async def test_delivered_messages_are_not_due_any_more(db: SqliteDb, outbox: SqlOutbox) -> None:
    first, second = await say(db, "1"), await say(db, "2")
    assert await outbox.due("terminal", NOON) == [first, second]
    assert await outbox.due("web", NOON) == []
    assert await outbox.take(first.id, NOON)
    assert await outbox.due("terminal", NOON) == [second]
    await outbox.delivered(first.id, "x1", NOON)
    await outbox.delivered(first.id, "x1", NOON)
    assert not await outbox.take(first.id, NOON)
    assert await outbox.due("terminal", later(days=9)) == [second]


async def test_of_many_who_take_it_at_once_one_gets_it(db: SqliteDb, outbox: SqlOutbox) -> None:
    message = await say(db, "1")
    assert sum(await asyncio.gather(*(outbox.take(message.id, NOON) for _ in range(20)))) == 1


async def test_a_failed_message_comes_back_when_it_is_time(db: SqliteDb, outbox: SqlOutbox) -> None:
    message = await say(db, "1")
    await outbox.take(message.id, NOON)
    await outbox.failed(message.id, "no network", later(seconds=30))
    assert await outbox.due("terminal", later(seconds=29)) == []
    assert await outbox.due("terminal", later(seconds=30)) == [replace(message, attempts=1)]


async def test_later_messages_wait_for_a_failed_one_to_the_same_place(db: SqliteDb, outbox: SqlOutbox) -> None:
    first, second = await say(db, "1"), await say(db, "2")
    elsewhere = await say(db, "3", address="another chat")
    await outbox.take(first.id, NOON)
    await outbox.failed(first.id, "no network", later(seconds=30))
    assert await outbox.due("terminal", NOON) == [elsewhere]
    assert await outbox.due("terminal", later(seconds=30)) == [replace(first, attempts=1), second, elsewhere]


async def test_a_message_that_never_goes_through_does_not_block_its_place_for_ever(
    db: SqliteDb, outbox: SqlOutbox
) -> None:
    poisoned, healthy = await say(db, "1"), await say(db, "2")
    for _ in range(8):
        assert await outbox.take(poisoned.id, NOON)
        await outbox.failed(poisoned.id, "not accepted", later(hours=1))
    assert await outbox.due("terminal", NOON) == [healthy]


async def test_failing_after_the_confirmation_changes_nothing(db: SqliteDb, outbox: SqlOutbox) -> None:
    message = await say(db, "1")
    await outbox.take(message.id, NOON)
    await outbox.delivered(message.id, "x", NOON)
    await outbox.failed(message.id, "late timeout", NOON)
    assert await outbox.due("terminal", later(days=1)) == []


@pytest.mark.req("CHA-20")
async def test_what_was_being_sent_when_the_program_died_is_marked(db: SqliteDb, outbox: SqlOutbox) -> None:
    message, untouched = await say(db, "1"), await say(db, "2")
    await outbox.take(message.id, NOON)
    assert await SqlInbox(db).recover() == 1
    assert await outbox.due("terminal", NOON) == [replace(message, maybe_seen=True, attempts=1), untouched]
