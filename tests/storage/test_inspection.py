"""A look at a database changes nothing, whatever state it is in."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from sidecar.domain.person import OWNER
from sidecar.errors import StorageCorrupt, StorageTooNew
from sidecar.storage.inspection import engine_version, inspect, missing_features
from sidecar.storage.sqlite import SqliteDb


@pytest.fixture
async def database(tmp_path: Path) -> Path:
    path = tmp_path / "sidecar.db"
    await (await SqliteDb.open(path)).close()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("insert into people (id, created_at) values ('owner', '2026-01-01T00:00:00.000000Z')")
        connection.execute("insert into choices (person_id, key, value) values ('owner', 'model', 'a:b')")
        connection.commit()
    return path


def files(path: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in path.parent.iterdir()}


@pytest.mark.req("OPS-03")
@pytest.mark.parametrize("timeout_s", [None, 60.0])
def test_a_sound_one(database: Path, timeout_s: float | None) -> None:
    before = files(database)
    seen = inspect(database, OWNER, in_use=False, timeout_s=timeout_s)
    assert seen.version == seen.newest_version > 0
    assert seen.whole
    assert seen.choices == {"model": "a:b"}
    assert seen.size_bytes == database.stat().st_size
    assert files(database) == before


@pytest.mark.req("OPS-03")
async def test_one_that_is_in_use(database: Path) -> None:
    async with await SqliteDb.open(database) as _:
        assert inspect(database, OWNER, in_use=True, timeout_s=60).whole


@pytest.mark.req("OPS-03", "OPS-11")
def test_a_log_of_a_crash_counts_and_stays(database: Path, tmp_path: Path) -> None:
    crashed = tmp_path / "crashed" / database.name
    crashed.parent.mkdir()
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("update choices set value = 'c:d'")
        connection.commit()
        for name in (database.name, f"{database.name}-wal"):
            shutil.copyfile(database.parent / name, crashed.parent / name)
    before = files(crashed)
    assert inspect(crashed, OWNER, in_use=False, timeout_s=60).choices == {"model": "c:d"}
    assert files(crashed) == before


@pytest.mark.req("OPS-03", "OPS-11")
def test_an_index_that_lies_is_found(database: Path) -> None:
    """`quick_check`, which every start runs, does not see this."""
    with closing(sqlite3.connect(database)) as connection:
        root, name = connection.execute(
            "select rootpage, name from sqlite_master where type = 'index' and sql is null and tbl_name = 'choices'"
        ).fetchone()
        page_bytes = connection.execute("pragma page_size").fetchone()[0]
        connection.execute("vacuum")
        root = connection.execute("select rootpage from sqlite_master where name = ?", (name,)).fetchone()[0]
    data = bytearray(database.read_bytes())
    start = (root - 1) * page_bytes
    place = data.index(b"model", start, start + page_bytes)
    data[place : place + 5] = b"modem"
    database.write_bytes(data)
    with pytest.raises(StorageCorrupt):
        inspect(database, OWNER, in_use=False, timeout_s=60)


@pytest.mark.req("OPS-03", "OPS-11")
def test_a_row_without_its_owner_is_found(database: Path) -> None:
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("delete from people")
        connection.commit()
    with pytest.raises(StorageCorrupt, match="people"):
        inspect(database, OWNER, in_use=False, timeout_s=60)


@pytest.mark.req("OPS-06")
def test_a_newer_one(database: Path) -> None:
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("insert into schema_version values (999, 'later', '2031-01-01')")
        connection.commit()
    with pytest.raises(StorageTooNew):
        inspect(database, OWNER, in_use=False, timeout_s=60)


@pytest.mark.req("OPS-03")
def test_none_an_empty_one_and_one_that_is_too_big(tmp_path: Path, database: Path) -> None:
    with pytest.raises(FileNotFoundError):
        inspect(tmp_path / "missing.db", OWNER, in_use=False, timeout_s=60)
    (tmp_path / "empty.db").touch()
    assert inspect(tmp_path / "empty.db", OWNER, in_use=False, timeout_s=60).size_bytes == 0
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("create table big as with recursive n(i) as (select 1 union all select i + 1 from n"
                           " where i < 200000) select i, hex(randomblob(20)) as text from n")  # fmt: skip
        connection.commit()
    seen = inspect(database, OWNER, in_use=False, timeout_s=0)
    assert not seen.whole
    assert seen.choices == {"model": "a:b"}


@pytest.mark.req("OPS-03")
def test_this_engine_can_do_all_that_is_needed() -> None:
    assert engine_version() == sqlite3.sqlite_version
    assert missing_features() == []
