"""What is to be said, kept until the channel confirms it."""

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
from sidecar.domain.person import PersonId
from sidecar.storage.columns import instant, text, to_text, whole
from sidecar.storage.db import Db, Row, Tx
from sidecar.storage.notifications import settle_notification

_PATIENCE_ATTEMPTS = 8
"""A message that failed this often no longer holds back those behind it."""

# `state in ('waiting', 'sending')` is what the index of the open ones is made for: it is said besides the state meant.
# In order for each place: a message that waits for its next attempt holds back the later ones to the same address.
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
      and earlier.attempts < :patience
  )
order by o.id
"""

_TAKE = """
update outbox set state = 'sending', attempts = attempts + 1, taken_at = :at where id = :id and state = 'waiting'
"""


class SqlOutbox:
    """Implements `dispatch.ports.Outbox`."""

    def __init__(self, db: Db) -> None:
        self._db = db

    async def due(self, channel: str, now: datetime) -> Sequence[OutgoingMessage]:
        """Messages to one address never overtake each other, except one that failed 8 times."""

        async def work(tx: Tx) -> Sequence[OutgoingMessage]:
            rows = await tx.all(_DUE, channel=channel, now=to_text(now), patience=_PATIENCE_ATTEMPTS)
            return [outgoing_message(row) for row in rows]

        return await self._db.read(work)

    async def take(self, id: OutgoingId, at: datetime) -> bool:
        return await self._change(_TAKE, id=id, at=to_text(at))

    async def delivered(self, id: OutgoingId, external_id: str, at: datetime) -> None:
        """Harmless when it was known already. What a notification speaks of is settled in the same transaction."""

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
        """Of what is not being sent (any more) nothing changes."""
        await self._change(
            "update outbox set state = 'waiting', error = :error, not_before = :retry_at"
            " where id = :id and state = 'sending'",
            id=id,
            error=error,
            retry_at=to_text(retry_at),
        )

    async def _change(self, sql: str, **values: str | int) -> bool:
        async def work(tx: Tx) -> bool:
            return await tx.execute(sql, **values) == 1

        return await self._db.write(work)


def outgoing_message(row: Row) -> OutgoingMessage:
    """The message of a row of `outbox`, with what it answers or notifies of joined to it."""
    return OutgoingMessage(
        id=OutgoingId(whole(row, "id")),
        person=PersonId(text(row, "person_id")),
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
