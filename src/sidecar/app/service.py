"""The running companion: its channels, and the loops in the background."""

from __future__ import annotations

import gc
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import partial

from sidecar.app.builders.models import preload_chat_model
from sidecar.app.builders.reminders import ReminderServices
from sidecar.app.home_services import VERSION, Services
from sidecar.app.memory.lazy_memory import LazyMemory
from sidecar.channels import find_channels
from sidecar.dispatch.commands import CommandRegistry
from sidecar.dispatch.delivery import Delivery
from sidecar.dispatch.dispatcher import Dispatcher
from sidecar.dispatch.ports import Channel
from sidecar.domain.message import IncomingMessage, TurnId
from sidecar.errors import StorageError
from sidecar.observe import Event, emit
from sidecar.providers.registry import ModelRegistry
from sidecar.runtime.clock import ClockJumpDetector
from sidecar.runtime.supervisor import Supervisor
from sidecar.tools.registry import ToolRegistry

_QUEUE_CHECK_S = 0.5
"""How soon a message is noticed that another process put into the queue."""
_CHECKS_BETWEEN_WAKES = 60
"""A lane that gave up because the disk was full is woken after half a minute."""
_OUTBOX_CHECK_S = 5.0
_PRELOAD_DELAY_S = 0.3
"""The prompt opens first."""
_ORPHANED_AFTER = timedelta(minutes=2)
"""Delay after which an unfetched answer of a short-lived channel is shown on an open channel."""


@dataclass(frozen=True, slots=True)
class Sidecar:
    """The whole companion of one home. Made by `open_sidecar`."""

    services: Services
    models: ModelRegistry
    toolbox: ToolRegistry
    memory: LazyMemory
    reminder_services: ReminderServices
    commands: CommandRegistry
    delivery: Delivery
    dispatcher: Dispatcher

    async def run(self, channel: Channel, *others: Channel, finish_turns: bool = False) -> None:
        """Answer on all channels until `channel` closes; with `finish_turns`, until everything is answered. The others
        are opened again when they lose their connection."""
        gc.freeze()
        gc.enable()  # off since the start of the process, see `__main__`
        stays_open = self._open((channel, *others))
        emit(Event.STARTED, home=str(self.services.home.path), version=VERSION)
        async with Supervisor(self.services.clock) as supervisor:
            await self.dispatcher.recover()
            await self.reminder_services.scheduler.recover()
            await self.dispatcher.wake_waiting()
            supervisor.start("models", self._preload)
            supervisor.start("queue", self._watch_queue)
            supervisor.start("outbox", self._watch_outbox)
            if stays_open:  # reminders wait for a channel on which somebody sees them
                supervisor.start("reminders", self.reminder_services.scheduler.run)
                supervisor.start("memory", partial(self.memory.start, supervisor))
            for other in others:
                supervisor.start(f"channel {other.description.name}", partial(other.listen, self._receive))
            try:
                await channel.listen(self._receive)
                if finish_turns:
                    await self.dispatcher.finish()
                    await self.delivery.idle()
                if finish_turns or not stays_open:
                    await self._finish_memory()
            finally:
                await self.dispatcher.close()
                await self.delivery.close()
                emit(Event.STOPPED)

    def _open(self, channels: Sequence[Channel]) -> bool:
        """Open the channels for delivery. Return whether one of them can show unasked messages: it then also shows
        unfetched answers of short-lived channels."""
        for channel in channels:
            self.delivery.open(channel)
        lasting = next((channel for channel in channels if channel.description.unasked), None)
        if lasting is None:
            return False
        for name, description in find_channels().items():
            if description.short_lived and name not in self.delivery.channels:
                self.delivery.open(lasting, name=name, grace=_ORPHANED_AFTER)
        return True

    async def _receive(self, message: IncomingMessage) -> TurnId | None:
        turn = await self.dispatcher.receive(message)
        self.memory.note_message()
        return turn

    async def _finish_memory(self) -> None:
        try:
            await self.memory.finish()
        except StorageError as error:  # the answer has been given, and the next start does this work
            emit(Event.TASK_FAILED, level="warning", task="memory", error=str(error), traceback="")

    async def _preload(self) -> None:
        """Load the model's library while the person types."""
        await self.services.clock.sleep(_PRELOAD_DELAY_S)
        await preload_chat_model(self.models)

    async def _watch_queue(self) -> None:
        """Answer what waits in the queue at the start, and what other processes put there later."""
        jumps = ClockJumpDetector(self.services.clock)
        while True:
            await self.dispatcher.wake_waiting()
            for _ in range(_CHECKS_BETWEEN_WAKES):
                await self.services.clock.sleep(_QUEUE_CHECK_S)
                if jump_s := jumps.detect_jump():
                    emit(Event.CLOCK_JUMPED, seconds=round(jump_s))
                    self.reminder_services.changed.set()
                if await self.services.db.changed_outside():
                    self.reminder_services.changed.set()
                    await self.dispatcher.cancel_as_requested()
                    break

    async def _watch_outbox(self) -> None:
        while True:
            self.delivery.wake()
            await self.services.clock.sleep(_OUTBOX_CHECK_S)
