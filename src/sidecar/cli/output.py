"""What goes to standard output and to standard error, for people and for programs."""

from __future__ import annotations

import io
import json
import os
import sys
from collections.abc import Mapping, Sequence
from itertools import takewhile
from typing import TextIO

from sidecar.cli.words import say
from sidecar.errors import SidecarError
from sidecar.i18n import explain
from sidecar.observe.redaction import redact


def speak_utf8() -> None:
    """From now on both outputs are UTF-8, whatever the locale says; what cannot be written becomes `?`."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="replace")


def leave_quietly() -> None:
    """Whoever read us has gone: what is still to be written goes nowhere, and Python does not complain at exit."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)


def wants_json(arguments: Sequence[str]) -> bool:
    return "--json" in takewhile(lambda argument: argument != "--", arguments)


def print_json(value: Mapping[str, object]) -> None:
    """One object on one line."""
    write(json.dumps(value, ensure_ascii=False, default=str))


def write(text: str) -> None:
    """A line on standard output."""
    _line(sys.stdout, text)


def tell(text: str) -> None:
    """A line on standard error: for the person, not for the program that reads the output."""
    _line(sys.stderr, text)


def fail(error: SidecarError, exit_code: int, *, as_json: bool) -> int:
    """Say what went wrong; returns the exit code."""
    if as_json:
        hint = say(error.hint, **error.fields) if error.hint else ""
        body = {"code": error.code, "message": redact(say(error.text, **error.fields)), "hint": redact(hint)}
        print_json({"error": body})
    else:
        tell(redact(explain(error, say)))
    return exit_code


def _line(stream: TextIO | None, text: str) -> None:
    if stream is not None:  # closed by whoever started us
        stream.write(text + "\n")
        stream.flush()
