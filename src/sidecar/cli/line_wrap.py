"""Wraps long lines at a terminal: between words, under the text where they began, and never inside a command."""

from __future__ import annotations

import re
import shutil
import unicodedata
from collections.abc import Iterator
from typing import TextIO

from click import unstyle

_GLUE = "\ue000"
"""Replaces a space where a line must not break; a private-use character."""
_NARROWEST = 20
_WORD = re.compile(r"(\s*)([^\s`]*`[^`]+`\S*|\S+)")
"""A word, or a command between backquotes, which must stay whole."""
_BEGINNING = re.compile(r"\s*(?:(?:[-*•●·→!?✓✗⚠]|\d+[.)]|[A-Z]\.)\s+)*")
"""Indentation and bullet of a line; wrapped lines continue under the text after them."""


def keep_on_one_line(command: str) -> str:
    """Keep a command that is to be copied on one line, however long that is."""
    return command.replace(" ", _GLUE)


def wrap_text(text: str, stream: TextIO | None, first: str = "") -> str:
    """Write the text beside `first`, wrapped if the stream is a terminal."""
    if stream is None or not stream.isatty():
        return (first + text).replace(_GLUE, " ")
    columns, margin = terminal_columns(), display_width(unstyle(first))
    if columns - margin < _NARROWEST:
        first, text, margin = "", first + text, 0
    lines = [piece for line in text.split("\n") for piece in wrap_line(line, columns - margin)]
    return (first + f"\n{' ' * margin}".join(lines)).replace(_GLUE, " ")


def terminal_columns() -> int:
    """Return the usable columns. The last one is not: a line that is full may begin an empty one."""
    return shutil.get_terminal_size().columns - 1


def wrap_line(line: str, columns: int) -> Iterator[str]:
    """Split a line into pieces of at most `columns`, as far as its words allow that."""
    if display_width(line) <= columns:
        yield line
        return
    begin = _BEGINNING.match(line)
    piece = begin[0] if begin else ""
    margin = " " * (len(piece) if columns - len(piece) >= _NARROWEST else min(2, len(piece)))
    begun = False
    for gap, word in _WORD.findall(line, len(piece)):
        if begun and display_width(piece) + len(gap) + display_width(word) > columns:
            yield piece
            piece = margin + word
        else:
            piece += gap + word
        begun = True
    yield piece


def display_width(text: str) -> int:
    """Return the width in columns of a terminal."""
    return len(text) + sum(unicodedata.east_asian_width(character) in "WF" for character in text)
