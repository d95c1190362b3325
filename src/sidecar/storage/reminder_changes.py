"""What the person changed of their reminders, kept so that it can be taken back."""

from __future__ import annotations

from sidecar.domain.message import TurnId
from sidecar.domain.person import PersonId
from sidecar.domain.reminder import ReminderId
from sidecar.storage.columns import whole
from sidecar.storage.db import Row, Tx

_RECORD_CHANGE = """
insert into reminder_changes (person_id, reminder_id, turn_id, before)
select person_id, id, :turn, case when :is_new then null else json_object('message', message, 'folded', folded,
    'due_at', due_at, 'zone', zone, 'words', words, 'rrule', rrule, 'first_local', first_local, 'state', state,
    'revision', revision) end
from reminders where id = :id and person_id = :person
"""

_FORGET_CHANGE = """
delete from reminder_changes where id = (
    select max(id) from reminder_changes where person_id = :person and reminder_id = :reminder)
"""

# A message that was withdrawn when the reminder was cancelled is due once more.
_RESTORE = """
update reminders set revision = revision + 1, late = 0,
    message = json_extract(:before, '$.message'), folded = json_extract(:before, '$.folded'),
    due_at = json_extract(:before, '$.due_at'), zone = json_extract(:before, '$.zone'),
    words = json_extract(:before, '$.words'), rrule = json_extract(:before, '$.rrule'),
    first_local = json_extract(:before, '$.first_local'), state = case
        when json_extract(:before, '$.state') = 'attempting'
            and not exists (select 1 from firings where reminder_id = :id and state = 'attempting') then 'pending'
        else json_extract(:before, '$.state') end
where id = :id
"""

# Each change counts the revision up by one, and so does a firing and whatever else touches a reminder.
_CHANGED_ONLY_IN = """
select r.id, earliest.before
from (select reminder_id, min(id) as first_id, count(*) as n from reminder_changes where turn_id = :turn
      group by reminder_id) as changed
join reminder_changes as earliest on earliest.id = changed.first_id
join reminders as r on r.id = changed.reminder_id
where r.revision = coalesce(json_extract(earliest.before, '$.revision'), -1) + changed.n
"""


async def record_change(
    tx: Tx, person: PersonId, reminder: ReminderId, turn: TurnId | None, *, is_new: bool = False
) -> None:
    """Keep a reminder as it is before a change; `is_new`: it was not there before."""
    await tx.execute(_RECORD_CHANGE, id=reminder, person=person, turn=turn, is_new=int(is_new))


async def remove_change(tx: Tx, person: PersonId, reminder: ReminderId) -> None:
    """Remove the last change of a reminder: it was not made, or is taken back."""
    await tx.execute(_FORGET_CHANGE, person=person, reminder=reminder)


async def restore_reminder(tx: Tx, reminder: ReminderId, before: object) -> None:
    """Make a reminder what it was `before` a change."""
    await tx.execute(_RESTORE, id=reminder, before=str(before))


async def take_back_changes(tx: Tx, turn: TurnId) -> None:
    """Take back what an interrupted answer to this message changed, since the message is answered again. What has been
    said or changed since then stays."""
    for row in await tx.all(_CHANGED_ONLY_IN, turn=turn):
        await _take_back(tx, turn, row)


async def _take_back(tx: Tx, turn: TurnId, row: Row) -> None:
    reminder = ReminderId(whole(row, "id"))
    await tx.execute("delete from reminder_changes where turn_id = :turn and reminder_id = :id", turn=turn, id=reminder)
    if row["before"] is None:
        await tx.execute("delete from reminders where id = :id", id=reminder)
    else:
        await restore_reminder(tx, reminder, row["before"])
