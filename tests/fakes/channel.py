"""`FakeChannel`: a place where a test is the person."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from datetime import UTC, datetime
from itertools import count

from sidecar.dispatch.ports import ChannelDescription, Receive
from sidecar.domain.message import IncomingMessage, OutgoingMessage
from sidecar.domain.person import OWNER
from sidecar.domain.turn import Progress, TurnEvent
from sidecar.errors import ChannelError, StorageError


class FakeChannel:
    """Obeys `dispatch.ports.Channel`. While `down`, it cannot deliver; what `says` is heard while it listens."""

    def __init__(self, name: str = "terminal", description: ChannelDescription | None = None) -> None:
        self.description = description or ChannelDescription(name, f"a {name} of a test", unasked=True)
        self.down = False
        self.tries = 0
        self.delivered: list[OutgoingMessage] = []
        self.events: dict[str, list[TurnEvent]] = {}
        self.listening = False
        self._said: asyncio.Queue[IncomingMessage | None] = asyncio.Queue()
        self._ids = count()
        self._heard = asyncio.Event()

    @property
    def available(self) -> bool:
        return self.listening and not self.down

    def reads(self, message: OutgoingMessage) -> bool:
        return True

    async def listen(self, receive: Receive) -> None:
        self.listening = True
        try:
            while (message := await self._said.get()) is not None:
                with suppress(StorageError):  # the dispatcher has said so
                    await receive(message)
        finally:
            self.listening = False

    def says(self, text: str, *, sender: str = "") -> None:
        name = self.description.name
        id = f"{name}-{next(self._ids)}"
        self._said.put_nowait(IncomingMessage(id, name, OWNER, text, datetime.now(UTC), sender=sender))

    def close(self) -> None:
        self._said.put_nowait(None)

    def watch(self, message: IncomingMessage) -> Progress:
        return self.events.setdefault(message.id, []).append

    async def deliver(self, message: OutgoingMessage) -> str:
        self.tries += 1
        if self.down:
            raise ChannelError("The channel is down.")
        whole = self.description.max_characters is None  # the parts of a message share its id
        if not (whole and message.id and message.id in {earlier.id for earlier in self.delivered}):
            self.delivered.append(message)
        self._heard.set()
        return f"ext-{len(self.delivered)}"

    async def hears(self, text: str) -> None:
        """Waits, five seconds at the most, until something that begins with `text` has been delivered."""
        async with asyncio.timeout(30):
            while not any(heard.startswith(text) for heard in self.texts):
                self._heard.clear()
                await self._heard.wait()

    @property
    def texts(self) -> list[str]:
        return [message.text for message in self.delivered]
