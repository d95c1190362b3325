"""Storage of providers' keys: the system's keyring where one works, else `.env`, readable by its owner alone.

A key in the keyring leaves a mark in `.env`, `OPENAI_API_KEY='keyring:sidecar-1a2b3c4d'`, so that the keyring is opened
only for those who use it.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import TypeVar

from sidecar.errors import ConfigError
from sidecar.files.atomic import replace_file
from sidecar.observe.redaction import remember_secret

T = TypeVar("T")

MARK = "keyring:"
_TIMEOUT_S = 5.0
"""A locked keyring may wait for a password window that nobody sees."""
_LEAST_PRIORITY = 1
"""Keyrings of lower priority are no safer than a file."""
_PLAIN = re.compile(r"[!#%&()*+,\-./0-9:;<=>?@A-Z\[\]^_a-z{|}~]+")
"""Characters that every reader of `.env` files takes literally."""

_read: dict[tuple[str, str], str] = {}


def is_plausible_key(text: str) -> bool:
    """Return whether the text is one word of plain characters, as the keys of all providers are."""
    return _PLAIN.fullmatch(text) is not None


def put_in_keyring(env_file: Path, variable: str, key: str) -> str:
    """Store the key in the keyring and return the mark for `.env`; "" when no keyring works."""
    service = "sidecar-" + hashlib.sha256(str(env_file.parent).encode()).hexdigest()[:8]

    def put() -> bool:
        keyring = _load_keyring()
        if keyring.get_keyring().priority < _LEAST_PRIORITY:
            return False
        keyring.set_password(service, variable, key)
        return keyring.get_password(service, variable) == key

    if not _call_with_timeout(put):
        return ""
    _read[service, variable] = key
    return MARK + service


def delete_from_keyring(mark: str, variable: str) -> None:
    def delete() -> None:
        _load_keyring().delete_password(mark.removeprefix(MARK), variable)

    _read.pop((mark.removeprefix(MARK), variable), None)
    _call_with_timeout(delete)


def resolve_secret(variable: str, value: str) -> str | None:
    """Return the value of a variable in `.env`, read from the keyring if it is a mark; None when that fails."""
    if not value.startswith(MARK):
        return value
    service = value.removeprefix(MARK)
    if (service, variable) not in _read:

        def get() -> str | None:
            return _load_keyring().get_password(service, variable)

        if (found := _call_with_timeout(get)) is None:
            return None
        _read[service, variable] = found
    key = _read[service, variable]
    remember_secret(key)
    return key


def write_variable(env_file: Path, variable: str, value: str) -> None:
    """Set one variable in `.env`, keeping every other line; an empty value removes it. Makes the file readable by its
    owner alone. Raises `ConfigError`."""
    try:
        before = env_file.read_bytes().decode("utf-8", errors="surrogateescape") if env_file.exists() else ""
        after = _with_variable(before, variable, value)
        if after != before:
            replace_file(env_file, after.encode("utf-8", errors="surrogateescape"))
        if env_file.exists():
            env_file.chmod(0o600)
    except OSError as error:
        raise ConfigError(
            "I can't write to {path} ({reason}).", path=env_file, reason=error.strerror or error
        ) from error


def _with_variable(text: str, variable: str, value: str) -> str:
    lines = text.splitlines(keepends=True)
    setting = re.compile(rf"\s*(?:export\s+)?{re.escape(variable)}\s*=")
    places = [place for place, line in enumerate(lines) if setting.match(line)]
    written = f"{variable}='{value}'\n" if value else ""
    if not places:
        gap = "\n" if lines and not lines[-1].endswith(("\n", "\r")) else ""
        return text + (gap + written if written else "")
    last = places[-1]  # readers use the last of several
    kept = [
        written if place == last else line for place, line in enumerate(lines) if place == last or place not in places
    ]
    return "".join(kept)


def _load_keyring() -> ModuleType:
    import keyring  # 50 ms, only for those who use it

    return keyring


def _call_with_timeout(work: Callable[[], T]) -> T | None:
    """Return the keyring's answer; None when it is missing, fails in any way, or hangs. The pool's thread is a
    daemon: a hanging one does not keep the program from exiting."""
    from multiprocessing.pool import ThreadPool  # only for those who use a keyring

    asked = ThreadPool(1).apply_async(work)
    asked.wait(_TIMEOUT_S)
    return asked.get() if asked.ready() and asked.successful() else None
