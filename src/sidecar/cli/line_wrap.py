"""Long lines at a terminal: broken between words, under the text where they began, and never inside a command."""

from __future__ import annotations

import re
import shutil
import unicodedata
from collections.abc import Iterator
from typing import TextIO

from click import unstyle

_GLUE = "\ue000"
"""Stands for a space where no line may be broken; nobody writes it."""
_NARROWEST = 20
_WORD = re.compile(r"(\s*)([^\s`]*`[^`]+`\S*|\S+)")
"""What stands between backquotes is to be typed, so it stays together."""
_BEGINNING = re.compile(r"\s*(?:(?:[-*•●·→!?✓✗⚠]|\d+[.)]|[A-Z]\.)\s+)*")
"""The spaces and the bullet of a line: it goes on under what comes after them."""


def unbroken(command: str) -> str:
    """A command to be copied: it stays on one line, however long that is."""
    return command.replace(" ", _GLUE)


def wrap_text(text: str, stream: TextIO | None, first: str = "") -> str:
    """`first` and the text beside it, as the stream shows them: in lines that fit where a person looks."""
    if stream is None or not stream.isatty():
        return (first + text).replace(_GLUE, " ")
    columns, margin = terminal_columns(), display_width(unstyle(first))
    if columns - margin < _NARROWEST:
        first, text, margin = "", first + text, 0
    lines = [piece for line in text.split("\n") for piece in wrap_line(line, columns - margin)]
    return (first + f"\n{' ' * margin}".join(lines)).replace(_GLUE, " ")


def terminal_columns() -> int:
    """A line that is full may begin an empty one, so the last column is not used."""
    return shutil.get_terminal_size().columns - 1


def wrap_line(line: str, columns: int) -> Iterator[str]:
    """The line in pieces of at most `columns`, as far as its words allow that."""
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
    """In columns of a terminal."""
    return len(text) + sum(unicodedata.east_asian_width(character) in "WF" for character in text)
