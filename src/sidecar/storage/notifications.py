"""Notifications: into the outbox, and into the history once they have been sent."""

from __future__ import annotations

from datetime import datetime

from sidecar.domain.message import Message, MessageKind, NotificationId, OutgoingId, Speaker, TurnId
from sidecar.domain.person import PersonId
from sidecar.domain.reminder import ReminderId
from sidecar.reminders.ports import Notice
from sidecar.storage.columns import person_id, text, to_text, whole
from sidecar.storage.conversations import ensure_current
from sidecar.storage.db import Row, Tx
from sidecar.storage.messages import add_message

_POST = """
insert into outbox (person_id, notification_id, channel, address, kind, text, dedup_key, not_before, created_at)
values (:person, :notification, :channel, :address, 'notification', :text, :dedup_key, :at, :at)
"""

_SENT = """
select n.*, o.channel, (select count(*) from outbox where notification_id = n.id and state = 'sent') as places
from outbox as o join notifications as n on n.id = o.notification_id
where o.id = :id
"""


# A firing of this reminder alone whose message is not being sent yet.
_STILL_WAITING = """
select f.id, f.notification_id from firings as f
where f.person_id = :person and f.reminder_id = :reminder
  and f.state in ('attempting', 'missed') and f.state = 'attempting'
  and not exists (select 1 from outbox where notification_id = f.notification_id and state <> 'waiting')
  and not exists (select 1 from firings as other where other.notification_id = f.notification_id and other.id <> f.id)
"""


async def withdraw_notices(tx: Tx, person: PersonId, reminder: ReminderId) -> None:
    """Delete unsent messages about a cancelled reminder."""
    for row in await tx.all(_STILL_WAITING, person=person, reminder=reminder):
        await tx.execute("delete from outbox where notification_id = :id", id=row["notification_id"])
        await tx.execute("update firings set state = 'dismissed' where id = :id", id=row["id"])


async def post_notice(tx: Tx, person: PersonId, kind: str, notice: Notice, at: datetime) -> NotificationId:
    """Put a notice into the outbox, once for each destination."""
    moment = to_text(at)
    notification = await tx.insert(
        "insert into notifications (person_id, kind, text, created_at) values (:person, :kind, :text, :at)",
        person=person,
        kind=kind,
        text=notice.text,
        at=moment,
    )
    for place in notice.destinations:
        await tx.insert(
            _POST,
            person=person,
            notification=notification,
            channel=place.channel,
            address=place.address,
            text=notice.text,
            dedup_key=f"notification:{notification}:{place.channel}:{place.address}",
            at=moment,
        )
    return NotificationId(notification)


async def settle_notification(tx: Tx, id: OutgoingId, at: datetime) -> None:
    """Mark the firings of a sent notification as delivered and add it to the history; ignore other messages."""
    row = await tx.one(_SENT, id=id)
    if row is None:
        return
    values = {"notification": whole(row, "id"), "at": to_text(at)}
    await tx.execute(
        "update firings set state = 'delivered', settled_at = :at"
        " where notification_id = :notification and state in ('attempting', 'missed')",
        **values,
    )
    await tx.execute(
        "update reminders set state = 'delivered', revision = revision + 1"
        " where id in (select reminder_id from firings where notification_id = :notification)"
        " and state in ('attempting', 'missed')",
        notification=values["notification"],
    )
    if whole(row, "places") == 1:  # the first destination that has it
        await _add_to_history(tx, row, at)


async def _add_to_history(tx: Tx, row: Row, at: datetime) -> None:
    person = person_id(row)
    conversation = await ensure_current(tx, person, at)
    last = await tx.one(
        "select max(id) as turn from inbox where person_id = :person and conversation_id = :conversation"
        " and forgotten is null",
        person=person,
        conversation=conversation,
    )
    if last is None or last["turn"] is None:
        return  # there is no history yet
    turn, kind = TurnId(whole(last, "turn")), MessageKind(text(row, "kind"))
    said = Message(Speaker.COMPANION, text(row, "text"), at, turn, text(row, "channel"), kind=kind)
    await add_message(tx, said, person=person, conversation=conversation)
