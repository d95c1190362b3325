"""Where providers' keys are kept: in the keyring of the system where one works, else in `.env`, for its owner alone.

A key in the keyring leaves a mark in `.env`, `OPENAI_API_KEY='keyring:sidecar-1a2b3c4d'`, so that no keyring is opened
for those who keep nothing there.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from sidecar.errors import ConfigError
from sidecar.files.atomic import replace_file
from sidecar.observe.redaction import remember_secret

T = TypeVar("T")

MARK = "keyring:"
_PATIENCE_S = 5.0
"""A locked keyring may wait for a window that nobody sees."""
_LEAST_PRIORITY = 1
"""Below it are keyrings that are no better than a file."""
_PLAIN = re.compile(r"[!#%&()*+,\-./0-9:;<=>?@A-Z\[\]^_a-z{|}~]+")
"""What no reader of `.env` files takes for anything but itself."""

_read: dict[tuple[str, str], str] = {}


def can_be_a_key(text: str) -> bool:
    """One word of plain characters, as the keys of all providers are."""
    return _PLAIN.fullmatch(text) is not None


def put_in_keyring(env_file: Path, variable: str, key: str) -> str:
    """The mark to write into `.env` instead of the key; "" when there is no keyring that works."""
    service = "sidecar-" + hashlib.sha256(str(env_file.parent).encode()).hexdigest()[:8]

    def put() -> bool:
        import keyring  # 50 ms, and only for those who keep something there

        if keyring.get_keyring().priority < _LEAST_PRIORITY:
            return False
        keyring.set_password(service, variable, key)
        return keyring.get_password(service, variable) == key

    if not _in_time(put):
        return ""
    _read[service, variable] = key
    return MARK + service


def take_out_of_keyring(mark: str, variable: str) -> None:
    def take_out() -> None:
        import keyring

        keyring.delete_password(mark.removeprefix(MARK), variable)

    _read.pop((mark.removeprefix(MARK), variable), None)
    _in_time(take_out)


def resolved(variable: str, value: str) -> str | None:
    """What the value of a variable in `.env` stands for: itself, or what the keyring keeps for it. None when that
    cannot be had."""
    if not value.startswith(MARK):
        return value
    service = value.removeprefix(MARK)
    if (service, variable) not in _read:

        def get() -> str | None:
            import keyring

            return keyring.get_password(service, variable)

        if (found := _in_time(get)) is None:
            return None
        _read[service, variable] = found
    key = _read[service, variable]
    remember_secret(key)
    return key


def write_variable(env_file: Path, variable: str, value: str) -> None:
    """Set one variable in `.env` and leave every other line as it is; an empty value takes it out. The file is its
    owner's alone from then on. Raises `ConfigError`."""
    try:
        before = env_file.read_bytes().decode("utf-8", errors="surrogateescape") if env_file.exists() else ""
        after = _with_variable(before, variable, value)
        if after != before:
            replace_file(env_file, after.encode("utf-8", errors="surrogateescape"))
        if env_file.exists():
            env_file.chmod(0o600)
    except OSError as error:
        raise ConfigError("I cannot write {path} ({reason}).", path=env_file, reason=error.strerror or error) from error


def _with_variable(text: str, variable: str, value: str) -> str:
    lines = text.splitlines(keepends=True)
    setting = re.compile(rf"\s*(?:export\s+)?{re.escape(variable)}\s*=")
    places = [place for place, line in enumerate(lines) if setting.match(line)]
    written = f"{variable}='{value}'\n" if value else ""
    if not places:
        gap = "\n" if lines and not lines[-1].endswith(("\n", "\r")) else ""
        return text + (gap + written if written else "")
    last = places[-1]  # of several the last one counts
    kept = [
        written if place == last else line for place, line in enumerate(lines) if place == last or place not in places
    ]
    return "".join(kept)


def _in_time(work: Callable[[], T]) -> T | None:
    """What the keyring says; None when it is not there, breaks in whatever way, or hangs. The pool's thread is a
    daemon: one that hangs keeps nobody from leaving."""
    from multiprocessing.pool import ThreadPool  # nobody who keeps nothing in a keyring need load it

    asked = ThreadPool(1).apply_async(work)
    asked.wait(_PATIENCE_S)
    return asked.get() if asked.ready() and asked.successful() else None
