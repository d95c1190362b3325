"""Runs work inside one SQLite transaction, on the thread that owns the connection."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from pathlib import Path

from sidecar.storage.db import Row, T, Value, Work
from sidecar.storage.sqlite_errors import as_storage_errors


class SqliteTx:
    """`Tx` over a connection. Its methods never suspend; they are coroutines only to fit the port."""

    def __init__(self, connection: sqlite3.Connection, path: Path) -> None:
        self._connection = connection
        self._path = path
        self._over = False

    async def execute(self, sql: str, /, **values: Value) -> int:
        return max(0, self._run(sql, values).rowcount)

    async def insert(self, sql: str, /, **values: Value) -> int:
        row = await self.one(f"{sql} returning id", **values)
        if row is None:
            raise RuntimeError("this insert made no row: use `one` with `returning` where that may happen")
        new_id = row["id"]
        assert isinstance(new_id, int)
        return new_id

    async def one(self, sql: str, /, **values: Value) -> Row | None:
        rows = await self.all(sql, **values)  # all of them: a statement with `returning` is complete only at its end
        return rows[0] if rows else None

    async def all(self, sql: str, /, **values: Value) -> Sequence[Row]:
        with as_storage_errors(self._path):
            return self._run(sql, values).fetchall()

    def close(self) -> None:
        """Make any further use an error: the connection belongs to the next transaction."""
        self._over = True

    def _run(self, sql: str, values: dict[str, Value]) -> sqlite3.Cursor:
        # SQLite rolls back the whole transaction after some errors (a full disk, say); work that swallowed such an
        # error must not go on, each statement in a transaction of its own
        if self._over or not self._connection.in_transaction:
            raise RuntimeError("this transaction is over")
        with as_storage_errors(self._path):
            return self._connection.execute(sql, values)


def run_to_end(work: Work[T], tx: SqliteTx) -> T:
    """Run `work` to its end. Raises what it raises, or RuntimeError if it awaits anything but the transaction."""
    steps = work(tx).__await__()
    try:
        next(steps)
    except StopIteration as end:
        return end.value
    finally:
        tx.close()
    steps.close()
    raise RuntimeError("work inside a transaction may await nothing but the transaction")


def as_dict(cursor: sqlite3.Cursor, values: tuple[Value, ...]) -> Row:
    """Convert a row to a dictionary: the row factory of every connection."""
    return {column[0]: value for column, value in zip(cursor.description, values, strict=True)}
