"""Recovers a damaged database: what can be read of it, and from its newest copy what cannot. Nothing is overwritten or
deleted: the damaged file keeps all that it holds, under another name."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
from collections.abc import Generator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from sidecar.errors import StorageError
from sidecar.runtime.clock import Clock
from sidecar.storage.columns import whole
from sidecar.storage.consistency import reconcile, settle
from sidecar.storage.db import Row, Value
from sidecar.storage.inspection import inspect, open_unchanged
from sidecar.storage.migrate import BACKUPS, load_migrations, migrate, read_schema_version
from sidecar.storage.salvage import Table, decode, list_tables, mend, read_table
from sidecar.storage.set_aside import set_aside
from sidecar.storage.sqlite_errors import as_storage_errors
from sidecar.storage.sqlite_transaction import as_dict

_SET = """
select json_extract(content, '$.message') as message, json_extract(arguments, '$.when') as words from tool_runs
where name = 'set_reminder' and json_valid(content) and json_valid(arguments) and json_extract(content, '$.id') = :id
order by id desc limit 1
"""
_WORKSHOP = "recovery.unfinished"


@dataclass(frozen=True, slots=True)
class TableRecovery:
    """What became of the rows of a table that could not be read. `lost` is None where nobody can tell how many."""

    table: str
    key: str
    kept: int
    from_copy: int = 0
    mended: int = 0
    lost: int | None = 0
    lost_rows: Sequence[Row] = ()
    """Of the lost ones, those that can be read in part."""
    lost_ids: Sequence[int] = ()
    """Including theirs."""

    @property
    def is_damaged(self) -> bool:
        return self.lost is None or bool(self.lost or self.from_copy or self.mended)


@dataclass(frozen=True, slots=True)
class Recovery:
    """A recovered database that waits to take the place of the damaged one. `tables` are those that had damage."""

    database: Path
    fresh: Path
    copy: Path | None
    tables: Sequence[TableRecovery]
    unreadable: bool
    """Whether not one row could be read."""

    def adopt(self, now: datetime) -> Path:
        """Put it in the damaged one's place; return the new path of that one."""
        with as_storage_errors(self.database):
            aside = set_aside(self.database, self.fresh, now)
        self.discard()
        return aside

    def discard(self) -> None:
        shutil.rmtree(self.fresh.parent, ignore_errors=True)


def find_newest_sound_copy(database: Path) -> Path | None:
    """Find the newest copy in `backups` that passes a full check."""
    copies = sorted(database.parent.joinpath(BACKUPS).glob("*.db"), key=lambda copy: copy.stat().st_mtime, reverse=True)
    return next((copy for copy in copies if _is_sound(copy)), None)


def recover(database: Path, clock: Clock) -> Recovery:
    """Write what can be recovered of a damaged database into a file of its own; nothing else is changed.

    The caller holds the home's lock. Raises `StorageError`.
    """
    workshop = database.with_name(_WORKSHOP)
    copy = find_newest_sound_copy(database)
    with as_storage_errors(database):
        shutil.rmtree(workshop, ignore_errors=True)
        workshop.mkdir(mode=0o700)
        try:
            fresh = workshop / database.name
            tables, unreadable = _write_fresh(database, fresh, copy, clock)
            inspect(fresh, "", in_use=False, timeout_s=None)
        except BaseException:
            shutil.rmtree(workshop, ignore_errors=True)
            raise
    return Recovery(database, fresh, copy, tables, unreadable)


def _write_fresh(database: Path, fresh: Path, copy: Path | None, clock: Clock) -> tuple[Sequence[TableRecovery], bool]:
    with _reading(database) as damaged, closing(_create(fresh)) as connection:
        version = _version_of(damaged)
        migrate(connection, fresh, clock, load_migrations()[:version])
        with _reading_copy(copy, fresh.with_name("copy.db"), version, clock) as spare, _without_triggers(connection):
            newest = version == load_migrations()[-1].version
            done = [_fill(connection, damaged, spare, table, newest) for table in list_tables(connection)]
            broken = [one for one in done if one.is_damaged]
            _keep_numbers(connection, damaged)
            reconcile(connection, {one.table: one.lost_ids for one in broken})
            told = [_recount(connection, one) for one in broken]
        connection.execute("pragma journal_mode = delete")
    return told, not any(one.kept for one in done)


def _keep_numbers(fresh: sqlite3.Connection, damaged: sqlite3.Connection) -> None:
    """Let no new row have the number of a lost one: other files refer to it."""
    with suppress(sqlite3.Error, UnicodeDecodeError):
        for row in damaged.execute("select name, seq from sqlite_sequence").fetchall():
            values = {"name": row["name"], "seq": row["seq"]}
            if not fresh.execute("update sqlite_sequence set seq = max(seq, :seq) where name = :name", values).rowcount:
                fresh.execute("insert into sqlite_sequence (name, seq) values (:name, :seq)", values)


def _fill(
    fresh: sqlite3.Connection, damaged: sqlite3.Connection, spare: sqlite3.Connection | None, table: Table, newest: bool
) -> TableRecovery:
    """Fill a table: readable rows, then the copy's in place of the unreadable ones, then mended ones."""
    found = read_table(damaged, table, convert=newest)
    kept = sum(_insert(fresh, table, row) for row in found.rows)
    sought: set[Value] = {*found.missing, *(row[table.key] for row in found.garbled)} if table.key else set()
    complete = found.complete and not (found.garbled and not table.key)
    from_copy, restored = 0, set[Value]()
    for row in _copied(spare, table, sought, complete=complete):
        if _insert(fresh, table, row):
            from_copy += 1
            restored.add(row.get(table.key))
    left = [row for row in found.garbled if not table.key or row[table.key] not in restored]
    lost_rows = [row for row in left if not _insert_mended(fresh, table, row, newest)]
    mended = len(left) - len(lost_rows)
    lost_rows += [row for id, row in found.missing.items() if id not in restored]
    lost_ids = sorted({whole(row, table.key) for row in lost_rows}) if table.key else []
    lost = (len(lost_ids) if table.key else len(lost_rows)) if complete else None
    return TableRecovery(table.name, table.key, kept, from_copy, mended, lost, lost_rows, lost_ids)


def _recount(fresh: sqlite3.Connection, table: TableRecovery) -> TableRecovery:
    """Leave out what was made again from other tables."""
    if not table.lost_ids or table.lost is None:
        return table
    sql = f'select {table.key} as id from "{table.table}" where {table.key} in (select value from json_each(?))'
    there = {row["id"] for row in fresh.execute(sql, (json.dumps(table.lost_ids),))}
    rows = [_name(fresh, table.table, row) for row in table.lost_rows if row[table.key] not in there]
    return replace(table, lost=table.lost - len(there), lost_rows=rows)


def _name(fresh: sqlite3.Connection, table: str, row: Row) -> Row:
    """Say what a lost reminder was about, where it was set in a conversation."""
    if table != "reminders" or "message" in row:
        return row
    found = fresh.execute(_SET, {"id": row["id"]}).fetchone()
    return {**row, **found} if found else row


def _copied(spare: sqlite3.Connection | None, table: Table, sought: set[Value], *, complete: bool) -> Generator[Row]:
    """Read the copy's rows with these ids; all of its rows where nobody can tell which ones are missing."""
    if spare is None or (complete and not sought):
        return
    for row in spare.execute(f'select * from "{table.name}"'):
        if not complete or row[table.key] in sought:
            yield row


def _insert(fresh: sqlite3.Connection, table: Table, row: Row) -> bool:
    names = [name for name in table.columns if name in row]
    sql = f'insert or ignore into "{table.name}" ({_quoted(names)}) values ({", ".join("?" * len(names))})'
    return fresh.execute(sql, [row[name] for name in names]).rowcount > 0


def _insert_mended(fresh: sqlite3.Connection, table: Table, row: Row, newest: bool) -> bool:
    mended = mend(row, table, convert=newest)
    return mended is not None and _insert(fresh, table, mended)


def _quoted(names: Sequence[str]) -> str:
    return ", ".join(f'"{name}"' for name in names)


def _create(path: Path) -> sqlite3.Connection:
    os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
    connection = sqlite3.connect(path, isolation_level=None)
    connection.row_factory = as_dict
    return connection


@contextmanager
def _reading(database: Path) -> Generator[sqlite3.Connection]:
    with open_unchanged(database, in_use=False) as damaged:
        damaged.text_factory = decode
        yield damaged


@contextmanager
def _reading_copy(copy: Path | None, target: Path, version: int, clock: Clock) -> Generator[sqlite3.Connection | None]:
    """Read a copy as it would be at this version, with nothing in it that would be done a second time."""
    if copy is None:
        yield None
        return
    shutil.copyfile(copy, target)
    with closing(_create(target)) as connection:
        migrate(connection, target, clock, load_migrations()[:version])
        settle(connection, clock.now())
        yield connection


@contextmanager
def _without_triggers(connection: sqlite3.Connection) -> Generator[None]:
    """Let the rows come in as they are, in one transaction."""
    triggers = connection.execute("select name, sql from sqlite_schema where type = 'trigger'").fetchall()
    connection.execute("begin")
    for trigger in triggers:
        connection.execute(f'drop trigger "{trigger["name"]}"')
    yield
    for trigger in triggers:
        connection.execute(trigger["sql"])
    connection.execute("commit")


def _version_of(damaged: sqlite3.Connection) -> int:
    """Return the version of the schema; the newest one where that cannot be read."""
    newest = load_migrations()[-1].version
    try:
        version = read_schema_version(damaged)
        return version if 0 < version <= newest else newest
    except (sqlite3.Error, UnicodeDecodeError, TypeError):
        return newest


def _is_sound(copy: Path) -> bool:
    try:
        return inspect(copy, "", in_use=False, timeout_s=None).version > 0
    except (StorageError, OSError):
        return False
