"""The companion of one home, running: the way of a message in and out, and what works beside it."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import AsyncGenerator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import timedelta

from sidecar.app.bootstrap import VERSION, Services, model_registry, open_services
from sidecar.app.lazy_memory import Memories
from sidecar.app.status import status_of
from sidecar.channels.terminal import NAME as TERMINAL
from sidecar.conversation.turn import Conversation
from sidecar.dispatch.audience import for_reminder
from sidecar.dispatch.commands import Command, CommandRegistry
from sidecar.dispatch.commands.clear import clear_command
from sidecar.dispatch.commands.cost import cost_command
from sidecar.dispatch.commands.help import help_command
from sidecar.dispatch.commands.language import language_command
from sidecar.dispatch.commands.memory import MemoryServices, memory_commands
from sidecar.dispatch.commands.model import model_command
from sidecar.dispatch.commands.reminders import reminders_command
from sidecar.dispatch.commands.status import status_command
from sidecar.dispatch.commands.terminal import terminal_commands
from sidecar.dispatch.delivery import Delivery
from sidecar.dispatch.dispatcher import Dispatcher
from sidecar.dispatch.ports import Channel
from sidecar.domain.message import IncomingMessage, TurnId
from sidecar.domain.person import OWNER, PersonId
from sidecar.domain.status import Status
from sidecar.home import Home
from sidecar.memory.fact_request import parse_fact_request
from sidecar.memory.knowledge import Knowledge
from sidecar.observe import Event, emit
from sidecar.providers.factory import preload_provider
from sidecar.providers.registry import ModelRegistry
from sidecar.reminders.notices import Recipient
from sidecar.reminders.phraser import ModelPhraser
from sidecar.reminders.ports import Destination
from sidecar.reminders.scheduler import Scheduler
from sidecar.runtime.clock import Clock, JumpWatch, SystemClock
from sidecar.runtime.lock import HomeLock
from sidecar.runtime.supervisor import Supervisor
from sidecar.storage.conversations import SqlConversations
from sidecar.storage.inbox import SqlInbox
from sidecar.storage.messages import SqlHistory
from sidecar.storage.outbox import SqlOutbox
from sidecar.storage.reminders import SqlReminders
from sidecar.tools.builtin import make_builtin_tools
from sidecar.tools.http import ToolHttp
from sidecar.tools.memory import make_memory_tools
from sidecar.tools.registry import ToolRegistry
from sidecar.tools.reminders import make_reminder_tools

SINKS = (TERMINAL,)
"""The channels on which something may be said unasked; the first is the primary one unless `user.md` says otherwise."""

_OUTSIDE_CHECK_S = 0.5
"""How soon a message that another process put into the queue is noticed."""
_CHECKS_BETWEEN_LOOKS = 60
"""A lane that gave up because the disk was full is woken after half a minute all the same."""
_OUTBOX_CHECK_S = 5.0
_LET_THE_PROMPT_OPEN_S = 0.3
_ORPHANED_AFTER = timedelta(minutes=2)
"""An answer that the `sidecar ask` which wanted it has not fetched by now is shown in the chat."""


class Sidecar:
    """The whole companion of one home, running. Made by `open_sidecar`."""

    def __init__(
        self,
        parts: Services,
        models: ModelRegistry,
        toolbox: ToolRegistry,
        memories: Memories,
        reminders_changed: asyncio.Event,
    ) -> None:
        self.parts = parts
        self.memories = memories
        self.models = models
        self.toolbox = toolbox
        db, clock = parts.db, parts.clock
        self.inbox = SqlInbox(db)
        self.outbox = SqlOutbox(db)
        self._delivery = Delivery(self.outbox, clock)
        self._reminders_changed = reminders_changed
        self.reminders = parts.reminders(reminders_changed.set)
        self.scheduler = Scheduler(
            SqlReminders(db),
            clock,
            self._voice,
            self._delivery.send_due,
            changed=reminders_changed,
            phrasing=ModelPhraser(
                lambda person: models.model_for("proactive", person),
                lambda: parts.settings.current().reminders.phrased,
            ),
        )
        self.conversations = SqlConversations(db)
        self.commands = CommandRegistry(self._commands())
        self.dispatcher = Dispatcher(
            self.inbox, self._delivery, self._conversation().take_turn, self.commands, parts.texts, clock
        )
        memories.idle = self.dispatcher.idle

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
            await self.scheduler.recover()
            await self.dispatcher.wake_waiting()
            supervisor.start("models", self._warm_up)
            supervisor.start("queue", self._watch_queue)
            supervisor.start("outbox", self._watch_outbox)
            if channel.name in SINKS:  # else nobody would see them: they wait
                supervisor.start("reminders", self.scheduler.run)
                supervisor.start("memory", lambda: self.memories.work(supervisor))
            try:
                await channel.listen(self._receive)
                if finish_turns:
                    await self.dispatcher.idle()
                    await self._delivery.send_due()
                if channel.name not in SINKS:
                    await self.memories.finish()
            finally:
                await self.dispatcher.close()
                emit(Event.STOPPED)

    async def _receive(self, message: IncomingMessage) -> TurnId | None:
        turn = await self.dispatcher.receive(message)
        self.memories.heard()
        return turn

    async def _warm_up(self) -> None:
        """Load the model's library while the person types: it takes a second, so the prompt must be there first."""
        await self.parts.clock.sleep(_LET_THE_PROMPT_OPEN_S)
        provider = (await self.models.current(OWNER)).partition(":")[0]
        if provider:
            await asyncio.to_thread(preload_provider, provider)

    async def _watch_queue(self) -> None:
        """Answer what is in the queue at the start, and what other processes put there later."""
        jumps = JumpWatch(self.parts.clock)
        while True:
            await self.dispatcher.wake_waiting()
            for _ in range(_CHECKS_BETWEEN_LOOKS):
                await self.parts.clock.sleep(_OUTSIDE_CHECK_S)
                if jump_s := jumps.jumped():
                    emit(Event.CLOCK_JUMPED, seconds=round(jump_s))
                    self._reminders_changed.set()
                if await self.parts.db.changed_outside():
                    self._reminders_changed.set()
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

    def _voice(self, person: PersonId) -> Recipient:
        """How and where a person is spoken to unasked, as things stand now."""
        return Recipient(self.parts.texts(person), self.places(person))

    def places(self, person: PersonId) -> Sequence[Destination]:
        """Where a reminder goes."""
        wanted = self.parts.profile.preferences(person).channels
        return [Destination(name) for name in for_reminder(SINKS, self._delivery.reachable, wanted)]

    async def status(self, person: PersonId) -> Status:
        return await status_of(self.parts, self.models, self._delivery.channels, person)

    def _conversation(self) -> Conversation:
        parts = self.parts
        return Conversation(
            history=SqlHistory(parts.db),
            profile=parts.profile,
            knowledge=Knowledge(parts.facts, parts.today),
            memories=self.memories,
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
            reminders_command(self.reminders, parts.asker, self.places, parts.clock),
            *terminal_commands(),
            *memory_commands(
                MemoryServices(
                    parts.memory, parts.facts, parts.forgetting, parts.origins, parse_fact_request, parts.zone
                )
            ),
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
        parts = await stack.enter_async_context(open_services(home, clock, alone=alone, verbose=verbose))
        http = await stack.enter_async_context(ToolHttp())
        models = model_registry(parts)
        stack.push_async_callback(models.close)
        sidecar = assemble(parts, models, http)
        stack.push_async_callback(sidecar.memories.close)
        yield sidecar


def assemble(parts: Services, models: ModelRegistry, http: ToolHttp) -> Sidecar:
    """The companion over these parts. `await sidecar.memories.close()` when done with it."""
    clock = parts.clock
    reminders_changed = asyncio.Event()
    memories = Memories(parts, models)
    tools = [
        *make_builtin_tools(parts.settings.current().tools, clock, http),
        *make_reminder_tools(parts.reminders(reminders_changed.set), clock),
        *make_memory_tools(parts.memory, memories, parts.forgetting),
    ]
    return Sidecar(parts, models, ToolRegistry(tools, clock), memories, reminders_changed)
