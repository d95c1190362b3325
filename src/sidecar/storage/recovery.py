"""Replaces a damaged database with its newest sound copy. Nothing is overwritten or deleted."""

from __future__ import annotations

import shutil
from datetime import UTC, datetime
from pathlib import Path

from sidecar.errors import StorageError
from sidecar.storage.inspection import inspect
from sidecar.storage.migrate import BACKUPS
from sidecar.storage.sqlite_errors import as_storage_errors

_SUFFIXES = ("", "-wal", "-shm")
"""Of the files of a database; a log left behind would be applied to the copy and corrupt it."""


def find_newest_sound_copy(database: Path) -> Path | None:
    """Find the newest copy in `backups` that passes a full check."""
    copies = sorted(database.parent.joinpath(BACKUPS).glob("*.db"), key=lambda copy: copy.stat().st_mtime, reverse=True)
    return next((copy for copy in copies if _is_sound(copy)), None)


def restore_copy(database: Path, copy: Path | None, now: datetime) -> Path:
    """Move the damaged file aside, put the copy in its place, and return the new path of the damaged file.

    Without a copy the next start creates an empty database. Raises `StorageError`; until the last step the database is
    where it was.
    """
    aside = database.with_name(f"{database.stem}-damaged-{now.astimezone(UTC):%Y%m%dT%H%M%SZ}{database.suffix}")
    fresh = database.with_name(f"{database.name}.unfinished")
    with as_storage_errors(database):
        try:
            if copy:
                shutil.copyfile(copy, fresh)
                fresh.chmod(0o600)
            for ending in reversed(_SUFFIXES):
                if (part := database.with_name(database.name + ending)).exists():
                    part.rename(aside.with_name(aside.name + ending))
            if copy:
                fresh.rename(database)
        finally:
            fresh.unlink(missing_ok=True)
    return aside


def _is_sound(copy: Path) -> bool:
    try:
        return inspect(copy, "", in_use=False, timeout_s=None).version > 0
    except (StorageError, OSError):
        return False
