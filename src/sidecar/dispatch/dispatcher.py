"""The one entry: every message comes in here, is stored, answered in its turn, and sent out."""

from __future__ import annotations

import asyncio
import traceback
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Protocol

from sidecar.dispatch.commands import CommandRegistry
from sidecar.dispatch.delivery import Delivery
from sidecar.dispatch.ports import ClaimedMessage, Identity, Inbox
from sidecar.domain.message import (
    ConversationId,
    IncomingMessage,
    Message,
    MessageKind,
    OutgoingMessage,
    Speaker,
    TurnId,
)
from sidecar.domain.person import PersonId
from sidecar.domain.turn import Ending, HandledBy, Progress, Reply, TurnEnded, TurnStarted
from sidecar.errors import StorageError
from sidecar.i18n import Texts, explain_error
from sidecar.observe import Event, emit, turn_scope
from sidecar.runtime.clock import Clock
from sidecar.runtime.lanes import Lanes

MAX_ATTEMPTS = 3
"""A message that was being answered at so many crashes probably caused them."""

_STORE_RETRY_S = 2.0
_LAST_STEPS_S = 2.0


class TakeTurn(Protocol):
    async def __call__(
        self,
        turn: TurnId,
        conversation: ConversationId,
        message: IncomingMessage,
        progress: Progress,
        stopped: Callable[[], bool],
    ) -> Reply: ...


@dataclass(slots=True)
class _Running:
    turn: TurnId
    task: asyncio.Task[Reply]
    stopped_by_person: bool = False


class Dispatcher:
    """Asks who wrote a message, answers commands at once and everything else in the person's lane. `texts` gives a
    person's language."""

    def __init__(
        self,
        inbox: Inbox,
        delivery: Delivery,
        take_turn: TakeTurn,
        commands: CommandRegistry,
        texts: Callable[[PersonId], Texts],
        clock: Clock,
        *,
        identity: Identity,
    ) -> None:
        self._inbox = inbox
        self._delivery = delivery
        self._take_turn = take_turn
        self._commands = commands
        self._texts = texts
        self._clock = clock
        self._identity = identity
        self._lanes: Lanes[PersonId] = Lanes(self._answer_next)
        self._running: dict[PersonId, _Running] = {}
        self._finishing = False

    # -- in

    async def receive(self, message: IncomingMessage) -> TurnId | None:
        """Take a message from a channel. When this returns the message is stored and will be answered.

        Returns None for what needs no turn: a stranger's message (ignored), a command (answered already) and a message
        that was delivered before. Raises `StorageError` when the message could not be stored; the person has been told.
        """
        person = await self._identity.identify(message)
        if person is None:
            emit(Event.STRANGER_IGNORED, level="warning", channel=message.channel, sender=message.sender)
            return None
        message = replace(message, person=person)
        say = self._texts(message.person)
        if self._commands.is_command(message.text):
            emit(Event.COMMAND_HANDLED, command=message.text.split()[0], channel=message.channel)
            await self._delivery.settle(message.channel)  # what was just said is not "waiting" any more
            await self._delivery.send_unstored(message, await self._commands.run(message, say))
            return None
        try:
            turn = await self._inbox.accept(message)
        except StorageError as error:
            lost = say("I couldn't save your message, so I won't answer it. Please send it again later.")
            await self._delivery.send_unstored(message, f"{lost} {explain_error(error, say)}")
            raise
        if turn is None:
            emit(Event.MESSAGE_DUPLICATE, channel=message.channel, external_id=message.id)
            return None
        with turn_scope(turn):
            emit(Event.MESSAGE_RECEIVED, channel=message.channel, characters=len(message.text))
        self._lanes.wake(message.person)
        return turn

    def cancel(self, person: PersonId, turn: TurnId | None = None) -> bool:
        """Stop the person's running turn. Returns False when none is running, or not the one that was meant."""
        running = self._running.get(person)
        if running is None or running.task.done() or turn not in (None, running.turn):
            return False
        running.stopped_by_person = True
        return running.task.cancel()

    async def cancel_as_requested(self) -> None:
        """Stop the turns that another process asked to stop."""
        for turn in await self._inbox.stops_requested():
            for person in list(self._running):
                self.cancel(person, turn)

    async def recover(self) -> None:
        """Put back into the queue, at the start, the messages that a crashed process had begun."""
        recovered = await self._inbox.recover()
        if recovered:
            emit(Event.TURN_RECOVERED, level="warning", messages=recovered)

    async def wake_waiting(self) -> None:
        """Answer everything that waits in the queue, whoever put it there."""
        for person in await self._inbox.people_waiting():
            self._lanes.wake(person)

    async def idle(self) -> None:
        """Wait until every message is answered."""
        await self._lanes.idle()

    async def finish(self) -> None:
        """Answer what waits, for a program that then ends. It does not wait for a disk that is full."""
        self._finishing = True
        await self._lanes.idle()

    async def close(self) -> None:
        """Stop. A message that is being answered stays in the queue; an answer that is being stored is stored."""
        if not self._running:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._lanes.idle(), _LAST_STEPS_S)
        await self._lanes.close()

    # -- through the lane

    async def _answer_next(self, person: PersonId) -> bool:
        """Answer the next message. An error boundary: whatever goes wrong with one, the next one gets its turn."""
        try:
            claimed = await self._inbox.claim(person)
            if claimed is None:
                return False
            with turn_scope(claimed.turn):
                await self._answer(claimed)
        except Exception as error:
            emit(Event.TURN_FAILED, level="error", error=repr(error), traceback=traceback.format_exc())
            return False  # the database failed; the watch on the queue wakes this lane again
        return True

    async def _answer(self, claimed: ClaimedMessage) -> None:
        await self._delivery.settle(
            claimed.message.channel
        )  # deliver the previous answer before this turn's first event
        waited = self._clock.now() - claimed.message.received_at
        emit(
            Event.TURN_STARTED,
            channel=claimed.message.channel,
            attempt=claimed.attempt,
            waited_ms=round(waited.total_seconds() * 1000, 1),
        )
        progress = self._delivery.progress_for(claimed.message)
        progress(TurnStarted(claimed.turn))
        reply = await self._reply_to(claimed, progress)
        try:
            outgoing, shown = await self._end(claimed, reply, progress)
        except Exception as error:  # error boundary: an answer that cannot be stored becomes an apology, which can
            emit(Event.TURN_FAILED, level="error", error=repr(error), traceback=traceback.format_exc())
            outgoing, shown = await self._end(claimed, self._apology(claimed, "internal"), progress)
        if outgoing is None:
            return
        if shown:
            await self._delivery.mark_shown(outgoing)
        else:
            self._delivery.wake(outgoing.channel)

    async def _end(
        self, claimed: ClaimedMessage, reply: Reply, progress: Progress
    ) -> tuple[OutgoingMessage | None, bool]:
        """Return the stored answer, if the claim still held, and whether the person has seen it already."""
        progress(TurnEnded(reply))
        emit(
            Event.TURN_FINISHED,
            handled_by=reply.handled_by,
            ending=reply.ending,
            error=reply.error_code,
            ms=round(reply.total_ms, 1),
            own_ms=round(reply.own_ms, 1),
        )
        return await self._store(claimed, reply)

    async def _reply_to(self, claimed: ClaimedMessage, progress: Progress) -> Reply:
        if claimed.attempt > MAX_ATTEMPTS:
            return self._apology(claimed, "crashed")
        task = asyncio.ensure_future(
            self._take_turn(
                claimed.turn, claimed.conversation, claimed.message, progress, lambda: running.stopped_by_person
            )
        )
        running = self._running[claimed.message.person] = _Running(claimed.turn, task)
        try:
            return await task
        except asyncio.CancelledError:  # the program is closing: this was no attempt
            await asyncio.shield(self._inbox.release(claimed))
            raise
        except Exception as error:  # error boundary: a bug becomes an apology and a trace
            emit(Event.TURN_FAILED, level="error", error=repr(error), traceback=traceback.format_exc())
            return self._apology(claimed, "internal", error)
        finally:
            del self._running[claimed.message.person]

    async def _store(self, claimed: ClaimedMessage, reply: Reply) -> tuple[OutgoingMessage | None, bool]:
        """Store the end of the turn, however long the disk stays full; meanwhile show the answer unstored.

        A program that is finishing leaves the message unanswered in the queue, for the next start."""
        shown = False
        while True:
            try:
                return await self._inbox.finish(claimed, reply, self._clock.now()), shown
            except StorageError as error:
                emit(Event.TURN_FAILED, level="error", error=str(error))
                if not shown:
                    say = self._texts(claimed.message.person)
                    unsaved = say("(I couldn't save this answer yet.)")
                    text = f"{reply.text}\n\n{unsaved} {explain_error(error, say)}"
                    await self._delivery.send_unstored(claimed.message, text, claimed.turn)
                    shown = True
                if self._finishing:
                    return None, shown
                await self._clock.sleep(_STORE_RETRY_S)

    def _apology(self, claimed: ClaimedMessage, code: str, error: Exception | None = None) -> Reply:
        say = self._texts(claimed.message.person)
        if isinstance(error, StorageError):  # the person can do something about it
            text, code = explain_error(error, say), error.code
        else:
            text = say(
                "Something went wrong on my side and I couldn't answer. Your message is saved. `sidecar trace "
                "{turn}` shows what happened.",
                turn=claimed.turn,
            )
        now, message = self._clock.now(), claimed.message
        notice = Message(Speaker.COMPANION, text, now, claimed.turn, message.channel, kind=MessageKind.NOTICE)
        return Reply(text, HandledBy.OFFLINE, Ending.FAILED, error_code=code, messages=(notice,))
