"""What was deleted stands in no byte of the database's files: also in a database older than that promise."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest

from sidecar.domain.person import OWNER
from sidecar.memory.erasure import Removal
from sidecar.memory.topic import make_topic
from sidecar.runtime.clock import SystemClock
from sidecar.storage.eraser import SqlEraser
from sidecar.storage.free_pages import expect_cleaning
from sidecar.storage.inbox import SqlInbox
from sidecar.storage.messages import SqlHistory
from sidecar.storage.sqlite import SqliteDb
from tests.storage.samples import incoming
from tests.storage.test_sqlite_errors import mounted

pytestmark = pytest.mark.req("MEM-16")

SECRET = "le debe plata a Lisandro"
KEPT = "llueve " + "x" * 400_000
WAIT = timedelta(milliseconds=50)


@pytest.fixture
async def old(path: Path) -> Path:
    """A database from before deletions were overwritten, in which something was deleted."""
    async with await SqliteDb.open(path) as db:
        for number in range(60):
            await SqlInbox(db).accept(incoming(str(number), f"{SECRET} {number} " + "x" * 400))
        await SqlInbox(db).accept(incoming("kept", KEPT))
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("pragma secure_delete = off")
        connection.execute("pragma user_version = 0")
        connection.execute("delete from extraction_jobs")
        connection.execute("delete from messages where turn_id <= 60")
        connection.execute("delete from inbox where id <= 60")
    assert holds_it(path)
    return path


def holds_it(path: Path) -> bool:
    return any(b"Lisandro" in file.read_bytes() for file in path.parent.glob(f"{path.name}*"))


async def forget(db: SqliteDb) -> bool:
    return (await SqlEraser(db, SystemClock()).erase(OWNER, Removal(make_topic("llueve")))).dropped


async def test_forgetting_writes_an_old_database_anew_once(old: Path) -> None:
    async with await SqliteDb.open(old) as db:
        assert await forget(db)
        assert not holds_it(old)
        before = old.stat().st_mtime_ns
        assert await db.drop_deleted()
        assert old.stat().st_mtime_ns == before


async def test_a_new_database_is_never_written_anew(path: Path) -> None:
    async with await SqliteDb.open(path) as db:
        await SqlInbox(db).accept(incoming("1", SECRET))
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("pragma user_version").fetchone() == (1,)


async def test_what_another_process_prevents_is_said_and_done_at_the_next_start(old: Path) -> None:
    async with await SqliteDb.open(old, busy_timeout=WAIT) as db:
        with closing(sqlite3.connect(old, isolation_level=None)) as other:
            await db.write(expect_cleaning)
            other.execute("begin immediate")
            assert not await db.drop_deleted()
    async with await SqliteDb.open(old):
        pass
    assert not holds_it(old)


async def test_on_a_full_disk_nothing_is_lost_and_it_is_done_at_the_next_start(old: Path, tmp_path: Path) -> None:
    small = tmp_path / "small"
    with mounted(small, f"size={old.stat().st_size // 1024 + 300}k,mode=700") as remount:
        path = small / old.name
        path.write_bytes(old.read_bytes())
        async with await SqliteDb.open(path) as db:
            assert not await forget(db)
            assert holds_it(path)
        remount("size=16m")
        async with await SqliteDb.open(path) as db:
            assert not holds_it(path)
            assert [message.text for message in await SqlHistory(db).last(OWNER, 9)] == [KEPT]
