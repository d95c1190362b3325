"""Errors in the settings, worded so that the owner can fix them: where, what, and what would be right."""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from sidecar.errors import ConfigError
from sidecar.observe.redaction import is_secret

if TYPE_CHECKING:
    from pydantic_core import ErrorDetails

_LONGEST_VALUE = 60
_PLACE = re.compile(r"line (\d+),? col(?:umn)? (\d+)")
_BARE = re.compile(r"[A-Za-z0-9_-]+")


def format_key(where: Sequence[str]) -> str:
    """Return a setting's name as it is written in the file and on the command line."""
    return ".".join(part if _BARE.fullmatch(part) else f'"{part}"' for part in where)


def unreadable_file(path: Path, error: Exception) -> ConfigError:
    """Build an error that says where the mistake is; the parser's own message is English and seldom helps."""
    hint = "Correct the file, or move it away to start with the defaults."
    if isinstance(error, UnicodeDecodeError):
        return ConfigError("I can't read {path}: it isn't UTF-8 text.", hint=hint, path=path)
    if isinstance(error, OSError):
        reason = error.strerror or str(error)
        return ConfigError("I can't read {path}: {reason}.", hint=hint, path=path, reason=reason)
    if place := _PLACE.search(str(error)):
        return ConfigError(
            "I can't read {path}: the mistake is in line {line}, near column {column}.",
            hint=hint,
            path=path,
            line=place[1],
            column=place[2],
        )
    return ConfigError("I can't read {path}: the mistake is at the end.", hint=hint, path=path)


def unknown_setting(where: Sequence[str], known: Sequence[str], source: str) -> ConfigError:
    """Build the error for a name that is no setting. `source` is the file or the environment variable."""
    closest = difflib.get_close_matches(where[-1], known, n=1, cutoff=0.6)
    return ConfigError(
        "There's no setting {key} ({path}).",
        hint="Did you mean {closest}?" if closest else "I know: {known}.",
        key=format_key(where),
        path=source,
        closest=format_key([*where[:-1], *closest]),
        known=", ".join(known),
    )


def wrong_value(where: Sequence[str], problem: ErrorDetails, source: str) -> ConfigError:
    """Build the error, one sentence, for what pydantic found."""
    kind = problem["type"]
    if kind in ("missing", "missing_argument"):
        return _missing(where, source)
    fields: Mapping[str, object] = {
        "key": format_key(where),
        "value": _shown(where, problem["input"]),
        "path": source,
        "choices": ", ".join(re.findall(r"'[^']*'", problem.get("ctx", {}).get("expected", ""))),
    }
    return ConfigError(_WRONG[_shape(kind)], **fields)


_WRONG = {
    "choice": "The setting {key} is {choices}; it can't be {value} ({path}).",
    "text": "The setting {key} is a text in quotes; it can't be {value} ({path}).",
    "whole": "The setting {key} is a whole number; it can't be {value} ({path}).",
    "number": "The setting {key} is a number; it can't be {value} ({path}).",
    "yes_or_no": "The setting {key} is true or false; it can't be {value} ({path}).",
    "section": "{key} is a section with its own settings; it can't be {value} ({path}).",
    "list": "The setting {key} is a list in brackets; it can't be {value} ({path}).",
    "": "The setting {key} can't be {value} ({path}).",
}
_SHAPES = {
    "literal_error": "choice", "enum": "choice", "string": "text", "int": "whole",
    "float": "number", "decimal": "number", "finite": "number", "time_delta": "number", "bool": "yes_or_no",
    "dataclass": "section", "dict": "section", "mapping": "section", "tuple": "list", "list": "list",
}  # fmt: skip
"""The kind of value that would be right, by the start of pydantic's error type."""


def _shape(kind: str) -> str:
    return next((shape for beginning, shape in _SHAPES.items() if kind.startswith(beginning)), "")


def _missing(where: Sequence[str], source: str) -> ConfigError:
    if where[0] != "prices":
        return ConfigError("The setting {key} is missing ({path}).", key=format_key(where), path=source)
    example = f"sidecar config set '{format_key(where[:-1])}' '{{input = 1.5, output = 6}}'"
    return ConfigError(
        "The setting {key} is missing ({path}).",
        hint="A price has both `input` and `output`, in dollars per million tokens: {example}",
        key=format_key(where),
        path=source,
        example=example,
    )


def invalid_json(variable: str) -> ConfigError:
    return ConfigError(
        "The environment variable {name} should hold a whole section as JSON, and it doesn't.",
        hint="Name one setting, such as SIDECAR_MODELS__CHAT__MODEL.",
        name=variable,
    )


def not_a_size(where: Sequence[str], value: float, source: str) -> ConfigError:
    return ConfigError(
        "The setting {key} is zero or more; it can't be {value} ({path}).",
        key=format_key(where),
        value=value,
        path=source,
    )


def _shown(where: Sequence[str], value: object) -> str:
    """Return the value for display, masked if it is or may contain a secret."""
    if is_secret(where[-1]):
        return "[secret]"
    if isinstance(value, Mapping | list | tuple):
        return "{…}" if isinstance(value, Mapping) else "[…]"
    shown = repr(value)
    return shown if len(shown) <= _LONGEST_VALUE else shown[:_LONGEST_VALUE] + "…"
