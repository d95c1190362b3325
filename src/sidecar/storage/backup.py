"""Copies the database; a copy is checked before it gets its name."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path
from tempfile import mkstemp

from sidecar.storage.sqlite_errors import make_corrupt_error


def copy_to(connection: sqlite3.Connection, target: Path) -> None:
    """Write a consistent snapshot to `target` (0600, in a folder 0700), concurrently with writers.

    The copy is checked and flushed before it is renamed to `target`; if anything fails there is no `target`.
    Raises `sqlite3.Error`, `OSError` or `StorageCorrupt`.
    """
    target.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    descriptor, name = mkstemp(prefix=target.name, suffix=".unfinished", dir=target.parent)  # 0600
    os.close(descriptor)
    unfinished = Path(name)
    try:
        connection.execute("vacuum into :target", {"target": str(unfinished)})
        _check(unfinished)
        _sync(unfinished)
        unfinished.replace(target)
        if os.name == "posix":
            _sync(target.parent)
    finally:
        unfinished.unlink(missing_ok=True)


def _check(path: Path) -> None:
    with closing(sqlite3.connect(path)) as copy:
        (verdict,) = copy.execute("pragma quick_check(1)").fetchone()
    if verdict != "ok":
        raise make_corrupt_error(path, verdict)


def _sync(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
