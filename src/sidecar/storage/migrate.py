"""Numbered migrations of the schema, forward only: `migrations/0001_name.sql`, `0002_name.sql` and so on."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path

from sidecar.errors import StorageError, StorageTooNew
from sidecar.observe import Event, emit
from sidecar.runtime.clock import Clock
from sidecar.storage.backup import copy_to
from sidecar.storage.columns import to_text
from sidecar.storage.sqlite_errors import primary_code, translate

BACKUPS = "backups"

_VERSION_TABLE = """
create table if not exists schema_version (
    version     integer primary key,
    name        text not null,
    applied_at  text not null
)
"""


@dataclass(frozen=True, slots=True)
class Migration:
    version: int
    name: str
    sql: str


@cache
def load_migrations() -> Sequence[Migration]:
    """Load this program's migrations, in order."""
    found = [file for file in files("sidecar.storage").joinpath("migrations").iterdir() if file.name.endswith(".sql")]
    return tuple(
        Migration(int(file.name[:4]), file.name.removesuffix(".sql"), file.read_text("utf-8"))
        for file in sorted(found, key=lambda file: file.name)
    )


def read_schema_version(connection: sqlite3.Connection) -> int:
    """Return the number of the last applied migration; 0 for a new database."""
    if not connection.execute("select 1 as found from sqlite_master where name = 'schema_version'").fetchone():
        return 0
    return connection.execute("select coalesce(max(version), 0) as version from schema_version").fetchone()["version"]


def refuse_newer(connection: sqlite3.Connection, path: Path, migrations: Sequence[Migration]) -> None:
    """Raise `StorageTooNew` when a newer program has migrated the database; changes nothing."""
    found, known = read_schema_version(connection), migrations[-1].version
    if found > known:
        raise StorageTooNew(
            "The database was written by a newer Sidecar (version {found}; this one knows {known}): {path}",
            hint="Update Sidecar. Nothing was changed.",
            found=found,
            known=known,
            path=path,
        )


def migrate(connection: sqlite3.Connection, path: Path, clock: Clock, migrations: Sequence[Migration]) -> None:
    """Migrate the database, each step in a transaction of its own.

    An existing database is first copied to the folder `backups` beside it. When a step fails the database is as it was
    before that step, and the error names the copy.
    """
    before = read_schema_version(connection)
    missing = [migration for migration in migrations if migration.version > before]
    if not missing:
        return
    backup = _back_up(connection, path, clock, before) if before else None
    for migration in missing:
        try:
            _apply(connection, migration, clock)
        except sqlite3.Error as error:
            if primary_code(error) != sqlite3.SQLITE_ERROR and type(translate(error, path)) is not StorageError:
                raise  # a full disk, say: not the step's fault, it may work next time
            raise StorageError(
                "The database couldn't be upgraded (step {step}: {reason}).",
                hint="It's as it was before that step. A copy from before: {backup}",
                step=migration.name,
                reason=str(error),
                backup=backup or "-",
            ) from error
    emit(Event.MIGRATED, version_from=before, version_to=missing[-1].version, backup=str(backup) if backup else "")


def _back_up(connection: sqlite3.Connection, path: Path, clock: Clock, version: int) -> Path:
    moment = f"{clock.now():%Y%m%dT%H%M%SZ}"
    target = path.parent / BACKUPS / f"{path.stem}-version-{version:04}-{moment}.db"
    copy_to(connection, target)
    return target


def _apply(connection: sqlite3.Connection, migration: Migration, clock: Clock) -> None:
    connection.execute("begin immediate")
    try:
        if read_schema_version(connection) < migration.version:  # unless another process was faster
            connection.execute(_VERSION_TABLE)
            for statement in _statements(migration.sql):
                connection.execute(statement)
            connection.execute(
                "insert into schema_version (version, name, applied_at) values (:version, :name, :at)",
                {"version": migration.version, "name": migration.name, "at": to_text(clock.now())},
            )
        connection.execute("commit")
    finally:
        if connection.in_transaction:
            connection.rollback()


def _statements(script: str) -> Iterator[str]:
    """Split a script into statements that each end with a line. (`executescript` would commit on its own.)"""
    statement = ""
    for line in script.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""
    if statement.strip():
        yield statement
