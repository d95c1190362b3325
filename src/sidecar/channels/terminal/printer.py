"""How each kind of text looks on the screen. Everything that the chat prints passes through here."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from textwrap import wrap
from typing import Protocol

from prompt_toolkit.utils import get_cwidth

from sidecar.channels.terminal.markdown import parse_blocks
from sidecar.channels.terminal.screen import INDENT, NARROWEST_COLUMNS, PROMPT, Screen
from sidecar.domain.control_characters import strip_controls

SPINNER = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏"
VOICE = "● "
BELL = "◆ "
LIVE_TAIL_CHARS = 4_000
STATUS_MARGIN_COLUMNS = 2
"""The spinner and a space."""

_PERSON = "1;36"
_COMPANION = "35"
_NOTIFICATION = "33"
_QUIET = "2"


class RenderLines(Protocol):
    def __call__(self, markdown: str, columns: int, *, colour: bool) -> list[str]: ...


def load_renderer() -> RenderLines:
    """Import the renderer of Markdown, which takes 130 ms: the prompt opens first."""
    from sidecar.channels.terminal.render import render_lines

    return render_lines


class ChatPrinter:
    """Prints on a screen, with one blank line before each text."""

    def __init__(self, screen: Screen) -> None:
        self._screen = screen
        self._colour = not os.environ.get("NO_COLOR")
        self._speaking = False
        self._tail: tuple[str, int, list[str]] = ("", 0, [])

    # -- for good

    def question(self, text: str) -> None:
        """Print what the person said."""
        self._speaking = False
        first, *others = strip_controls(text).split("\n")
        bold = [self._styled(line, "1") for line in (first, *others)]
        self._print([self._styled(PROMPT, _PERSON) + bold[0], *(INDENT + line for line in bold[1:])])

    def block(self, markdown: str, *, going_on: bool) -> None:
        """Print a part of a reply; only the first, and the first after an interruption, has the companion's mark."""
        lines = self._block(markdown, self._screen.columns, first=not (going_on and self._speaking))
        if lines:
            self._speaking = True
            self._print(lines)

    def reply(self, markdown: str, heading: str) -> None:
        """Print a whole reply that was not streamed."""
        if heading:
            self.notice(heading)
        self._whole(markdown, VOICE, _COMPANION)

    def notification(self, markdown: str, quiet: str) -> None:
        """Print a notification."""
        if quiet:
            self.notice(quiet)
        self._whole(markdown, BELL, _NOTIFICATION)

    def notice(self, text: str) -> None:
        """Print Sidecar's own words about itself."""
        self._speaking = False
        lines = wrap(strip_controls(text), max(NARROWEST_COLUMNS, self._screen.columns - len(INDENT)))
        self._print([INDENT + self._styled(line, _QUIET) for line in lines])

    # -- while it moves

    def tail(self, markdown: str, columns: int, rows: int) -> list[str]:
        """Return the last lines of the unfinished block."""
        text = markdown[-LIVE_TAIL_CHARS:]
        if not text.strip() or rows < 1:
            return []
        if self._tail[:2] != (text, columns):  # the spinner changes more often than the text
            self._tail = (text, columns, self._block(text, columns, first=not self._speaking))
        return ["", *self._tail[2][-rows:]]

    def status(self, text: str, columns: int) -> str:
        frame = SPINNER[int(time.monotonic() * 10) % len(SPINNER)]
        return f"{self._styled(frame, _COMPANION)} {self._styled(_fit(text, columns - STATUS_MARGIN_COLUMNS), _QUIET)}"

    def queue(self, texts: Sequence[str], columns: int) -> list[str]:
        """Return a line for each of the first three messages that wait."""
        shown = [*texts[:3], f"+{len(texts) - 3}"] if len(texts) > 3 else texts
        return [INDENT + self._styled(_fit(strip_controls(text), columns - 2), _QUIET) for text in shown]

    # -- inside

    def _whole(self, markdown: str, mark: str, style: str) -> None:
        self._speaking = False
        for i, part in enumerate(parse_blocks(markdown)):
            self._print(self._block(part, self._screen.columns, first=i == 0, mark=mark, style=style))

    def _block(
        self, markdown: str, columns: int, *, first: bool, mark: str = VOICE, style: str = _COMPANION
    ) -> list[str]:
        lines = load_renderer()(markdown, columns - len(INDENT), colour=self._colour)
        start = self._styled(mark, style) if first else INDENT
        return [(start if i == 0 else INDENT) + line if line else line for i, line in enumerate(lines)]

    def _styled(self, text: str, codes: str) -> str:
        if not self._colour:
            codes = ";".join(code for code in codes.split(";") if len(code) == 1)
        return f"\x1b[{codes}m{text}\x1b[0m" if codes and text else text

    def _print(self, lines: Sequence[str]) -> None:
        if lines:
            self._screen.print(["", *lines])


def _fit(text: str, columns: int) -> str:
    if get_cwidth(text) <= columns:
        return text
    kept = ""
    for character in text:
        if get_cwidth(kept + character) >= columns:
            break
        kept += character
    return kept + "…"
