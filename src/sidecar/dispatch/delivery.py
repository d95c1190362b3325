"""Delivery: every answer and notification goes through the outbox to its channel, with retries until it arrives."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import timedelta

from sidecar.dispatch.message_parts import format_parts
from sidecar.dispatch.ports import Channel, Outbox
from sidecar.domain.message import IncomingMessage, OutgoingId, OutgoingKind, OutgoingMessage, TurnId
from sidecar.domain.turn import Progress, ignore_progress
from sidecar.errors import ChannelError, StorageError
from sidecar.observe import Event, emit, turn_scope
from sidecar.runtime.clock import Clock
from sidecar.runtime.lanes import Lanes

_FIRST_RETRY_S = 2.0
_LONGEST_RETRY_S = 600.0
_HANGING_AFTER_S = 2.0
_CLOSE_TIMEOUT_S = 2.0
_NOT_STORED = OutgoingId(0)


@dataclass(frozen=True, slots=True)
class _OpenChannel:
    channel: Channel
    grace: timedelta


class Delivery:
    """Sends what waits in the outbox. Each open channel has a lane of its own, so that none waits for another."""

    def __init__(self, outbox: Outbox, clock: Clock) -> None:
        self._outbox = outbox
        self._clock = clock
        self._open: dict[str, _OpenChannel] = {}
        self._lanes: Lanes[str] = Lanes(self._send_in_lane)
        self._parts_sent: dict[OutgoingId, int] = {}
        """Of messages in several parts, so that an attempt goes on where the last one failed."""

    @property
    def channels(self) -> Sequence[str]:
        return [name for name, opened in self._open.items() if not opened.grace]

    @property
    def reachable(self) -> Sequence[str]:
        """The open channels on which a notification would be noticed now."""
        return [name for name in self.channels if self._open[name].channel.available]

    def open(self, channel: Channel, *, name: str = "", grace: timedelta = timedelta(0)) -> None:
        """Deliver what is addressed to `name` (the channel's own, unless given) on this channel from now on; with a
        `grace`, only what nobody else has fetched by then."""
        self._open[name or channel.description.name] = _OpenChannel(channel, grace)

    def progress_for(self, message: IncomingMessage) -> Progress:
        """Return where the events of the turn that answers the message are shown."""
        opened = self._open.get(message.channel)
        return opened.channel.watch(message) if opened and not opened.grace else ignore_progress

    def wake(self, name: str = "") -> None:
        """Send what waits for the channel, or for any, without waiting for it."""
        for each in (name,) if name else tuple(self._open):
            if each in self._open:
                self._lanes.wake(each)

    async def settle(self, name: str) -> None:
        """Wait until what waits for the channel was tried, but not long for a channel that hangs."""
        await self._lanes.wait(name, _HANGING_AFTER_S)

    async def idle(self) -> None:
        """Wait until everything was tried that `wake` asked for."""
        await self._lanes.idle()

    async def close(self) -> None:
        """Stop delivering. Messages being sent get up to two seconds to finish."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._lanes.idle(), _CLOSE_TIMEOUT_S)
        await self._lanes.close()

    async def send_due(self) -> None:
        """Send what waits for any channel and may be tried now; return when it was tried."""
        await asyncio.gather(*(self._send_waiting(name) for name in self._open))

    async def _send_in_lane(self, name: str) -> bool:
        with suppress(StorageError):  # the log has it; the next look tries again
            await self._send_waiting(name)
        return False

    async def _send_waiting(self, name: str) -> None:
        opened = self._open[name]
        for message in await self._outbox.due(name, self._clock.now() - opened.grace):
            if not opened.channel.reads(message):
                continue
            with turn_scope(message.turn):
                await self._send(message, opened.channel)

    async def _send(self, message: OutgoingMessage, channel: Channel) -> None:
        if not await self._outbox.take(message.id, self._clock.now()):
            return  # somebody else is sending it
        try:
            external_id = await self._send_parts(message, channel)
        except Exception as error:  # error boundary: a channel that breaks is tried again, and the others go on
            wait_s = min(_FIRST_RETRY_S * 2**message.attempts, _LONGEST_RETRY_S)
            text = str(error) if isinstance(error, ChannelError) else repr(error)
            emit(Event.DELIVERY_FAILED, level="warning", channel=message.channel, error=text, retry_s=wait_s)
            await self._outbox.failed(message.id, text, self._clock.now() + timedelta(seconds=wait_s))
        else:
            emit(Event.DELIVERED, channel=message.channel, kind=message.kind, attempts=message.attempts + 1)
            # already sent: record it even if the program closes now
            await asyncio.shield(self._outbox.delivered(message.id, external_id, self._clock.now()))

    async def _send_parts(self, message: OutgoingMessage, channel: Channel) -> str:
        description = channel.description
        parts = format_parts(message.text, description.format, description.max_characters)
        external_id = ""
        for n, part in enumerate(parts):
            if n >= self._parts_sent.get(message.id, 0):
                external_id = await channel.deliver(replace(message, text=part))
                self._parts_sent[message.id] = n + 1
        self._parts_sent.pop(message.id, None)
        return external_id

    async def mark_shown(self, message: OutgoingMessage) -> None:
        """Mark the message as delivered: the person got it in another way."""
        if await self._outbox.take(message.id, self._clock.now()):
            await self._outbox.delivered(message.id, "", self._clock.now())

    async def mark_fetched(self, channel: str, turn: TurnId) -> None:
        """Mark the answer of this turn as delivered: whoever asked has read it."""
        for message in await self._outbox.due(channel, self._clock.now()):
            if message.turn == turn:
                await self.mark_shown(message)

    async def send_unstored(self, to: IncomingMessage, text: str, turn: TurnId | None = None) -> None:
        """Send at once what need not survive a crash: a command's answer, an error of the disk. With a `turn` it is
        that turn's answer."""
        opened = self._open.get(to.channel)
        if opened is None:
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
            await self._send_parts(message, opened.channel)
        except ChannelError as error:
            emit(Event.DELIVERY_FAILED, level="warning", channel=to.channel, error=str(error))
