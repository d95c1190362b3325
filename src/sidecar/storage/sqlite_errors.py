"""Translates errors of SQLite and the operating system into errors that tell a person what to do."""

from __future__ import annotations

import errno
import os
import re
import shutil
import sqlite3
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from sidecar.errors import StorageBusy, StorageCorrupt, StorageError, StorageFull, StorageReadOnly
from sidecar.storage.columns import UnreadableRow

_PRIMARY = 0xFF
"""SQLite's extended codes keep the primary one in their low byte."""
_NO_SPACE_BYTES = 1 << 20
"""With less space than this, a failed write counts as a full disk; some file systems report another error."""
_DAMAGED_SCHEMA = re.compile(
    r"^no such (?:column|table|index|function)|has no column named|malformed|no query solution"
)
"""Messages of `sqlite3` for statements that are sound on a sound schema."""
_UNREADABLE = "Could not decode to UTF-8"
"""The message of `sqlite3` for corrupt text; that error has no code."""


@contextmanager
def as_storage_errors(path: Path) -> Generator[None]:
    """Translate errors of the database at `path` and its folder to `StorageError`."""
    try:
        yield
    except (sqlite3.Error, OSError, UnicodeDecodeError, UnreadableRow) as error:
        raise translate(error, path) from error


def translate(error: BaseException, path: Path) -> StorageError:
    """Translate `error` to a `StorageError`; a `StorageError` is returned unchanged."""
    match error:
        case StorageError():
            return error
        case sqlite3.Error():
            return _from_sqlite(error, path)
        case OSError():
            return _from_system(error, path)
        case UnreadableRow():
            return make_corrupt_error(path, str(error))
        case UnicodeDecodeError():  # `sqlite3` raises it for damaged names, in the schema or in its own messages
            return make_corrupt_error(path, _UNREADABLE)
        case _:
            return StorageError("The database failed: {reason}.", reason=str(error) or repr(error))


def primary_code(error: sqlite3.Error) -> int:
    """Return SQLite's code of an error, without its extension; `sqlite3`'s own errors have none."""
    return getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & _PRIMARY


def make_corrupt_error(path: Path, reason: str) -> StorageCorrupt:
    """Make the error of a damaged file, with the first thing that is wrong. The caller has changed nothing."""
    first = reason.removeprefix("*** in database main ***").strip().partition("\n")[0]
    return StorageCorrupt(
        "The database is damaged ({reason}). Nothing in it was changed: {path}",
        hint="`sidecar doctor` tells you what can be done.",
        reason=first,
        path=path,
    )


def _from_sqlite(error: sqlite3.Error, path: Path) -> StorageError:
    code = primary_code(error)
    match code:
        case sqlite3.SQLITE_FULL:
            return _full(path)
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_PERM:
            return _read_only(path)
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return StorageBusy(
                "Another program is holding the database: {path}",
                hint="Close other programs that use this folder, then try again.",
                path=path,
            )
        case sqlite3.SQLITE_CORRUPT | sqlite3.SQLITE_NOTADB:
            return make_corrupt_error(path, str(error))
        case sqlite3.SQLITE_IOERR | sqlite3.SQLITE_CANTOPEN:
            return _from_disk(error, path)
        case _ if _DAMAGED_SCHEMA.search(str(error)):
            return make_corrupt_error(path, str(error))
        case _ if _UNREADABLE in str(error):
            return make_corrupt_error(path, _UNREADABLE)  # the rest of the message is the corrupt text
        case _:
            return StorageError("The database failed: {reason}.", reason=str(error))


def _from_system(error: OSError, path: Path) -> StorageError:
    match error.errno:
        case errno.ENOSPC | errno.EDQUOT:
            return _full(path)
        case errno.EROFS | errno.EACCES | errno.EPERM:
            return _read_only(path)
        case _:
            return _from_disk(error, path)


def _from_disk(error: Exception, path: Path) -> StorageError:
    """Translate an input/output error by the state of the disk, which says more than the error."""
    folder = path.parent
    if folder.exists() and not os.access(folder, os.W_OK):
        return _read_only(path)
    if folder.exists() and shutil.disk_usage(folder).free < _NO_SPACE_BYTES:
        return _full(path)
    return StorageError(
        "Disk error ({reason}): {path}",
        hint="Check the disk and the folder, then try again.",
        reason=str(error),
        path=path,
    )


def _full(path: Path) -> StorageFull:
    return StorageFull(
        "There's no space left on the disk for {path}",
        hint="Free up some space and try again. What was saved before is safe.",
        path=path,
    )


def _read_only(path: Path) -> StorageReadOnly:
    return StorageReadOnly(
        "I can't write to the data folder: {folder}",
        hint="Check its permissions and the disk, or choose another folder with --home.",
        folder=path.parent,
    )
