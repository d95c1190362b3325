"""The audit log: what the tools did, were kept from doing, or asked about."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sidecar.domain.message import TurnId
from sidecar.domain.permission import Authorization
from sidecar.domain.tool import ToolReceipt


@dataclass(frozen=True, slots=True)
class AuditEntry:
    """One call with an effect, or one that was not simply allowed."""

    id: int
    at: datetime
    turn: TurnId
    channel: str
    receipt: ToolReceipt
    authorization: Authorization
