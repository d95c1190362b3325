"""The composition root: the only place that builds the parts and joins them."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import AsyncGenerator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from datetime import timedelta
from importlib.metadata import version
from random import Random

from sidecar.config import SettingsFile
from sidecar.conversation.turn import Conversation
from sidecar.dispatch.commands import Command, CommandBook
from sidecar.dispatch.commands.clear import clear_command
from sidecar.dispatch.commands.cost import cost_command
from sidecar.dispatch.commands.help import help_command
from sidecar.dispatch.commands.language import language_command
from sidecar.dispatch.commands.model import model_command
from sidecar.dispatch.commands.status import status_command
from sidecar.dispatch.delivery import Delivery
from sidecar.dispatch.dispatcher import Dispatcher
from sidecar.dispatch.ports import Channel
from sidecar.dispatch.status import Status
from sidecar.domain.message import TurnId
from sidecar.domain.person import OWNER, PersonId
from sidecar.home import Home
from sidecar.i18n import Texts, explain
from sidecar.memory.files.profile import ProfileFiles
from sidecar.observe import Event, configure_logging, emit
from sidecar.providers.book import ModelBook
from sidecar.providers.catalogue import warm_up
from sidecar.runtime.clock import Clock, SystemClock
from sidecar.runtime.lock import HomeLock, is_locked
from sidecar.runtime.supervisor import Supervisor
from sidecar.storage.accounts import SqlAccounts
from sidecar.storage.choices import SqlChoices
from sidecar.storage.conversations import SqlConversations
from sidecar.storage.counts import counts
from sidecar.storage.inbox import SqlInbox
from sidecar.storage.messages import SqlHistory
from sidecar.storage.outbox import SqlOutbox
from sidecar.storage.sqlite import SqliteDb
from sidecar.storage.traces import SqlTraces
from sidecar.tools.builtin import builtin_tools
from sidecar.tools.http import ToolHttp
from sidecar.tools.registry import Registry

VERSION = version("sidecar-companion")

_OUTSIDE_CHECK_S = 0.5
"""How soon a message that another process put into the queue is noticed."""
_CHECKS_BETWEEN_LOOKS = 60
"""A lane that gave up because the disk was full is woken after half a minute all the same."""
_OUTBOX_CHECK_S = 5.0
_LET_THE_PROMPT_OPEN_S = 0.3
_ORPHANED_AFTER = timedelta(minutes=2)
"""An answer that the `sidecar ask` which wanted it has not fetched by now is shown in the chat."""


@dataclass(frozen=True, slots=True)
class Parts:
    """What can be looked at without answering anybody: settings, files and the database of one home."""

    home: Home
    settings: SettingsFile
    profile: ProfileFiles
    db: SqliteDb
    clock: Clock

    @property
    def accounts(self) -> SqlAccounts:
        return SqlAccounts(self.db)

    @property
    def traces(self) -> SqlTraces:
        return SqlTraces(self.db)

    def texts(self, person: PersonId) -> Texts:
        return Texts(self.profile.preferences(person).language)


@asynccontextmanager
async def open_parts(home: Home, clock: Clock, *, alone: bool, verbose: bool = False) -> AsyncGenerator[Parts]:
    """Open a home to look at it. `alone`: the caller holds its lock."""
    home.create()
    configure_logging(home.logs, verbose=verbose)
    settings = SettingsFile(home)
    profile = ProfileFiles(home.path)
    profile.check()
    db = await SqliteDb.open(home.database, clock=clock, alone=alone)
    try:
        yield Parts(home, settings, profile, db, clock)
    finally:
        await db.close()


class Sidecar:
    """The whole companion of one home, running. Made by `open_sidecar`."""

    def __init__(self, parts: Parts, models: ModelBook, toolbox: Registry) -> None:
        self.parts = parts
        self.models = models
        self.toolbox = toolbox
        db, clock = parts.db, parts.clock
        self.inbox = SqlInbox(db)
        self.outbox = SqlOutbox(db)
        self._delivery = Delivery(self.outbox, clock)
        self.conversations = SqlConversations(db)
        self.commands = CommandBook(self._commands())
        self.dispatcher = Dispatcher(
            self.inbox, self._delivery, self._conversation().take_turn, self.commands, parts.texts, clock
        )

    async def run(self, channel: Channel, *, adopts: str = "", finish_turns: bool = False) -> None:
        """Answer what comes in on the channel until it closes; with `finish_turns`, until everything is answered.
        `adopts` names a channel whose forgotten answers are shown here."""
        gc.freeze()
        gc.enable()  # off since the start of the process, see `__main__`
        self._delivery.open(channel)
        if adopts:
            self._delivery.open(channel, name=adopts, grace=_ORPHANED_AFTER)
        emit(Event.STARTED, home=str(self.parts.home.path), version=VERSION)
        async with Supervisor(self.parts.clock) as supervisor:
            await self.dispatcher.recover()
            await self.dispatcher.wake_waiting()
            supervisor.start("models", self._warm_up)
            supervisor.start("queue", self._watch_queue)
            supervisor.start("outbox", self._watch_outbox)
            try:
                await channel.listen(self.dispatcher.receive)
                if finish_turns:
                    await self.dispatcher.idle()
                    await self._delivery.send_due()
            finally:
                await self.dispatcher.close()
                emit(Event.STOPPED)

    async def _warm_up(self) -> None:
        """Load the model's library while the person types: it takes a second, so the prompt must be there first."""
        await self.parts.clock.sleep(_LET_THE_PROMPT_OPEN_S)
        provider = (await self.models.current(OWNER)).partition(":")[0]
        if provider:
            await asyncio.to_thread(warm_up, provider)

    async def _watch_queue(self) -> None:
        """Answer what is in the queue at the start, and what other processes put there later."""
        while True:
            await self.dispatcher.wake_waiting()
            for _ in range(_CHECKS_BETWEEN_LOOKS):
                await self.parts.clock.sleep(_OUTSIDE_CHECK_S)
                if await self.parts.db.changed_outside():
                    await self.dispatcher.cancel_as_requested()
                    break

    async def _watch_outbox(self) -> None:
        while True:
            await self._delivery.send_due()
            await self.parts.clock.sleep(_OUTBOX_CHECK_S)

    async def fetch_answer(self, channel: str, turn: TurnId) -> None:
        """The answer of this turn has been read by whoever asked: nobody need deliver it."""
        for message in await self.outbox.due(channel, self.parts.clock.now()):
            if message.turn == turn:
                await self._delivery.mark_shown(message)

    async def status(self, person: PersonId) -> Status:
        return await status_of(self.parts, self.models, self._delivery.channels, person)

    def _conversation(self) -> Conversation:
        parts = self.parts
        return Conversation(
            history=SqlHistory(parts.db),
            profile=parts.profile,
            models=self.models,
            toolbox=self.toolbox,
            clock=parts.clock,
            limits=lambda: parts.settings.current().turn,
        )

    def _commands(self) -> list[Command]:
        parts = self.parts
        return [
            help_command(lambda: self.commands.commands),
            status_command(self.status),
            clear_command(self.conversations, parts.clock),
            model_command(self.models),
            cost_command(parts.accounts, parts.profile, parts.clock),
            language_command(parts.profile),
        ]


@asynccontextmanager
async def open_sidecar(
    home: Home, *, clock: Clock | None = None, alone: bool = True, verbose: bool = False
) -> AsyncGenerator[Sidecar]:
    """Open the home and become the one process that answers for it; or, not `alone`, stand beside that process: then
    commands work, and messages may be put into its queue, but `run` must not be called.

    Raises `HomeBusy` when another process already answers, `ConfigError` and `StorageError` when it cannot be opened.
    """
    clock = clock or SystemClock()
    async with AsyncExitStack() as stack:
        home.create()
        if alone:
            stack.enter_context(HomeLock.acquire(home.lock))
        parts = await stack.enter_async_context(open_parts(home, clock, alone=alone, verbose=verbose))
        http = await stack.enter_async_context(ToolHttp())
        toolbox = Registry(builtin_tools(parts.settings.current().tools, clock, http), clock)
        models = model_book(parts)
        stack.push_async_callback(models.close)
        yield Sidecar(parts, models, toolbox)


def model_book(parts: Parts) -> ModelBook:
    return ModelBook(
        lambda role: parts.settings.current().model_for(role),
        SqlChoices(parts.db, parts.clock),
        parts.accounts,
        parts.clock,
        Random(),
    )


async def status_of(parts: Parts, models: ModelBook, channels: Sequence[str], person: PersonId) -> Status:
    """How things stand, from this process or from beside it."""
    say = parts.texts(person)
    now = parts.clock.now()
    day = now.astimezone(parts.profile.preferences(person).timezone).replace(hour=0, minute=0, second=0, microsecond=0)
    problem = parts.settings.problem
    kept = await counts(parts.db, person)
    if not channels and is_locked(parts.home.lock):
        channels = [say("those of the Sidecar that is open in another process")]
    return Status(
        version=VERSION,
        home=str(parts.home.path),
        model=await models.current(person),
        channels=channels,
        waiting=kept.waiting,
        undelivered=kept.undelivered,
        messages=kept.messages,
        today=await parts.accounts.spending(person, day, now),
        warnings=[*parts.profile.warnings(say), *([explain(problem, say)] if problem else [])],
    )
