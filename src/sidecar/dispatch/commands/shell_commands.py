"""Commands of the terminal that are typed into the conversation, like `sidecar setup`."""

from __future__ import annotations

import re

from sidecar.i18n import Texts

_TYPED = re.compile(
    r"\$?\s*(?P<command>(?:\S*/)?sidecar\s+(?:setup|doctor|config|models?|completion|logs|trace|status|cost|chat|--help)"
    r"(?:\s+(?:--?[a-z]|set\b|show\b|check\b|path\b|get\b|list\b).*)?)",
    re.IGNORECASE,
)
"""Excludes sentences that begin with the name: `sidecar status is a strange word`."""


def parse_shell_command(text: str) -> str:
    """Return the command of the terminal that this message is; "" if it is none."""
    found = _TYPED.fullmatch(text.strip().strip("`").strip())
    return found["command"] if found else ""


def format_shell_hint(command: str, say: Texts) -> str:
    return say(
        "That goes in the terminal: close this conversation with /exit and type `{command}` there.", command=command
    )
