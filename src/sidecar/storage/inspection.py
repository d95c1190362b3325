"""A look at a database that may be broken, newer, or in use: nothing of it is changed, not even the files beside it."""

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
from sidecar.storage.migrate import refuse_newer, shipped, version_of
from sidecar.storage.sqlite_errors import as_storage_errors, corrupt
from sidecar.storage.sqlite_transaction import as_dict

_STEPS_BETWEEN_LOOKS = 20_000
"""Of SQLite's virtual machine: about a millisecond."""
_MOST_COPIED_BYTES = 256 << 20
_OLDEST_ENGINE = (3, 35, 0)
_LOG = "-wal"


@dataclass(frozen=True, slots=True)
class Inspection:
    """A sound database. `whole` is False when it was too big to be looked at from end to end in the time there was;
    `choices` are what the person chose in conversations, such as a model."""

    version: int
    newest_version: int
    size_bytes: int
    whole: bool = True
    choices: Mapping[str, str] = field(default_factory=dict[str, str])


def engine_version() -> str:
    return sqlite3.sqlite_version


def lacks() -> Sequence[str]:
    """What this SQLite cannot do and the database needs; nothing on almost any computer."""
    missing = [] if sqlite3.sqlite_version_info >= _OLDEST_ENGINE else [".".join(map(str, _OLDEST_ENGINE))]
    with closing(sqlite3.connect(":memory:")) as connection:
        try:
            connection.execute("create virtual table words using fts5(text)")
        except sqlite3.OperationalError:
            missing.append("FTS5")
    return missing


def inspect(path: Path, person: str, *, in_use: bool, timeout_s: float | None) -> Inspection:
    """`in_use`: another process has it open. `timeout_s` None looks at all of it, however long that takes.

    Raises `FileNotFoundError` when there is none, `StorageCorrupt`, `StorageTooNew` and every other `StorageError`.
    """
    before = path.stat()
    try:
        return _inspect(path, person, in_use=in_use, timeout_s=timeout_s)
    except StorageCorrupt:
        if in_use or path.stat().st_mtime_ns == before.st_mtime_ns:
            raise
    return _inspect(path, person, in_use=True, timeout_s=timeout_s)  # somebody wrote in the middle of our look


def _inspect(path: Path, person: str, *, in_use: bool, timeout_s: float | None) -> Inspection:
    with as_storage_errors(path), _untouched(path, in_use=in_use) as connection:
        if not path.stat().st_size:
            return Inspection(0, shipped()[-1].version, 0)
        refuse_newer(connection, path, shipped())
        whole = _look_through(connection, path, timeout_s)
        size_bytes = sum(part.stat().st_size for part in (path, _beside(path, _LOG)) if part.exists())
        version = version_of(connection)
        choices: Mapping[str, str] = _choices(connection, person) if version else {}
        return Inspection(version, shipped()[-1].version, size_bytes, whole, choices)


@contextmanager
def _untouched(path: Path, *, in_use: bool) -> Generator[sqlite3.Connection]:
    """A connection that leaves everything as it is. SQLite makes an index of the log beside the file even for reading,
    so the file is read as one that nobody changes; with a log from a crash, a copy is read."""
    log = _beside(path, _LOG)
    crashed = not in_use and log.exists() and log.stat().st_size > 0
    if not crashed or path.stat().st_size + log.stat().st_size > _MOST_COPIED_BYTES:
        with _reading(path, "" if in_use or crashed else "&immutable=1") as connection:
            yield connection
        return
    with TemporaryDirectory(prefix="sidecar-") as folder:  # for our eyes alone
        copy = Path(folder) / path.name
        shutil.copyfile(path, copy)
        shutil.copyfile(log, _beside(copy, _LOG))
        with _reading(copy, "") as connection:
            yield connection


@contextmanager
def _reading(path: Path, how: str) -> Generator[sqlite3.Connection]:
    with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro{how}", uri=True, timeout=1)) as connection:
        connection.row_factory = as_dict
        yield connection


def _look_through(connection: sqlite3.Connection, path: Path, timeout_s: float | None) -> bool:
    """Whether all of it was looked at. Raises `StorageCorrupt`."""
    end = None if timeout_s is None else time.monotonic() + timeout_s
    if end is not None:
        connection.set_progress_handler(lambda: time.monotonic() > end, _STEPS_BETWEEN_LOOKS)
    try:
        verdict = connection.execute("pragma integrity_check(1)").fetchone()["integrity_check"]
        lost = connection.execute("pragma foreign_key_check").fetchone()
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode == sqlite3.SQLITE_INTERRUPT:
            return False
        raise
    finally:
        connection.set_progress_handler(None, 0)
    if verdict != "ok":
        raise corrupt(path, verdict)
    if lost:
        raise corrupt(path, f"a row of {lost['table']} belongs to one of {lost['parent']} that is not there")
    return True


def _choices(connection: sqlite3.Connection, person: str) -> Mapping[str, str]:
    rows = connection.execute("select key, value from choices where person_id = :person", {"person": person})
    return {row["key"]: row["value"] for row in rows}


def _beside(path: Path, ending: str) -> Path:
    return path.with_name(path.name + ending)
