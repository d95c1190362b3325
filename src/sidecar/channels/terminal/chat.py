"""The chat in a real terminal: typed lines become messages, turns are shown as they run, replies scroll above."""

from __future__ import annotations

import asyncio
import secrets
import threading
from collections import deque
from collections.abc import Callable, Sequence
from pathlib import Path

from sidecar.channels.terminal import DESCRIPTION, EXIT_COMMANDS
from sidecar.channels.terminal.exchange import Exchange, Exchanges
from sidecar.channels.terminal.headings import format_answer_heading, format_heading
from sidecar.channels.terminal.input_line import CommandHint, KeyHandlers
from sidecar.channels.terminal.printer import STATUS_MARGIN_COLUMNS, ChatPrinter, load_renderer
from sidecar.channels.terminal.reply import TurnView, WithdrawalMark
from sidecar.channels.terminal.screen import Screen, ScreenContent
from sidecar.dispatch.ports import Receive
from sidecar.domain.control_characters import strip_controls
from sidecar.domain.message import IncomingMessage, OutgoingId, OutgoingKind, OutgoingMessage, TurnId
from sidecar.domain.person import PersonId
from sidecar.domain.tool import ToolCall
from sidecar.domain.turn import Ending, Progress, TurnEvent
from sidecar.errors import StorageError
from sidecar.i18n import Texts
from sidecar.runtime.clock import Clock

TWICE_S = 3.0
"""A second Ctrl-C within this time closes the chat."""
SETTLED_S = 3.0
"""A reply that was not stored by now is shown as it is."""
FRAME_S = 0.1


class TerminalChannel:
    """`Channel` for one person at a terminal.

    `cancel` stops their running turn and tells whether there was one; `tool_label` says in their language what a tool
    call does ("searching the web"); while `bell`, a notification rings; `status_line` is the dim line under the input.
    """

    description = DESCRIPTION

    def __init__(  # noqa: PLR0913 - what a screen shows comes from many places
        self,
        person: PersonId,
        say: Callable[[], Texts],
        clock: Clock,
        *,
        cancel: Callable[[], bool],
        commands: Callable[[], Sequence[CommandHint]],
        history_file: Path,
        tool_label: Callable[[ToolCall], str],
        bell: Callable[[], bool] = lambda: False,
        status_line: Callable[[], str] | None = None,
        typed_before: Sequence[str] = (),
    ) -> None:
        self.available = False
        """While it listens."""
        self._person = person
        self._say = say
        self._clock = clock
        self._cancel = cancel
        self._tool_label = tool_label
        self._bell = bell
        self._status_line = status_line
        keys = KeyHandlers(self._submit, self._interrupt, self._leave)
        self._screen = Screen(keys, ScreenContent(self._live, self._foot, self._placeholder), commands, history_file)
        self._printer = ChatPrinter(self._screen)
        self._typed: asyncio.Queue[str] = asyncio.Queue()
        self._exchanges = Exchanges()
        self._shown: deque[OutgoingId] = deque(maxlen=100)
        self._settled: deque[TurnId | None] = deque(maxlen=100)
        self._busy = asyncio.Event()
        """Something moves on the screen."""
        self._hint = ""
        self._hint_until = 0.0
        self._leaving = self._greeted = self._prepared = False
        for text in typed_before:
            self._submit(text)

    # -- Channel

    def reads(self, message: OutgoingMessage) -> bool:
        return True

    async def listen(self, receive: Receive) -> None:
        """Show the prompt and pass on what is typed, until the person leaves or the terminal closes."""
        self._leaving, self.available = False, True
        tasks = [asyncio.create_task(self._forward(receive)), asyncio.create_task(self._animate())]
        for task in tasks:
            task.add_done_callback(lambda _: self._screen.close())
        try:
            await self._screen.run()
        finally:
            self.available = False
            failed = [task for task in tasks if task.done()]
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        for task in failed:
            task.result()

    def watch(self, message: IncomingMessage) -> Progress:
        exchange = self._exchanges.open(message, typed_here=False)
        view = exchange.view = TurnView(self._clock)
        self._wake()

        def progress(event: TurnEvent) -> None:
            view.handle_event(event)
            exchange.turn = view.turn
            self._echo(exchange)
            if view.ended is not None and not view.ended.text:  # then nothing will be delivered
                self._finish(exchange, "")
            self._screen.refresh()

        return progress

    async def deliver(self, message: OutgoingMessage) -> str:
        if message.id in self._shown or (message.turn is not None and message.turn in self._settled):
            return ""
        if message.id:  # messages outside the outbox have no id
            self._shown.append(message.id)
        if message.kind is OutgoingKind.NOTIFICATION:
            if self._bell():
                self._screen.ring()
            self._printer.notification(message.text, format_heading(message, self._clock.now(), self._say()))
        elif (exchange := self._exchanges.answered_by(message)) is not None:
            self._finish(exchange, message.text)
        else:
            self._printer.reply(message.text, format_heading(message, self._clock.now(), self._say()))
        return ""

    # -- what is typed

    def _submit(self, text: str) -> None:
        self._hint, self._greeted = "", True
        self._typed.put_nowait(strip_controls(text).strip())

    async def _forward(self, receive: Receive) -> None:
        while True:
            text = await self._typed.get()
            if text.lower() in EXIT_COMMANDS:
                self._leave()
            elif text:
                await self._send(text, receive)

    async def _send(self, text: str, receive: Receive) -> None:
        alone = not self._exchanges
        message = IncomingMessage(secrets.token_hex(8), DESCRIPTION.name, self._person, text, self._clock.now())
        exchange = self._exchanges.open(message, typed_here=True)
        if alone or text.startswith("/"):
            self._echo(exchange)  # the others are shown as queued until their turn comes
        self._wake()
        try:
            turn = await receive(message)
        except StorageError:  # the dispatcher has told the person; the text is one arrow key away
            turn = None
        if turn is None:
            self._close(exchange)
        else:
            exchange.turn = turn

    # -- keys

    def _interrupt(self) -> None:
        if self._hint and self._clock.monotonic() < self._hint_until:
            self._screen.close()
            return
        if self._cancel() and (view := self._exchanges.current) is not None:
            view.cancel()
        say = self._say()
        self._hint = say("Ctrl-C once more to leave")
        self._hint_until = self._clock.monotonic() + TWICE_S
        self._wake()

    def _leave(self) -> None:
        say = self._say()
        if self._is_answering() and not self._leaving:
            self._leaving = True
            self._printer.notice(say("I'll finish this answer, then close. Ctrl-D again closes now."))
            return
        if self._is_answering():
            self._printer.notice(say("I'll answer the rest next time."))
        self._screen.close()

    def _is_answering(self) -> bool:
        return bool(self._exchanges) or not self._typed.empty()

    # -- exchanges

    def _echo(self, exchange: Exchange) -> None:
        if exchange.echoed:
            return
        exchange.echoed = True
        message = exchange.message
        if exchange.typed_here:
            self._printer.question(message.text)
        else:
            self._printer.notice(
                format_answer_heading(message.text, message.received_at, self._clock.now(), self._say())
            )

    def _finish(self, exchange: Exchange, final: str) -> None:
        self._echo(exchange)
        say, view = self._say(), exchange.view or TurnView(self._clock)
        self._print(view.finish(final), going_on=view.started_to_print)
        if view.ended is not None and view.ended.ending is Ending.CANCELLED:
            self._printer.notice(say("Cancelled."))
        self._close(exchange)

    def _close(self, exchange: Exchange) -> None:
        self._exchanges.close(exchange)
        if self._leaving and not self._is_answering():
            self._screen.close()
        self._screen.refresh()

    def _print(self, parts: Sequence[str | WithdrawalMark], *, going_on: bool) -> None:
        say = self._say()
        for part in parts:
            if isinstance(part, WithdrawalMark):
                self._printer.notice(say("That went wrong. Starting over."))
            else:
                self._printer.block(part, going_on=going_on)
                going_on = True

    # -- what moves

    def _wake(self) -> None:
        self._busy.set()
        if not self._prepared:
            self._prepared = True
            threading.Thread(target=load_renderer, daemon=True).start()

    async def _animate(self) -> None:
        while True:
            await self._busy.wait()
            await asyncio.sleep(FRAME_S)
            for exchange in self._exchanges:
                if exchange.view is not None:
                    self._advance(exchange, exchange.view)
            self._screen.refresh()
            if not (self._exchanges or self._hint):
                self._busy.clear()

    def _advance(self, exchange: Exchange, view: TurnView) -> None:
        going_on = view.started_to_print
        self._print(view.take_final(), going_on=going_on)
        if view.ended is not None and view.silent_s > SETTLED_S:
            self._finish(exchange, view.ended.text)
            self._settled.append(exchange.turn)

    # -- what is shown around the input

    def _live(self, columns: int, rows: int) -> list[str]:
        say = self._say()
        queued = [say("next: {text}", text=" ".join(e.message.text.split())) for e in self._exchanges.queued]
        lines = self._printer.queue(queued, columns)
        view = self._exchanges.current
        if view is None:
            return [*lines, ""]
        if view.ended is None:
            status = view.status(say, self._tool_label, columns - STATUS_MARGIN_COLUMNS)
            lines = ["", self._printer.status(status, columns), *lines]
        return [*self._printer.tail(view.tail, columns, rows - len(lines)), *lines, ""]

    def _foot(self) -> str:
        if self._hint and self._clock.monotonic() < self._hint_until:
            return self._hint
        self._hint = ""
        return strip_controls(self._status_line()) if self._status_line is not None else ""

    def _placeholder(self) -> str:
        say = self._say()
        return "" if self._greeted else say("Write to me here. /help shows what I can do.")
