"""Checks of the data folder: whether it exists, is private and writable, and has free disk space."""

from __future__ import annotations

import os
import shutil
import stat
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from sidecar.cli.checks.result import Finding, Level
from sidecar.cli.first_run import ensure_home
from sidecar.cli.locale import say
from sidecar.home import Home
from sidecar.i18n import Texts, format_number
from sidecar.runtime.lock import is_locked

_HARDLY_ANY_BYTES = 100 << 20
_LITTLE_BYTES = 1 << 30
_PRIVATE_FOLDER, _PRIVATE_FILE = 0o700, 0o600
_OTHERS = 0o077
_MOST_NAMED = 4


def check_folder(home: Home) -> Finding:
    title, path = say("Data folder"), str(home.path)
    if not home.path.exists():
        detail = say("{path} isn't there yet.", path=path)
        fix = say("The first start of `sidecar` creates it.")
        return Finding("home", Level.WARNING, title, detail, fix, partial(_create_home, home))
    if not os.access(home.path, os.R_OK | os.W_OK | os.X_OK) or _mounted_read_only(home.path):
        detail = say("I can't write in {path}.", path=path)
        fix = say("Give yourself permission to use it, or choose another folder with --home.")
        return Finding("home", Level.PROBLEM, title, detail, fix)
    if not home.soul.exists() or not home.user.exists():
        missing = [file.name for file in (home.user, home.soul) if not file.exists()]
        detail = say.plural(
            "{path} is missing {names}.",
            "{path} is missing {names}.",
            len(missing),
            path=path,
            names=", ".join(missing),
        )
        fix = say("The next start of `sidecar` writes them again.")
        return Finding("home", Level.WARNING, title, detail, fix, partial(_create_home, home))
    return Finding("home", Level.OK, title, path)


def check_privacy(home: Home) -> Finding | None:
    """Check that nobody else on this computer can read the folder. None where there is nothing to look at."""
    if os.name != "posix" or not home.path.exists():
        return None
    title = say("Privacy")
    if not (open_to_others := list(_find_exposed(home))):
        return Finding("privacy", Level.OK, title, say("Nobody else on this computer can read your files."))
    shown = ", ".join(path.name for path in open_to_others[:_MOST_NAMED])
    more = len(open_to_others) - _MOST_NAMED
    names = say("{names} and {n} more", names=shown, n=more) if more > 0 else shown
    exposed = home.path in open_to_others
    level = Level.PROBLEM if exposed and home.secrets in open_to_others else Level.WARNING
    detail = say("Other users of this computer can read: {names}", names=names)
    fix = say("`sidecar doctor --fix` makes them readable by you alone.")
    return Finding("privacy", level, title, detail, fix, partial(_make_private, home))


def check_disk(home: Home) -> Finding:
    place = next(part for part in (home.path, *home.path.parents) if part.exists())
    title, free = say("Disk"), shutil.disk_usage(place).free
    detail = say("{size} free for {path}", size=format_size(free), path=place)
    if free >= _LITTLE_BYTES:
        return Finding("disk", Level.OK, title, detail)
    level = Level.PROBLEM if free < _HARDLY_ANY_BYTES else Level.WARNING
    return Finding("disk", level, title, detail, say("Free up some space: without it I can't save what you tell me."))


def check_running(home: Home) -> Finding:
    title = say("Running now")
    if not is_locked(home.lock):
        return Finding("running", Level.OK, title, say("Sidecar isn't open for this folder"))
    return Finding("running", Level.OK, title, say("Sidecar is open (process {pid})", pid=_read_pid(home)))


def format_size(n_bytes: int, say: Texts = say) -> str:
    amount, units = float(n_bytes), iter(("bytes", "kB", "MB", "GB", "TB"))
    unit = next(units)
    while amount >= 1000 and unit != "TB":
        amount, unit = amount / 1000, next(units)
    digits = 0 if amount >= 10 or unit == "bytes" else 1
    return f"{format_number(amount, digits, say)} {unit}"


def _read_pid(home: Home) -> str:
    try:
        return home.lock.read_text(encoding="ascii").strip() or "?"
    except (OSError, ValueError):
        return "?"  # is being written


def _create_home(home: Home) -> None:
    ensure_home(home, ask=False)


def _mounted_read_only(path: Path) -> bool:
    """Return whether the disk is read-only: for the administrator `os.access` says yes even then."""
    return hasattr(os, "statvfs") and bool(os.statvfs(path).f_flag & os.ST_RDONLY)


def _find_exposed(home: Home) -> Iterator[Path]:
    """Yield what others can read. A closed folder makes everything in it private, but the file with the keys must be so
    by itself."""
    if not stat.S_IMODE(home.path.stat().st_mode) & _OTHERS:
        if _is_exposed(home.secrets):
            yield home.secrets
        return
    yield home.path
    yield from (path for path in sorted(home.path.iterdir()) if _is_exposed(path))


def _is_exposed(path: Path) -> bool:
    try:
        return bool(stat.S_IMODE(path.stat().st_mode) & _OTHERS)
    except OSError:
        return False


def _make_private(home: Home) -> None:
    home.path.chmod(_PRIVATE_FOLDER)
    for path in home.path.iterdir():
        if _is_exposed(path):
            path.chmod(_PRIVATE_FOLDER if path.is_dir() else _PRIVATE_FILE)
