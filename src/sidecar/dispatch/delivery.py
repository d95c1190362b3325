"""The way out: every answer and notification goes through the outbox to its channel, and is tried until it arrives."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from sidecar.dispatch.ports import Channel, Outbox
from sidecar.domain.message import IncomingMessage, OutgoingId, OutgoingKind, OutgoingMessage, TurnId
from sidecar.domain.turn import Progress, ignore_progress
from sidecar.errors import ChannelError
from sidecar.observe import Event, emit
from sidecar.runtime.clock import Clock

_FIRST_RETRY_S = 2.0
_LONGEST_RETRY_S = 600.0
_NOT_STORED = OutgoingId(0)


@dataclass(frozen=True, slots=True)
class _Door:
    channel: Channel
    grace: timedelta


class Delivery:
    """Knows the channels that are open in this process."""

    def __init__(self, outbox: Outbox, clock: Clock) -> None:
        self._outbox = outbox
        self._clock = clock
        self._open: dict[str, _Door] = {}

    @property
    def channels(self) -> Sequence[str]:
        return [name for name, door in self._open.items() if not door.grace]

    @property
    def reachable(self) -> Sequence[str]:
        """The open channels on which a notification would be heard now."""
        return [name for name in self.channels if self._open[name].channel.available]

    def open(self, channel: Channel, *, name: str = "", grace: timedelta = timedelta(0)) -> None:
        """From now on, what is to be said on `name` (the channel's own, unless given) is said on this channel; with a
        `grace`, only what nobody else has fetched by then."""
        self._open[name or channel.name] = _Door(channel, grace)

    def progress_for(self, message: IncomingMessage) -> Progress:
        """Where the events of the turn that answers the message are shown."""
        door = self._open.get(message.channel)
        return door.channel.watch(message) if door and not door.grace else ignore_progress

    async def send_due(self) -> None:
        """Send whatever waits and may be tried now."""
        for name, door in self._open.items():
            for message in await self._outbox.due(name, self._clock.now() - door.grace):
                await self._send(message, door.channel)

    async def send(self, message: OutgoingMessage) -> None:
        """Send one stored message, if its channel is open here; else it waits."""
        door = self._open.get(message.channel)
        if door and not door.grace:
            await self._send(message, door.channel)

    async def _send(self, message: OutgoingMessage, channel: Channel) -> None:
        if not await self._outbox.take(message.id, self._clock.now()):
            return  # somebody else is sending it
        try:
            external_id = await channel.deliver(message)
        except ChannelError as error:
            wait_s = min(_FIRST_RETRY_S * 2**message.attempts, _LONGEST_RETRY_S)
            emit(Event.DELIVERY_FAILED, level="warning", channel=message.channel, error=str(error), retry_s=wait_s)
            await self._outbox.failed(message.id, str(error), self._clock.now() + timedelta(seconds=wait_s))
        else:
            emit(Event.DELIVERED, channel=message.channel, kind=message.kind, attempts=message.attempts + 1)
            # said is said: whoever closes the program in this instant must not make it doubtful
            await asyncio.shield(self._outbox.delivered(message.id, external_id, self._clock.now()))

    async def mark_shown(self, message: OutgoingMessage) -> None:
        """The person has it already by another way."""
        if await self._outbox.take(message.id, self._clock.now()):
            await self._outbox.delivered(message.id, "", self._clock.now())

    async def say_unstored(self, to: IncomingMessage, text: str, turn: TurnId | None = None) -> None:
        """Say something at once that need not survive a crash: a command's answer, trouble with the disk. With a
        `turn` it is that turn's answer."""
        door = self._open.get(to.channel)
        if door is None:
            return
        message = OutgoingMessage(
            id=_NOT_STORED,
            person=to.person,
            channel=to.channel,
            address=to.address,
            kind=OutgoingKind.REPLY,
            text=text,
            created_at=self._clock.now(),
            turn=turn,
        )
        try:
            await door.channel.deliver(message)
        except ChannelError as error:
            emit(Event.DELIVERY_FAILED, level="warning", channel=to.channel, error=str(error))
