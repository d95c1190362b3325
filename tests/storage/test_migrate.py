"""Migrations: forward only, with a copy first, and hands off what a newer program wrote."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from sidecar.domain.person import OWNER
from sidecar.errors import StorageError, StorageTooNew
from sidecar.storage.db import Tx
from sidecar.storage.inbox import SqlInbox
from sidecar.storage.messages import SqlHistory
from sidecar.storage.migrate import Migration, load_migrations
from sidecar.storage.sqlite import SqliteDb
from tests.fakes.clock import FakeClock
from tests.storage.samples import incoming

pytestmark = pytest.mark.req("OPS-06")

FIRST = Migration(
    1, "0001_cats", "-- cats; with a comment\ncreate table cats (id integer primary key,\n  name text);\n"
)
SECOND = Migration(
    2,
    "0002_colour",
    "alter table cats add column colour text;\n"
    "create trigger grey after insert on cats begin\n"
    "  update cats set colour = 'grey' where id = new.id; -- at night\nend;\n"
    "update cats set colour = 'grey'",
)
BROKEN = Migration(3, "0003_broken", "create table dogs (id integer);\ninsert into cats (nonsense) values (1);\n")
UNIQUE = Migration(3, "0003_unique", "create table dogs (id integer);\ncreate unique index one on cats (colour);\n")


def query(path: Path, sql: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(sql).fetchall()


async def open_and_close(path: Path, *migrations: Migration) -> None:
    await (await SqliteDb.open(path, migrations=migrations, clock=FakeClock())).close()


async def with_two_cats(path: Path) -> None:
    async with await SqliteDb.open(path, migrations=(FIRST,)) as db:

        async def work(tx: Tx) -> None:
            await tx.execute("insert into cats (name) values ('Michi'), ('Luna')")

        await db.write(work)


def everything_in(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.iterdir() if file.is_file()}


async def test_a_new_database_gets_every_step_and_no_backup(path: Path) -> None:
    await open_and_close(path, FIRST, SECOND)
    assert query(path, "select version, name, applied_at from schema_version") == [
        (1, "0001_cats", "2026-03-15T12:30:00.000000Z"),
        (2, "0002_colour", "2026-03-15T12:30:00.000000Z"),
    ]
    assert not (path.parent / "backups").exists()


async def test_an_old_database_is_copied_then_brought_up_to_date(path: Path) -> None:
    await with_two_cats(path)
    await open_and_close(path, FIRST, SECOND)
    assert query(path, "select name, colour from cats") == [("Michi", "grey"), ("Luna", "grey")]
    (backup,) = (path.parent / "backups").iterdir()
    assert query(backup, "select name from cats") == [("Michi",), ("Luna",)]
    assert query(backup, "select max(version) from schema_version") == [(1,)]
    assert query(backup, "pragma integrity_check") == [("ok",)]
    assert backup.stat().st_mode & 0o777 == 0o600
    assert backup.parent.stat().st_mode & 0o777 == 0o700


async def test_an_up_to_date_database_is_left_alone(path: Path) -> None:
    await with_two_cats(path)
    await open_and_close(path, FIRST)
    assert not (path.parent / "backups").exists()
    assert query(path, "select count(*) from schema_version") == [(1,)]


@pytest.mark.parametrize("step", [BROKEN, UNIQUE])
async def test_a_step_that_fails_leaves_the_database_as_before_it(path: Path, step: Migration) -> None:
    await with_two_cats(path)
    with pytest.raises(StorageError) as failure:
        await open_and_close(path, FIRST, SECOND, step)
    assert failure.value.fields["step"] == step.name
    assert Path(str(failure.value.fields["backup"])).exists()
    assert query(path, "select max(version) from schema_version") == [(2,)]
    assert query(path, "select name from sqlite_master where name = 'dogs'") == []
    await open_and_close(path, FIRST, SECOND)
    assert query(path, "select name, colour from cats") == [("Michi", "grey"), ("Luna", "grey")]


async def test_a_newer_database_is_refused_and_not_touched(path: Path) -> None:
    await with_two_cats(path)
    await open_and_close(path, FIRST, SECOND)
    before = everything_in(path.parent)
    with pytest.raises(StorageTooNew) as refusal:
        await open_and_close(path, FIRST)
    assert refusal.value.fields["found"] == 2 and "newer" in str(refusal.value)
    assert everything_in(path.parent)[path.name] == before[path.name]


async def test_a_newer_database_is_not_touched_after_a_crash_either(path: Path) -> None:
    await with_two_cats(path)
    crashed = path.parent / "crashed"
    crashed.mkdir()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("insert into schema_version values (7, '0007_future', '')")
        connection.commit()
        for name in (path.name, f"{path.name}-wal"):
            (crashed / name).write_bytes((path.parent / name).read_bytes())
    before = everything_in(crashed)
    with pytest.raises(StorageTooNew):
        await open_and_close(crashed / path.name, FIRST)
    after = everything_in(crashed)
    assert {name: after[name] for name in before} == before


def test_the_shipped_steps_are_numbered_without_gaps() -> None:
    assert [step.version for step in load_migrations()] == list(range(1, len(load_migrations()) + 1))


async def test_the_shipped_schema_names_the_person_in_every_table(db: SqliteDb) -> None:
    async def columns(tx: Tx) -> dict[str, set[str]]:
        tables = [str(row["name"]) for row in await tx.all("select name from sqlite_master where type = 'table'")]
        return {table: {str(row["name"]) for row in await tx.all(f"pragma table_info({table})")} for table in tables}

    without_person = {table for table, names in (await db.read(columns)).items() if "person_id" not in names}
    own = {table for table in without_person if not table.startswith("search_words")}  # the tables of the full text
    assert own == {"people", "schema_version", "sqlite_sequence"}


async def test_data_survives_closing_and_opening(path: Path) -> None:
    async with await SqliteDb.open(path) as db:
        await SqlInbox(db).accept(incoming("1"))
    async with await SqliteDb.open(path) as db:
        assert [message.text for message in await SqlHistory(db).last(OWNER, 9)] == ["message 1"]


async def test_those_who_open_a_new_database_at_once_migrate_it_once(path: Path) -> None:
    await asyncio.gather(*(open_and_close(path, FIRST, SECOND) for _ in range(8)))
    assert query(path, "select version from schema_version") == [(1,), (2,)]
