"""What the dispatcher needs from a channel and from the database."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from sidecar.domain.message import ConversationId, IncomingMessage, OutgoingId, OutgoingMessage, TurnId
from sidecar.domain.person import Language, PersonId, Preferences
from sidecar.domain.turn import Progress, Reply

Receive = Callable[[IncomingMessage], Awaitable[TurnId | None]]
"""Hands a message over. When it returns, the message is safely stored: the channel may acknowledge it."""


class Channel(Protocol):
    """A place where people are. One folder under `channels/` implements this, and nothing else changes."""

    @property
    def name(self) -> str: ...

    @property
    def available(self) -> bool:
        """Whether something said unasked would reach the person here now. A place where nobody is ever told anything
        unasked says no."""
        ...

    async def listen(self, receive: Receive) -> None:
        """Hand every incoming message to `receive`, until cancelled or until the channel is closed by the person.

        Raises `ChannelError` when the connection is lost; the supervisor calls again.
        """
        ...

    def watch(self, message: IncomingMessage) -> Progress:
        """Where the events of the turn that answers `message` go. Channels that cannot stream show that they are
        busy, or return `ignore_progress`."""
        ...

    async def deliver(self, message: OutgoingMessage) -> str:
        """Say it. Returns the channel's own id of what was sent (may be empty).

        Raises `ChannelError`; the message then stays in the outbox. A reply that was streamed is delivered too: the
        channel knows best how to turn the stream into the final text.
        """
        ...


@dataclass(frozen=True, slots=True)
class ClaimedMessage:
    """A message taken from the head of a person's queue, to be answered now."""

    turn: TurnId
    conversation: ConversationId
    message: IncomingMessage
    attempt: int
    """1, unless the program died while answering it before."""


class Inbox(Protocol):
    async def accept(self, message: IncomingMessage) -> TurnId | None:
        """Store the message in the person's queue and in the history of the current conversation, in one transaction.

        None when the same channel id arrived within the last 24 hours: a duplicate, dropped.
        """
        ...

    async def claim(self, person: PersonId) -> ClaimedMessage | None:
        """Take the oldest message that waits, unless one of this person is being answered already."""
        ...

    async def people_waiting(self) -> Sequence[PersonId]:
        """Everyone who has at least one message that waits and none being answered."""
        ...

    async def recover(self) -> int:
        """Give back what a program that died was answering or sending; returns how many messages. Only the process
        that holds the home's lock may call this."""
        ...

    async def release(self, claimed: ClaimedMessage) -> None:
        """Put it back at the head of its queue, as if it had not been claimed: the program closes in good order."""
        ...

    async def request_stop(self, turn: TurnId, at: datetime) -> None:
        """The person no longer wants the answer. A message that waits is done, without one; for a turn that is being
        answered the wish is written down, for the process that answers it."""
        ...

    async def stops_requested(self) -> Sequence[TurnId]:
        """The turns being answered that the person wants stopped."""
        ...

    async def finish(self, claimed: ClaimedMessage, reply: Reply, at: datetime) -> OutgoingMessage | None:
        """One transaction: the message is done, `reply.messages` are history, the reply is in the outbox, each tool
        receipt is in the audit log. None when the claim was lost meanwhile: nothing is written then."""
        ...


class Outbox(Protocol):
    async def due(self, channel: str, now: datetime) -> Sequence[OutgoingMessage]:
        """What waits to be sent on the channel and may be tried now, oldest first."""
        ...

    async def take(self, id: OutgoingId, at: datetime) -> bool:
        """Mark it as being sent. False when someone else is sending it or it is done."""
        ...

    async def delivered(self, id: OutgoingId, external_id: str, at: datetime) -> None: ...

    async def failed(self, id: OutgoingId, error: str, retry_at: datetime) -> None:
        """Back to waiting, not before `retry_at`."""
        ...


class Conversations(Protocol):
    async def start_new(self, person: PersonId, at: datetime) -> ConversationId:
        """End the current conversation and begin another; nothing is deleted."""
        ...


class LanguageSwitch(Protocol):
    def preferences(self, person: PersonId) -> Preferences: ...

    def set_language(self, person: PersonId, language: Language) -> None:
        """Write it into `user.md`, leaving the rest of the file as it is."""
        ...
