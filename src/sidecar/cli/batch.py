"""`--batch`: a JSON object a line in, one a line out, in the same order and with the same ids."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import cast

from sidecar.api.encoding import INLINE
from sidecar.api.errors import ErrorJson
from sidecar.cli.locale import say
from sidecar.cli.output import print_json
from sidecar.cli.standard_input import read_standard_input
from sidecar.errors import ConfigError, SidecarError
from sidecar.i18n import explain_error

Row = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class BatchErrorJson:
    error: ErrorJson


@dataclass(frozen=True, slots=True)
class BatchLineJson:
    id: object
    result: object = field(metadata=INLINE)


def parse_rows(text: str) -> Iterator[Row | ConfigError]:
    """Parse JSON lines; yield an error in the place of a line that is no object. Empty lines are skipped."""
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
            yield ConfigError("Line {number} isn't a JSON object.", number=number)


def error_to_json(error: SidecarError) -> BatchErrorJson:
    hint = say(error.hint, **error.fields) if error.hint else ""
    return BatchErrorJson(ErrorJson(error.code, explain_error(error, say), hint))


def answer_lines(
    answer: Callable[[Row], object], report_error: Callable[[SidecarError], object] = error_to_json
) -> int:
    """Answer standard input line by line, or report the error of a line in its place. Returns 0."""
    for row in parse_rows(read_standard_input()):
        print_line(row, _answer_row(row, answer, report_error))
    return 0


def print_line(row: Row | ConfigError, result: object) -> None:
    """Print the result under the id of its row."""
    print_json(BatchLineJson(None if isinstance(row, ConfigError) else row.get("id"), result))


def read_text_field(row: Row, name: str) -> str:
    """Return a text of the row. Raises `ConfigError` when it has none of that name."""
    value = row.get(name)
    if not isinstance(value, str):
        raise ConfigError("The line has no text called {name}.", name=name)
    return value


def _answer_row(
    row: Row | ConfigError, answer: Callable[[Row], object], report_error: Callable[[SidecarError], object]
) -> object:
    if isinstance(row, ConfigError):
        return report_error(row)
    try:
        return answer(row)
    except SidecarError as error:
        return report_error(error)
