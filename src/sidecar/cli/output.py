"""What goes to standard output and to standard error, for people and for programs."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence

from sidecar.cli.words import say
from sidecar.errors import SidecarError
from sidecar.i18n import explain


def wants_json(arguments: Sequence[str]) -> bool:
    return "--json" in arguments


def print_json(value: Mapping[str, object]) -> None:
    """One object on one line."""
    write(json.dumps(value, ensure_ascii=False, default=str))


def write(text: str) -> None:
    """A line on standard output, in UTF-8 whatever the locale says."""
    _line(sys.stdout, text)


def tell(text: str) -> None:
    """A line on standard error: for the person, not for the program that reads the output."""
    _line(sys.stderr, text)


def fail(error: SidecarError, exit_code: int, *, as_json: bool) -> int:
    """Say what went wrong; returns the exit code."""
    if as_json:
        hint = say(error.hint, **error.fields) if error.hint else ""
        body = {"code": error.code, "message": say(error.text, **error.fields), "hint": hint}
        print_json({"error": body})
    else:
        tell(explain(error, say))
    return exit_code


def _line(stream: object, text: str) -> None:
    data = (text + "\n").encode("utf-8", errors="replace")
    buffer = getattr(stream, "buffer", None)
    if buffer is None:  # a test's or an editor's stand-in for a terminal
        print(text, file=stream)  # type: ignore[call-overload]
        return
    stream.flush()  # type: ignore[attr-defined]
    buffer.write(data)
    buffer.flush()
