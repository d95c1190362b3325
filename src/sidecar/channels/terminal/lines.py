"""The chat without a terminal: one line in is one message, one reply out is plain text. Pipes, and TERM=dumb."""

from __future__ import annotations

import asyncio
import os
import secrets
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import TextIO

from sidecar.channels.terminal.headings import heading_of, maybe_seen
from sidecar.channels.terminal.leaving import LEAVING_WORDS
from sidecar.channels.terminal.line_source import Lines
from sidecar.channels.terminal.markdown import plain
from sidecar.channels.terminal.reply import SILENCE_S
from sidecar.dispatch.ports import Receive
from sidecar.domain.message import IncomingMessage, OutgoingId, OutgoingKind, OutgoingMessage, TurnId
from sidecar.domain.person import PersonId
from sidecar.domain.turn import Progress, TurnEnded, TurnEvent, TurnStarted
from sidecar.errors import ChannelError, SidecarError
from sidecar.i18n import Texts, explain
from sidecar.runtime.clock import Clock

COMMAND_REPLY_S = 2.0
"""Commands are answered at once, but nothing says when: at the end of the input this is how long one is awaited."""


class LineChannel:
    """`Channel` over two text streams. `listen` ends when the input has ended and every message is answered, or when
    nobody reads the output any more. With a `prompt` it talks to a person, and says that it waits for the model."""

    name = "terminal"

    def __init__(
        self,
        person: PersonId,
        say: Callable[[], Texts],
        clock: Clock,
        *,
        source: TextIO,
        sink: TextIO,
        prompt: str = "",
    ) -> None:
        self._person = person
        self._say = say
        self._clock = clock
        self._source = source
        self._sink = sink
        self._prompt = prompt
        self._lines: Lines | None = None
        self._shown: deque[OutgoingId] = deque(maxlen=100)
        self._sent: set[str] = set()
        self._asked: set[TurnId] = set()
        self._waiting: set[TurnId] = set()
        self._answered: set[TurnId] = set()
        self._commands = 0
        self._changed = asyncio.Event()
        self._closed = False
        self._silence: asyncio.Future[None] | None = None

    # -- Channel

    async def listen(self, receive: Receive) -> None:
        reading = asyncio.create_task(self._forward(receive))
        try:
            while not (self._closed or reading.done()):
                await self._wait_for_change(reading)
            if reading.done():
                reading.result()
                await self._wait_for_answers()
        finally:
            reading.cancel()
            self._still()

    def watch(self, message: IncomingMessage) -> Progress:
        turns: list[TurnId] = []

        def progress(event: TurnEvent) -> None:
            self._still()
            match event:
                case TurnStarted(turn):
                    turns.append(turn)
                    if message.id in self._sent:
                        self._asked.add(turn)
                case TurnEnded(reply):
                    if not reply.text:  # then nothing will be delivered
                        self._answer(*turns)
                    return
                case _:
                    pass
            if self._prompt:
                self._silence = asyncio.ensure_future(self._break_silence())

        return progress

    async def deliver(self, message: OutgoingMessage) -> str:
        self._still()
        if message.id in self._shown:
            return ""
        if not self._write(f"{self._heading(message)}{plain(message.text)}\n{self._prompt}"):
            raise ChannelError("Nobody reads the output any more.")
        if message.id:  # what is not kept in the outbox has no id
            self._shown.append(message.id)
        if message.turn is not None:
            self._answer(message.turn)
        elif message.kind is OutgoingKind.REPLY:
            self._commands -= 1
            self._changed.set()
        return ""

    def _heading(self, message: OutgoingMessage) -> str:
        awaited = message.turn in self._asked
        words = maybe_seen(message, self._say()) if awaited else heading_of(message, self._clock.now(), self._say())
        mark = "◆ " if message.kind is OutgoingKind.NOTIFICATION else ""
        return f"({words})\n{mark}" if words else mark

    def _answer(self, *turns: TurnId) -> None:
        self._answered.update(turns)
        self._waiting.difference_update(turns)
        self._changed.set()

    # -- in

    async def _forward(self, receive: Receive) -> None:
        self._write(self._prompt)
        self._lines = self._lines or Lines(self._source)
        async for text in self._lines:
            if text.lower() in LEAVING_WORDS:
                return
            if text:
                await self._send(text, receive)

    async def _send(self, text: str, receive: Receive) -> None:
        message = IncomingMessage(secrets.token_hex(8), self.name, self._person, text, self._clock.now())
        self._sent.add(message.id)
        self._commands += 1
        try:
            turn = await receive(message)
        except SidecarError as error:
            self._commands -= 1
            self._write(explain(error, self._say()) + "\n" + self._prompt)
            return
        if turn is not None:
            self._commands -= 1
            if turn not in self._answered:
                self._waiting.add(turn)

    # -- until the end

    async def _wait_for_change(self, reading: asyncio.Task[None]) -> None:
        self._changed.clear()
        changed = asyncio.create_task(self._changed.wait())
        await asyncio.wait([changed, reading], return_when=asyncio.FIRST_COMPLETED)
        changed.cancel()

    async def _wait_for_answers(self) -> None:
        while self._waiting and not self._closed:
            self._changed.clear()
            await self._changed.wait()
        with suppress(TimeoutError):
            async with asyncio.timeout(COMMAND_REPLY_S):
                while self._commands > 0 and not self._closed:
                    self._changed.clear()
                    await self._changed.wait()

    # -- out

    def _write(self, text: str) -> bool:
        """False when nobody reads any more."""
        if self._closed:
            return False
        encoding = getattr(self._sink, "encoding", None) or "utf-8"
        try:
            self._sink.write(text.encode(encoding, "replace").decode(encoding))
            self._sink.flush()
        except (OSError, ValueError):  # a broken pipe, or a stream that was closed
            self._close()
        return not self._closed

    def _close(self) -> None:
        self._closed = True
        self._changed.set()
        with suppress(OSError, ValueError):  # what is still in the stream's buffer must not fail at exit
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, self._sink.fileno())
            os.close(nowhere)

    async def _break_silence(self) -> None:
        await self._clock.sleep(SILENCE_S)
        say = self._say()
        self._write(f"({say('waiting for the model…')})\n")

    def _still(self) -> None:
        if self._silence is not None:
            self._silence.cancel()
            self._silence = None
