"""What is wrong with the settings, told so that the owner can mend it: where, what, and what would be right."""

from __future__ import annotations

import difflib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from sidecar.errors import ConfigError
from sidecar.observe.redaction import is_secret

if TYPE_CHECKING:
    from pydantic_core import ErrorDetails

_LONGEST_VALUE = 60


def unreadable(path: Path, error: Exception) -> ConfigError:
    return ConfigError(
        "I cannot read {path}: {reason}.",
        hint="Correct the file, or move it away to start with the defaults.",
        path=path,
        reason=str(error).rstrip("."),
    )


def unknown_setting(where: Sequence[str], known: Sequence[str], source: str) -> ConfigError:
    """`source` is the file or the environment variable that names the setting."""
    closest = difflib.get_close_matches(where[-1], known, n=1, cutoff=0.5)
    return ConfigError(
        "There is no setting {key} ({path}).",
        hint="Did you mean {closest}?" if closest else "Known here: {known}.",
        key=".".join(where),
        path=source,
        closest=".".join([*where[:-1], *closest]),
        known=", ".join(known),
    )


def wrong_value(where: Sequence[str], problem: ErrorDetails, source: str) -> ConfigError:
    """One sentence for what pydantic found."""
    fields: Mapping[str, object] = {
        "key": ".".join(where),
        "value": _shown(where, problem["input"]),
        "path": source,
        "choices": problem.get("ctx", {}).get("expected", ""),
        "reason": problem["msg"],
    }
    kind = problem["type"]
    if kind == "literal_error":
        return ConfigError("The setting {key} is {choices}, and cannot be {value} ({path}).", **fields)
    if kind.startswith("string_"):
        return ConfigError("The setting {key} is a text in quotes, and cannot be {value} ({path}).", **fields)
    if kind == "int_from_float" or kind.startswith("int_"):
        return ConfigError("The setting {key} is a whole number, and cannot be {value} ({path}).", **fields)
    if kind.startswith(("float_", "time_delta_")):
        return ConfigError("The setting {key} is a number, and cannot be {value} ({path}).", **fields)
    if kind.startswith(("dataclass_", "dict_", "mapping_")):
        return ConfigError("{key} is a section with settings of its own, and cannot be {value} ({path}).", **fields)
    if kind.startswith(("tuple_", "list_")):
        return ConfigError("The setting {key} is a list in brackets, and cannot be {value} ({path}).", **fields)
    return ConfigError("The setting {key} cannot be {value}: {reason} ({path}).", **fields)


def not_a_size(where: Sequence[str], value: float, source: str) -> ConfigError:
    return ConfigError(
        "The setting {key} is zero or more, and cannot be {value} ({path}).",
        key=".".join(where),
        value=value,
        path=source,
    )


def _shown(where: Sequence[str], value: object) -> str:
    """The value, unless it is or may hold a secret."""
    if is_secret(where[-1]):
        return "[secret]"
    if isinstance(value, Mapping | list | tuple):
        return "{…}" if isinstance(value, Mapping) else "[…]"
    shown = repr(value)
    return shown if len(shown) <= _LONGEST_VALUE else shown[:_LONGEST_VALUE] + "…"
