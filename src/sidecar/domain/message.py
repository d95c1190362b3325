"""Messages: as they come in, as they go out, and as the history keeps them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from typing import NewType

from sidecar.domain.person import Language, PersonId
from sidecar.domain.tool import ToolCall

TurnId = NewType("TurnId", int)
"""One message of the person and everything up to the reply; also its place in the person's queue."""

ConversationId = NewType("ConversationId", int)
OutgoingId = NewType("OutgoingId", int)
NotificationId = NewType("NotificationId", int)
"""A reminder or another message sent unasked, possibly on several channels."""


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file that came with a message; `path` is on this computer."""

    path: str
    media_type: str
    name: str = ""


@dataclass(frozen=True, slots=True)
class IncomingMessage:
    """A message from a channel. `id` is the channel's own: by it a second delivery is recognised."""

    id: str
    channel: str
    person: PersonId
    text: str
    received_at: datetime
    address: str = ""
    """Where in the channel the answer goes: a chat, a session. Empty where the channel has only one place."""
    sender: str = ""
    """Who wrote it, by the channel's own id: an account, a phone number. Empty on a channel of this computer."""
    reply_to: str = ""
    attachments: tuple[Attachment, ...] = ()
    answer_in: Language | None = None
    """The language asked for with the message; None: that of its text."""
    secrets_masked: bool = False
    """Something with the form of a key or password was masked before the message was stored."""
    metadata: Mapping[str, str] = field(default_factory=dict[str, str])
    """For the channel alone: nothing else reads it."""


def mask_message(message: IncomingMessage, mask: Callable[[str], str]) -> IncomingMessage:
    """Return the message with what `mask` takes out of its text."""
    text = mask(message.text)
    return message if text == message.text else replace(message, text=text, secrets_masked=True)


class Speaker(StrEnum):
    PERSON = "person"
    COMPANION = "companion"
    TOOL = "tool"


class Completeness(StrEnum):
    WHOLE = "whole"
    CUT = "cut"
    """The stream broke or the person cancelled: what was said until then."""


class MessageKind(StrEnum):
    """What a message of the history is."""

    SAID = "said"
    """Said by the person, the companion or a tool."""
    REMINDER = "reminder"
    WARNING = "warning"
    SPONTANEOUS = "spontaneous"
    NOTICE = "notice"
    """Sidecar about its own answer: what failed, why it ends early. Shown in italics."""
    REQUIRED = "required"
    """A tool's required text that the model left out."""
    OFFLINE = "offline"
    """Sidecar's answer where no model can be had, other than a tool's result."""

    @property
    def in_conversation(self) -> bool:
        """Whether the model reads it again, and memory can find it."""
        return self not in (MessageKind.NOTICE, MessageKind.REQUIRED, MessageKind.OFFLINE)


@dataclass(frozen=True, slots=True)
class Message:
    """One message of the history. A companion's message may carry tool calls; a tool's message answers one of them."""

    speaker: Speaker
    text: str
    at: datetime
    turn: TurnId
    channel: str
    completeness: Completeness = Completeness.WHOLE
    tool_calls: tuple[ToolCall, ...] = ()
    tool_call_id: str = ""
    kind: MessageKind = MessageKind.SAID


def to_markdown(message: Message) -> str:
    """Return what the companion says with this message: nothing for another speaker's."""
    if message.speaker is not Speaker.COMPANION:
        return ""
    return f"*{message.text}*" if message.kind is MessageKind.NOTICE else message.text


def join_texts(texts: Iterable[str]) -> str:
    """Join the parts of a reply, each a paragraph of its own."""
    return "\n\n".join(filter(None, map(str.strip, texts)))


class OutgoingKind(StrEnum):
    REPLY = "reply"
    NOTIFICATION = "notification"


class NotificationKind(StrEnum):
    """Each is a `MessageKind` too."""

    REMINDER = "reminder"
    WARNING = "warning"
    """Sidecar's own words about a reminder that may have been lost."""
    SPONTANEOUS = "spontaneous"


@dataclass(frozen=True, slots=True)
class Notification:
    """The origin of an unasked message. `reminders`: ids of the reminders it is about, for a channel that can snooze
    them."""

    id: NotificationId
    kind: NotificationKind
    reminders: tuple[int, ...] = ()

    @property
    def urgent(self) -> bool:
        """Whether it was due at a fixed time: a channel may alert the person."""
        return self.kind is not NotificationKind.SPONTANEOUS


@dataclass(frozen=True, slots=True)
class OutgoingMessage:
    """What is to be sent, as Markdown; in the outbox until the channel confirms it."""

    id: OutgoingId
    person: PersonId
    channel: str
    address: str
    kind: OutgoingKind
    text: str
    created_at: datetime
    turn: TurnId | None = None
    in_answer_to: str = ""
    """The person's message, so that a late answer can say what it answers."""
    attempts: int = 0
    """How often sending it was tried before."""
    maybe_seen: bool = False
    """The program died while sending it: the person may have read it already."""
    notification: Notification | None = None
