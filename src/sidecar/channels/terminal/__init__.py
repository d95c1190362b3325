"""The terminal: a chat that streams where there is a real one, plain lines where there is not."""

from __future__ import annotations

import os
from typing import TextIO

NAME = "terminal"


def is_real_terminal(source: TextIO, sink: TextIO) -> bool:
    """Whether `TerminalChannel` can work on these streams; otherwise `LineChannel` does."""
    return source.isatty() and sink.isatty() and os.environ.get("TERM", "") not in ("", "dumb", "unknown")
