"""The queue of messages to be read: in the transaction of the message, fenced, bounded, and cleaned up."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

import pytest

from sidecar.domain.fact import NewFact
from sidecar.domain.person import OWNER
from sidecar.errors import StorageError
from sidecar.memory.ports import ExtractionJob, FactAddition
from sidecar.storage.db import Tx
from sidecar.storage.extraction import SqlExtractionQueue
from sidecar.storage.facts import SqlFacts
from sidecar.storage.inbox import SqlInbox
from sidecar.storage.sqlite import SqliteDb
from tests.storage.samples import NOON, incoming, later


class Desk:
    def __init__(self, db: SqliteDb) -> None:
        self.db = db
        self.inbox, self.facts, self.queue = SqlInbox(db), SqlFacts(db), SqlExtractionQueue(db)

    async def say(self, *ids: str, at: datetime = NOON) -> None:
        for id in ids:
            assert await self.inbox.accept(incoming(id, at=at)) is not None

    async def claim(self, at: datetime = NOON, *, unread: bool = False) -> ExtractionJob:
        job = await self.queue.claim(at, unread=unread)
        assert job is not None
        return job

    async def version(self) -> int:
        return await self.facts.version(OWNER)

    async def texts(self) -> list[str]:
        return [fact.text for fact in await self.facts.active(OWNER)]

    async def execute(self, sql: str) -> None:
        async def work(tx: Tx) -> None:
            await tx.execute(sql)

        await self.db.write(work)

    async def states(self) -> Sequence[tuple[object, ...]]:
        async def work(tx: Tx) -> Sequence[tuple[object, ...]]:
            rows = await tx.all("select state, attempts, by_patterns from extraction_jobs order by id")
            return [tuple(row.values()) for row in rows]

        return await self.db.read(work)


def fact(text: str) -> FactAddition:
    return FactAddition(NewFact(text), NOON.date(), NOON.date())


@pytest.fixture
def desk(db: SqliteDb) -> Desk:
    return Desk(db)


@pytest.mark.req("MEM-50")
async def test_a_message_and_its_job_are_one_transaction(desk: Desk) -> None:
    await desk.execute(
        "create trigger full before insert on extraction_jobs begin select raise(abort, 'the disk is full'); end"
    )
    with pytest.raises(StorageError, match="full"):
        await desk.inbox.accept(incoming("m1"))
    await desk.execute("drop trigger full")
    assert (await desk.inbox.waiting(), await desk.states()) == (0, [])
    await desk.say("m1")
    assert await desk.inbox.accept(incoming("m1")) is None
    assert await desk.states() == [("pending", 0, 0)]


@pytest.mark.req("MEM-51")
async def test_the_oldest_comes_first_and_each_only_once(desk: Desk) -> None:
    await desk.say("m1", "m2")
    first, second = await desk.claim(), await desk.claim()
    assert [job.text for job in (first, second)] == ["message m1", "message m2"]
    assert (first.said_at, first.attempt, first.person) == (NOON, 1, OWNER)
    assert await desk.queue.claim(NOON) is None
    assert await desk.states() == [("processing", 1, 0)] * 2


@pytest.mark.req("MEM-51")
async def test_facts_and_the_end_of_the_job_are_one_transaction(desk: Desk) -> None:
    await desk.say("m1")
    job = await desk.claim()
    assert not await desk.queue.complete(job, [fact("canta")], NOON, await desk.version() + 1)
    assert (await desk.texts(), await desk.states()) == ([], [("processing", 1, 0)])
    assert await desk.queue.complete(job, [fact("canta")], NOON, await desk.version())
    assert (await desk.texts(), await desk.states()) == (["canta"], [("completed", 1, 0)])
    assert not await desk.queue.complete(job, [fact("canta")], NOON, await desk.version())
    assert await desk.texts() == ["canta"]


@pytest.mark.req("MEM-51")
async def test_who_lost_a_job_cannot_end_it(desk: Desk) -> None:
    await desk.say("m1")
    lost = await desk.claim()
    assert await desk.queue.recover(NOON) == 1
    held = await desk.claim()
    assert held.attempt == lost.attempt + 1
    version = await desk.version()
    for end in (desk.queue.complete, desk.queue.note):
        assert not await end(lost, [fact("canta")], NOON, version)
    assert not await desk.queue.postpone(lost, [fact("canta")], NOON, version, later(minutes=1))
    await desk.queue.fail(lost, "late", NOON, None)
    assert (await desk.texts(), await desk.states()) == ([], [("processing", 2, 0)])
    assert await desk.queue.complete(held, [fact("canta")], NOON, version)


@pytest.mark.req("MEM-51")
@pytest.mark.parametrize(("minutes", "recovered"), [(4.99, 0), (5, 1)])
async def test_what_is_in_processing_since_long_is_pending_again(desk: Desk, minutes: float, recovered: int) -> None:
    await desk.say("m1", "m2")
    await desk.claim()
    assert await desk.queue.recover(later(minutes=minutes) - timedelta(minutes=5)) == recovered
    assert await desk.queue.waiting() == (1 + recovered, NOON)


@pytest.mark.req("MEM-51")
async def test_a_failure_is_tried_again_when_its_time_has_come(desk: Desk) -> None:
    await desk.say("m1", "m2")
    job = await desk.claim()
    await desk.queue.fail(job, "busy", NOON, later(seconds=5))
    assert (await desk.claim()).text == "message m2", "nobody waits behind it"
    assert await desk.queue.claim(later(seconds=4.9)) is None
    assert await desk.queue.waiting() == (1, later(seconds=5))
    again = await desk.claim(later(seconds=5))
    assert (again.id, again.attempt) == (job.id, 2)
    await desk.queue.fail(again, "busy", NOON, None)
    assert (await desk.states())[0] == ("failed", 2, 0)
    assert await desk.queue.waiting() == (0, None)
    assert await desk.queue.recover(later(days=1)) == 1, "the other one"


@pytest.mark.req("MEM-52")
async def test_what_the_patterns_read_waits_for_a_model_and_that_was_no_attempt(desk: Desk) -> None:
    await desk.say("m1")
    job = await desk.claim(unread=True)
    assert await desk.queue.postpone(job, [fact("canta")], NOON, await desk.version(), later(minutes=10))
    assert (await desk.texts(), await desk.states()) == (["canta"], [("pending", 0, 1)])
    assert await desk.queue.claim(later(hours=1), unread=True) is None
    assert (await desk.claim(later(minutes=10))).by_patterns


@pytest.mark.req("MEM-52")
async def test_what_the_patterns_found_is_noted_while_the_job_goes_on(desk: Desk) -> None:
    await desk.say("m1")
    job = await desk.claim()
    assert not await desk.queue.note(job, [fact("canta")], NOON, await desk.version() + 1)
    assert await desk.queue.note(job, [fact("canta")], NOON, await desk.version())
    assert (await desk.texts(), await desk.states()) == (["canta"], [("processing", 1, 1)])
    await desk.queue.recover(NOON)
    assert (await desk.claim()).by_patterns, "they do not read it again after a crash"


@pytest.mark.req("MEM-51")
async def test_pruning_takes_old_failures_and_nothing_else(desk: Desk) -> None:
    await desk.say("m1", "m2", "m3")
    failed, done = await desk.claim(), await desk.claim()
    await desk.queue.fail(failed, "no", NOON, None)
    await desk.queue.complete(done, [], NOON, await desk.version())
    assert await desk.queue.prune(later(days=7) - timedelta(seconds=1)) == (0, 0)
    assert await desk.queue.prune(later(days=7)) == (1, 0)
    assert await desk.states() == [("completed", 1, 0), ("pending", 0, 0)]
