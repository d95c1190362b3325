"""Conversations: each person has one current conversation; starting another closes it."""

from __future__ import annotations

from datetime import datetime

from sidecar.domain.message import ConversationId
from sidecar.domain.person import PersonId
from sidecar.storage.columns import conversation_id, to_text
from sidecar.storage.db import Tx
from sidecar.storage.people import ensure_person
from sidecar.storage.repository import Repository

_CURRENT = "select id from conversations where person_id = :person and ended_at is null"


async def ensure_current(tx: Tx, person: PersonId, at: datetime) -> ConversationId:
    """Return the person's current conversation, creating the first one."""
    row = await tx.one(_CURRENT, person=person)
    return conversation_id(row, "id") if row else await _begin(tx, person, at)


class SqlConversations(Repository):
    async def current(self, person: PersonId) -> ConversationId | None:
        """Return None until the person's first message or `start_new`."""
        return await self._read_one(lambda row: conversation_id(row, "id"), _CURRENT, person=person)

    async def start_new(self, person: PersonId, at: datetime) -> ConversationId:
        """Start a new conversation for messages accepted from now on; waiting ones keep theirs."""

        async def work(tx: Tx) -> ConversationId:
            await tx.execute(
                "update conversations set ended_at = :at where person_id = :person and ended_at is null",
                person=person,
                at=to_text(at),
            )
            return await _begin(tx, person, at)

        return await self._db.write(work)


async def _begin(tx: Tx, person: PersonId, at: datetime) -> ConversationId:
    await ensure_person(tx, person, at)
    return ConversationId(
        await tx.insert(
            "insert into conversations (person_id, started_at) values (:person, :at)", person=person, at=to_text(at)
        )
    )
