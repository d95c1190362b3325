"""Long lines at a terminal: broken between words, and under the column where they began."""

from __future__ import annotations

import shutil
import sys
import textwrap

from sidecar.cli.output import write

_NARROWEST = 20


def show(text: str, *, first: str = "", columns: int | None = None) -> None:
    """Write `first` and the text beside it; where a person looks, what does not fit goes on under the text. `columns`
    is how wide `first` looks, if it holds more than it shows."""
    begins = len(text) - len(text.lstrip())
    indent = " " * ((len(first) if columns is None else columns) + begins)
    width = shutil.get_terminal_size().columns - 1 - len(indent)
    if not sys.stdout.isatty() or len(text) <= width or width < _NARROWEST:
        write(first + text)
        return
    head, *rest = textwrap.wrap(text.strip(), width, break_long_words=False, break_on_hyphens=False)
    write(first + " " * begins + head)
    for line in rest:
        write(indent + line)
