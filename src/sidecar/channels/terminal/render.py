"""Markdown as lines of ANSI text, in the sixteen colours that every terminal theme defines. Takes 130 ms to import."""

from __future__ import annotations

import io
import re
from functools import lru_cache

from markdown_it.token import Token
from pygments import token
from rich.console import Console
from rich.markdown import Heading, Markdown
from rich.style import Style
from rich.syntax import RICH_SYNTAX_THEMES
from rich.text import Text
from rich.theme import Theme

from sidecar.channels.terminal.markdown import LONG_BLOCK_CHARS
from sidecar.channels.terminal.screen import NARROWEST_COLUMNS
from sidecar.domain.control_characters import strip_controls

_STYLES = {
    "markdown.h1": "bold underline",
    "markdown.h2": "bold",
    "markdown.h3": "bold",
    "markdown.h4": "bold italic",
    "markdown.code": "cyan",
    "markdown.code_block": "none",
    "markdown.block_quote": "dim",
    "markdown.item.bullet": "none",
    "markdown.item.number": "none",
    "markdown.link": "none",
    "markdown.link_url": "underline",
    "markdown.hr": "dim",
    "markdown.table.border": "dim",
    "markdown.table.header": "bold",
}
_CODE = "two_grounds"
"""Of the sixteen colours those that can be read on a dark ground and on a light one: no blue, yellow or bright one."""
RICH_SYNTAX_THEMES[_CODE] = {
    token.Comment: Style(dim=True),
    token.Keyword: Style(bold=True),
    token.Name.Function: Style(color="cyan"),
    token.Name.Class: Style(color="cyan"),
    token.Literal.String: Style(color="green"),
    token.Literal.Number: Style(color="magenta"),
    token.Generic.Deleted: Style(color="red"),
    token.Generic.Inserted: Style(color="green"),
}
_STYLE_CODE = re.compile(r"\x1b\[[0-9;]*m")
_PADDING = re.compile(r"(?: |\x1b\[[0-9;]*m)+$")


def render_lines(markdown: str, columns: int, *, colour: bool) -> list[str]:
    """Render one block as lines no wider than `columns`, with no blank line around them."""
    text = strip_controls(markdown).strip("\n")
    console = _console(max(NARROWEST_COLUMNS, columns), colour)
    rendered = io.StringIO()
    console.file = rendered
    if len(text) > LONG_BLOCK_CHARS:
        console.print(Text(text), overflow="fold")
    else:
        document = Markdown(text, code_theme=_CODE, hyperlinks=False)
        for part in document.parsed:
            part.children = _as_people_write(part.children or [])
        console.print(document)
    # rich pads lines with spaces, which would wrap when the window gets narrower
    lines = [_PADDING.sub(_only_styles, line) for line in rendered.getvalue().split("\n")]
    return _without_margin(_without_blank_ends(lines))


def _as_people_write(spans: list[Token]) -> list[Token]:
    """Keep the line breaks, as every chat does, and do not repeat an address."""
    for i, span in enumerate(spans):
        if span.type == "softbreak":
            span.type = "hardbreak"
        if span.type == "link_open" and i + 2 < len(spans) and spans[i + 1].content == span.attrs.get("href"):
            span.type = spans[i + 2].type = "text"
    return spans


@lru_cache(maxsize=4)
def _console(columns: int, colour: bool) -> Console:
    Heading.LEVEL_ALIGN["h1"] = "left"
    return Console(
        file=io.StringIO(),
        width=columns,
        theme=Theme(_STYLES),
        force_terminal=True,
        color_system="standard",
        no_color=not colour,
        highlight=False,
        emoji=False,
        markup=False,
        legacy_windows=False,
    )


def _without_margin(lines: list[str]) -> list[str]:
    """Remove the column by which rich indents lists and code; the caller has its own margin."""
    return [line[1:] for line in lines] if all(line.startswith(" ") or not line for line in lines) else lines


def _only_styles(end: re.Match[str]) -> str:
    return end.group().replace(" ", "")


def _without_blank_ends(lines: list[str]) -> list[str]:
    full = [i for i, line in enumerate(lines) if _STYLE_CODE.sub("", line).strip()]
    return lines[full[0] : full[-1] + 1] if full else []
