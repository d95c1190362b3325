"""Reads the audit log, which the end of each turn writes (`inbox.py`)."""

from __future__ import annotations

from collections.abc import Sequence

from sidecar.domain.audit import AuditEntry
from sidecar.domain.permission import Authorization, Decision, Permission, Requester
from sidecar.domain.person import PersonId
from sidecar.domain.tool import ToolCall, ToolReceipt
from sidecar.storage.columns import checked, instant, real, text, turn_id, whole
from sidecar.storage.db import Row
from sidecar.storage.repository import Repository

_ENTRIES = """
select t.*, i.channel from tool_runs as t join inbox as i on i.id = t.turn_id
where t.person_id = :person and t.permission <> '' and (t.permission <> 'read' or t.decision <> 'allowed')
"""


class SqlAudit(Repository):
    """Implements `dispatch.commands.permissions.AuditLog`."""

    async def latest(self, person: PersonId, limit: int) -> Sequence[AuditEntry]:
        sql = f"{_ENTRIES} order by t.id desc limit :limit"
        return await self._read_all(_entry, sql, person=person, limit=limit)

    async def get(self, person: PersonId, id: int) -> AuditEntry | None:
        return await self._read_one(_entry, f"{_ENTRIES} and t.id = :id", person=person, id=id)


@checked
def receipt(row: Row) -> ToolReceipt:
    """Convert a row of `tool_runs`."""
    call = ToolCall(text(row, "call_id"), text(row, "name"), text(row, "arguments"))
    decided = text(row, "decision")
    authorization = Authorization(
        Permission(text(row, "permission")), Requester(text(row, "requester")), Decision(decided), text(row, "source")
    ) if decided else None  # fmt: skip
    ran = authorization is None or authorization.decision in (Decision.ALLOWED, Decision.AGREED)
    return ToolReceipt(
        call, text(row, "content"), text(row, "error"), real(row, "ms") or 0.0, ran, authorization=authorization
    )


@checked
def _entry(row: Row) -> AuditEntry:
    found = receipt(row)
    assert found.authorization is not None  # the query asks for those alone
    return AuditEntry(
        whole(row, "id"), instant(row, "at"), turn_id(row, "turn_id"), text(row, "channel"), found, found.authorization
    )
