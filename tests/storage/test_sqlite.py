"""What the SQLite driver keeps besides the port: commits in groups, privacy, threads that end, changes from outside."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest

from sidecar.errors import StorageBusy, StorageError
from sidecar.storage.db import Tx
from sidecar.storage.migrate import Migration
from sidecar.storage.sqlite import SqliteDb

NOTES = (Migration(1, "0001_notes", "create table notes (id integer primary key, text text not null unique);\n"),)
_WAL_HEADER_BYTES = 32
_FRAME_HEADER_BYTES = 24


async def opened(path: Path, *, busy_timeout: timedelta = timedelta(seconds=5)) -> SqliteDb:
    return await SqliteDb.open(path, migrations=NOTES, busy_timeout=busy_timeout)


async def add(db: SqliteDb, text: str) -> int:
    async def work(tx: Tx) -> int:
        return await tx.insert("insert into notes (text) values (:text)", text=text)

    return await db.write(work)


async def count(db: SqliteDb) -> object:
    async def work(tx: Tx) -> object:
        row = await tx.one("select count(*) as n from notes")
        return row and row["n"]

    return await db.read(work)


def commits_in(log: Path) -> int:
    """How many transactions the write-ahead log holds: the frames that say how big the database is after a commit."""
    content = log.read_bytes()
    page_bytes = int.from_bytes(content[8:12], "big")
    salt = content[16:24]
    starts = range(_WAL_HEADER_BYTES, len(content), _FRAME_HEADER_BYTES + page_bytes)
    frames = [content[start : start + _FRAME_HEADER_BYTES] for start in starts]
    return sum(frame[8:16] == salt and frame[4:8] != b"\0\0\0\0" for frame in frames)


@pytest.mark.req("SCL-03")
async def test_writes_that_queue_up_share_a_commit(path: Path) -> None:
    async with await opened(path) as db:
        before = commits_in(path.with_name("sidecar.db-wal"))
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("begin immediate")  # nobody can commit until all are queued
            writes = [asyncio.create_task(add(db, f"note {n}")) for n in range(60)]
            await asyncio.sleep(0)  # each is in the queue now
            assert not any(write.done() for write in writes)
            other.execute("rollback")
        await asyncio.gather(*writes)
        assert commits_in(path.with_name("sidecar.db-wal")) - before == 1
        assert await count(db) == 60


async def test_in_a_group_only_the_piece_that_fails_is_undone(path: Path) -> None:
    async def twice(tx: Tx) -> None:
        await tx.insert("insert into notes (text) values ('half done')")
        await tx.insert("insert into notes (text) values ('half done')")

    async with await opened(path) as db:
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("begin immediate")
            writes = [asyncio.create_task(db.write(twice) if n == 5 else add(db, f"{n}")) for n in range(10)]
            await asyncio.sleep(0)  # each is in the queue now
            other.execute("rollback")
        results = await asyncio.gather(*writes, return_exceptions=True)
        assert [n for n, result in enumerate(results) if isinstance(result, StorageError)] == [5]
        assert await count(db) == 9


@pytest.mark.req("OPS-12")
async def test_when_the_transaction_cannot_begin_everyone_hears_it_and_the_database_lives_on(path: Path) -> None:
    async with await opened(path, busy_timeout=timedelta(milliseconds=30)) as db:
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("begin immediate")
            results = await asyncio.gather(*(add(db, f"{n}") for n in range(5)), return_exceptions=True)
            assert all(isinstance(result, StorageBusy) for result in results)
            assert await count(db) == 0  # reading goes on beside it
            other.execute("rollback")
        await add(db, "now it works")
        assert await count(db) == 1


async def test_what_was_cancelled_before_its_turn_is_not_done(path: Path) -> None:
    async with await opened(path) as db:
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("begin immediate")
            running = asyncio.create_task(add(db, "running"))
            await asyncio.sleep(0.02)
            waiting = asyncio.create_task(add(db, "waiting"))
            await asyncio.sleep(0.02)
            waiting.cancel()
            running.cancel()
            await asyncio.gather(waiting, running, return_exceptions=True)
            other.execute("rollback")
        await add(db, "later")

        async def texts(tx: Tx) -> list[object]:
            return [row["text"] for row in await tx.all("select text from notes order by id")]

        assert await db.read(texts) == ["running", "later"]


@pytest.mark.req("SEC-04")
async def test_files_are_private(path: Path) -> None:
    async with await opened(path) as db:
        await add(db, "secret")
        modes = {file.name: file.stat().st_mode & 0o777 for file in path.parent.iterdir()}
    assert modes == {"sidecar.db": 0o600, "sidecar.db-wal": 0o600, "sidecar.db-shm": 0o600}
    assert path.parent.stat().st_mode & 0o777 == 0o700


@pytest.mark.req("SEC-04")
async def test_a_file_that_others_could_read_is_made_private(path: Path) -> None:
    await (await opened(path)).close()
    path.chmod(0o644)
    await (await opened(path)).close()
    assert path.stat().st_mode & 0o777 == 0o600


async def test_close_finishes_what_was_asked_and_ends_the_threads(path: Path) -> None:
    before = set(threading.enumerate())
    db = await opened(path)
    owned = {thread for thread in threading.enumerate() if thread.name.startswith("sidecar-db")} - before
    assert len(owned) == 3
    writes = [asyncio.create_task(add(db, f"{n}")) for n in range(20)]
    await asyncio.sleep(0)
    await db.close()
    await asyncio.gather(*writes)
    await db.close()
    for thread in owned:
        thread.join(timeout=5)
    assert not any(thread.is_alive() for thread in owned)
    assert [file.name for file in path.parent.iterdir()] == ["sidecar.db"]
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("select count(*) from notes").fetchone() == (20,)
    for use in (add(db, "too late"), count(db), db.changed_outside()):
        with pytest.raises(StorageError, match="closed"):
            await use


async def test_a_failed_open_leaves_no_thread(tmp_path: Path) -> None:
    (tmp_path / "sidecar.db").write_bytes(b"this is no database" * 100)
    before = {thread.name for thread in threading.enumerate()}
    with pytest.raises(StorageError):
        await opened(tmp_path / "sidecar.db")
    assert not {name for name in {thread.name for thread in threading.enumerate()} - before if "sidecar" in name}


@pytest.mark.req("SCL-01")
async def test_changes_from_outside_are_noticed_and_ones_own_are_not(path: Path) -> None:
    async with await opened(path) as db:
        assert not await db.changed_outside()
        await add(db, "mine")
        asked = [db.changed_outside() if n % 5 == 4 else add(db, f"mine {n}") for n in range(50)]
        assert [answer for answer in await asyncio.gather(*asked) if answer is True] == []
        async with await SqliteDb.open(path, migrations=NOTES, alone=False) as other:
            await add(other, "theirs")
            assert await db.changed_outside()
            assert not await db.changed_outside()
            assert await other.changed_outside() is False
            await add(db, "mine again")
            assert await other.changed_outside()
        assert await count(db) == 43


@pytest.mark.parametrize(
    ("pragma", "value"),
    [("journal_mode", "wal"), ("synchronous", 2), ("foreign_keys", 1), ("busy_timeout", 5000), ("query_only", 0)],
)
async def test_the_writer_is_set_up_for_safety(path: Path, pragma: str, value: object) -> None:
    async def ask(tx: Tx) -> list[object]:
        row = await tx.one(f"pragma {pragma}")
        assert row is not None
        return list(row.values())

    async with await opened(path) as db:
        assert await db.write(ask) == [value]


async def test_work_that_goes_on_after_sqlite_gave_up_cannot_write_outside_a_transaction(path: Path) -> None:
    async def stubborn(tx: Tx) -> None:
        await tx.insert("insert into notes (text) values ('first')")
        try:
            await tx.execute("insert or rollback into notes (text) values ('first')")
        except StorageError:
            await tx.insert("insert into notes (text) values ('sneaked in')")

    async with await opened(path) as db:
        with pytest.raises((StorageError, RuntimeError)):
            await db.write(stubborn)
        assert await count(db) == 0
        await add(db, "fine")
        assert await count(db) == 1
