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
"""Takes a message from a channel. When it returns, the message is stored: the channel may acknowledge it."""


def _keep_markdown(text: str) -> str:
    return text


@dataclass(frozen=True, slots=True)
class ChannelDescription:
    """What other packages know about a channel. Each folder under `channels/` brings one."""

    name: str
    prompt_note: str
    """Tells the model where its answer is read; completes "The person reads you in …"."""
    unasked: bool = False
    """Whether reminders and spontaneous messages may be sent on it."""
    short_lived: bool = False
    """Whether it closes after one answer. An unfetched answer is shown on a channel that stays open."""
    max_characters: int | None = None
    """The longest text that the channel sends in one message. Longer texts are sent in several."""
    format: Callable[[str], str] = _keep_markdown
    """Converts Markdown to the channel's own marks."""


class Channel(Protocol):
    """A place where people are. One folder under `channels/` implements this, and nothing else changes."""

    @property
    def description(self) -> ChannelDescription: ...

    @property
    def available(self) -> bool:
        """Whether an unasked message would reach the person now. Always False where `description.unasked` is."""
        ...

    def reads(self, message: OutgoingMessage) -> bool:
        """Return whether the message is for whoever reads this channel now. Else it stays in the outbox."""
        ...

    async def listen(self, receive: Receive) -> None:
        """Pass every incoming message to `receive` until cancelled or until the person closes the channel.

        Raises `ChannelError` when the connection is lost; the supervisor calls again.
        """
        ...

    def watch(self, message: IncomingMessage) -> Progress:
        """Return the receiver of the events of the turn that answers `message`. Channels that cannot stream show that
        they are busy, or return `ignore_progress`."""
        ...

    async def deliver(self, message: OutgoingMessage) -> str:
        """Send the message, whose text is formatted already. Returns the channel's own id of it (may be empty).

        Raises `ChannelError`; the message then stays in the outbox. A text longer than `description.max_characters`
        comes in several calls with the same `message.id`. A streamed reply is delivered too: the channel turns the
        stream into the final text.
        """
        ...


class Identity(Protocol):
    async def identify(self, message: IncomingMessage) -> PersonId | None:
        """Return the person who wrote the message; None for a stranger, who gets no answer (SEC-01)."""
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

        Returns None for a duplicate: the same channel id arrived within the last 24 hours.
        """
        ...

    async def claim(self, person: PersonId) -> ClaimedMessage | None:
        """Take the oldest waiting message, unless another one of this person is being answered."""
        ...

    async def people_waiting(self) -> Sequence[PersonId]:
        """Return everyone who has a waiting message and none being answered."""
        ...

    async def recover(self) -> int:
        """Put back messages that a crashed process was answering or sending. Returns how many. Only the process that
        holds the home's lock may call this."""
        ...

    async def release(self, claimed: ClaimedMessage) -> None:
        """Put it back at the head of its queue, as if it had not been claimed: the program is closing."""
        ...

    async def request_stop(self, turn: TurnId, at: datetime) -> None:
        """Record that the person no longer wants the answer. A waiting message is done without one; a turn that is
        being answered is stopped by the process that answers it."""
        ...

    async def stops_requested(self) -> Sequence[TurnId]:
        """Return the running turns that the person wants stopped."""
        ...

    async def finish(self, claimed: ClaimedMessage, reply: Reply, at: datetime) -> OutgoingMessage | None:
        """Store the end of a turn in one transaction: the message is done, `reply.messages` are history, the reply is
        in the outbox, each tool receipt is in the audit log. Returns None, and writes nothing, when the claim was lost
        meanwhile."""
        ...


class Outbox(Protocol):
    async def due(self, channel: str, now: datetime) -> Sequence[OutgoingMessage]:
        """Return what waits for the channel and may be tried now, oldest first."""
        ...

    async def take(self, id: OutgoingId, at: datetime) -> bool:
        """Mark it as being sent. Returns False when someone else is sending it or it is done."""
        ...

    async def delivered(self, id: OutgoingId, external_id: str, at: datetime) -> None: ...

    async def failed(self, id: OutgoingId, error: str, retry_at: datetime) -> None:
        """Put it back to waiting, not before `retry_at`."""
        ...


class Conversations(Protocol):
    async def start_new(self, person: PersonId, at: datetime) -> ConversationId:
        """End the current conversation and begin another; nothing is deleted."""
        ...


class LanguageSwitch(Protocol):
    def preferences(self, person: PersonId) -> Preferences: ...

    def set_language(self, person: PersonId, language: Language) -> None:
        """Write it into `user.md`, keeping the rest of the file."""
        ...
