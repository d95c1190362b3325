"""A call that waits for the person's yes, and answers that count for later too."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import NewType

from sidecar.domain.message import TurnId
from sidecar.domain.permission import Permission, Requester
from sidecar.domain.person import PersonId
from sidecar.domain.tool import ToolCall

HeldCallId = NewType("HeldCallId", int)


@dataclass(frozen=True, slots=True)
class HeldCall:
    """`question` is in the person's language; `subject` is what a lasting answer would be about."""

    id: HeldCallId
    person: PersonId
    turn: TurnId
    call: ToolCall
    question: str
    subject: str
    permission: Permission
    requester: Requester
    source: str
    asked_at: datetime
    asked_in: TurnId
    """The last turn whose reply asked."""
    agreed: bool = False
    """The person said yes, and then the program died: nobody knows whether it was done."""


@dataclass(frozen=True, slots=True)
class LastingAnswer:
    """A person's "yes, always" or "no, never" to the calls of a tool about a subject."""

    id: int
    tool: str
    subject: str
    agreed: bool
    at: datetime
