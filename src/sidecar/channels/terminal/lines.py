"""The chat line by line: one line in is one message, one reply out is plain text. For pipes and dumb terminals."""

from __future__ import annotations

import asyncio
import os
import secrets
import signal
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TextIO

from sidecar.channels.terminal import DESCRIPTION, EXIT_COMMANDS
from sidecar.channels.terminal.headings import format_heading, format_maybe_seen
from sidecar.channels.terminal.line_reader import LineReader
from sidecar.channels.terminal.markdown import strip_markdown
from sidecar.channels.terminal.reply import SILENCE_S, format_waiting
from sidecar.dispatch.ports import Receive
from sidecar.domain.control_characters import show_controls
from sidecar.domain.message import IncomingMessage, OutgoingId, OutgoingKind, OutgoingMessage, TurnId
from sidecar.domain.person import PersonId
from sidecar.domain.turn import Ending, ModelThinking, Progress, ReplyChunk, TurnEnded, TurnEvent, TurnStarted
from sidecar.errors import ChannelError, SidecarError
from sidecar.i18n import Texts, explain_error
from sidecar.runtime.clock import Clock

COMMAND_REPLY_S = 2.0
"""How long the answer of a command is awaited at the end of the input."""

TWICE_S = 3.0
"""A second Ctrl-C within this time closes the chat."""


class LineChannel:
    """`Channel` over two text streams. `listen` ends when the input has ended and every message is answered, or when
    nobody reads the output any more.

    Without a `prompt` the output is in the order of the input: a command waits for the answers before it. A `prompt`
    is for a person at a simple terminal: the channel then greets, says that it waits for the model, and Ctrl-C calls
    `cancel`, which stops the running turn and tells whether there was one; a second Ctrl-C closes the chat. While
    `bell`, a notification rings.
    """

    description = DESCRIPTION

    def __init__(  # noqa: PLR0913 - the person, two streams, and what a terminal adds to them
        self,
        person: PersonId,
        say: Callable[[], Texts],
        clock: Clock,
        *,
        source: TextIO,
        sink: TextIO,
        prompt: str = "",
        bell: Callable[[], bool] = lambda: False,
        cancel: Callable[[], bool] = lambda: False,
        typed_before: Sequence[str] = (),
    ) -> None:
        self.available = False
        """While it listens."""
        self._person = person
        self._say = say
        self._clock = clock
        self._source = source
        self._sink = sink
        self._prompt = prompt
        self._bell = bell
        self._cancel = cancel
        self._typed_before = typed_before
        self._at_prompt = False
        """Whether the prompt is the last thing that was written."""
        self._interrupted_at: float | None = None
        self._lines: LineReader | None = None
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

    def reads(self, message: OutgoingMessage) -> bool:
        return True

    async def listen(self, receive: Receive) -> None:
        reading = asyncio.create_task(self._forward(receive))
        self.available = True
        self._handle_interrupts(self._interrupt if self._prompt else None)
        try:
            while not (self._closed or reading.done()):
                await self._wait_for_change(reading)
            if reading.done():
                reading.result()
                await self._wait_for_answers()
        finally:
            self.available = False
            reading.cancel()
            self._stop_silence()
            self._handle_interrupts(None)

    def watch(self, message: IncomingMessage) -> Progress:
        turns: list[TurnId] = []

        def progress(event: TurnEvent) -> None:
            if isinstance(event, ModelThinking | ReplyChunk):
                return  # not shown here: for the person the silence goes on
            self._stop_silence()
            match event:
                case TurnStarted(turn):
                    turns.append(turn)
                    if message.id in self._sent:
                        self._asked.add(turn)
                case TurnEnded(reply):
                    if reply.ending is Ending.CANCELLED and self._prompt:
                        self._write(f"({self._say()('Cancelled.')})\n" + ("" if reply.text else self._prompt))
                    if not reply.text:  # then nothing will be delivered
                        self._answer(*turns)
                    return
                case _:
                    pass
            if self._prompt:
                self._silence = asyncio.ensure_future(self._announce_waiting())

        return progress

    async def deliver(self, message: OutgoingMessage) -> str:
        self._stop_silence()
        if message.id in self._shown:
            return ""
        gap = "\n" if self._at_prompt else ""
        if not self._write(f"{gap}{self._heading(message)}{strip_markdown(message.text)}\n{self._prompt}"):
            raise ChannelError("Nobody is reading the output anymore.")
        if message.id:  # messages outside the outbox have no id
            self._shown.append(message.id)
        if message.turn is not None:
            self._answer(message.turn)
        elif message.kind is OutgoingKind.REPLY:
            self._commands -= 1
            self._changed.set()
        return ""

    def _heading(self, message: OutgoingMessage) -> str:
        say = self._say()
        awaited = message.turn in self._asked
        words = format_maybe_seen(message, say) if awaited else format_heading(message, self._clock.now(), say)
        unasked = message.kind is OutgoingKind.NOTIFICATION
        mark = ("\a◆ " if self._bell() else "◆ ") if unasked else ""
        return f"({words})\n{mark}" if words else mark

    def _answer(self, *turns: TurnId) -> None:
        self._answered.update(turns)
        self._waiting.difference_update(turns)
        self._changed.set()

    # -- in

    async def _forward(self, receive: Receive) -> None:
        if self._prompt:
            self._write(f"{self._say()('Write to me here. /help shows what I can do.')}\n{self._prompt}")
        self._lines = self._lines or LineReader(self._source)
        for text in self._typed_before:
            await self._send(text, receive)
        async for text in self._lines:
            self._at_prompt = False
            if text.lower() in EXIT_COMMANDS:
                return
            if not text:
                self._write(self._prompt)
                continue
            if text.startswith("/") and not self._prompt:
                await self._wait_for_replies()
            await self._send(text, receive)

    async def _send(self, text: str, receive: Receive) -> None:
        message = IncomingMessage(secrets.token_hex(8), DESCRIPTION.name, self._person, text, self._clock.now())
        self._sent.add(message.id)
        self._commands += 1
        try:
            turn = await receive(message)
        except SidecarError as error:
            self._commands -= 1
            self._write(show_controls(explain_error(error, self._say())) + "\n" + self._prompt)
            return
        if turn is not None:
            self._commands -= 1
            if turn not in self._answered:
                self._waiting.add(turn)

    # -- Ctrl-C

    def _handle_interrupts(self, handler: Callable[[], None] | None) -> None:
        loop = asyncio.get_running_loop()
        with suppress(NotImplementedError, RuntimeError, ValueError):  # Windows; a thread that is not the main one
            if handler is not None:
                loop.add_signal_handler(signal.SIGINT, handler)
            elif self._prompt:
                loop.remove_signal_handler(signal.SIGINT)

    def _interrupt(self) -> None:
        say, now = self._say(), self._clock.monotonic()
        if self._interrupted_at is not None and now - self._interrupted_at < TWICE_S:
            self._write("\n")
            self._closed = True
            self._changed.set()
            return
        self._interrupted_at = now
        if self._cancel():
            self._write(f"\n({say('cancelling…')} {say('Ctrl-C once more to leave')})\n")
        else:
            self._write(f"\n({say('Ctrl-C once more to leave')})\n{self._prompt}")

    # -- until the end

    async def _wait_for_change(self, reading: asyncio.Task[None]) -> None:
        self._changed.clear()
        changed = asyncio.create_task(self._changed.wait())
        await asyncio.wait([changed, reading], return_when=asyncio.FIRST_COMPLETED)
        changed.cancel()

    async def _wait_for_replies(self) -> None:
        while self._waiting and not self._closed:
            self._changed.clear()
            await self._changed.wait()

    async def _wait_for_answers(self) -> None:
        await self._wait_for_replies()
        with suppress(TimeoutError):
            async with asyncio.timeout(COMMAND_REPLY_S):
                while self._commands > 0 and not self._closed:
                    self._changed.clear()
                    await self._changed.wait()

    # -- out

    def _write(self, text: str) -> bool:
        """Write the text. Returns False when nobody reads the output any more."""
        if self._closed:
            return False
        encoding = getattr(self._sink, "encoding", None) or "utf-8"
        try:
            self._sink.write(text.encode(encoding, "replace").decode(encoding))
            self._sink.flush()
            self._at_prompt = bool(self._prompt) and text.endswith(self._prompt)
        except (OSError, ValueError):  # a broken pipe, or a stream that was closed
            self._close()
        return not self._closed

    def _close(self) -> None:
        self._closed = True
        self._changed.set()
        with suppress(OSError, ValueError):  # what is left in the buffer must not raise at exit
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, self._sink.fileno())
            os.close(nowhere)

    async def _announce_waiting(self) -> None:
        await self._clock.sleep(SILENCE_S)
        say = self._say()
        self._write(f"({format_waiting(say, say('waiting for the model'), round(SILENCE_S))})\n")

    def _stop_silence(self) -> None:
        if self._silence is not None:
            self._silence.cancel()
            self._silence = None
