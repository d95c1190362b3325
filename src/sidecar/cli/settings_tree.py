"""The settings in force as a tree: for JSON, one by one, and as lines of `sidecar.toml`."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterator, Mapping
from datetime import timedelta
from decimal import Decimal
from typing import cast

from sidecar.cli.locale import say
from sidecar.config import load_settings
from sidecar.config.problems import format_key
from sidecar.home import Home
from sidecar.observe.redaction import MASK

SettingsTree = Mapping[str, object]


def read_settings_tree(home: Home) -> SettingsTree:
    """Return every setting as it is in force, as JSON values, secrets masked. Raises `ConfigError`."""
    return {name: _to_json_value(value) for name, value in dict(load_settings(home)).items()}


def _to_json_value(value: object) -> object:
    """Convert settings to JSON values, secrets masked."""
    if isinstance(value, Mapping):
        return {str(key): _to_json_value(item) for key, item in cast("Mapping[object, object]", value).items()}
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {
            field.name: _to_json_value(getattr(value, field.name))
            if field.repr
            else (MASK if getattr(value, field.name) else "")
            for field in dataclasses.fields(value)
        }
    if isinstance(value, tuple):
        return [_to_json_value(item) for item in cast("tuple[object, ...]", value)]
    if isinstance(value, Decimal):
        return int(value) if value == value.to_integral_value() else float(value)
    return value.total_seconds() if isinstance(value, timedelta) else value


def format_setting(key: str, value: object) -> str:
    """Format the line as it would stand in the file; what is not set, as a comment."""
    if value is None:
        return "# " + say("{key} isn't set", key=key)
    return f"{key} = {_format_toml(value)}"


def format_value(value: object) -> str:
    """Format a value alone, for a script: a text without quotes, nothing for what is not set."""
    return value if isinstance(value, str) else "" if value is None else _format_toml(value)


def _format_toml(value: object) -> str:
    if isinstance(value, Mapping):
        fields = cast("Mapping[str, object]", value).items()
        return f"{{{', '.join(f'{name} = {_format_toml(field)}' for name, field in fields if field is not None)}}}"
    if isinstance(value, list):
        return f"[{', '.join(map(_format_toml, cast('list[object]', value)))}]"
    return json.dumps(value, ensure_ascii=False)  # TOML writes texts and numbers as JSON does


def flatten_tree(tree: SettingsTree, where: tuple[str, ...] = ()) -> Iterator[tuple[str, object]]:
    """Yield every setting with its name as the file writes it."""
    for name, value in tree.items():
        if isinstance(value, Mapping) and value:
            yield from flatten_tree(cast("Mapping[str, object]", value), (*where, name))
        else:
            yield format_key((*where, name)), cast("object", value)
