"""Every person's durable queue of messages; accepting one and finishing its turn are one transaction each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from sidecar.dispatch.ports import ClaimedMessage
from sidecar.domain.message import (
    ConversationId,
    IncomingMessage,
    Message,
    OutgoingId,
    OutgoingKind,
    OutgoingMessage,
    Speaker,
    TurnId,
    mask_message,
)
from sidecar.domain.person import PersonId
from sidecar.domain.turn import Reply
from sidecar.observe.redaction import mask_shapes
from sidecar.storage.audit import add_entry
from sidecar.storage.columns import (
    attachments_to_json,
    conversation_id,
    incoming_message,
    metadata_to_json,
    person_id,
    to_text,
    turn_id,
    whole,
)
from sidecar.storage.conversations import ensure_current
from sidecar.storage.db import Tx
from sidecar.storage.extraction import drop_job, enqueue
from sidecar.storage.messages import add_message
from sidecar.storage.people import ensure_person
from sidecar.storage.reminder_changes import take_back_changes
from sidecar.storage.repository import Repository

_DUPLICATE_WITHIN = timedelta(hours=24)

# The head of the queue is the oldest message that is not done: while it is being answered, nothing is claimed.
_CLAIM = """
update inbox set state = 'answering', attempts = attempts + 1
where state = 'waiting'
  and id = (select id from inbox where person_id = :person and state <> 'done' order by id limit 1)
returning *
"""

_PEOPLE_WAITING = """
select person_id from inbox where state <> 'done'
group by person_id
having count(case when state = 'answering' then 1 end) = 0
order by min(id)
"""

_DUPLICATE = """
select id from inbox
where person_id = :person and channel = :channel and external_id = :external_id
  and received_at between :since and :until
limit 1
"""

_RECOVER_INBOX = "update inbox set state = 'waiting' where state <> 'done' and state = 'answering'"
# A reminder is never sent again unasked: `reminders.py` decides about it.
_RECOVER_OUTBOX = """
update outbox set state = 'waiting', maybe_seen = 1
where state in ('waiting', 'sending') and state = 'sending' and id not in (
    select o.id from outbox as o join notifications as n on n.id = o.notification_id
    where o.state in ('waiting', 'sending') and n.kind = 'reminder'
)
"""

_RELEASE = """
update inbox set state = 'waiting', attempts = attempts - 1
where id = :turn and state = 'answering' and attempts = :attempt
"""

_STOP_WAITING = """
update inbox set state = 'done', ending = 'cancelled', finished_at = :at where id = :turn and state = 'waiting'
"""

_STOPS_REQUESTED = "select id from inbox where state <> 'done' and state = 'answering' and stop_requested = 1"

# The attempt is a fencing token: a process that lost the claim cannot finish the turn.
_FINISH = """
update inbox set state = 'done', finished_at = :at, handled_by = :handled_by, ending = :ending,
    error_code = :error_code, model_ms = :model_ms, tools_ms = :tools_ms, total_ms = :total_ms
where id = :turn and state = 'answering' and attempts = :attempt
"""


class SqlInbox(Repository):
    """Implements `dispatch.ports.Inbox`."""

    async def accept(self, message: IncomingMessage) -> TurnId | None:
        """Accept a message; without a channel's id it is never a duplicate. What looks like a secret is masked."""
        message = mask_message(message, mask_shapes)

        async def work(tx: Tx) -> TurnId | None:
            await ensure_person(tx, message.person, message.received_at)
            if await _is_duplicate(tx, message):
                return None
            conversation = await ensure_current(tx, message.person, message.received_at)
            turn = await _enqueue(tx, message, conversation)
            said = Message(Speaker.PERSON, message.text, message.received_at, turn, message.channel)
            await add_message(tx, said, person=message.person, conversation=conversation)
            await enqueue(tx, message.person, turn, message.received_at)
            return turn

        return await self._db.write(work)

    async def claim(self, person: PersonId) -> ClaimedMessage | None:
        async def work(tx: Tx) -> ClaimedMessage | None:
            row = await tx.one(_CLAIM, person=person)
            if row is None:
                return None
            await take_back_changes(tx, turn_id(row))
            return ClaimedMessage(turn_id(row), conversation_id(row), incoming_message(row), whole(row, "attempts"))

        return await self._db.write(work)

    async def people_waiting(self) -> Sequence[PersonId]:
        """List people, the one who has waited longest first."""
        return await self._read_all(person_id, _PEOPLE_WAITING)

    async def waiting(self) -> int:
        """Count the messages of all people that wait or are being answered."""
        sql = "select count(*) as n from inbox where state <> 'done'"
        return await self._read_sum(lambda row: whole(row, "n"), sql)

    async def recover(self) -> int:
        async def work(tx: Tx) -> int:
            return await tx.execute(_RECOVER_INBOX) + await tx.execute(_RECOVER_OUTBOX)

        return await self._db.write(work)

    async def release(self, claimed: ClaimedMessage) -> None:
        await self._execute(_RELEASE, turn=claimed.turn, attempt=claimed.attempt)

    async def request_stop(self, turn: TurnId, at: datetime) -> None:
        async def work(tx: Tx) -> None:
            await tx.execute(_STOP_WAITING, turn=turn, at=to_text(at))
            await tx.execute("update inbox set stop_requested = 1 where id = :turn and state = 'answering'", turn=turn)

        await self._db.write(work)

    async def stops_requested(self) -> Sequence[TurnId]:
        return await self._read_all(turn_id, _STOPS_REQUESTED)

    async def finish(self, claimed: ClaimedMessage, reply: Reply, at: datetime) -> OutgoingMessage | None:
        """Finish the turn and queue its reply; None means that the claim was lost.

        A reply without words is queued as sent already, so that `take` returns False.
        """

        async def work(tx: Tx) -> OutgoingMessage | None:
            if not await _close_turn(tx, claimed, reply, at):
                return None
            if reply.only_request:
                await drop_job(tx, claimed.turn)
            person, conversation = claimed.message.person, claimed.conversation
            for said in reply.messages:
                await add_message(tx, replace(said, turn=claimed.turn), person=person, conversation=conversation)
            for receipt in reply.receipts:
                await add_entry(tx, person, claimed.turn, receipt, at)
            return await _post_reply(tx, claimed, reply.text, at)

        return await self._db.write(work)


async def _is_duplicate(tx: Tx, message: IncomingMessage) -> bool:
    if not message.id:
        return False
    earlier = await tx.one(
        _DUPLICATE,
        person=message.person,
        channel=message.channel,
        external_id=message.id,
        since=to_text(message.received_at - _DUPLICATE_WITHIN),
        until=to_text(message.received_at + _DUPLICATE_WITHIN),  # the clock may have been set back meanwhile
    )
    return earlier is not None


async def _enqueue(tx: Tx, message: IncomingMessage, conversation: ConversationId) -> TurnId:
    return TurnId(
        await tx.insert(
            "insert into inbox (person_id, conversation_id, channel, external_id, address, reply_to, text,"
            " attachments, answer_in, secrets_masked, metadata, received_at) values (:person, :conversation, :channel,"
            " :external_id, :address, :reply_to, :text, :attachments, :answer_in, :secrets_masked, :metadata,"
            " :received_at)",
            person=message.person,
            conversation=conversation,
            channel=message.channel,
            external_id=message.id,
            address=message.address,
            reply_to=message.reply_to,
            text=message.text,
            attachments=attachments_to_json(message.attachments),
            answer_in=message.answer_in or "",
            secrets_masked=message.secrets_masked,
            metadata=metadata_to_json(message),
            received_at=to_text(message.received_at),
        )
    )


async def _close_turn(tx: Tx, claimed: ClaimedMessage, reply: Reply, at: datetime) -> bool:
    changed = await tx.execute(
        _FINISH,
        turn=claimed.turn,
        attempt=claimed.attempt,
        at=to_text(at),
        handled_by=reply.handled_by.value,
        ending=reply.ending.value,
        error_code=reply.error_code,
        model_ms=reply.model_ms,
        tools_ms=reply.tools_ms,
        total_ms=reply.total_ms,
    )
    return changed == 1


async def _post_reply(tx: Tx, claimed: ClaimedMessage, words: str, at: datetime) -> OutgoingMessage:
    question = claimed.message
    moment = to_text(at)
    nothing_to_say = not words.strip()
    new_id = await tx.insert(
        "insert into outbox (person_id, turn_id, channel, address, kind, text, dedup_key, state, not_before,"
        " created_at, sent_at) values (:person, :turn, :channel, :address, 'reply', :text, :dedup_key, :state, :at,"
        " :at, :sent_at)",
        person=question.person,
        turn=claimed.turn,
        channel=question.channel,
        address=question.address,
        text=words,
        dedup_key=f"reply:{claimed.turn}",
        state="sent" if nothing_to_say else "waiting",
        at=moment,
        sent_at=moment if nothing_to_say else None,
    )
    return OutgoingMessage(
        id=OutgoingId(new_id),
        person=question.person,
        channel=question.channel,
        address=question.address,
        kind=OutgoingKind.REPLY,
        text=words,
        created_at=at,
        turn=claimed.turn,
        in_answer_to=question.text,
    )
