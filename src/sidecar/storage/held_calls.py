"""Calls that wait for the person's yes, and the answers that count for later too."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import datetime

from sidecar.domain.held_call import HeldCall, HeldCallId, LastingAnswer
from sidecar.domain.message import TurnId
from sidecar.domain.permission import Decision, Permission, Requester
from sidecar.domain.person import PersonId
from sidecar.domain.tool import ToolCall
from sidecar.storage.columns import checked, instant, person_id, text, to_text, turn_id, whole
from sidecar.storage.db import Row, Tx
from sidecar.storage.repository import Repository

_HOLD = """
insert into held_calls (person_id, turn_id, call_id, name, arguments, question, subject, permission, requester, source,
    asked_at, asked_in)
select :person, :turn, :call_id, :name, :arguments, :question, :subject, :permission,
    :requester, :source, :asked_at, :turn
where not exists (select 1 from held_calls where turn_id = :turn and name = :name and arguments = :arguments)
"""

# A call that was agreed to in the very turn that is answered now was begun before the program died.
_AWAITING = """
select * from held_calls where person_id = :person and (
    (state = 'open' and asked_in = (select max(id) from inbox where person_id = :person and id < :turn))
    or (state = 'agreed' and answered_in = :turn)
) order by id
"""

_ASK_AGAIN = """
update held_calls set asked_in = :turn where state = 'open' and id in (select value from json_each(:ids))
"""

_CLOSE = """
update held_calls set state = :state, answered_in = :turn
where state = 'open' and id in (select value from json_each(:ids))
"""

_REMEMBER = """
insert into lasting_answers (person_id, name, subject, agreed, at)
select distinct person_id, name, subject, :agreed, :at from held_calls where id in (select value from json_each(:ids))
on conflict (person_id, name, subject) do update set agreed = excluded.agreed, at = excluded.at
"""


class SqlHeldCalls(Repository):
    """Implements `tools.authorization.HeldCalls`, `conversation.ports.Approvals` and
    `dispatch.commands.permissions.LastingAnswers`."""

    async def hold(self, held: HeldCall) -> None:
        await self._execute(
            _HOLD,
            person=held.person,
            turn=held.turn,
            call_id=held.call.id,
            name=held.call.name,
            arguments=held.call.arguments,
            question=held.question,
            subject=held.subject,
            permission=held.permission.value,
            requester=held.requester.value,
            source=held.source,
            asked_at=to_text(held.asked_at),
        )

    async def held_in(self, turn: TurnId) -> Sequence[HeldCall]:
        return await self._read_all(
            to_held_call, "select * from held_calls where turn_id = :turn order by id", turn=turn
        )

    async def awaiting(self, person: PersonId, turn: TurnId) -> Sequence[HeldCall]:
        return await self._read_all(to_held_call, _AWAITING, person=person, turn=turn)

    async def ask_again(self, held: Sequence[HeldCall], turn: TurnId) -> None:
        await self._execute(_ASK_AGAIN, turn=turn, ids=_ids(held))

    async def close(
        self, held: Sequence[HeldCall], decision: Decision, turn: TurnId, at: datetime, *, always: bool = False
    ) -> bool:
        async def work(tx: Tx) -> bool:
            closed = await tx.execute(_CLOSE, state=decision.value, turn=turn, ids=_ids(held))
            if always:
                await tx.execute(_REMEMBER, agreed=decision is Decision.AGREED, at=to_text(at), ids=_ids(held))
            return closed == len(held)

        return await self._db.write(work)

    async def find_lasting(self, person: PersonId, tool: str, subject: str) -> bool | None:
        return await self._read_one(
            lambda row: bool(row["agreed"]),
            "select agreed from lasting_answers where person_id = :person and name = :tool and subject = :subject",
            person=person,
            tool=tool,
            subject=subject,
        )

    async def list_lasting(self, person: PersonId) -> Sequence[LastingAnswer]:
        sql = "select * from lasting_answers where person_id = :person order by id"
        return await self._read_all(_lasting_answer, sql, person=person)

    async def revoke(self, person: PersonId, id: int) -> bool:
        sql = "delete from lasting_answers where person_id = :person and id = :id"
        return await self._execute(sql, person=person, id=id) == 1


@checked
def to_held_call(row: Row) -> HeldCall:
    return HeldCall(
        id=HeldCallId(whole(row, "id")),
        person=person_id(row),
        turn=turn_id(row, "turn_id"),
        call=ToolCall(text(row, "call_id"), text(row, "name"), text(row, "arguments")),
        question=text(row, "question"),
        subject=text(row, "subject"),
        permission=Permission(text(row, "permission")),
        requester=Requester(text(row, "requester")),
        source=text(row, "source"),
        asked_at=instant(row, "asked_at"),
        asked_in=turn_id(row, "asked_in"),
        agreed=text(row, "state") == Decision.AGREED.value,
    )


@checked
def _lasting_answer(row: Row) -> LastingAnswer:
    return LastingAnswer(
        whole(row, "id"), text(row, "name"), text(row, "subject"), bool(row["agreed"]), instant(row, "at")
    )


def _ids(held: Sequence[HeldCall]) -> str:
    return json.dumps([one.id for one in held])
