"""From the dataclasses of this package to JSON values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from datetime import date
from enum import Enum
from typing import TypeVar, cast

T = TypeVar("T")

OPTIONAL: Mapping[str, bool] = {"optional": True}
"""Metadata of a field whose key is left out while it is None; elsewhere None is `null`."""
INLINE: Mapping[str, bool] = {"inline": True}
"""Metadata of a field whose own keys replace its key; none when it is None."""


def to_json(value: object) -> object:
    """Convert dataclasses to dicts, sequences to lists, dates to ISO 8601; leave everything else as it is."""
    if is_dataclass(value) and not isinstance(value, type):
        result: dict[str, object] = {}
        for field in fields(value):
            item = to_json(getattr(value, field.name))
            if field.metadata.get("inline"):
                result |= cast("dict[str, object]", item or {})
            elif item is not None or not field.metadata.get("optional"):
                result[field.name] = item
        return result
    if isinstance(value, Mapping):
        return {key: to_json(item) for key, item in cast("Mapping[str, object]", value).items()}
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, list | tuple):
        return [to_json(item) for item in cast("list[object]", value)]
    return value


def from_attributes(kind: type[T], source: object, **given: object) -> T:
    """Build an API object from what is `given` and, for the other fields, the attributes of the same name: enums by
    their value, dates in ISO 8601."""

    def read(name: str) -> object:
        match value := getattr(source, name):
            case Enum():
                return value.value
            case date():
                return value.isoformat()
            case _:
                return value

    names = [field.name for field in fields(kind)]  # pyright: ignore[reportArgumentType]
    return kind(**{name: given[name] if name in given else read(name) for name in names})
