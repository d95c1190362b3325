"""Puts a recovered database in the place of a damaged one, which is kept beside it.

A crash leaves the one or the other: once the recovered file has its name, every start completes what is left to do.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

_DAMAGED, _RECOVERED = "damaged", "recovered"
_SUFFIXES = ("", "-wal", "-shm")
"""Of the files of a database; a log left behind would be applied to the recovered one and corrupt it."""


def set_aside(database: Path, recovered: Path, now: datetime) -> Path:
    """Put the recovered file in the database's place and return the new path of the damaged one. Raises `OSError`."""
    stamp = f"{now.astimezone(UTC):%Y%m%dT%H%M%SZ}"
    _sync(recovered)
    recovered.rename(database.with_name(f"{database.stem}-{_RECOVERED}-{stamp}{database.suffix}"))
    _sync(database.parent)
    complete(database)
    return database.with_name(f"{database.stem}-{_DAMAGED}-{stamp}{database.suffix}")


def complete(database: Path) -> None:
    """Complete what a crash interrupted. Each step may be repeated, also by two processes at once."""
    for recovered in database.parent.glob(f"{database.stem}-{_RECOVERED}-*{database.suffix}"):
        aside = recovered.with_name(recovered.name.replace(f"-{_RECOVERED}-", f"-{_DAMAGED}-"))
        for part in list_files(database):
            kept = aside.with_name(aside.name + part.name.removeprefix(database.name))
            if not kept.exists():
                part.rename(kept)
        recovered.rename(database)
        _sync(database.parent)


def find_set_aside(folder: Path) -> Sequence[Path]:
    """List the damaged databases that were set aside in this folder, the oldest one first."""
    return sorted(folder.glob(f"*-{_DAMAGED}-*.db"))


def list_files(database: Path) -> Sequence[Path]:
    """List the files of a database that exist: itself, its log and the index of that."""
    parts = [database.with_name(database.name + ending) for ending in _SUFFIXES]
    return [part for part in parts if part.exists()]


def _sync(path: Path) -> None:
    if path.is_dir() and os.name != "posix":
        return
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
