"""What the person changed of their reminders, kept so that it can be taken back."""

from __future__ import annotations

from sidecar.domain.message import TurnId
from sidecar.domain.person import PersonId
from sidecar.domain.reminder import ReminderId
from sidecar.storage.db import Tx

_RECORD_CHANGE = """
insert into reminder_changes (person_id, reminder_id, turn_id, before)
select person_id, id, :turn, case when :is_new then null else json_object('message', message, 'folded', folded,
    'due_at', due_at, 'zone', zone, 'words', words, 'rrule', rrule, 'first_local', first_local, 'state', state) end
from reminders where id = :id and person_id = :person
"""

_FORGET_CHANGE = """
delete from reminder_changes where id = (
    select max(id) from reminder_changes where person_id = :person and reminder_id = :reminder)
"""


async def record_change(
    tx: Tx, person: PersonId, reminder: ReminderId, turn: TurnId | None, *, is_new: bool = False
) -> None:
    """Keep a reminder as it is before a change; `is_new`: it was not there before."""
    await tx.execute(_RECORD_CHANGE, id=reminder, person=person, turn=turn, is_new=int(is_new))


async def remove_change(tx: Tx, person: PersonId, reminder: ReminderId) -> None:
    """Remove the last change of a reminder: it was not made, or is taken back."""
    await tx.execute(_FORGET_CHANGE, person=person, reminder=reminder)
