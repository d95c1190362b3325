"""Splits a text that is too long for one message of a channel."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable

_BORDERS = (r"\n\n+", r"\n", r"[.!?…]\s+", r"\s+")
"""Where to cut, best first: between paragraphs, lines, sentences, words."""
_FENCE = re.compile(r"^ {0,3}(```|~~~).*$", re.MULTILINE)
_JOINER = "\u200d"
_MODIFIER = re.compile("[\u200d\ufe0f\U0001f3fb-\U0001f3ff]")


def format_parts(markdown: str, format: Callable[[str], str], max_characters: int | None) -> list[str]:
    """Format the text, in as few parts as fit into `max_characters` each. Code blocks that are cut are closed and
    opened again."""
    formatted = format(markdown)
    if max_characters is None or len(formatted) <= max_characters or len(markdown) < 2:
        return [formatted]
    head, tail = _split(markdown, max_characters if len(markdown) > max_characters else len(markdown) // 2)
    parts = [*format_parts(head, format, max_characters), *format_parts(tail, format, max_characters)]
    return [part for part in parts if part.strip()]


def _split(text: str, at_most: int) -> tuple[str, str]:
    """Cut at the best boundary within `at_most` characters."""
    end, start = _find_border(text[: at_most + 1], at_most)
    opened = _open_fence(text[:end])
    if opened is None:
        return text[:end], text[start:]
    if text[: opened.start()].strip():
        return text[: opened.start()], text[opened.start() :]
    closing = "\n" + opened[1]
    first_line = opened.end() + 1
    end, start = _find_border(text[: at_most + 1], max(at_most - len(closing), 1), first_line)
    if start <= first_line:  # no room for a line of code between the fences
        return text[:at_most], text[at_most:]
    return text[:end] + closing, opened[0] + "\n" + text[start:]


def _find_border(text: str, at_most: int, not_before: int = 1) -> tuple[int, int]:
    """Return where the first part ends and where the next one begins."""
    for border in _BORDERS:
        found = [match for match in re.finditer(border, text) if not_before <= match.start() <= at_most - 1]
        if found:
            match = found[-1]
            end = match.start() + (match[0][0] in ".!?…")
            return end, match.end()
    end = at_most
    while end > not_before and end < len(text) and _joins(text[end - 1], text[end]):
        end -= 1
    end = end if end > not_before else at_most
    return end, end


def _joins(before: str, after: str) -> bool:
    """Return whether two characters are shown as one."""
    return before == _JOINER or unicodedata.combining(after) > 0 or _MODIFIER.match(after) is not None


def _open_fence(text: str) -> re.Match[str] | None:
    """Return the line that opens a code block which `text` does not close."""
    opened: re.Match[str] | None = None
    for fence in _FENCE.finditer(text):
        if opened is None:
            opened = fence
        elif fence[1] == opened[1]:
            opened = None
    return opened
