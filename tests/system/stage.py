"""The whole companion inside this process, with a model that needs no wire. Benchmarks use it too."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from random import Random

from sidecar.app import Services, Sidecar, build_sidecar, open_services
from sidecar.dispatch.ports import ChannelDescription, Receive
from sidecar.domain.message import IncomingMessage, OutgoingMessage, TurnId
from sidecar.domain.person import OWNER, PersonId
from sidecar.domain.turn import Progress, ignore_progress
from sidecar.home import Home
from sidecar.llm import ChatModel
from sidecar.providers.decorators.metering import MeteredModel, Purpose
from sidecar.providers.decorators.retry import RetryingModel
from sidecar.providers.model_spec import ModelSpec
from sidecar.providers.registry import ModelRegistry
from sidecar.runtime.clock import Clock
from sidecar.storage.choices import SqlChoices
from sidecar.storage.sqlite import SqliteDb
from sidecar.tools.http import ToolHttp


class GivenModel(ModelRegistry):
    """Gives everybody the same model, with the real accounts and retries around it."""

    def __init__(self, model: ChatModel, parts: Services) -> None:
        super().__init__(lambda _: ModelSpec(""), SqlChoices(parts.db, parts.clock), parts.accounts, parts.clock)
        self._given = model
        self._parts = parts

    async def chat_model(self, person: PersonId, turn: TurnId) -> ChatModel:
        clock = self._parts.clock
        metered = MeteredModel(self._given, Purpose(person, "chat", turn), self._parts.accounts, clock)
        return RetryingModel(metered, clock, Random(0))


@asynccontextmanager
async def open_with_model(
    home: Home, model: ChatModel, clock: Clock, *, db: SqliteDb | None = None
) -> AsyncGenerator[Sidecar]:
    """What `open_sidecar` gives, but for the model; with `db`, over that database, which stays open."""
    async with open_services(home, clock, alone=True) as found, ToolHttp() as http:
        parts = replace(found, db=db or found.db)
        sidecar = build_sidecar(parts, GivenModel(model, parts), http)
        try:
            yield sidecar
        finally:
            await sidecar.memory.close()


class Talk:
    """A channel on which `conversation` is the person: it calls `ask` again and again, and the channel closes when it
    returns."""

    description = ChannelDescription("terminal", "a terminal", unasked=True)
    available = True

    def __init__(self, conversation: Callable[[Talk], Awaitable[None]], clock: Clock) -> None:
        self._conversation = conversation
        self._clock = clock

    def reads(self, message: OutgoingMessage) -> bool:
        return True

    async def listen(self, receive: Receive) -> None:
        self._receive = receive
        await self._conversation(self)

    def watch(self, message: IncomingMessage) -> Progress:
        return ignore_progress

    async def deliver(self, message: OutgoingMessage) -> str:
        self._answer.set_result(message.text)
        return ""

    async def ask(self, text: str) -> str:
        """The reply, at the moment at which a person would see it."""
        self._answer: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        id, name = secrets.token_hex(8), self.description.name
        await self._receive(IncomingMessage(id, name, OWNER, text, self._clock.now()))
        return await self._answer
