"""What goes to standard output and to standard error, for people and for programs."""

from __future__ import annotations

import io
import json
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from itertools import takewhile
from typing import TextIO

from sidecar.api.encoding import to_json
from sidecar.api.errors import ErrorJson
from sidecar.cli.line_wrap import wrap_text
from sidecar.cli.locale import say
from sidecar.domain.control_characters import escape_controls, show_controls
from sidecar.errors import SidecarError
from sidecar.i18n import explain_error
from sidecar.observe.redaction import redact


def use_utf8() -> None:
    """Set both outputs to UTF-8, whatever the locale says; what cannot be written becomes `?`."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="replace")


class OutputLost(SidecarError):
    """Standard output cannot be written: a full disk, a closed terminal."""

    code = "output_lost"


def close_outputs() -> None:
    """Flush both outputs, and discard what they cannot take, so that Python does not complain at exit."""
    for stream in (sys.stdout, sys.stderr):
        try:
            if stream is not None:  # pyright: ignore[reportUnnecessaryComparison]  # closed by the parent process
                stream.flush()
        except (OSError, ValueError):
            _discard(stream)


def wants_json(arguments: Sequence[str]) -> bool:
    return "--json" in takewhile(lambda argument: argument != "--", arguments)


def print_json(value: object) -> None:
    """Print an object of `sidecar.api`, or a mapping, on one line."""
    write_whole(escape_controls(json.dumps(to_json(value), ensure_ascii=False, default=str)))


def write(text: str, *, first: str = "") -> None:
    """Write to standard output for people: the text beside `first`, wrapped at a terminal. Raises like
    `write_whole`. Only `first` may be coloured: control characters of the text become visible."""
    _put(wrap_text(show_controls(text), sys.stdout, first))


def write_whole(text: str) -> None:
    """Write a line to standard output without wrapping: for programs, and to be copied. Raises `OutputLost`;
    `BrokenPipeError` when the reader has gone."""
    _put(show_controls(text))


def _put(text: str) -> None:
    try:
        _line(sys.stdout, text)
    except BrokenPipeError:
        raise
    except OSError as error:
        _discard(sys.stdout)
        raise OutputLost(
            "I can't write the answer to standard output ({reason}).", reason=error.strerror or error
        ) from error


def tell(text: str) -> None:
    """Write a line to standard error: for the person, not for the program that reads the output."""
    with suppress(OSError):  # nowhere left to report it
        _line(sys.stderr, wrap_text(show_controls(text), sys.stderr))


def fail(error: SidecarError, exit_code: int, *, as_json: bool) -> int:
    """Report an error where somebody can see it. Returns the exit code."""
    if as_json and not isinstance(error, OutputLost):
        hint = say(error.hint, **error.fields) if error.hint else ""
        with suppress(OSError, OutputLost):
            print_json({"error": ErrorJson(error.code, redact(say(error.text, **error.fields)), redact(hint))})
            return exit_code
    tell(redact(explain_error(error, say)))
    return exit_code


def _discard(stream: TextIO | None) -> None:
    if stream is None:
        return
    with suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)


def _line(stream: TextIO | None, text: str) -> None:
    if stream is not None:  # closed by the parent process
        stream.write(text + "\n")
        stream.flush()
