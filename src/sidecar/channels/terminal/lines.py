"""The chat without a terminal: one line in is one message, one reply out is plain text. Pipes, and TERM=dumb."""

from __future__ import annotations

import asyncio
import os
import secrets
import threading
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError
from contextlib import suppress
from typing import TextIO

from sidecar.channels.terminal.leaving import LEAVING_WORDS
from sidecar.channels.terminal.markdown import plain, strip_controls
from sidecar.channels.terminal.reply import SILENCE_S
from sidecar.dispatch.ports import Receive
from sidecar.domain.message import IncomingMessage, OutgoingId, OutgoingKind, OutgoingMessage, TurnId
from sidecar.domain.person import PersonId
from sidecar.domain.turn import Progress, TurnEnded, TurnEvent, TurnStarted
from sidecar.errors import ChannelError, SidecarError
from sidecar.i18n import Texts, explain
from sidecar.runtime.clock import Clock

LINES_AHEAD = 100
"""How many lines are read before they are handed over."""
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
        self._lines: _Lines | None = None
        self._shown: deque[OutgoingId] = deque(maxlen=100)
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
        mark = "◆ " if message.kind is OutgoingKind.NOTIFICATION else ""
        seen = self._say()("you may have seen this already") if message.maybe_seen else ""
        if not self._write("".join([f"({seen})\n" if seen else "", mark, plain(message.text), "\n", self._prompt])):
            raise ChannelError("Nobody reads the output any more.")
        if message.id:  # what is not kept in the outbox has no id
            self._shown.append(message.id)
        if message.turn is not None:
            self._answer(message.turn)
        elif message.kind is OutgoingKind.REPLY:
            self._commands -= 1
            self._changed.set()
        return ""

    def _answer(self, *turns: TurnId) -> None:
        self._answered.update(turns)
        self._waiting.difference_update(turns)
        self._changed.set()

    # -- in

    async def _forward(self, receive: Receive) -> None:
        self._write(self._prompt)
        self._lines = self._lines or _Lines(self._source)
        async for text in self._lines:
            if text.lower() in LEAVING_WORDS:
                return
            if text:
                await self._send(text, receive)

    async def _send(self, text: str, receive: Receive) -> None:
        message = IncomingMessage(secrets.token_hex(8), self.name, self._person, text, self._clock.now())
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
        self._write(f"({self._say()('waiting for the model…')})\n")

    def _still(self) -> None:
        if self._silence is not None:
            self._silence.cancel()
            self._silence = None


class _Lines:
    """The lines of a stream, cleaned, read in a thread that the end of the program does not wait for."""

    def __init__(self, source: TextIO) -> None:
        self._source = source
        self._loop = asyncio.get_running_loop()
        self._queue: asyncio.Queue[str | None] = asyncio.Queue(LINES_AHEAD)
        threading.Thread(target=self._read, name="lines", daemon=True).start()

    def __aiter__(self) -> _Lines:
        return self

    async def __anext__(self) -> str:
        line = await self._queue.get()
        if line is None:
            self._queue.put_nowait(None)  # over for whoever asks again, too
            raise StopAsyncIteration
        return line

    def _read(self) -> None:
        with suppress(RuntimeError, CancelledError):  # the loop was closed meanwhile: nobody listens
            try:
                for line in _read_lines(self._source):
                    self._put(strip_controls(line.removeprefix("\ufeff")).strip())
            finally:
                self._put(None)

    def _put(self, line: str | None) -> None:
        putting = self._queue.put(line)
        try:
            asyncio.run_coroutine_threadsafe(putting, self._loop).result()
        finally:
            putting.close()


def _read_lines(source: TextIO) -> Iterator[str]:
    try:
        descriptor = source.fileno()
    except (OSError, ValueError):  # not a file: text in memory
        yield from source
        return
    # The stream's own lock would be held while waiting, and Python stops hard at exit when it finds it so.
    pending: list[bytes] = []
    with suppress(OSError):
        while chunk := os.read(descriptor, 65536):
            *ended, rest = chunk.split(b"\n")
            for piece in ended:
                yield b"".join([*pending, piece]).decode("utf-8", "replace")
                pending = []
            pending.append(rest)
    yield b"".join(pending).decode("utf-8", "replace")
