"""Small things a person chose or Sidecar learned about them: one text for each key."""

from __future__ import annotations

from sidecar.domain.person import PersonId
from sidecar.runtime.clock import Clock
from sidecar.storage.columns import text
from sidecar.storage.db import Db, Tx
from sidecar.storage.people import ensure_person


class SqlChoices:
    def __init__(self, db: Db, clock: Clock) -> None:
        self._db = db
        self._clock = clock

    async def get(self, person: PersonId, key: str) -> str | None:
        async def work(tx: Tx) -> str | None:
            row = await tx.one(
                "select value from choices where person_id = :person and key = :key", person=person, key=key
            )
            return text(row, "value") if row else None

        return await self._db.read(work)

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
        """As if it had never been chosen."""

        async def work(tx: Tx) -> None:
            await tx.execute("delete from choices where person_id = :person and key = :key", person=person, key=key)

        await self._db.write(work)
