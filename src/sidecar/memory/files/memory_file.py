"""`MEMORY.md` parsed: facts under headings, and everything else a person wrote there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from sidecar.domain.fact import Domain, FactId
from sidecar.memory.files.fact_line import LONGEST_CHARS, FactLine, is_empty_bullet, parse_line, render_line
from sidecar.memory.files.headings import find_domain, is_unparsed, unparsed_heading

_HEADING = re.compile(r" {0,3}(?P<level>#{1,6})(?P<gap>[ \t]{0,20})(?P<title>[^#\s].*)")
_HELD = re.compile(r"\s*[-*+] \[(?P<mark>[ xX]?)\] (?P<text>.*?)\s*<!-- held:(?P<ids>\d{1,18}(?:,\d{1,18})*) -->\s*")


@dataclass(frozen=True, slots=True)
class Section:
    """The facts under a heading, kept as the person wrote it; "" for those above the first heading.

    `domain` is None where the heading names none; it says nothing about the domain of its facts then.
    """

    heading: str
    domain: Domain | None
    lines: tuple[FactLine, ...] = ()


@dataclass(frozen=True, slots=True)
class DeletionQuestion:
    """The line that asks whether facts that disappeared at once shall be deleted."""

    ids: tuple[FactId, ...]
    text: str
    approved: bool = False


@dataclass(frozen=True, slots=True)
class MemoryFile:
    """`preamble`: the text above the first section. `unparsed`: lines that are no facts, verbatim."""

    preamble: tuple[str, ...] = ()
    sections: tuple[Section, ...] = ()
    unparsed: tuple[str, ...] = ()
    unparsed_heading: str = ""
    held: DeletionQuestion | None = None
    newline: str = "\n"

    def lines(self) -> Iterator[tuple[Section, FactLine]]:
        return ((section, line) for section in self.sections for line in section.lines)


def parse(text: str) -> MemoryFile:
    """Parse what can be parsed and keep the rest verbatim; never raises."""
    return _Parser().read(text)


def render(file: MemoryFile) -> str:
    """Render the file as text: `parse(render(file)) == file` for what `parse` returns."""
    blocks = [list(file.preamble), [_render_question(file.held)] if file.held else []]
    for section in file.sections:
        blocks += [[section.heading] if section.heading else [], [render_line(line) for line in section.lines]]
    if file.unparsed:
        blocks += [[file.unparsed_heading or unparsed_heading("en")], list(file.unparsed)]
    return (file.newline * 2).join(file.newline.join(block) for block in blocks if block) + file.newline


class _Parser:
    def __init__(self) -> None:
        self._preamble: list[str] = []
        self._sections: list[tuple[str, Domain | None, list[FactLine]]] = []
        self._loose: list[FactLine] = []
        self._unparsed: list[str] = []
        self._unparsed_heading = ""
        self._held: DeletionQuestion | None = None
        self._above = True
        """No section has begun yet."""
        self._current = self._loose

    def read(self, text: str) -> MemoryFile:
        for line in re.split(r"\r\n|\r|\n", text.replace("\ufeff", "")):
            self._parse_line(line)
        while self._preamble and not self._preamble[-1].strip():
            self._preamble.pop()
        loose = [Section("", None, tuple(self._loose))] if self._loose else []
        sections = [Section(heading, domain, tuple(lines)) for heading, domain, lines in self._sections]
        return MemoryFile(
            tuple(self._preamble),
            (*loose, *sections),
            tuple(self._unparsed),
            self._unparsed_heading if self._unparsed else "",
            self._held,
            "\r\n" if "\r\n" in text else "\n",
        )

    def _parse_line(self, line: str) -> None:
        if "<!-- held:" in line and len(line) <= LONGEST_CHARS and (found := _HELD.fullmatch(line)):
            self._parse_question(found)
        elif (found := _HEADING.fullmatch(line)) and self._begins_section(found):
            self._begin(line.rstrip(), found["title"])
        elif fact := parse_line(line):
            self._current.append(fact)
        elif self._above:
            if self._preamble or line.strip():
                self._preamble.append(line)
        elif line.strip() and not is_empty_bullet(line):
            self._unparsed.append(line)

    def _begins_section(self, found: re.Match[str]) -> bool:
        """Tell a section's heading from the file's title and from `#word`, unless the word is a known heading."""
        known = is_unparsed(found["title"]) or find_domain(found["title"]) is not None
        return known if not found["gap"] or (self._above and found["level"] == "#") else True

    def _begin(self, heading: str, title: str) -> None:
        self._above = False
        if is_unparsed(title):
            self._unparsed_heading = self._unparsed_heading or heading
            self._current = self._loose  # a line that was corrected there is a fact again
        else:
            self._current = list[FactLine]()
            self._sections.append((heading, find_domain(title), self._current))

    def _parse_question(self, found: re.Match[str]) -> None:
        ids = {FactId(int(id)) for id in found["ids"].split(",") if id} | set(self._held.ids if self._held else ())
        self._held = DeletionQuestion(tuple(sorted(ids)), found["text"], found["mark"] in {"x", "X"})


def _render_question(held: DeletionQuestion) -> str:
    return f"- [{'x' if held.approved else ' '}] {held.text} <!-- held:{','.join(map(str, held.ids))} -->"
