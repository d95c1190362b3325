"""Follows changes of the database in the text of `MEMORY.md` without parsing all of it. Pure.

What comes out is what a merge would write, at a hundredth of the work where little has changed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sidecar.domain.fact import Domain, Fact, FactId
from sidecar.memory.files.fact_line import make_line, parse_line, render_line
from sidecar.memory.files.memory_file import find_headings, split_stamp, stamp_text
from sidecar.memory.files.merge_base import BaseLine, describe_line
from sidecar.memory.ports import FactDelta, FileRecord, FileStep, LineBefore

_MOST = 50
"""More changes are cheaper to merge."""


def follow(text: str, delta: FactDelta) -> FileRecord | None:
    """Return the text with these changes of the database, and the way back; None where only a merge can tell."""
    gone = sorted((*delta.archived, *delta.forgotten))
    if len(delta.changed) + len(gone) > _MOST or (gone and "<!-- held:" in text):
        return None
    body, stamp = split_stamp(text)
    edited = _Text(body, "\r\n" if "\r\n" in text else "\n")
    try:
        steps = [*edited.remove(gone, delta), *edited.put(delta.changed)]
    except _Unclear:
        return None
    return FileRecord(stamp_text(edited.text, text), [FileStep(stamp, "", steps)] if steps else [])


class _Unclear(Exception):
    """Only a merge can tell."""


@dataclass(frozen=True, slots=True)
class _Place:
    """The line of a fact in the text, from `start` to `end`."""

    start: int
    end: int
    known: BaseLine


class _Text:
    def __init__(self, body: str, newline: str) -> None:
        self.text = body + newline
        self._newline = newline

    def remove(self, gone: list[FactId], delta: FactDelta) -> list[LineBefore]:
        """Remove the lines of facts that are archived or forgotten."""
        steps: list[LineBefore] = []
        for id in gone:
            if place := self._find(id):
                steps.append(describe_line(id, place.known, delta.forgotten))
                self._cut(place)
                if id in delta.forgotten and place.known.line.text in self.text:  # perhaps a line nobody could parse
                    raise _Unclear
        return steps

    def put(self, facts: Sequence[Fact]) -> list[LineBefore]:
        """Change the lines of these facts where they are, move those whose domain has changed, and add new ones."""
        steps: list[LineBefore] = []
        moved: list[tuple[int, Fact]] = []
        for fact in facts:
            place = self._find(fact.id)
            known = place.known if place else None
            if place and known and known.domain in {None, fact.domain}:
                line = render_line(make_line(fact, known.line.extra))
                if line == self.text[place.start : place.end]:
                    continue
                self.text = f"{self.text[: place.start]}{line}{self.text[place.end :]}"
            else:
                moved.append((place.start if place else len(self.text) + fact.id, fact))
            steps.append(describe_line(fact.id, known, ()) if known else LineBefore(fact.id, "", None))
        for _, fact in sorted(moved, key=lambda one: one[0]):
            place = self._find(fact.id)
            if place:
                self._cut(place)
            self._insert(render_line(make_line(fact, place.known.line.extra if place else ())), fact.domain)
        return steps

    def _find(self, id: FactId) -> _Place | None:
        mark = f"<!-- f:{id} -->"
        at = self.text.find(mark)
        if at < 0:
            return None
        start, end = self.text.rfind("\n", 0, at) + 1, at + len(mark)
        line = parse_line(self.text[start:end])
        alone = self.text.startswith(self._newline, end) and self.text.find(mark, end) < 0
        if not alone or line is None or line.id != id:
            raise _Unclear
        above = [heading for heading in find_headings(self.text) if heading.start < start]
        title, domain = (above[-1].text, above[-1].domain) if above else ("", None)
        return _Place(start, end, BaseLine(title, domain, line))

    def _cut(self, place: _Place) -> None:
        before, after = self.text[: place.start], self.text[place.end + len(self._newline) :]
        if before.endswith(self._newline * 2) and after.startswith(self._newline):
            after = after.removeprefix(self._newline)  # it was the only line of its section
        self.text = before + after

    def _insert(self, line: str, domain: Domain) -> None:
        headings = find_headings(self.text)
        place = next((place for place, heading in enumerate(headings) if heading.domain is domain), None)
        if place is None:
            raise _Unclear
        start = headings[place].end
        end = headings[place + 1].start if place + 1 < len(headings) else len(self.text)
        body = self.text[start:end].rstrip()
        gap = self._newline if body else self._newline * 2
        self.text = f"{self.text[: start + len(body)]}{gap}{line}{self.text[start + len(body) :]}"
