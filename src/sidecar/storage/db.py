"""The port to a relational database, small enough for SQLite and PostgreSQL alike.

Work is a coroutine function that receives a transaction and awaits nothing else:

    async def rename(tx: Tx) -> None:
        await tx.execute("update people set name = :name where id = :id", name="Ana", id=person)

    await db.write(rename)

It runs as one transaction: all of it is committed, or none. Awaiting anything but the transaction is an error, so no
transaction can stay open across a model call or a network request.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Protocol, TypeVar

T = TypeVar("T")

Value = str | int | float | bytes | None
Row = Mapping[str, Value]


class Tx(Protocol):
    """An open transaction. Statements use `:name` parameters."""

    async def execute(self, sql: str, /, **values: Value) -> int:
        """Run a statement; return the number of rows it changed."""
        ...

    async def insert(self, sql: str, /, **values: Value) -> int:
        """Run an `insert` into a table with an `id`; return the new id."""
        ...

    async def one(self, sql: str, /, **values: Value) -> Row | None:
        """Return the first row, or None."""
        ...

    async def all(self, sql: str, /, **values: Value) -> Sequence[Row]: ...


Work = Callable[[Tx], Awaitable[T]]


class Db(Protocol):
    async def write(self, work: Work[T]) -> T:
        """Run `work` in a transaction; when this returns, its changes survive a power cut.

        Raises what `work` raises, after a rollback, or a `StorageError`.
        """
        ...

    async def read(self, work: Work[T]) -> T:
        """Run `work` on a consistent snapshot, concurrently with writers."""
        ...

    async def drop_deleted(self) -> bool:
        """Drop from the disk what committed transactions replaced or deleted, ever. Return False where some of it may
        be left for now."""
        ...
