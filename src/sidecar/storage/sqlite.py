"""`Db` over one SQLite file: one writer thread and two reader threads, nothing on the event loop."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import time
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from queue import SimpleQueue
from types import TracebackType
from typing import Self

from sidecar.errors import StorageError
from sidecar.runtime.clock import Clock, SystemClock
from sidecar.storage import set_aside
from sidecar.storage.db import T, Work
from sidecar.storage.free_pages import clean, drop_deleted, mark_clean
from sidecar.storage.migrate import Migration, load_migrations, migrate, refuse_newer
from sidecar.storage.sqlite_errors import as_storage_errors, make_corrupt_error, primary_code
from sidecar.storage.sqlite_threads import Job, Maintenance, Probe, ReaderThread, WriterThread
from sidecar.storage.sqlite_transaction import as_dict

_READERS = 2
_BUSY_TIMEOUT = timedelta(seconds=5)
_RETRY_S = 0.01
_ALWAYS_CHECKED_BYTES = 8 << 20
"""Up to this size a check at every start costs about 25 ms; a larger file is checked only after a crash."""

_PRAGMAS = (
    "synchronous = full",  # a commit survives a power cut, not only a crash
    "fullfsync = on",  # macOS: `fsync` alone does not reach the disk there
    "checkpoint_fullfsync = on",
    "foreign_keys = on",
    "secure_delete = on",  # what is deleted is overwritten: no free page keeps what was forgotten
    "temp_store = memory",
    "cache_size = -8000",  # KiB
    "journal_size_limit = 67108864",  # bytes: a log that has grown is truncated
)


class SqliteDb:
    """The default database. Created by `open`, which also checks and migrates the file."""

    def __init__(self, path: Path, writer: sqlite3.Connection, readers: list[sqlite3.Connection]) -> None:
        self.path = path
        self._closed = False
        self._reads: SimpleQueue[Job | None] = SimpleQueue()
        self._writer = WriterThread(writer, path)
        self._readers = [ReaderThread(reader, path, self._reads) for reader in readers]

    @classmethod
    async def open(
        cls,
        path: Path,
        *,
        clock: Clock | None = None,
        alone: bool = True,
        busy_timeout: timedelta = _BUSY_TIMEOUT,
        migrations: tuple[Migration, ...] = (),
    ) -> Self:
        """Open the database at `path`, creating it (0600, in a folder 0700) if needed, and migrate it.

        `alone`: no other process uses it (the caller holds the home's lock), so that a log beside it means a crash and
        the file is checked. `migrations` default to the program's.

        Raises a `StorageError`: `StorageCorrupt`, `StorageTooNew` (the file is not changed then), `StorageReadOnly`,
        `StorageFull`, `StorageBusy`.
        """
        steps = migrations or tuple(load_migrations())
        return cls(path, *await asyncio.to_thread(_open_all, path, clock or SystemClock(), alone, busy_timeout, steps))

    async def write(self, work: Work[T]) -> T:
        job = Job(work)
        self._refuse_if_closed()
        self._writer.submit(job)
        return await asyncio.wrap_future(job.result)

    async def read(self, work: Work[T]) -> T:
        job = Job(work)
        self._refuse_if_closed()
        self._reads.put(job)
        return await asyncio.wrap_future(job.result)

    async def changed_outside(self) -> bool:
        """Return whether another process changed the database since the last call, or `open`. Does no disk access."""
        probe = Probe()
        self._refuse_if_closed()
        self._writer.submit(probe)
        return await asyncio.wrap_future(probe.result)

    async def drop_deleted(self) -> bool:
        maintenance = Maintenance(drop_deleted)
        self._refuse_if_closed()
        self._writer.submit(maintenance)
        return await asyncio.wrap_future(maintenance.result)

    async def close(self) -> None:
        """Finish pending work, close the file and end the threads. May be called again."""
        if self._closed:
            return
        self._closed = True
        for _ in self._readers:
            self._reads.put(None)
        try:
            for reader in self._readers:
                await asyncio.wrap_future(reader.closed)
        finally:
            self._writer.close()  # last: the last connection to close removes the log
        await asyncio.wrap_future(self._writer.closed)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    def _refuse_if_closed(self) -> None:
        if self._closed:
            raise StorageError("The database is already closed.")


def _open_all(
    path: Path, clock: Clock, alone: bool, busy_timeout: timedelta, migrations: tuple[Migration, ...]
) -> tuple[sqlite3.Connection, list[sqlite3.Connection]]:
    with as_storage_errors(path):
        set_aside.complete(path)
        _create(path)
        new = path.stat().st_size == 0
        if not new:
            _check(path, alone, busy_timeout, migrations)
        writer = _connect(path, busy_timeout)
        try:
            migrate(writer, path, clock, migrations)
            if new:
                mark_clean(writer)
            elif alone:
                clean(writer)
            return writer, [_reader(path, busy_timeout) for _ in range(_READERS)]
        except BaseException:
            writer.close()
            raise


def _create(path: Path) -> None:
    """Create an empty private file; SQLite gives its log the same permissions."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
    if path.stat().st_mode & 0o077:
        path.chmod(0o600)


def _check(path: Path, alone: bool, busy_timeout: timedelta, migrations: tuple[Migration, ...]) -> None:
    """Check the file on a read-only connection. Raises `StorageCorrupt` or `StorageTooNew`."""
    log = path.with_name(path.name + "-wal")
    crashed = alone and log.exists() and log.stat().st_size > 0
    small = path.stat().st_size <= _ALWAYS_CHECKED_BYTES
    uri = f"{path.absolute().as_uri()}?mode=ro"
    with closing(sqlite3.connect(uri, uri=True, timeout=busy_timeout.total_seconds())) as connection:
        connection.row_factory = as_dict
        refuse_newer(connection, path, migrations)
        if crashed or small:
            verdict = connection.execute("pragma quick_check(1)").fetchone()["quick_check"]
            if verdict != "ok":
                raise make_corrupt_error(path, verdict)


def _reader(path: Path, busy_timeout: timedelta) -> sqlite3.Connection:
    connection = _connect(path, busy_timeout)
    connection.execute("pragma query_only = on")
    return connection


def _connect(path: Path, busy_timeout: timedelta) -> sqlite3.Connection:
    connection = sqlite3.connect(
        path,
        timeout=busy_timeout.total_seconds(),
        isolation_level=None,  # no implicit transactions
        check_same_thread=False,  # opened here, then owned by one thread
        cached_statements=256,
    )
    try:
        connection.row_factory = as_dict
        _use_log(connection, busy_timeout)
        for pragma in _PRAGMAS:
            connection.execute(f"pragma {pragma}")
    except BaseException:
        connection.close()
        raise
    return connection


def _use_log(connection: sqlite3.Connection, busy_timeout: timedelta) -> None:
    """Keep a write-ahead log. SQLite itself does not wait for another process that does the same at the same moment."""
    end = time.monotonic() + busy_timeout.total_seconds()
    while True:
        try:
            connection.execute("pragma journal_mode = wal")
            return
        except sqlite3.OperationalError as error:
            if primary_code(error) != sqlite3.SQLITE_BUSY or time.monotonic() > end:
                raise
        time.sleep(_RETRY_S)
