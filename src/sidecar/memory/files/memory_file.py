"""`MEMORY.md` parsed: facts under headings, and everything else a person wrote there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from hashlib import blake2b

from sidecar.domain.fact import Domain, FactId
from sidecar.memory.files.fact_line import LONGEST_CHARS, FactLine, is_empty_bullet, parse_line, render_line
from sidecar.memory.files.headings import find_domain, is_unparsed, unparsed_heading

_HEADING = re.compile(r" {0,3}(?P<level>#{1,6})(?P<gap>[ \t]{0,20})(?P<title>[^#\s].*)")
_SURE_DAY = r"\d{4}-(?:(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])|(?:0[13-9]|1[0-2])-(?:29|30)|(?:0[13578]|1[02])-31)"
_SURE_LINES = re.compile(
    rf"^- \[weight:[1-9]\] [^|<\\\s][^|<\\\r\n]* \| learned:{_SURE_DAY} \| confirmed:{_SURE_DAY}"
    r"(?: \| stale:yes)? <!-- f:\d+ -->\r?\n",
    re.MULTILINE,
)
_HEADING_LINE = re.compile(r"^ {0,3}#[^\r\n]*", re.MULTILINE)
_STAMP = re.compile(r"\s*<!-- version:(?P<stamp>[0-9a-f]{10}) -->\s*")
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
class Heading:
    """The heading of a section, from `start` to `end` in the text."""

    start: int
    end: int
    text: str
    domain: Domain | None


@dataclass(frozen=True, slots=True)
class DeletionQuestion:
    """The line that asks whether facts that disappeared at once shall be deleted."""

    ids: tuple[FactId, ...]
    text: str
    approved: bool = False


@dataclass(frozen=True, slots=True)
class MemoryFile:
    """`preamble`: the text above the first section. `unparsed`: lines that are no facts, verbatim.

    `stamp` names the version that was written, or from which it was edited; "" when the text does not tell.
    """

    preamble: tuple[str, ...] = ()
    sections: tuple[Section, ...] = ()
    unparsed: tuple[str, ...] = ()
    unparsed_heading: str = ""
    held: DeletionQuestion | None = None
    newline: str = "\n"
    stamp: str = ""

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
    blocks += [[_render_stamp(file.stamp)] if file.stamp else []]
    return (file.newline * 2).join(file.newline.join(block) for block in blocks if block) + file.newline


def skip_sure_lines(text: str) -> tuple[str, int]:
    """Take out the lines that surely are facts, most of a big file. Return the rest and how many they were."""
    return _SURE_LINES.subn("", text)


def split_stamp(text: str) -> tuple[str, str]:
    """Split a rendered text into what comes before the line of its stamp, without empty lines, and the stamp."""
    body, _, last = text.rstrip("\r\n").rpartition("\n")
    found = _STAMP.fullmatch(last)
    return (body.rstrip("\r\n"), found["stamp"]) if found else (text.rstrip("\r\n"), "")


def stamp_text(text: str, before: str = "") -> str:
    """Give a rendered text the stamp of the text `before` it, or a new one if anything else has changed.

    It is made from both: a text that returns to what it was is another version, and a copy of the first one older.
    """
    newline = "\r\n" if "\r\n" in text else "\n"
    (body, _), (old_body, old) = split_stamp(text), split_stamp(before)
    new = blake2b(body.encode("utf-8", errors="replace"), digest_size=5, key=old.encode()).hexdigest()
    stamp = old if old and body == old_body else new
    return f"{body}{newline * 2}{_render_stamp(stamp)}{newline}"


def take_frame(file: MemoryFile) -> MemoryFile:
    """Return the file without its facts: headings, prose, the question, and lines in conflict."""
    sections = tuple(
        replace(section, lines=tuple(line for line in section.lines if line.conflict is not None))
        for section in file.sections
        if section.heading or any(line.conflict is not None for line in section.lines)
    )
    return replace(file, sections=sections, stamp="")


def find_headings(text: str) -> list[Heading]:
    """Find the headings of sections in a rendered text."""
    headings: list[Heading] = []
    for line in _HEADING_LINE.finditer(text):
        found = _HEADING.fullmatch(line[0])
        if found and _begins_section(found, above=not headings):
            title = line[0].rstrip()
            headings.append(Heading(line.start(), line.start() + len(title), title, find_domain(found["title"])))
    return headings


def domain_of(heading: str) -> Domain | None:
    found = _HEADING.fullmatch(heading)
    return find_domain(found["title"]) if found else None


def _begins_section(found: re.Match[str], *, above: bool) -> bool:
    """Tell a section's heading from the file's title and from `#word`, unless the word is a known heading."""
    known = is_unparsed(found["title"]) or find_domain(found["title"]) is not None
    return known if not found["gap"] or (above and found["level"] == "#") else True


class _Parser:
    def __init__(self) -> None:
        self._preamble: list[str] = []
        self._sections: list[tuple[str, Domain | None, list[FactLine]]] = []
        self._loose: list[FactLine] = []
        self._unparsed: list[str] = []
        self._unparsed_heading = ""
        self._held: DeletionQuestion | None = None
        self._stamps: set[str] = set()
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
            min(self._stamps) if len(self._stamps) == 1 else "",  # two: somebody joined files
        )

    def _parse_line(self, line: str) -> None:
        if "<!-- held:" in line and len(line) <= LONGEST_CHARS and (found := _HELD.fullmatch(line)):
            self._parse_question(found)
        elif "<!-- version:" in line and len(line) <= LONGEST_CHARS and (found := _STAMP.fullmatch(line)):
            self._stamps.add(found["stamp"])
        elif (found := _HEADING.fullmatch(line)) and _begins_section(found, above=self._above):
            self._begin(line.rstrip(), found["title"])
        elif fact := parse_line(line):
            self._current.append(fact)
        elif self._above:
            if self._preamble or line.strip():
                self._preamble.append(line)
        elif line.strip() and not is_empty_bullet(line):
            self._unparsed.append(line)

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


def _render_stamp(stamp: str) -> str:
    return f"<!-- version:{stamp} -->"


def _render_question(held: DeletionQuestion) -> str:
    return f"- [{'x' if held.approved else ' '}] {held.text} <!-- held:{','.join(map(str, held.ids))} -->"
