"""The audit log as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Self

from sidecar.domain.audit import AuditEntry


@dataclass(frozen=True, slots=True)
class AuditEntryJson:
    """`requester` is `person`, `model` or `outside`; `decision` is `allowed`, `denied`, `asked`, `agreed`, `refused` or
    `expired`."""

    id: int
    at: datetime
    turn: int
    channel: str
    tool: str
    arguments: str
    permission: str
    requester: str
    source: str
    decision: str
    done: bool
    result: str
    error: str

    @classmethod
    def from_entry(cls, entry: AuditEntry) -> Self:
        receipt, given = entry.receipt, entry.authorization
        return cls(
            id=entry.id,
            at=entry.at,
            turn=entry.turn,
            channel=entry.channel,
            tool=receipt.call.name,
            arguments=receipt.call.arguments,
            permission=given.permission.value,
            requester=given.requester.value,
            source=given.source,
            decision=given.decision.value,
            done=receipt.ok and receipt.ran,
            result=receipt.content,
            error=receipt.error,
        )


@dataclass(frozen=True, slots=True)
class AuditJson:
    entries: Sequence[AuditEntryJson]
