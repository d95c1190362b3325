"""Checks of the database: its integrity, and whether this program can read it."""

from __future__ import annotations

from sidecar.cli.checks.folder import format_size
from sidecar.cli.checks.result import Finding, Level
from sidecar.cli.locale import say
from sidecar.cli.recovery import date_of, recover_database
from sidecar.domain.person import OWNER
from sidecar.errors import ConfigError, StorageBusy, StorageCorrupt, StorageError
from sidecar.home import Home
from sidecar.runtime.clock import Clock
from sidecar.runtime.lock import is_locked
from sidecar.storage.inspection import Inspection, inspect
from sidecar.storage.recovery import find_newest_sound_copy

_PATIENCE_S = 1.5
"""Enough for 300 MB; the doctor should be done within three seconds."""


def check_database(home: Home, *, thoroughly: bool) -> tuple[Finding, Inspection | None]:
    """Check the database, and return what was read from it where it is sound."""
    title = say("Database")
    try:
        timeout_s = None if thoroughly else _PATIENCE_S
        seen = inspect(home.database, OWNER, in_use=is_locked(home.lock), timeout_s=timeout_s)
    except (FileNotFoundError, NotADirectoryError):
        return Finding("database", Level.OK, title, say("there is none yet; the first start creates it")), None
    except (StorageError, OSError) as error:
        return _report_problem(error, home), None
    return _report_sound(seen), seen


def _report_sound(seen: Inspection) -> Finding:
    title, size = say("Database"), format_size(seen.size_bytes)
    if not seen.size_bytes:
        return Finding("database", Level.OK, title, say("it's empty; the next start fills it"))
    if seen.version < seen.newest_version:
        detail = say(
            "fine, {size}, from an older Sidecar (version {found}; this one knows {known}); the next start "
            "upgrades it and keeps a copy",
            size=size,
            found=seen.version,
            known=seen.newest_version,
        )
        return Finding("database", Level.OK, title, detail)
    if not seen.whole:
        detail = say("{size}; everything checked in the time available is fine", size=size)
        fix = say("`sidecar doctor --full` checks all of it.")
        return Finding("database", Level.OK, title, detail, fix)
    return Finding("database", Level.OK, title, say("fine, {size}", size=size))


def _report_problem(error: StorageError | OSError, home: Home) -> Finding:
    title = say("Database")
    if not isinstance(error, StorageError):
        detail = say("I can't read it: {reason}", reason=error.strerror or error)
        return Finding(
            "database", Level.PROBLEM, title, detail, say("Give yourself permission to read and write the file.")
        )
    level = Level.WARNING if isinstance(error, StorageBusy) else Level.PROBLEM
    fix = say(error.hint, **error.fields) if error.hint else ""
    if isinstance(error, StorageCorrupt):
        fix = _format_recovery(home)
    return Finding("database", level, title, say(error.text, **error.fields), fix)


def _format_recovery(home: Home) -> str:
    """Say how to go on with a damaged database. Never applied by `--fix`: something may be lost."""
    copy = find_newest_sound_copy(home.database)
    keeps = say("`sidecar doctor --restore` recovers what can be read, and keeps the damaged file.")
    if copy is None:
        return keeps
    return f"{keeps} " + say("There's also a good copy, from {date}, for the rest.", date=date_of(copy))


def restore_database(home: Home, clock: Clock, *, ask: bool) -> str:
    """Recover a damaged database; return what was done, in words, "" for nothing. Raises `ConfigError` where there is
    nothing to do, and `StorageError`."""
    try:
        inspect(home.database, OWNER, in_use=is_locked(home.lock), timeout_s=None)
    except FileNotFoundError:
        raise ConfigError("There's no database yet, so there's none to repair.") from None
    except StorageCorrupt:
        return recover_database(home, clock, ask=ask)
    raise ConfigError("The database is fine: there is nothing to restore.")
