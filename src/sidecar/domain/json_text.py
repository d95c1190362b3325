"""Parses JSON that a model or a server wrote."""

from __future__ import annotations

import json
from typing import cast

_MOST_DEPTH = 100
"""Far below where Python's own parser, and whoever writes the value again, run out of stack."""


def parse_json(text: str | bytes) -> object:
    """Parse JSON. Raises `ValueError` for anything else, and for values nested more than 100 deep."""
    try:
        value: object = json.loads(text)
    except RecursionError:
        raise ValueError("nested too deeply") from None
    level: list[object] = [value]
    for _ in range(_MOST_DEPTH):
        level = [item for held in level for item in _items(held)]
        if not level:
            return value
    raise ValueError("nested too deeply")


def _items(value: object) -> list[object]:
    if isinstance(value, dict):
        return list(cast("dict[str, object]", value).values())
    return cast("list[object]", value) if isinstance(value, list) else []
