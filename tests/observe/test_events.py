"""What `events.py` says of an event's fields is what is emitted."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from functools import cache
from pathlib import Path

import pytest

from sidecar.observe import Event, events

SOURCE = Path(events.__file__).parents[1]
_DECLARED = re.compile(r'^    (\w+) = "[^"]+"(?:  # (.*))?$', re.MULTILINE)


@cache
def declared_fields() -> dict[str, list[str]]:
    """The fields of each event by its name, as the comments say: `key, error?` where `error` is not always there."""
    text = Path(events.__file__).read_text(encoding="utf-8")
    return {
        name: [field.strip() for field in re.sub(r"\([^)]*\)", "", comment).split(",") if field.strip()]
        for name, comment in _DECLARED.findall(text)
    }


@cache
def emitted_fields() -> dict[str, list[tuple[str, frozenset[str | None]]]]:
    """Where each event is emitted, and with which fields."""
    found: dict[str, list[tuple[str, frozenset[str | None]]]] = defaultdict(list)
    for path in sorted(SOURCE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.Call(ast.Name("emit"), [ast.Attribute(ast.Name("Event"), name)], keywords):
                    fields = frozenset(keyword.arg for keyword in keywords) - {"level"}
                    found[name].append((f"{path.relative_to(SOURCE)}:{node.lineno}", fields))
    return found


@pytest.mark.parametrize("event", [event.name for event in Event])
def test_every_emit_has_the_fields_that_are_declared(event: str) -> None:
    declared = declared_fields()[event]
    required = {field for field in declared if not field.endswith("?")}
    allowed = {field.rstrip("?") for field in declared}
    calls = emitted_fields()[event]
    assert calls, "nobody emits it"
    assert [where for where, fields in calls if not required <= fields <= allowed] == []
    assert allowed == {field for _, fields in calls for field in fields}, "a field that nobody emits"


def test_every_call_names_its_event() -> None:
    """Else its fields could not be checked."""
    calls = sum(text.count("emit(") for text in map(_read, SOURCE.rglob("*.py"))) - 1  # its definition
    assert sum(map(len, emitted_fields().values())) == calls


def _read(path: Path) -> str:
    return path.read_text(encoding="utf-8")
