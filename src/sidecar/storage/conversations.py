"""Conversations: each person has one that is current; starting another closes it."""

from __future__ import annotations

from datetime import datetime

from sidecar.domain.message import ConversationId
from sidecar.domain.person import PersonId
from sidecar.storage.columns import conversation_id, to_text
from sidecar.storage.db import Db, Tx
from sidecar.storage.people import ensure_person


async def current(tx: Tx, person: PersonId, at: datetime) -> ConversationId:
    """The person's current conversation; the first one is made here, with the person."""
    row = await tx.one("select id from conversations where person_id = :person and ended_at is null", person=person)
    return conversation_id(row, "id") if row else await _begin(tx, person, at)


class SqlConversations:
    def __init__(self, db: Db) -> None:
        self._db = db

    async def current(self, person: PersonId) -> ConversationId | None:
        """None until the person's first message or `start_new`."""

        async def work(tx: Tx) -> ConversationId | None:
            row = await tx.one(
                "select id from conversations where person_id = :person and ended_at is null", person=person
            )
            return conversation_id(row, "id") if row else None

        return await self._db.read(work)

    async def start_new(self, person: PersonId, at: datetime) -> ConversationId:
        """Messages accepted from now on belong to a new conversation, which is returned. Those that wait already
        keep theirs."""

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
