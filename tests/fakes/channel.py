"""`FakeChannel`: a place where a test is the person."""

from __future__ import annotations

import asyncio

from sidecar.dispatch.ports import Receive
from sidecar.domain.message import IncomingMessage, OutgoingMessage
from sidecar.domain.turn import Progress, TurnEvent
from sidecar.errors import ChannelError


class FakeChannel:
    """Obeys `dispatch.ports.Channel`. While `down`, it cannot deliver."""

    def __init__(self, name: str = "terminal") -> None:
        self.name = name
        self.down = False
        self.tries = 0
        self.delivered: list[OutgoingMessage] = []
        self.events: dict[str, list[TurnEvent]] = {}
        self._closed = asyncio.Event()
        self._heard = asyncio.Event()

    @property
    def available(self) -> bool:
        return not self.down

    async def listen(self, receive: Receive) -> None:
        await self._closed.wait()

    def close(self) -> None:
        self._closed.set()

    def watch(self, message: IncomingMessage) -> Progress:
        return self.events.setdefault(message.id, []).append

    async def deliver(self, message: OutgoingMessage) -> str:
        self.tries += 1
        if self.down:
            raise ChannelError("The channel is down.")
        self.delivered.append(message)
        self._heard.set()
        return f"ext-{len(self.delivered)}"

    async def hears(self, text: str) -> None:
        """Waits, five seconds at the most, until something that begins with `text` has been delivered."""
        async with asyncio.timeout(5):
            while not any(heard.startswith(text) for heard in self.texts):
                self._heard.clear()
                await self._heard.wait()

    @property
    def texts(self) -> list[str]:
        return [message.text for message in self.delivered]
