"""A dispatcher on a real database, with a channel and turns that the test directs."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from pathlib import Path

import pytest

from sidecar.dispatch.commands import Command, CommandCall, CommandRegistry
from sidecar.dispatch.delivery import Delivery
from sidecar.dispatch.dispatcher import Dispatcher
from sidecar.dispatch.identity import LocalIdentity
from sidecar.dispatch.ports import ClaimedMessage, Identity
from sidecar.domain.message import ConversationId, IncomingMessage, Message, Speaker, TurnId
from sidecar.domain.person import OWNER, PersonId
from sidecar.domain.turn import Ending, HandledBy, Progress, Reply
from sidecar.i18n import Texts
from sidecar.storage.inbox import SqlInbox
from sidecar.storage.outbox import SqlOutbox
from sidecar.storage.sqlite import SqliteDb
from tests.eventually import eventually
from tests.fakes.channel import FakeChannel
from tests.fakes.clock import FakeClock


class Mortal(SqlInbox):
    """Once `dead`, it can no longer put back what it had claimed: the process is gone."""

    dead = False

    async def release(self, claimed: ClaimedMessage) -> None:
        if not self.dead:
            await super().release(claimed)


class Office:
    """Everything around a dispatcher. `answer` decides what a turn does; it echoes unless the test says otherwise."""

    def __init__(self, db: SqliteDb) -> None:
        self.clock = FakeClock()
        self.inbox: SqlInbox = Mortal(db)
        self.outbox = SqlOutbox(db)
        self.channel = FakeChannel()
        self.delivery = Delivery(self.outbox, self.clock)
        self.delivery.open(self.channel)
        self.turns: list[str] = []
        self.never_busy = 0
        self.most_at_once = 0
        self.answer: Callable[[IncomingMessage], str] = lambda message: f"re: {message.text}"
        self.hold: dict[str, asyncio.Event] = {}
        self.identity: Identity = LocalIdentity()
        self.dispatcher = self.another_dispatcher()
        self._ids = iter(range(1_000_000))

    def another_dispatcher(self) -> Dispatcher:
        return Dispatcher(
            self.inbox,
            self.delivery,
            self._take_turn,
            CommandRegistry([_ping()]),
            lambda _: Texts("es"),
            self.clock,
            identity=self.identity,
        )

    async def crash(self) -> None:
        """The process is killed in the middle; another one starts and takes up what it left."""
        assert isinstance(self.inbox, Mortal)
        self.inbox.dead = True
        await self.dispatcher.close()
        self.inbox.dead = False
        self.dispatcher = self.another_dispatcher()
        await self.dispatcher.recover()
        await self.dispatcher.wake_waiting()

    async def begun(self, *turns: str) -> None:
        """These turns have begun, and no others."""
        await eventually(lambda: len(self.turns) >= len(turns))
        assert self.turns == list(turns)

    async def idle(self) -> None:
        """Every message is answered, and every answer was tried to be delivered."""
        await self.dispatcher.idle()
        await self.delivery.idle()

    def message(self, text: str, person: PersonId = OWNER) -> IncomingMessage:
        return IncomingMessage(f"m{next(self._ids)}", "terminal", person, text, self.clock.now())

    async def say(self, text: str, person: PersonId = OWNER) -> TurnId | None:
        return await self.dispatcher.receive(self.message(text, person))

    async def _take_turn(
        self,
        turn: TurnId,
        conversation: ConversationId,
        message: IncomingMessage,
        progress: Progress,
        stopped: Callable[[], bool],
    ) -> Reply:
        self.turns.append(message.text)
        self.never_busy += 1
        self.most_at_once = max(self.most_at_once, self.never_busy)
        try:
            if message.text in self.hold:
                await self.hold[message.text].wait()
            text = self.answer(message)
        except asyncio.CancelledError:
            if not stopped():
                raise
            return Reply("", HandledBy.MODEL, Ending.CANCELLED)
        finally:
            self.never_busy -= 1
        said = Message(Speaker.COMPANION, text, self.clock.now(), turn, message.channel)
        return replace(Reply(text, HandledBy.MODEL), messages=(said,))


def _ping() -> Command:
    async def run(call: CommandCall) -> str:
        return f"pong {call.argument}".strip()

    return Command("ping", ("pin",), "answers", run)


@pytest.fixture
async def db(tmp_path: Path) -> AsyncIterator[SqliteDb]:
    async with await SqliteDb.open(tmp_path / "sidecar.db") as db:
        yield db


@pytest.fixture
async def office(db: SqliteDb) -> AsyncIterator[Office]:
    office = Office(db)
    yield office
    await office.dispatcher.close()
    await office.delivery.close()
