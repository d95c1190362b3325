"""The database: whether it is sound, and whether this program can read it."""

from __future__ import annotations

from sidecar.cli.checkup.finding import Finding, Level
from sidecar.cli.checkup.folder import size_of
from sidecar.cli.words import say
from sidecar.domain.person import OWNER
from sidecar.errors import StorageBusy, StorageError
from sidecar.home import Home
from sidecar.runtime.lock import is_locked
from sidecar.storage.inspection import Inspection, inspect

_PATIENCE_S = 1.5
"""A database of 300 MB; the doctor should be done within three seconds."""


def look_at(home: Home, *, thoroughly: bool) -> tuple[Finding, Inspection | None]:
    """The finding, and what was found where the database is sound."""
    title = say("Database")
    try:
        patience_s = None if thoroughly else _PATIENCE_S
        seen = inspect(home.database, OWNER, in_use=is_locked(home.lock), patience_s=patience_s)
    except (FileNotFoundError, NotADirectoryError):
        return Finding("database", Level.OK, title, say("there is none yet; the first start makes it")), None
    except (StorageError, OSError) as error:
        return _unsound(error), None
    return _sound(seen), seen


def _sound(seen: Inspection) -> Finding:
    title, size = say("Database"), size_of(seen.size_bytes)
    if not seen.size_bytes:
        return Finding("database", Level.OK, title, say("it is empty; the next start fills it"))
    if seen.version < seen.newest_version:
        detail = say(
            "sound, {size}, of an older Sidecar (version {found}, this one knows {known}); the next start "
            "brings it up to date and keeps a copy",
            size=size,
            found=seen.version,
            known=seen.newest_version,
        )
        return Finding("database", Level.OK, title, detail)
    if not seen.whole:
        detail = say("{size}; what could be looked at in the time is sound", size=size)
        fix = say("`sidecar doctor --full` looks at all of it.")
        return Finding("database", Level.OK, title, detail, fix)
    return Finding("database", Level.OK, title, say("sound, {size}", size=size))


def _unsound(error: StorageError | OSError) -> Finding:
    title = say("Database")
    if not isinstance(error, StorageError):
        detail = say("I cannot read it: {reason}", reason=error.strerror or error)
        return Finding("database", Level.PROBLEM, title, detail, say("Give yourself permission to the file."))
    level = Level.WARNING if isinstance(error, StorageBusy) else Level.PROBLEM
    fix = say(error.hint, **error.fields) if error.hint else ""
    return Finding("database", level, title, say(error.text, **error.fields), fix)
