"""Reminders and their firings. A reminder's state and the message about it are written in one transaction."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Sequence
from datetime import datetime

from sidecar.domain.message import NotificationId, TurnId
from sidecar.domain.person import PersonId
from sidecar.domain.reminder import Firing, FiringId, LostFiring, Reminder, ReminderId, ReminderState, Schedule
from sidecar.language.fold import fold
from sidecar.observe import Event, emit
from sidecar.reminders.ports import Notice
from sidecar.storage.columns import UnreadableRow, instant, person_id, to_text, whole
from sidecar.storage.db import Row, Tx
from sidecar.storage.notifications import post_notice, withdraw_notices
from sidecar.storage.people import ensure_person
from sidecar.storage.reminder_changes import record_change, remove_change
from sidecar.storage.reminder_rows import lost_firing, message_columns, schedule_columns, to_reminder
from sidecar.storage.repository import Repository

_ADD = """
insert into reminders (person_id, message, folded, due_at, zone, words, rrule, first_local, state, created_at)
values (:person, :message, :folded, :due_at, :zone, :words, :rrule, :first_local, 'pending', :at)
"""

_CHANGE = """
update reminders set message = :message, folded = :folded, due_at = :due_at, zone = :zone, words = :words,
    rrule = :rrule, first_local = :first_local, state = :state, late = :late, revision = revision + 1
where id = :id and person_id = :person and revision = :revision
"""

# Of an answer that was interrupted after it had rung.
_RUNG_IN_TURN = """
select r.* from reminder_changes as c join reminders as r on r.id = c.reminder_id
where c.turn_id = :turn and c.before is null and r.person_id = :person and r.folded = :folded
  and exists (select 1 from firings where reminder_id = r.id)
order by r.id limit 1
"""

_IN_STATES = """
select * from reminders
where person_id = :person and state in (select value from json_each(:states))
order by due_at, id
"""

_DUE = """
select * from reminders
where state = 'pending' and due_at <= :now and person_id = :person
order by due_at, id limit :n
"""

_ADVANCE = """
update reminders set state = :state, due_at = :due_at, late = :late, revision = revision + 1 where id = :id
"""

_FIRED = """
insert into firings (person_id, reminder_id, notification_id, due_at, last_due_at, times, late, state)
values (:person, :reminder, :notification, :due_at, :last_due_at, :times, :late, 'attempting')
"""

# Being sent for too long, or by a dead process, and not known to have arrived anywhere.
_UNCERTAIN = """
select distinct f.id, f.person_id
from outbox as o join firings as f on f.notification_id = o.notification_id
where o.state in ('waiting', 'sending') and o.state = 'sending' and coalesce(o.taken_at, '') <= :before
  and f.state in ('attempting', 'missed') and f.state = 'attempting'
  and not exists (select 1 from outbox as sent where sent.notification_id = f.notification_id and sent.state = 'sent')
"""

# Also those that arrived at another address: they need no warning, but must not wait any longer.
_PEOPLE_UNCERTAIN = """
select distinct o.person_id
from outbox as o join notifications as n on n.id = o.notification_id
where o.state in ('waiting', 'sending') and o.state = 'sending' and coalesce(o.taken_at, '') <= :before
  and n.kind = 'reminder'
"""

_GIVE_UP_SENDING = """
update outbox set state = 'uncertain', maybe_seen = 1
where state in ('waiting', 'sending') and state = 'sending' and coalesce(taken_at, '') <= :before
  and person_id = :person
  and exists (select 1 from notifications as n where n.id = outbox.notification_id and n.kind = 'reminder')
"""

_LOST = """
select r.*, f.id as firing_id, f.due_at as fired_for
from firings as f join reminders as r on r.id = f.reminder_id
where f.person_id = :person and f.state in ('attempting', 'missed') and f.state = 'missed'
order by f.due_at, f.id
"""


class SqlReminders(Repository):
    """Implements `reminders.ports.ReminderStore`."""

    async def add(
        self, person: PersonId, message: str, schedule: Schedule, at: datetime, turn: TurnId | None = None
    ) -> Reminder:
        async def work(tx: Tx) -> Reminder:
            await ensure_person(tx, person, at)
            rung = await tx.one(_RUNG_IN_TURN, turn=turn, person=person, folded=fold(message)) if turn else None
            if rung is not None:
                return to_reminder(rung)
            new_id = await tx.insert(
                _ADD, person=person, at=to_text(at), **message_columns(message), **schedule_columns(schedule)
            )
            await record_change(tx, person, ReminderId(new_id), turn, is_new=True)
            return Reminder(ReminderId(new_id), person, message, schedule, ReminderState.PENDING, at)

        return await self._db.write(work)

    async def get(self, person: PersonId, id: ReminderId) -> Reminder | None:
        return await self._read_one(
            to_reminder, "select * from reminders where person_id = :person and id = :id", person=person, id=id
        )

    async def in_states(self, person: PersonId, states: Collection[ReminderState]) -> Sequence[Reminder]:
        wanted = json.dumps([state.value for state in states])
        return await self._read_all(to_reminder, _IN_STATES, person=person, states=wanted)

    async def change(self, reminder: Reminder, turn: TurnId | None = None) -> Reminder | None:
        async def work(tx: Tx) -> Reminder | None:
            await record_change(tx, reminder.person, reminder.id, turn)
            changed = await tx.execute(
                _CHANGE,
                id=reminder.id,
                person=reminder.person,
                revision=reminder.revision,
                state=reminder.state.value,
                late=int(reminder.late),
                **message_columns(reminder.message),
                **schedule_columns(reminder.schedule),
            )
            if not changed:
                await remove_change(tx, reminder.person, reminder.id)
                return None
            moved = reminder.state is ReminderState.PENDING and not reminder.recurring
            if moved or reminder.state is ReminderState.CANCELLED:
                await withdraw_notices(tx, reminder.person, reminder.id)
            row = await tx.one("select * from reminders where id = :id", id=reminder.id)
            return to_reminder(row) if row else None

        return await self._db.write(work)

    async def last_fired(self, person: PersonId, id: ReminderId) -> datetime | None:
        return await self._read_one(
            lambda row: instant(row, "last_due_at"),
            "select last_due_at from firings where person_id = :person and reminder_id = :id order by id desc limit 1",
            person=person,
            id=id,
        )

    async def next_due(self) -> datetime | None:
        sql = "select due_at from reminders where state = 'pending' order by due_at limit 1"
        return await self._read_one(lambda row: instant(row, "due_at"), sql)

    async def due_until(self, moment: datetime, limit: int) -> Sequence[Reminder]:
        return await self._read_all(
            to_reminder,
            "select * from reminders where state = 'pending' and due_at <= :moment order by due_at, id limit :n",
            moment=to_text(moment),
            n=limit,
        )

    async def people_due(self, now: datetime) -> Sequence[PersonId]:
        sql = "select distinct person_id from reminders where state = 'pending' and due_at <= :now"
        return await self._read_all(person_id, sql, now=to_text(now))

    async def fire(
        self, person: PersonId, now: datetime, plan: Callable[[Sequence[Reminder]], Sequence[Notice]], limit: int
    ) -> int:
        async def work(tx: Tx) -> int:
            rows = await tx.all(_DUE, now=to_text(now), person=person, n=limit)
            due = [reminder for row in rows if (reminder := await _read_or_pass_over(tx, row))]
            for notice in plan(due):
                notification = await post_notice(tx, person, "reminder", notice, now)
                for firing in notice.firings:
                    await _record(tx, firing, notification)
                    await _advance(tx, firing)
            return len(rows)

        return await self._db.write(work)

    async def people_uncertain(self, taken_before: datetime) -> Sequence[PersonId]:
        return await self._read_all(person_id, _PEOPLE_UNCERTAIN, before=to_text(taken_before))

    async def lose(
        self,
        person: PersonId,
        taken_before: datetime,
        warn: Callable[[Sequence[LostFiring]], Notice],
        at: datetime,
    ) -> int:
        async def work(tx: Tx) -> int:
            before = to_text(taken_before)
            uncertain = {
                whole(row, "id") for row in await tx.all(_UNCERTAIN, before=before) if row["person_id"] == person
            }
            for firing in uncertain:
                await tx.execute("update firings set state = 'missed' where id = :id", id=firing)
                await tx.execute(
                    "update reminders set state = 'missed', revision = revision + 1 where state = 'attempting'"
                    " and id = (select reminder_id from firings where id = :id)",
                    id=firing,
                )
            await tx.execute(_GIVE_UP_SENDING, before=before, person=person)
            lost = [
                lost_firing(row) for row in await tx.all(_LOST, person=person) if whole(row, "firing_id") in uncertain
            ]
            if lost:
                await post_notice(tx, person, "warning", warn(lost), at)
            return len(lost)

        return await self._db.write(work)

    async def lost(self, person: PersonId) -> Sequence[LostFiring]:
        return await self._read_all(lost_firing, _LOST, person=person)

    async def settle_lost(
        self, person: PersonId, firings: Collection[FiringId], again: Notice | None, at: datetime
    ) -> None:
        async def work(tx: Tx) -> None:
            missed = [firing for firing in firings if await _dismiss(tx, person, firing, at)]
            for firing in missed:
                await tx.execute(
                    "update reminders set state = :state, revision = revision + 1"
                    " where id = (select reminder_id from firings where id = :id) and state = 'missed'",
                    id=firing,
                    state=(ReminderState.ATTEMPTING if again else ReminderState.CANCELLED).value,
                )
            if again and missed:
                notification = await post_notice(tx, person, "reminder", again, at)
                for firing in again.firings:
                    await _record(tx, firing, notification)

        await self._db.write(work)


async def _read_or_pass_over(tx: Tx, row: Row) -> Reminder | None:
    """Read a due reminder; one with a damaged value is passed over, so that the others ring."""
    try:
        return to_reminder(row)
    except UnreadableRow as error:
        emit(Event.ROW_UNREADABLE, level="error", table="reminders", row=whole(row, "id"), reason=str(error))
        await tx.execute("update reminders set state = 'missed' where id = :id", id=whole(row, "id"))
        return None


async def _dismiss(tx: Tx, person: PersonId, firing: FiringId, at: datetime) -> bool:
    """Dismiss a missed firing; return False when it has arrived after all, or another process was faster."""
    changed = await tx.execute(
        "update firings set state = 'dismissed', settled_at = :at"
        " where id = :id and person_id = :person and state = 'missed'",
        id=firing,
        person=person,
        at=to_text(at),
    )
    return changed == 1


async def _record(tx: Tx, firing: Firing, notification: NotificationId) -> None:
    await tx.insert(
        _FIRED,
        person=firing.reminder.person,
        reminder=firing.reminder.id,
        notification=notification,
        due_at=to_text(firing.due),
        last_due_at=to_text(firing.last_due),
        times=firing.times,
        late=int(firing.late),
    )


async def _advance(tx: Tx, firing: Firing) -> None:
    goes_on = firing.next_due is not None
    await tx.execute(
        _ADVANCE,
        id=firing.reminder.id,
        state=(ReminderState.PENDING if goes_on else ReminderState.ATTEMPTING).value,
        due_at=to_text(firing.next_due or firing.due),
        late=int(firing.late),
    )
