"""`sidecar ask` as a channel: it passes on one message and closes when that is answered."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from sidecar.channels.ask import DESCRIPTION
from sidecar.dispatch.ports import Receive
from sidecar.domain.message import IncomingMessage, OutgoingMessage, TurnId
from sidecar.domain.turn import Progress, Reply, ReplyChunk, TurnEnded, TurnEvent, TurnStarted, ignore_progress


class AskChannel:
    """The channel of one question. After `listen`, `reply` and `text` hold the answer; a command has no `reply`.

    `queued`: the message is in the inbox already. `aside` is called with the answers to earlier questions, up to the
    turn `asked_before`, that nobody waits for any more; whoever asked later reads their own answer.
    """

    description = DESCRIPTION
    available = False
    """Who reads this output asked one thing: reminders wait for another channel."""

    def __init__(
        self,
        message: IncomingMessage,
        *,
        queued: bool = False,
        asked_before: TurnId | None = None,
        on_chunk: Callable[[str], None] = lambda _: None,
        aside: Callable[[OutgoingMessage], None] = lambda _: None,
    ) -> None:
        self._message = message
        self._queued = queued
        self._asked_before = asked_before
        self._on_chunk = on_chunk
        self._aside = aside
        self._done = asyncio.Event()
        self.turn: TurnId | None = None
        self.reply: Reply | None = None
        self.text = ""

    async def listen(self, receive: Receive) -> None:
        if not self._queued:
            self.turn = await receive(self._message)
        if self._queued or self.turn is not None:
            await self._done.wait()

    def watch(self, message: IncomingMessage) -> Progress:
        return self._see if message.id == self._message.id else ignore_progress

    def reads(self, message: OutgoingMessage) -> bool:
        if message.turn in (None, self.turn):
            return True
        return self._asked_before is not None and message.turn <= self._asked_before

    async def deliver(self, message: OutgoingMessage) -> str:
        if message.turn is None or message.turn == self.turn:
            self.text = message.text
            self._done.set()
        else:
            self._aside(message)
        return ""

    def _see(self, event: TurnEvent) -> None:
        match event:
            case TurnStarted(turn):
                self.turn = turn
            case ReplyChunk(text):
                self._on_chunk(text)
            case TurnEnded(reply):
                self.reply = reply
                if not reply.text:
                    self._done.set()  # nothing will be delivered
            case _:
                pass
