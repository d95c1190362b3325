"""The audit log: what tools did in a turn, and the commands of the person that changed something."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sidecar.domain.audit import AuditEntry, CommandRun
from sidecar.domain.message import TurnId
from sidecar.domain.permission import Authorization, Decision, Permission, Requester
from sidecar.domain.person import PersonId
from sidecar.domain.tool import ToolCall, ToolReceipt
from sidecar.observe.redaction import redact
from sidecar.storage.columns import checked, instant, real, text, to_text, turn_id, whole
from sidecar.storage.db import Row, Tx
from sidecar.storage.people import ensure_person
from sidecar.storage.repository import Repository

_COMMAND = Authorization(Permission.WRITE, Requester.PERSON, Decision.ALLOWED)

_ENTRIES = """
select t.*, coalesce(i.channel, t.channel) as said_on from tool_runs as t left join inbox as i on i.id = t.turn_id
where t.person_id = :person and t.permission <> '' and (t.permission <> 'read' or t.decision <> 'allowed')
"""


class SqlAudit(Repository):
    """Implements `dispatch.commands.permissions.AuditLog`."""

    async def record_command(self, run: CommandRun) -> None:
        """Write a command that changed something."""

        async def work(tx: Tx) -> None:
            await ensure_person(tx, run.person, run.at)
            call = ToolCall("", run.name, redact(run.arguments))
            receipt = ToolReceipt(call, redact(run.outcome), authorization=_COMMAND)
            await add_entry(tx, run.person, None, receipt, run.at, channel=run.channel)

        await self._db.write(work)

    async def latest(self, person: PersonId, limit: int) -> Sequence[AuditEntry]:
        sql = f"{_ENTRIES} order by t.id desc limit :limit"
        return await self._read_all(_entry, sql, person=person, limit=limit)

    async def get(self, person: PersonId, id: int) -> AuditEntry | None:
        return await self._read_one(_entry, f"{_ENTRIES} and t.id = :id", person=person, id=id)


async def add_entry(
    tx: Tx, person: PersonId, turn: TurnId | None, receipt: ToolReceipt, at: datetime, channel: str = ""
) -> None:
    """Insert a call, of a turn or of a command on that channel."""
    given = receipt.authorization
    await tx.execute(
        "insert into tool_runs (person_id, turn_id, call_id, name, arguments, content, error, ms, at, permission,"
        " requester, decision, source, channel) values (:person, :turn, :call_id, :name, :arguments, :content, :error,"
        " :ms, :at, :permission, :requester, :decision, :source, :channel)",
        person=person,
        turn=turn,
        call_id=receipt.call.id,
        name=receipt.call.name,
        arguments=redact(receipt.call.arguments),
        content=receipt.content,
        error=receipt.error,
        ms=receipt.ms,
        at=to_text(at),
        permission=given.permission.value if given else "",
        requester=given.requester.value if given else "",
        decision=given.decision.value if given else "",
        source=given.source if given else "",
        channel=channel,
    )


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
        whole(row, "id"),
        instant(row, "at"),
        None if row["turn_id"] is None else turn_id(row, "turn_id"),
        text(row, "said_on"),
        found,
        found.authorization,
    )
