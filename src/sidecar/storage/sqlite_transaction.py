"""A piece of work, run to its end inside one SQLite transaction, on the thread that owns the connection."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from pathlib import Path

from sidecar.storage.db import Row, T, Value, Work
from sidecar.storage.sqlite_errors import as_storage_errors


class SqliteTx:
    """`Tx` over a connection. Its methods never suspend: they are coroutines only to obey the port."""

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
        rows = await self.all(sql, **values)  # all of them: a statement that returns rows is done only at its end
        return rows[0] if rows else None

    async def all(self, sql: str, /, **values: Value) -> Sequence[Row]:
        with as_storage_errors(self._path):
            return self._run(sql, values).fetchall()

    def close(self) -> None:
        """From now on any use is an error: the connection belongs to the next transaction."""
        self._over = True

    def _run(self, sql: str, values: dict[str, Value]) -> sqlite3.Cursor:
        # SQLite gives up the whole transaction after some errors (a full disk, say); work that swallowed such an
        # error must not go on statement by statement outside of any transaction
        if self._over or not self._connection.in_transaction:
            raise RuntimeError("this transaction is over")
        with as_storage_errors(self._path):
            return self._connection.execute(sql, values)


def run_to_end(work: Work[T], tx: SqliteTx) -> T:
    """What `work` returns. Raises what it raises, or RuntimeError when it awaits something besides the transaction."""
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
    """The row factory of every connection."""
    return {column[0]: value for column, value in zip(cursor.description, values, strict=True)}
