"""A person's choices in conversations, and what Sidecar learned about them: one text per key."""

from __future__ import annotations

from sidecar.domain.person import PersonId
from sidecar.runtime.clock import Clock
from sidecar.storage.columns import text
from sidecar.storage.db import Db, Tx
from sidecar.storage.people import ensure_person
from sidecar.storage.repository import Repository


class SqlChoices(Repository):
    def __init__(self, db: Db, clock: Clock) -> None:
        super().__init__(db)
        self._clock = clock

    async def get(self, person: PersonId, key: str) -> str | None:
        return await self._read_one(
            lambda row: text(row, "value"),
            "select value from choices where person_id = :person and key = :key",
            person=person,
            key=key,
        )

    async def set(self, person: PersonId, key: str, value: str) -> None:
        async def work(tx: Tx) -> None:
            await ensure_person(tx, person, self._clock.now())
            await tx.execute(
                "insert into choices (person_id, key, value) values (:person, :key, :value)"
                " on conflict (person_id, key) do update set value = excluded.value",
                person=person,
                key=key,
                value=value,
            )

        await self._db.write(work)

    async def clear(self, person: PersonId, key: str) -> None:
        await self._execute("delete from choices where person_id = :person and key = :key", person=person, key=key)
