"""`--batch`: a JSON object a line in, one a line out, in the same order and with the same ids."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from typing import cast

from sidecar.cli.output import print_json
from sidecar.cli.standard_input import read_standard_input
from sidecar.cli.words import say
from sidecar.errors import ConfigError, SidecarError
from sidecar.i18n import explain

Row = Mapping[str, object]


def rows_of(text: str) -> Iterator[Row | ConfigError]:
    """The objects of JSON lines; an error in the place of a line that is none. Empty lines are passed over."""
    for number, line in enumerate(text.split("\n"), start=1):  # other line ends may stand inside a JSON text
        if not line.strip():
            continue
        try:
            row: object = json.loads(line)
        except (ValueError, RecursionError):
            row = None
        if isinstance(row, dict):
            yield cast("Row", row)
        else:
            yield ConfigError("Line {number} is not a JSON object.", number=number)


def as_error(error: SidecarError) -> Mapping[str, object]:
    hint = say(error.hint, **error.fields) if error.hint else ""
    return {"error": {"code": error.code, "message": explain(error, say), "hint": hint}}


def answer_lines(
    answer: Callable[[Row], Mapping[str, object]], told: Callable[[SidecarError], Mapping[str, object]] = as_error
) -> int:
    """Answer standard input line by line. A line that cannot be answered gets its error, as `told`, in its place;
    returns 0."""
    for row in rows_of(read_standard_input()):
        key = None if isinstance(row, ConfigError) else row.get("id")
        print_json({"id": key, **_answered(row, answer, told)})
    return 0


def text_in(row: Row, name: str) -> str:
    """A text of the row. Raises `ConfigError` when it has none of that name."""
    value = row.get(name)
    if not isinstance(value, str):
        raise ConfigError("The line has no text called {name}.", name=name)
    return value


def _answered(
    row: Row | ConfigError,
    answer: Callable[[Row], Mapping[str, object]],
    told: Callable[[SidecarError], Mapping[str, object]],
) -> Mapping[str, object]:
    if isinstance(row, ConfigError):
        return told(row)
    try:
        return answer(row)
    except SidecarError as error:
        return told(error)
