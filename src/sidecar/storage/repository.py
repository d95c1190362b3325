"""What all repositories share: the database, and transactions of one statement."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from sidecar.storage.db import Db, Row, Tx, Value

T = TypeVar("T")


class Repository:
    def __init__(self, db: Db) -> None:
        self._db = db

    async def _read_all(self, convert: Callable[[Row], T], sql: str, /, **values: Value) -> Sequence[T]:
        async def work(tx: Tx) -> Sequence[T]:
            return [convert(row) for row in await tx.all(sql, **values)]

        return await self._db.read(work)

    async def _read_one(self, convert: Callable[[Row], T], sql: str, /, **values: Value) -> T | None:
        """Read the first row, or return None."""

        async def work(tx: Tx) -> T | None:
            row = await tx.one(sql, **values)
            return convert(row) if row else None

        return await self._db.read(work)

    async def _read_sum(self, convert: Callable[[Row], T], sql: str, /, **values: Value) -> T:
        """Read the one row of an aggregate query."""
        (found,) = await self._read_all(convert, sql, **values)
        return found

    async def _execute(self, sql: str, /, **values: Value) -> int:
        """Run a statement; return the number of rows it changed."""
        return await self._db.write(lambda tx: tx.execute(sql, **values))
