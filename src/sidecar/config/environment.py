"""Environment variables: those in `.env`, those that set something, and those that hold secrets."""

from __future__ import annotations

import difflib
import io
import os
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from dotenv import dotenv_values

from sidecar.config.problems import unreadable_file
from sidecar.config.secrets import resolve_secret
from sidecar.errors import ConfigError
from sidecar.observe.redaction import is_secret

PREFIX = "SIDECAR_"
DELIMITER = "__"

_from_file: dict[str, str] = {}
"""Variables that were set from `.env`; they change when the file changes."""


def load_environment(path: Path) -> None:
    """Load the variables of the `.env` file into this process. A variable that was set from outside wins.

    Raises `ConfigError` when the file exists and cannot be read.
    """
    try:
        text = path.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        text = ""
    except (OSError, UnicodeDecodeError) as error:
        raise unreadable_file(path, error) from error
    for name in [name for name, value in _from_file.items() if os.environ.get(name) == value]:
        del os.environ[name]
    _from_file.clear()
    for name, value in dotenv_values(stream=io.StringIO(text)).items():
        if value is None or "\0" in value or name in os.environ:
            continue
        if (found := resolve_secret(name, value)) is not None:  # it may be in the keyring
            os.environ[name] = _from_file[name] = found


def check_variables(sections: Sequence[str]) -> None:
    """Check that every `SIDECAR_…__…` variable names a section. Raises `ConfigError` (`SIDECAR_TRUN__SECONDS`)."""
    for name in sorted(os.environ):
        section, delimiter, rest = name.removeprefix(PREFIX).partition(DELIMITER)
        if not name.startswith(PREFIX) or not delimiter or section.lower() in sections:
            continue
        closest = difflib.get_close_matches(section.lower(), sections, n=1, cutoff=0.5)
        raise ConfigError(
            "The environment variable {name} doesn't set anything.",
            hint="Did you mean {closest}?" if closest else "I know: {known}.",
            name=name,
            closest=PREFIX + "".join(closest).upper() + DELIMITER + rest,
            known=", ".join(f"{PREFIX}{section.upper()}{DELIMITER}…" for section in sections),
        )


def find_variable(where: Sequence[str]) -> str:
    """Return the variable that set the setting at `where`; "" if none did."""
    names = (PREFIX + DELIMITER.join(where[:depth]).upper() for depth in range(len(where), 0, -1))
    return next((name for name in names if name in os.environ), "")


def section_variable(complaint: str) -> str:
    """Return the variable with a whole section that pydantic complains about."""
    found = re.search(r'field "(\w+)"', complaint)
    return PREFIX + (found[1].upper() if found else "…")


def environment_secrets() -> Iterator[str]:
    """Yield the values of all variables with the name of a secret, such as providers' keys."""
    return (value for name, value in os.environ.items() if is_secret(name))
