"""A damaged database put aside, and its newest sound copy in its place. Nothing is overwritten and nothing deleted."""

from __future__ import annotations

import shutil
from datetime import UTC, datetime
from pathlib import Path

from sidecar.errors import StorageError
from sidecar.storage.inspection import inspect
from sidecar.storage.migrate import BACKUPS
from sidecar.storage.sqlite_errors import as_storage_errors

_BESIDE = ("", "-wal", "-shm")
"""What belongs to a database file; a log left behind would be taken for the copy's own, and spoil it."""


def newest_sound_copy(database: Path) -> Path | None:
    """The newest of the copies in `backups` that this program can read from end to end; None when there is none."""
    copies = sorted(database.parent.joinpath(BACKUPS).glob("*.db"), key=lambda copy: copy.stat().st_mtime, reverse=True)
    return next((copy for copy in copies if _is_sound(copy)), None)


def put_back(database: Path, copy: Path | None, now: datetime) -> Path:
    """Where the damaged file lies from now on. Without a copy there is no database then, and the next start makes an
    empty one. Raises `StorageError`; until the last step the database is where it was."""
    aside = database.with_name(f"{database.stem}-damaged-{now.astimezone(UTC):%Y%m%dT%H%M%SZ}{database.suffix}")
    fresh = database.with_name(f"{database.name}.unfinished")
    with as_storage_errors(database):
        try:
            if copy:
                shutil.copyfile(copy, fresh)
                fresh.chmod(0o600)
            for ending in reversed(_BESIDE):
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
