"""Outgoing messages, kept until the channel confirms them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import datetime

from sidecar.domain.message import (
    Notification,
    NotificationId,
    NotificationKind,
    OutgoingId,
    OutgoingKind,
    OutgoingMessage,
    TurnId,
)
from sidecar.storage.columns import checked, instant, person_id, text, to_text, whole
from sidecar.storage.db import Row, Tx
from sidecar.storage.notifications import settle_notification
from sidecar.storage.repository import Repository

_MAX_BLOCKING_ATTEMPTS = 8
"""A message that failed this often no longer holds back those behind it."""

# `state in ('waiting', 'sending')` selects the partial index of open messages, beside the state that is meant.
# In order for each address: a message that waits for its next attempt holds back the later ones.
_DUE = """
select o.*, coalesce(i.text, '') as in_answer_to, n.kind as notification_kind, (
    select json_group_array(f.reminder_id) from firings as f where f.notification_id = o.notification_id
  ) as reminders
from outbox as o left join inbox as i on i.id = o.turn_id left join notifications as n on n.id = o.notification_id
where o.channel = :channel and o.state in ('waiting', 'sending') and o.state = 'waiting' and o.not_before <= :now
  and not exists (
    select 1 from outbox as earlier
    where earlier.channel = o.channel and earlier.address = o.address and earlier.person_id = o.person_id
      and earlier.id < o.id and earlier.state in ('waiting', 'sending') and earlier.not_before > :now
      and earlier.attempts < :max_attempts
  )
order by o.id
"""

_TAKE = """
update outbox set state = 'sending', attempts = attempts + 1, taken_at = :at where id = :id and state = 'waiting'
"""


class SqlOutbox(Repository):
    """Implements `dispatch.ports.Outbox`."""

    async def due(self, channel: str, now: datetime) -> Sequence[OutgoingMessage]:
        """List due messages in order for each address; one that failed 8 times no longer blocks those after it."""
        return await self._read_all(
            outgoing_message, _DUE, channel=channel, now=to_text(now), max_attempts=_MAX_BLOCKING_ATTEMPTS
        )

    async def take(self, id: OutgoingId, at: datetime) -> bool:
        return await self._execute(_TAKE, id=id, at=to_text(at)) == 1

    async def delivered(self, id: OutgoingId, external_id: str, at: datetime) -> None:
        """Mark a message as sent and settle its notification in the same transaction. May be repeated."""

        async def work(tx: Tx) -> None:
            changed = await tx.execute(
                "update outbox set state = 'sent', external_id = :external_id, sent_at = :at, error = ''"
                " where id = :id and state <> 'sent'",
                id=id,
                external_id=external_id,
                at=to_text(at),
            )
            if changed:
                await settle_notification(tx, id, at)

        await self._db.write(work)

    async def failed(self, id: OutgoingId, error: str, retry_at: datetime) -> None:
        """Queue a message that is being sent for another attempt."""
        await self._execute(
            "update outbox set state = 'waiting', error = :error, not_before = :retry_at"
            " where id = :id and state = 'sending'",
            id=id,
            error=error,
            retry_at=to_text(retry_at),
        )


@checked
def outgoing_message(row: Row) -> OutgoingMessage:
    """Convert a row of `outbox`, joined with the answered message and the notification."""
    return OutgoingMessage(
        id=OutgoingId(whole(row, "id")),
        person=person_id(row),
        channel=text(row, "channel"),
        address=text(row, "address"),
        kind=OutgoingKind(text(row, "kind")),
        text=text(row, "text"),
        created_at=instant(row, "created_at"),
        turn=None if row["turn_id"] is None else TurnId(whole(row, "turn_id")),
        in_answer_to=text(row, "in_answer_to"),
        attempts=whole(row, "attempts"),
        maybe_seen=bool(row["maybe_seen"]),
        notification=None if row["notification_id"] is None else _notification(row),
    )


def _notification(row: Row) -> Notification:
    return Notification(
        NotificationId(whole(row, "notification_id")),
        NotificationKind(text(row, "notification_kind")),
        tuple(json.loads(text(row, "reminders"))),
    )
