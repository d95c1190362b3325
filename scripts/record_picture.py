"""Records docs/picture.svg, the picture of README: a conversation in a real terminal (tmux), without any model."""

from __future__ import annotations

import io
import re
import tempfile
from pathlib import Path

from rich.console import Console
from rich.text import Text

from scripts.record_transcript import ROOT, Terminal
from sidecar.memory.files.profile import create_profile

PICTURE = ROOT / "docs" / "picture.svg"
_COLUMNS = 76
_SAID = (
    ("I'm allergic to peanuts, and my sister is called Camila", "●"),
    ("remind me on Friday at 5pm to call her", "⏰"),
    ("what's my sister called?", "you told me"),
    ("how much is 1250 + 21%?", "1512"),
)


def play(terminal: Terminal) -> str:
    """Return the screen at the end, with its colours."""
    terminal.see("~ $")
    terminal.type("clear && sidecar")
    terminal.see("Write to me here")
    for words, answer in _SAID:
        terminal.type(words)
        terminal.see(answer)
        terminal.settle()
    return terminal.capture("-e")


def draw(screen: str) -> str:
    """Return the screen as SVG, with the fonts of whoever looks at it."""
    console = Console(record=True, width=_COLUMNS, file=io.StringIO(), force_terminal=True, color_system="truecolor")
    console.print(Text.from_ansi(screen.rstrip()))
    svg = console.export_svg(title="sidecar", unique_id="sidecar")
    return re.sub(r"\s*@font-face \{.*?\}", "", svg, flags=re.DOTALL)


def record() -> None:
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder) / "sidecar"
        home.mkdir()
        create_profile(home, "en", name="Ana", timezone="America/New_York")
        terminal = Terminal(Path(folder), {"SIDECAR_HOME": str(home), "TZ": "America/New_York"}, columns=_COLUMNS)
        try:
            PICTURE.write_text(draw(play(terminal)), encoding="utf-8")
        finally:
            terminal.end()
    print(PICTURE)


if __name__ == "__main__":
    record()
