"""Permissions and the audit log as JSON."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Self

from sidecar.domain.audit import AuditEntry
from sidecar.domain.held_call import LastingAnswer


@dataclass(frozen=True, slots=True)
class LastingAnswerJson:
    """`subject` is what the answer is about; `outside`: what a text from outside may have wanted."""

    id: int
    tool: str
    subject: str
    agreed: bool
    at: datetime

    @classmethod
    def from_answer(cls, answer: LastingAnswer) -> Self:
        return cls(answer.id, answer.tool, answer.subject, answer.agreed, answer.at)


@dataclass(frozen=True, slots=True)
class PermissionsJson:
    """`rules` says `allow`, `ask` or `deny` for `read`, `write`, `external`, `dangerous` and `after_outside_text`;
    `tools` says it for each tool. `warnings`: rules for tools that do not exist."""

    channel: str
    rules: Mapping[str, str]
    tools: Mapping[str, str]
    answers: Sequence[LastingAnswerJson]
    warnings: Sequence[str]


@dataclass(frozen=True, slots=True)
class AuditEntryJson:
    """`requester` is `person`, `model` or `outside`; `decision` is `allowed`, `denied`, `asked`, `agreed`, `refused` or
    `expired`. A command of the person has no turn."""

    id: int
    at: datetime
    turn: int | None
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
