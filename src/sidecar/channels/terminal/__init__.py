"""The terminal: a chat that streams in a real terminal, plain lines elsewhere."""

from __future__ import annotations

import os
from typing import TextIO

from sidecar.dispatch.ports import ChannelDescription

DESCRIPTION = ChannelDescription(
    name="terminal", prompt_note="a terminal; short paragraphs, light Markdown, no HTML", unasked=True
)

EXIT_COMMANDS = frozenset({"/exit", "/salir", "/quit"})
"""They end a chat: the channel acts on them itself and never sends them."""


def is_real_terminal(source: TextIO, sink: TextIO) -> bool:
    """Return whether `TerminalChannel` can work on these streams; otherwise `LineChannel` does."""
    return source.isatty() and sink.isatty() and os.environ.get("TERM", "") not in ("", "dumb", "unknown")
