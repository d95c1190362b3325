"""Inspects a database that may be broken, newer, or in use, without changing it or the files beside it."""

from __future__ import annotations

import shutil
import sqlite3
import time
from collections.abc import Generator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

from sidecar.errors import StorageCorrupt
from sidecar.storage.migrate import load_migrations, read_schema_version, refuse_newer
from sidecar.storage.salvage import CONVERTERS
from sidecar.storage.sqlite_errors import as_storage_errors, make_corrupt_error, primary_code
from sidecar.storage.sqlite_transaction import as_dict

_STEPS_BETWEEN_CHECKS = 20_000
"""Of SQLite's virtual machine; about a millisecond."""
_MAX_COPY_BYTES = 256 << 20
_OLDEST_ENGINE = (3, 35, 0)
_LOG = "-wal"


@dataclass(frozen=True, slots=True)
class Inspection:
    """A sound database. `whole` is False when there was no time to check all of it; `choices` are what the person chose
    in conversations, such as a model."""

    version: int
    newest_version: int
    size_bytes: int
    whole: bool = True
    choices: Mapping[str, str] = field(default_factory=dict[str, str])


def engine_version() -> str:
    return sqlite3.sqlite_version


def missing_features() -> Sequence[str]:
    """List features that the database needs and this SQLite does not have; almost always empty."""
    missing = [] if sqlite3.sqlite_version_info >= _OLDEST_ENGINE else [".".join(map(str, _OLDEST_ENGINE))]
    with closing(sqlite3.connect(":memory:")) as connection:
        try:
            connection.execute("create virtual table words using fts5(text)")
        except sqlite3.OperationalError:
            missing.append("FTS5")
    return missing


def inspect(path: Path, person: str, *, in_use: bool, timeout_s: float | None) -> Inspection:
    """Inspect the database. `in_use`: another process has it open. `timeout_s` None: check all of it.

    Raises `FileNotFoundError` when there is none, `StorageCorrupt`, `StorageTooNew` and every other `StorageError`.
    """
    before = path.stat()
    try:
        return _inspect(path, person, in_use=in_use, timeout_s=timeout_s)
    except StorageCorrupt:
        if in_use or path.stat().st_mtime_ns == before.st_mtime_ns:
            raise
    return _inspect(path, person, in_use=True, timeout_s=timeout_s)  # somebody wrote meanwhile


def _inspect(path: Path, person: str, *, in_use: bool, timeout_s: float | None) -> Inspection:
    with as_storage_errors(path), open_unchanged(path, in_use=in_use) as connection:
        if not path.stat().st_size:
            return Inspection(0, load_migrations()[-1].version, 0)
        refuse_newer(connection, path, load_migrations())
        whole = _check_all(connection, path, timeout_s)
        size_bytes = sum(part.stat().st_size for part in (path, _beside(path, _LOG)) if part.exists())
        version = read_schema_version(connection)
        choices: Mapping[str, str] = _choices(connection, person) if version else {}
        return Inspection(version, load_migrations()[-1].version, size_bytes, whole, choices)


@contextmanager
def open_unchanged(path: Path, *, in_use: bool) -> Generator[sqlite3.Connection]:
    """Connect without changing anything. Even for reading SQLite creates an index of the log beside the file, so the
    file is opened as immutable; with a log from a crash, a copy is read."""
    log = _beside(path, _LOG)
    crashed = not in_use and log.exists() and log.stat().st_size > 0
    if not crashed or path.stat().st_size + log.stat().st_size > _MAX_COPY_BYTES:
        with _connect_read_only(path, "" if in_use or crashed else "&immutable=1") as connection:
            yield connection
        return
    with TemporaryDirectory(prefix="sidecar-") as folder:  # 0700
        copy = Path(folder) / path.name
        shutil.copyfile(path, copy)
        shutil.copyfile(log, _beside(copy, _LOG))
        with _connect_read_only(copy, "") as connection:
            yield connection


@contextmanager
def _connect_read_only(path: Path, how: str) -> Generator[sqlite3.Connection]:
    with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro{how}", uri=True, timeout=1)) as connection:
        connection.row_factory = as_dict
        yield connection


def _check_all(connection: sqlite3.Connection, path: Path, timeout_s: float | None) -> bool:
    """Check the database; return whether there was time for all of it. Raises `StorageCorrupt`."""
    end = None if timeout_s is None else time.monotonic() + timeout_s
    if end is not None:
        connection.set_progress_handler(lambda: time.monotonic() > end, _STEPS_BETWEEN_CHECKS)
    try:
        verdict = connection.execute("pragma integrity_check(1)").fetchone()["integrity_check"]
        lost = connection.execute("pragma foreign_key_check").fetchone()
        newest = read_schema_version(connection) == load_migrations()[-1].version
        for table, convert in CONVERTERS.items() if newest else ():
            for row in connection.execute(f"select * from {table}"):
                convert(row)
    except sqlite3.OperationalError as error:
        if primary_code(error) == sqlite3.SQLITE_INTERRUPT:
            return False
        raise
    finally:
        connection.set_progress_handler(None, 0)
    if verdict != "ok":
        raise make_corrupt_error(path, verdict)
    if lost:
        raise make_corrupt_error(path, f"a row of {lost['table']} belongs to one of {lost['parent']} that is not there")
    return True


def _choices(connection: sqlite3.Connection, person: str) -> Mapping[str, str]:
    rows = connection.execute("select key, value from choices where person_id = :person", {"person": person})
    return {row["key"]: row["value"] for row in rows}


def _beside(path: Path, ending: str) -> Path:
    return path.with_name(path.name + ending)
