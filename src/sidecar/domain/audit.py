"""The audit log: what the tools did, were kept from doing, or asked about, and what the person changed by command."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sidecar.domain.message import TurnId
from sidecar.domain.permission import Authorization
from sidecar.domain.person import PersonId
from sidecar.domain.tool import ToolReceipt


@dataclass(frozen=True, slots=True)
class AuditEntry:
    """One call with an effect, or one that was not simply allowed. A command has no turn."""

    id: int
    at: datetime
    turn: TurnId | None
    channel: str
    receipt: ToolReceipt
    authorization: Authorization


@dataclass(frozen=True, slots=True)
class CommandRun:
    """A command of the person that changed something: `/language` in a conversation, `sidecar config set` outside."""

    person: PersonId
    at: datetime
    channel: str
    name: str
    arguments: str
    outcome: str


SHELL = "shell"
"""The channel of what is typed in a shell, outside of any conversation."""
