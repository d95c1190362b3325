"""Putting lines into the sections of `MEMORY.md`, where the person has them or where they belong."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from sidecar.domain.fact import Domain, FactId
from sidecar.domain.person import Language
from sidecar.memory.files.base import MergeBase
from sidecar.memory.files.fact_line import FactLine
from sidecar.memory.files.headings import heading_of, unparsed_heading
from sidecar.memory.files.memory_file import MemoryFile, Section

_ORDER = list(Domain)


@dataclass(frozen=True, slots=True)
class FactBlock:
    """Lines that stay together: a fact and what is in conflict with it. `section` is where they stood in the file."""

    lines: tuple[FactLine, ...]
    domain: Domain
    section: Section | None = None


@dataclass(slots=True)
class _Open:
    """A section that is being filled."""

    heading: str
    domain: Domain | None
    lines: list[FactLine] = field(default_factory=list[FactLine])

    def closed(self) -> Section:
        return Section(self.heading, self.domain, tuple(self.lines))


def arrange(file: MemoryFile, placed: Iterable[FactBlock], language: Language) -> MemoryFile:
    """The file with these lines in place of its own. What does not belong where it stood goes to the section of its
    domain; a heading that names no domain of ours may hold any."""
    opened = {id(section): _Open(section.heading, section.domain) for section in file.sections if section.heading}
    sections = list(opened.values())
    homeless: list[FactBlock] = []
    for item in placed:
        here = opened.get(id(item.section))
        if here and here.domain in {None, item.domain}:
            here.lines.extend(item.lines)
        else:
            homeless.append(item)
    for item in homeless:
        _section_for(item.domain, sections, language).lines.extend(item.lines)
    heading = file.unparsed_heading or unparsed_heading(language)
    return replace(
        file,
        sections=tuple(section.closed() for section in sections),
        unparsed_heading=heading if file.unparsed else "",
    )


def restored(base: MergeBase, now: MemoryFile, gone: Collection[FactId]) -> MemoryFile:
    """The file with the lines of the `gone` facts back in it, and with all that disappeared together with them."""
    sections = [_Open(section.heading, section.domain, list(section.lines)) for section in now.sections]
    present = {line for _, line in now.lines()}
    missing = set(gone)
    lines_of = _lines_by_section(base)
    at = 0
    for section in base.file.sections:
        lost = [line for line in lines_of[id(section)] if line.id in missing or _in_conflict(line, present)]
        here = next((i for i, other in enumerate(sections) if other.heading == section.heading), None)
        if here is None:
            sections.insert(at, _Open(section.heading, section.domain, lost))
            at += 1
        else:
            sections[here].lines.extend(lost)
            at = here + 1
    return replace(
        now,
        preamble=_joined(base.file.preamble, now.preamble),
        sections=tuple(section.closed() for section in sections),
        unparsed=(*now.unparsed, *(line for line in base.file.unparsed if line not in now.unparsed)),
        unparsed_heading=now.unparsed_heading or base.file.unparsed_heading,
        held=now.held or base.file.held,
    )


def with_ids(file: MemoryFile, ids: Mapping[FactId, FactId]) -> MemoryFile:
    """The file with the numbers that the database gave to new facts, which had negative ones until then."""

    def numbered(line: FactLine) -> FactLine:
        return line if line.id is None or line.id >= 0 else replace(line, id=ids.get(line.id))

    return replace(
        file,
        sections=tuple(
            replace(section, lines=tuple(numbered(line) for line in section.lines)) for section in file.sections
        ),
    )


def _joined(before: Sequence[str], now: Sequence[str]) -> tuple[str, ...]:
    """What stands above the sections now; after what stood there, when nothing of that is left."""
    if any(line.strip() and line in now for line in before):
        return tuple(now)
    return (*before, "", *now) if before and now else (*before, *now)


def _lines_by_section(base: MergeBase) -> Mapping[int, Sequence[FactLine]]:
    """The lines that the file had, with the numbers of their facts, and those in conflict."""
    lines: dict[int, list[FactLine]] = {id(section): [] for section in base.file.sections}
    for known in base.known.values():
        lines[id(known.section)].append(known.line)
    for section, line in base.file.lines():
        if line.conflict is not None:
            lines[id(section)].append(line)
    return lines


def _in_conflict(line: FactLine, present: Collection[FactLine]) -> bool:
    return line.conflict is not None and line not in present


def _section_for(domain: Domain, sections: list[_Open], language: Language) -> _Open:
    for section in sections:
        if section.domain is domain:
            return section
    later = [i for i, section in enumerate(sections) if section.domain and _later(section.domain, domain)]
    new = _Open(heading_of(domain, language), domain)
    sections.insert(later[0] if later else len(sections), new)
    return new


def _later(one: Domain, other: Domain) -> bool:
    return _ORDER.index(one) > _ORDER.index(other)
