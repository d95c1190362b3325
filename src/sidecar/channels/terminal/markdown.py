"""Markdown as text: where a stream may be cut, what must never reach a terminal, and a plain form for pipes."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from sidecar.domain.control_characters import strip_controls

if TYPE_CHECKING:
    from markdown_it.tree import SyntaxTreeNode

LONG_BLOCK_CHARS = 20_000
"""Longer blocks are taken as plain text: for some of them the parser takes quadratic time."""

_FENCE = re.compile(r"[ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(?P<mark>`{3,}(?=[^`]*$)|~{3,})")
_FENCE_AT_MARGIN = re.compile(r" {0,3}(?:`{3,}(?=[^`]*$)|~{3,})")
_HEADING = re.compile(r" {0,3}#{1,6}(?:[ \t]|$)")
_ITEM = re.compile(r"[ \t]*(?:[-*+]|\d{1,9}[.)])(?:[ \t]|$)")
_ITEM_AFTER_TEXT = re.compile(r" {0,3}(?:[-*+]|1[.)])[ \t]+\S")
"""Only these start a list without a blank line before it (CommonMark 5.3)."""
_MAYBE_STILL_IN_LIST = re.compile(r"[\s\d*+-]")
"""How a line may begin that turns out to be blank, indented or an item."""


def split_blocks(text: str) -> tuple[tuple[str, ...], str]:
    """Split off the blocks that no following text can change. Returns them and the rest; joined they are `text`.

    Any longer text that starts with `text` has the same first blocks: what was printed of a stream stays true.
    """
    scanner = _Scanner()
    end = text.rfind("\n") + 1
    offset = 0
    for line in text[:end].split("\n")[:-1]:
        scanner.feed(line.rstrip(), offset, offset + len(line) + 1)
        offset += len(line) + 1
    if scanner.list_may_end and text[end:] and not _MAYBE_STILL_IN_LIST.match(text, end):
        scanner.cut(end)
    edges = [0, *scanner.cuts]
    return tuple(text[a:b] for a, b in pairwise(edges)), text[edges[-1] :]


def parse_blocks(text: str) -> tuple[str, ...]:
    """Return all blocks of a complete text."""
    finished, rest = split_blocks(text)
    return (*finished, rest) if rest.strip() else finished


class _Scanner:
    """Reads whole lines and collects the offsets where a block ends."""

    def __init__(self) -> None:
        self.cuts: list[int] = []
        self._inside = ""  # "", "text" or "list"
        self._fence = ""
        self._blank = False

    @property
    def list_may_end(self) -> bool:
        return self._inside == "list" and self._blank and not self._fence

    def cut(self, offset: int) -> None:
        self.cuts.append(offset)
        self._inside = ""

    def feed(self, line: str, start: int, end: int) -> None:
        if self._fence:
            self._feed_code(line, end)
        elif not line.strip():
            self._feed_blank(end)
        else:
            if self._starts_new_block(line):
                self.cut(start)
            self._feed_line(line, end)

    def _feed_code(self, line: str, end: int) -> None:
        mark = line.strip()
        if len(mark) >= len(self._fence) and not mark.strip(self._fence[0]):
            self._fence = ""
            if self._inside != "list":
                self.cut(end)

    def _feed_blank(self, end: int) -> None:
        if self._inside == "text":
            self.cut(end)
        self._blank = True

    def _starts_new_block(self, line: str) -> bool:
        at_margin = bool(_HEADING.match(line) or _FENCE_AT_MARGIN.match(line))
        if self._inside == "list":
            unindented = line[0] not in " \t"
            return unindented and (at_margin or (self._blank and not _ITEM.match(line)))
        return self._inside == "text" and (at_margin or bool(_ITEM_AFTER_TEXT.match(line)))

    def _feed_line(self, line: str, end: int) -> None:
        self._blank = False
        if not self._inside:
            if _HEADING.match(line):
                self.cut(end)
                return
            self._inside = "list" if _ITEM.match(line) else "text"
        fence = (_FENCE if self._inside == "list" else _FENCE_AT_MARGIN).match(line)
        if fence:
            self._fence = fence.group().strip() if self._inside == "text" else fence["mark"]


# -- for pipes


def strip_markdown(markdown: str) -> str:
    """Return the text without Markdown: marks removed, addresses in brackets, code unchanged."""
    from markdown_it import MarkdownIt  # 45 ms, only when a text is shown
    from markdown_it.tree import SyntaxTreeNode

    parser = MarkdownIt("commonmark").enable(["table", "strikethrough"])
    parts = [
        _block(SyntaxTreeNode(parser.parse(part))) if len(part) <= LONG_BLOCK_CHARS else part.strip("\n")
        for part in parse_blocks(strip_controls(markdown))
    ]
    return "\n\n".join(part for part in parts if part)


def _block(node: SyntaxTreeNode) -> str:
    match node.type:
        case "inline":
            return _inline(node)
        case "fence" | "code_block" | "html_block":
            return node.content.rstrip("\n")
        case "hr":
            return "---"
        case "bullet_list" | "ordered_list":
            return _list(node)
        case "blockquote":
            return _indent(_blocks(node), "> ", "> ")
        case "table":
            return "\n".join(_row(row) for part in node.children for row in part.children)
        case _:
            return _blocks(node)


def _blocks(node: SyntaxTreeNode, between: str = "\n\n") -> str:
    return between.join(_block(child) for child in node.children)


def _list(node: SyntaxTreeNode) -> str:
    number = int(node.attrs.get("start", 1)) if node.type == "ordered_list" else None
    tight = any(child.hidden for item in node.children for child in item.children)
    items: list[str] = []
    for item in node.children:
        mark = "- " if number is None else f"{number}. "
        items.append(_indent(_blocks(item, "\n" if tight else "\n\n"), mark, " " * len(mark)))
        number = None if number is None else number + 1
    return ("\n" if tight else "\n\n").join(items)


def _row(row: SyntaxTreeNode) -> str:
    return " | ".join(_blocks(cell) for cell in row.children)


def _indent(text: str, first: str, others: str) -> str:
    lines = text.split("\n")
    return "\n".join((first if i == 0 else others) + line for i, line in enumerate(lines)).rstrip()


def _inline(node: SyntaxTreeNode) -> str:
    return "".join(_span(child) for child in node.children)


def _span(node: SyntaxTreeNode) -> str:
    match node.type:
        case "text" | "code_inline" | "html_inline":
            return node.content
        case "softbreak" | "hardbreak":
            return "\n"
        case "link":
            return _with_address(_inline(node), str(node.attrs.get("href", "")))
        case "image":
            return _with_address(node.content, str(node.attrs.get("src", "")))
        case _:
            return _inline(node)


def _with_address(text: str, address: str) -> str:
    if not text or not address or address.removeprefix("mailto:") == text:
        return text or address
    return f"{text} ({address})"
