"""Finds and takes back the last changes of reminders, and the last message that told a fact."""

from __future__ import annotations

from collections.abc import Sequence

from sidecar.conversation.undo import TurnBefore
from sidecar.domain.message import TurnId
from sidecar.domain.person import PersonId
from sidecar.domain.reminder import Reminder, ReminderId
from sidecar.storage.columns import whole
from sidecar.storage.db import Tx
from sidecar.storage.notifications import withdraw_notices
from sidecar.storage.reminder_changes import remove_change, restore_reminder
from sidecar.storage.reminder_rows import to_reminder
from sidecar.storage.repository import Repository

_LAST_CHANGES = """
select c.*, r.* from reminder_changes as c join reminders as r on r.id = c.reminder_id
where c.person_id = :person and c.id >= (
    select coalesce(min(same.id), max(last.id)) from (
        select id, turn_id from reminder_changes where person_id = :person order by id desc limit 1) as last
    left join reminder_changes as same on same.person_id = :person and same.turn_id = last.turn_id)
order by c.id desc
"""

_LAST_TOLD = """
select max(origin) as turn from facts where person_id = :person and superseded_by is null having max(origin) is not null
"""


_BEFORE = """
select turn_id, max(tool_calls like '%"undo_change"%') as undid from messages
where person_id = :person and turn_id = (
    select max(turn_id) from messages where person_id = :person and turn_id < :turn and speaker = 'person')
group by turn_id
"""


class SqlChangeLog(Repository):
    """Implements `conversation.undo.ChangeLog`."""

    async def last_told_in(self, person: PersonId) -> TurnId | None:
        return await self._read_one(lambda row: TurnId(whole(row, "turn")), _LAST_TOLD, person=person)

    async def last_changed_in(self, person: PersonId) -> TurnId | None:
        return await self._read_one(
            lambda row: TurnId(whole(row, "turn")),
            "select coalesce(turn_id, 9223372036854775807) as turn from reminder_changes where person_id = :person"
            " order by id desc limit 1",
            person=person,
        )

    async def list_last_changed(self, person: PersonId) -> Sequence[Reminder]:
        return await self._read_all(to_reminder, _LAST_CHANGES, person=person)

    async def find_turn_before(self, person: PersonId, turn: TurnId) -> TurnBefore | None:
        return await self._read_one(
            lambda row: TurnBefore(TurnId(whole(row, "turn_id")), undid=bool(row["undid"])),
            _BEFORE,
            person=person,
            turn=turn,
        )

    async def restore_reminders(self, person: PersonId) -> Sequence[Reminder]:
        async def work(tx: Tx) -> Sequence[Reminder]:
            restored: list[Reminder] = []
            for row in await tx.all(_LAST_CHANGES, person=person):
                reminder, before = ReminderId(whole(row, "reminder_id")), row["before"]
                await remove_change(tx, person, reminder)
                if before is None:
                    await tx.execute(
                        "update reminders set state = 'cancelled', revision = revision + 1 where id = :id", id=reminder
                    )
                    await withdraw_notices(tx, person, reminder)
                else:
                    await restore_reminder(tx, reminder, before)
                after = await tx.one("select * from reminders where id = :id", id=reminder)
                assert after is not None
                restored.append(to_reminder(after))
            return list({one.id: one for one in restored}.values())

        return await self._db.write(work)
