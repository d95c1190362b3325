"""Messages: as they come in, as they go out, and as the history keeps them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import NewType

from sidecar.domain.person import PersonId
from sidecar.domain.tool import ToolCall

TurnId = NewType("TurnId", int)
"""One message of the person and everything up to the reply; also its place in the person's queue."""

ConversationId = NewType("ConversationId", int)
OutgoingId = NewType("OutgoingId", int)
NotificationId = NewType("NotificationId", int)
"""Something said unasked, possibly on several channels."""


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file that came with a message: where it lies on this computer, and what it is."""

    path: str
    media_type: str
    name: str = ""


@dataclass(frozen=True, slots=True)
class IncomingMessage:
    """What a channel heard. `id` is the channel's own, so that a second delivery of the same message is recognised."""

    id: str
    channel: str
    person: PersonId
    text: str
    received_at: datetime
    address: str = ""
    """Where in the channel the answer goes: a chat, a session. Empty where the channel has only one place."""
    reply_to: str = ""
    attachments: tuple[Attachment, ...] = ()
    metadata: Mapping[str, str] = field(default_factory=dict[str, str])


class Speaker(StrEnum):
    PERSON = "person"
    COMPANION = "companion"
    TOOL = "tool"


class Completeness(StrEnum):
    """How far a kept message can be trusted to be whole, and whether the model should read it again."""

    WHOLE = "whole"
    CUT = "cut"
    """The stream broke or the person cancelled: what was said until then."""
    NOTICE = "notice"
    """Sidecar's own words about itself (an error, a refusal): shown to the person, not repeated to the model."""


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


class OutgoingKind(StrEnum):
    REPLY = "reply"
    NOTIFICATION = "notification"


class NotificationKind(StrEnum):
    REMINDER = "reminder"
    WARNING = "warning"
    """Sidecar's own words about a reminder that may have been lost."""
    SPONTANEOUS = "spontaneous"


@dataclass(frozen=True, slots=True)
class Notification:
    """What an outgoing message is an instance of, when nobody asked for it. `reminders`: the ids of those it speaks of,
    for a channel that can offer to snooze them."""

    id: NotificationId
    kind: NotificationKind
    reminders: tuple[int, ...] = ()

    @property
    def urgent(self) -> bool:
        """Its priority: it is promised for its moment, and a sink may make sure that it is noticed."""
        return self.kind is not NotificationKind.SPONTANEOUS


@dataclass(frozen=True, slots=True)
class OutgoingMessage:
    """What Sidecar will say, as Markdown; kept in the outbox until the channel confirms it."""

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
