"""Full disks, read-only folders, damaged files: a clear error, nothing lost, and on it goes when it is over."""

from __future__ import annotations

import asyncio
import errno
import os
import resource
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Generator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from sidecar.domain.person import OWNER
from sidecar.errors import StorageCorrupt, StorageError, StorageFull, StorageGone, StorageReadOnly
from sidecar.storage.db import Tx
from sidecar.storage.inbox import SqlInbox
from sidecar.storage.messages import SqlHistory
from sidecar.storage.sqlite import SqliteDb
from sidecar.storage.sqlite_errors import translate
from tests.fakes.clock import FakeClock
from tests.reminders.stage import Stage
from tests.storage.samples import incoming

_MIB = 1 << 20


async def texts(db: SqliteDb) -> list[str]:
    return [message.text for message in await SqlHistory(db).last(OWNER, 99)]


@contextmanager
def mounted(folder: Path, options: str) -> Generator[Callable[[str], None]]:
    """A small file system in memory at `folder`; gives a function that mounts it again with other options."""
    folder.mkdir(parents=True)
    mount = ["mount", "-t", "tmpfs", "-o", options, "tmpfs", str(folder)]
    if not shutil.which("mount") or subprocess.run(mount, check=False, capture_output=True).returncode:
        pytest.skip("mounting a file system is not allowed here")
    try:
        yield lambda other: subprocess.run(["mount", "-o", f"remount,{other}", str(folder)], check=True) and None
    finally:
        subprocess.run(["umount", str(folder)], check=True)


@pytest.mark.req("OPS-12")
async def test_a_database_that_may_not_grow_says_that_the_disk_is_full(db: SqliteDb) -> None:
    inbox = SqlInbox(db)
    await inbox.accept(incoming("1", "before"))

    async def limit(tx: Tx) -> None:
        row = await tx.one("pragma page_count")
        assert row is not None
        await tx.execute(f"pragma max_page_count = {row['page_count']}")

    async def unlimit(tx: Tx) -> None:
        await tx.execute("pragma max_page_count = 100000")

    await db.write(limit)
    with pytest.raises(StorageFull) as full:
        await inbox.accept(incoming("2", "x" * _MIB))
    assert full.value.hint
    assert await texts(db) == ["before"]
    await db.write(unlimit)
    await inbox.accept(incoming("2", "after"))
    assert await texts(db) == ["before", "after"]


@pytest.mark.req("OPS-12")
async def test_on_a_disk_that_is_really_full(tmp_path: Path) -> None:
    folder = tmp_path / "small"
    with mounted(folder, "size=1m,mode=700") as remount:
        async with await SqliteDb.open(folder / "sidecar.db") as db:
            inbox = SqlInbox(db)
            await inbox.accept(incoming("1", "before"))
            results = await asyncio.gather(
                *(inbox.accept(incoming(f"big {n}", "x" * 200_000)) for n in range(20)), return_exceptions=True
            )
            stored = [result for result in results if isinstance(result, int)]
            refused = [result for result in results if isinstance(result, BaseException)]
            assert refused and all(isinstance(error, StorageFull) for error in refused)
            kept = await texts(db)
            assert kept[0] == "before" and len(kept) == len(stored) + 1
            remount("size=8m")
            await inbox.accept(incoming("after", "after"))
        async with await SqliteDb.open(folder / "sidecar.db") as db:
            assert await texts(db) == [*kept, "after"]


@pytest.mark.req("OPS-12")
async def test_on_a_full_disk_a_new_database_says_so(tmp_path: Path) -> None:
    folder = tmp_path / "small"
    with mounted(folder, "size=16k,mode=700"), pytest.raises(StorageFull):
        await SqliteDb.open(folder / "sidecar.db")


_WRITE_UNDER_A_LIMIT = """
import asyncio, resource, signal, sys
from pathlib import Path
from sidecar.errors import StorageError
from sidecar.storage.inbox import SqlInbox
from sidecar.storage.sqlite import SqliteDb
from tests.storage.samples import incoming

async def main():
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    async with await SqliteDb.open(Path(sys.argv[1])) as db:
        inbox = SqlInbox(db)
        await inbox.accept(incoming("1", "before"))
        resource.setrlimit(resource.RLIMIT_FSIZE, (400_000, resource.RLIM_INFINITY))
        try:
            await inbox.accept(incoming("2", "x" * 1_000_000))
        except StorageError as error:
            print(type(error).__name__)
        resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        await inbox.accept(incoming("3", "after"))

asyncio.run(main())
"""


@pytest.mark.req("OPS-12")
@pytest.mark.skipif(not hasattr(resource, "RLIMIT_FSIZE"), reason="no such limit here")
async def test_a_write_that_the_system_refuses_is_undone_and_the_next_one_works(path: Path) -> None:
    done = await asyncio.to_thread(
        subprocess.run,
        [sys.executable, "-c", _WRITE_UNDER_A_LIMIT, str(path)],
        capture_output=True,
        text=True,
        timeout=30,
        cwd=Path(__file__).parents[2],
        env=os.environ | {"PYTHONPATH": os.pathsep.join([str(Path(__file__).parents[2]), *sys.path])},
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() in ("StorageError", "StorageFull")
    async with await SqliteDb.open(path) as db:
        assert await texts(db) == ["before", "after"]


@pytest.mark.req("OPS-12")
async def test_a_disk_that_becomes_read_only(tmp_path: Path) -> None:
    folder = tmp_path / "small"
    with mounted(folder, "size=4m,mode=700") as remount:
        await (await SqliteDb.open(folder / "sidecar.db")).close()
        remount("ro")
        with pytest.raises(StorageReadOnly) as refusal:
            await SqliteDb.open(folder / "sidecar.db")
        assert str(folder) in str(refusal.value) and refusal.value.hint
        unclear = OSError(errno.EIO, "input/output error")  # what a running program gets to hear of it
        assert isinstance(translate(unclear, folder / "sidecar.db"), StorageReadOnly)
        remount("rw")
        assert type(translate(unclear, folder / "sidecar.db")) is StorageError
        await (await SqliteDb.open(folder / "sidecar.db")).close()


@pytest.mark.req("OPS-12")
@pytest.mark.skipif(os.geteuid() == 0, reason="permissions do not stop root")
async def test_a_folder_without_permission_to_write(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    try:
        with pytest.raises(StorageReadOnly):
            await SqliteDb.open(tmp_path / "sidecar.db")
    finally:
        tmp_path.chmod(0o700)


@pytest.mark.req("OPS-12")
async def test_a_folder_that_cannot_be(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(StorageError):
        await SqliteDb.open(tmp_path / "file" / "sidecar.db")
    (tmp_path / "folder").mkdir()
    with pytest.raises(StorageError):
        await SqliteDb.open(tmp_path / "folder")


async def _filled(path: Path, *, characters: int = 6_000) -> None:
    async with await SqliteDb.open(path) as db:
        for n in range(20):
            await SqlInbox(db).accept(incoming(f"{n}", "x" * characters))


def _overwrite(path: Path, start: int, content: bytes) -> None:
    with path.open("r+b") as file:
        file.seek(start)
        file.write(content)


def _replace(path: Path, old: bytes, new: bytes) -> None:
    content = path.read_bytes()
    assert old in content
    path.write_bytes(content.replace(old, new))


@pytest.mark.req("OPS-11", "OPS-12")
@pytest.mark.parametrize(
    "damage",
    [
        pytest.param(lambda path: path.write_bytes(b"Dear diary, " * 1000), id="another file"),
        pytest.param(lambda path: _overwrite(path, 0, b"\xa5" * 100), id="header"),
        pytest.param(lambda path: _overwrite(path, 4096, b"\xa5" * 4096 * 8), id="pages"),
        pytest.param(lambda path: _overwrite(path, path.stat().st_size - 4096 * 3, b"\xa5" * 4096 * 3), id="far pages"),
        pytest.param(lambda path: os.truncate(path, path.stat().st_size // 2), id="cut short"),
        pytest.param(lambda path: _replace(path, b"INDEX facts_", b"IND\xba\xff facts_"), id="names of the schema"),
    ],
)
async def test_a_damaged_file_is_named_and_not_changed(path: Path, damage: Callable[[Path], object]) -> None:
    await _filled(path)
    damage(path)
    before = path.read_bytes()
    with pytest.raises(StorageCorrupt) as refusal:
        await SqliteDb.open(path)
    assert str(path) in str(refusal.value) and refusal.value.hint
    assert path.read_bytes() == before


@pytest.mark.req("OPS-11")
@pytest.mark.parametrize("characters", [6_000, 400_000])
async def test_damage_after_a_crash_is_found_and_neither_file_nor_log_changed(
    path: Path, tmp_path: Path, characters: int
) -> None:
    await _filled(path, characters=characters)  # a small file is checked at every start, this big one after a crash
    crashed = tmp_path / "crashed" / path.name
    crashed.parent.mkdir()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("update inbox set text = 'changed' where id = 1")
        connection.commit()
        for name in (path.name, f"{path.name}-wal"):
            (crashed.parent / name).write_bytes((path.parent / name).read_bytes())
    _overwrite(crashed, 4096 * 3, b"\xa5" * 4096 * 6)
    before = [file.read_bytes() for file in (crashed, Path(f"{crashed}-wal"))]
    with pytest.raises(StorageCorrupt):
        await SqliteDb.open(crashed)
    assert [file.read_bytes() for file in (crashed, Path(f"{crashed}-wal"))] == before


@pytest.mark.req("OPS-11")
async def test_damage_that_shows_later_is_a_storage_error_too(path: Path) -> None:
    async with await SqliteDb.open(path) as db:
        for n in range(300):
            await SqlInbox(db).accept(incoming(f"{n}", "lorem ipsum " * 500))
    async with await SqliteDb.open(path) as db:
        _overwrite(path, 4096 * 40, b"\xa5" * 4096 * 200)
        with pytest.raises(StorageCorrupt):
            await SqlHistory(db).last(OWNER, 300)


async def test_an_empty_file_becomes_a_database(path: Path) -> None:
    path.parent.mkdir()
    path.touch()
    async with await SqliteDb.open(path) as db:
        await SqlInbox(db).accept(incoming("1"))


@pytest.mark.req("OPS-12")
@pytest.mark.skipif(os.name != "posix", reason="an open file cannot be moved elsewhere")
@pytest.mark.parametrize("replaced", [False, True])
async def test_nothing_is_promised_into_a_file_that_is_gone(path: Path, clock: FakeClock, replaced: bool) -> None:
    async with await SqliteDb.open(path, clock=clock) as db:
        stage = Stage(db, clock)
        await stage.remind("before", hours=1)
        path.rename(path.with_name("moved.db"))
        if replaced:
            path.touch()
        with pytest.raises(StorageGone):
            await stage.remind("after", hours=1)
        path.with_name("moved.db").replace(path)
        await stage.remind("again", hours=1)
        kept = await db.read(lambda tx: tx.all("select message from reminders order by id"))
    assert [row["message"] for row in kept] == ["before", "again"]
