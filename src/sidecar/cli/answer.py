"""Gets one message answered, by this process or by the Sidecar that already has the home open."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from sidecar.api.answer import AnswerJson, TimesJson, ToolCallJson, UsageJson
from sidecar.api.errors import ErrorJson
from sidecar.app import Sidecar, open_sidecar
from sidecar.channels.ask.channel import AskChannel
from sidecar.channels.terminal.markdown import strip_markdown
from sidecar.cli.locale import say
from sidecar.cli.output import tell
from sidecar.domain.message import IncomingMessage, Message, MessageKind, OutgoingMessage, Speaker, TurnId, join_texts
from sidecar.domain.money import Usage
from sidecar.domain.person import PersonId
from sidecar.domain.tool import ToolReceipt
from sidecar.domain.trace import Trace
from sidecar.domain.turn import Ending, HandledBy
from sidecar.errors import HomeBusy, StorageError
from sidecar.home import Home
from sidecar.presentation.reminders import format_closed_hint, format_lost_hint
from sidecar.runtime.lock import is_locked

_POLL_S = 0.1
_ANSWER_KINDS = frozenset({MessageKind.SAID, MessageKind.REQUIRED, MessageKind.OFFLINE})


@dataclass(frozen=True, slots=True)
class AskResult:
    """What `sidecar ask` prints. Times in milliseconds."""

    text: str
    turn: TurnId | None = None
    handled_by: str = HandledBy.COMMAND
    ending: str = Ending.COMPLETE
    error_code: str = ""
    error_message: str = ""
    error_hint: str = ""
    messages: Sequence[Message] = ()
    """The turn's messages, from which the text is made."""
    model: str = ""
    receipts: tuple[ToolReceipt, ...] = ()
    usage: Usage = Usage()
    total_ms: float = 0.0
    model_ms: float = 0.0
    tools_ms: float = 0.0
    aside: str = ""
    """A note beside the answer: reminders that wait, or may not have arrived."""

    @property
    def failed(self) -> bool:
        return self.ending in (Ending.FAILED, Ending.CUT)

    @property
    def cancelled(self) -> bool:
        return self.ending == Ending.CANCELLED

    def to_json(self) -> AnswerJson:
        notices = [strip_markdown(message.text) for message in self.messages if message.kind is MessageKind.NOTICE]
        own_ms = max(self.total_ms - self.model_ms - self.tools_ms, 0.0)
        return AnswerJson(
            reply=self._reply,
            turn_id=self.turn,
            handled_by=self.handled_by,
            ending=self.ending,
            model=self.model or None,
            tool_calls=[ToolCallJson.from_receipt(receipt) for receipt in self.receipts],
            usage=UsageJson.from_usage(self.usage),
            cost_usd=None if self.usage.cost_usd is None else float(self.usage.cost_usd),
            ms=TimesJson(*(round(ms, 1) for ms in (self.total_ms, self.model_ms, self.tools_ms, own_ms))),
            notices=None if self.failed else notices or None,
            error=self._error if self.error_code else None,
        )

    @property
    def _error(self) -> ErrorJson:
        notices = "\n\n".join(message.text for message in self.messages if message.kind is MessageKind.NOTICE)
        message, hint = self.error_message or notices or self.text, self.error_hint
        return ErrorJson(self.error_code, strip_markdown(message), strip_markdown(hint))

    @property
    def _reply(self) -> str:
        """The answer without Sidecar's notices, or with them if it is not complete."""
        kinds = _ANSWER_KINDS | {MessageKind.NOTICE} if self.failed else _ANSWER_KINDS
        said = (message for message in self.messages if message.speaker is Speaker.COMPANION and message.kind in kinds)
        return join_texts(message.text for message in said) if self.messages else self.text.strip()


@dataclass(frozen=True, slots=True)
class Question:
    message: IncomingMessage
    new_conversation: bool = False
    turn: TurnId | None = None
    """The turn of a message that is in the inbox already."""


async def answer(home: Home, question: Question, on_chunk: Callable[[str], None], *, verbose: bool) -> AskResult:
    """Return the answer of another process that has the home open or, if that one ends before it has answered, of this
    one."""
    while True:
        try:
            return await _answer_here(home, question, on_chunk, verbose=verbose)
        except HomeBusy:
            found = await _answer_beside(home, question, verbose=verbose)
        if isinstance(found, AskResult):
            return found
        question = replace(question, new_conversation=False, turn=found)


async def _answer_here(home: Home, question: Question, on_chunk: Callable[[str], None], *, verbose: bool) -> AskResult:
    message = question.message
    async with open_sidecar(home, verbose=verbose) as sidecar:
        asked_before = question.turn or await sidecar.services.traces.latest_turn(message.person)
        if question.new_conversation:
            await sidecar.services.conversations.start_new(message.person, message.received_at)
        queued = question.turn is not None
        channel = AskChannel(
            message, queued=queued, asked_before=asked_before, on_chunk=on_chunk, aside=_show_late_answer
        )
        channel.turn = question.turn

        async def stop() -> bool:
            if channel.turn is None:
                return False
            if sidecar.dispatcher.cancel(message.person, channel.turn):
                return True
            await sidecar.services.inbox.request_stop(channel.turn, sidecar.services.clock.now())
            return False  # it is still queued

        _on_first_interrupt(stop)
        await sidecar.run(channel, finish_turns=True)
        aside = await _format_waiting_reminders(sidecar, message.person)
        usage = await _read_usage(sidecar, channel.turn)
    reply = channel.reply
    if reply is None:
        return AskResult(channel.text)
    return AskResult(
        text=channel.text,
        turn=channel.turn,
        handled_by=reply.handled_by,
        ending=reply.ending,
        error_code=reply.error_code,
        error_message=reply.error_message,
        error_hint=reply.error_hint,
        messages=reply.messages,
        model=reply.model,
        receipts=reply.receipts,
        usage=usage or reply.usage,
        total_ms=reply.total_ms,
        model_ms=reply.model_ms,
        tools_ms=reply.tools_ms,
        aside=aside or (format_closed_hint(say) if _set_a_reminder(reply.receipts) else ""),
    )


def _set_a_reminder(receipts: Sequence[ToolReceipt]) -> bool:
    return any(receipt.call.name == "set_reminder" and receipt.ok for receipt in receipts)


async def _read_usage(sidecar: Sidecar, turn: TurnId | None) -> Usage | None:
    """Read the usage from the accounts, which also count attempts that failed."""
    try:
        return await sidecar.services.accounts.sum_turn(turn) if turn is not None else None
    except StorageError:
        return None  # the answer is what was asked for


async def _format_waiting_reminders(sidecar: Sidecar, person: PersonId) -> str:
    """List in one line the reminders that wait, since `ask` alone delivers none, and those that may not have arrived
    (REM-06)."""
    asker, now = sidecar.services.asker(person), sidecar.services.clock.now()
    try:
        waiting = sum(reminder.schedule.due <= now for reminder in await sidecar.services.reminders().pending(asker))
        in_doubt = len(await sidecar.services.reminders().lost(asker))
    except StorageError:
        return ""  # the answer is what was asked for
    wait = say.plural(
        "{n} reminder is waiting for you: open `sidecar`.",
        "{n} reminders are waiting for you: open `sidecar`.",
        waiting,
    )
    return " ".join([*([wait] if waiting else []), *([format_lost_hint(in_doubt, say)] if in_doubt else [])])


async def _answer_beside(home: Home, question: Question, *, verbose: bool) -> AskResult | TurnId:
    """Return the answer of the process that has the home open, or the turn if that process is gone without
    answering."""
    message = question.message
    async with open_sidecar(home, alone=False, verbose=verbose) as sidecar:
        if question.new_conversation:
            await sidecar.services.conversations.start_new(message.person, message.received_at)
        if sidecar.commands.is_command(message.text):
            return AskResult(await sidecar.commands.run(message, sidecar.services.texts(message.person)))
        turn = question.turn or await sidecar.services.inbox.accept(message)
        assert turn is not None, "the id of the message is new"

        async def stop() -> bool:
            await sidecar.services.inbox.request_stop(turn, sidecar.services.clock.now())
            return True  # the other process stops it within half a second, which the loop below sees

        _on_first_interrupt(stop)
        while True:
            left_alone = not is_locked(home.lock)  # read before the turn: the other process may finish it and exit
            trace = await sidecar.services.traces.get(message.person, turn)
            if trace is not None and trace.state == "done":
                await sidecar.delivery.mark_fetched(message.channel, turn)
                return replace(_from_trace(trace), aside=await _format_waiting_reminders(sidecar, message.person))
            if left_alone:
                return turn
            await asyncio.sleep(_POLL_S)


def _from_trace(trace: Trace) -> AskResult:
    return AskResult(
        text="\n\n".join(delivery.text for delivery in trace.deliveries),
        turn=trace.turn,
        handled_by=trace.handled_by,
        ending=trace.ending,
        error_code=trace.error_code,
        messages=trace.messages,
        model=next((request.model for request in reversed(trace.requests) if not request.error_code), ""),
        receipts=trace.tools,
        usage=sum((request.usage for request in trace.requests), Usage()),
        total_ms=trace.total_ms,
        model_ms=trace.model_ms,
        tools_ms=trace.tools_ms,
    )


def _show_late_answer(late: OutgoingMessage) -> None:
    """Show an answer to an earlier question whose asker is gone."""
    tell(say("Answer to “{question}”:", question=late.in_answer_to) + f"\n{late.text}\n")


def _on_first_interrupt(stop_answer: Callable[[], Awaitable[bool]]) -> None:
    """Stop the answer at the first Ctrl-C, or the program if `stop_answer` says that there was none to stop. The second
    Ctrl-C always stops the program."""
    loop, program = asyncio.get_running_loop(), asyncio.current_task()
    stopping: list[asyncio.Task[None]] = []

    async def stop() -> None:
        if not await stop_answer() and program is not None:
            program.cancel()

    def first() -> None:
        loop.remove_signal_handler(signal.SIGINT)
        stopping.append(asyncio.ensure_future(stop()))

    with suppress(NotImplementedError, RuntimeError, ValueError):  # Windows: Ctrl-C ends the program
        loop.add_signal_handler(signal.SIGINT, first)
