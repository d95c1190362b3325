"""A program that uses the store as Sidecar does, to be killed: `python -m tests.storage.worker MODE DATABASE [NAME]`.

`live` accepts, answers and delivers until it is killed; what the outside world gets to see of it goes to `world.log`
beside the database, one line at a time. `drain` accepts nothing more and ends when everything is delivered. `write`
accepts a hundred messages and ends.
"""

from __future__ import annotations

import asyncio
import os
import sys
from itertools import count
from pathlib import Path

from sidecar.domain.person import PersonId
from sidecar.storage.inbox import SqlInbox
from sidecar.storage.outbox import SqlOutbox
from sidecar.storage.sqlite import SqliteDb
from tests.storage.samples import NOON, incoming, reply

PEOPLE = (PersonId("ana"), PersonId("beto"))
MESSAGES_OF_A_WRITER = 100


class World:
    """What a channel and its people saw: a file that survives the kill, since the system holds what was written."""

    def __init__(self, path: Path) -> None:
        self._file = os.open(path, os.O_CREAT | os.O_APPEND | os.O_WRONLY, 0o600)
        self.acknowledged = sum(line.startswith("ack") for line in path.read_text().splitlines())

    def sees(self, line: str) -> None:
        os.write(self._file, f"{line}\n".encode())


async def accept_for_ever(inbox: SqlInbox, world: World) -> None:
    for n in count(world.acknowledged):  # what was not acknowledged is delivered again, as channels do
        await inbox.accept(incoming(f"m{n}", person=PEOPLE[n % len(PEOPLE)]))
        world.sees(f"ack m{n}")
        await asyncio.sleep(0.0005)


async def answer(inbox: SqlInbox, *, until_empty: bool) -> None:
    while True:
        people = await inbox.people_waiting()
        if until_empty and not people:
            return
        for person in people:
            claim = await inbox.claim(person)
            if claim:
                await asyncio.sleep(0)  # the model
                await inbox.finish(claim, reply(f"re {claim.message.id}"), NOON)
        await asyncio.sleep(0.0005)


async def deliver(outbox: SqlOutbox, world: World, *, until_empty: bool) -> None:
    while True:
        due = await outbox.due("terminal", NOON)
        if until_empty and not due:
            return
        for message in due:
            if await outbox.take(message.id, NOON):
                world.sees(f"{'again' if message.maybe_seen else 'said'} {message.text}")
                await outbox.delivered(message.id, "", NOON)
        await asyncio.sleep(0.0005)


async def live(path: Path) -> None:
    world = World(path.with_name("world.log"))
    db = await SqliteDb.open(path)
    inbox = SqlInbox(db)
    await inbox.recover()
    print("ready", flush=True)
    await asyncio.gather(
        accept_for_ever(inbox, world),
        answer(inbox, until_empty=False),
        deliver(SqlOutbox(db), world, until_empty=False),
    )


async def drain(path: Path) -> None:
    async with await SqliteDb.open(path) as db:
        inbox = SqlInbox(db)
        await inbox.recover()
        await answer(inbox, until_empty=True)
        await deliver(SqlOutbox(db), World(path.with_name("world.log")), until_empty=True)


async def write(path: Path, name: str) -> None:
    async with await SqliteDb.open(path, alone=False) as db:
        for n in range(MESSAGES_OF_A_WRITER):
            await SqlInbox(db).accept(incoming(f"{name} {n}"))


if __name__ == "__main__":
    mode, database, *names = sys.argv[1:]
    modes = {"live": live, "drain": drain, "write": write}
    asyncio.run(modes[mode](Path(database), *names))
