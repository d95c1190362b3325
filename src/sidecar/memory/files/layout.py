"""Puts lines into the sections of `MEMORY.md`: where the person has them, else under their domain."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from sidecar.domain.fact import Domain, FactId
from sidecar.domain.person import Language
from sidecar.memory.files.fact_line import FactLine
from sidecar.memory.files.headings import domain_heading, unparsed_heading
from sidecar.memory.files.memory_file import MemoryFile, Section
from sidecar.memory.files.merge_base import MergeBase

_ORDER = list(Domain)


@dataclass(frozen=True, slots=True)
class FactBlock:
    """Lines that stay together: a fact and what is in conflict with it. `section` is where they stood in the file."""

    lines: tuple[FactLine, ...]
    domain: Domain
    section: Section | None = None


@dataclass(slots=True)
class _OpenSection:
    """A section that is being filled."""

    heading: str
    domain: Domain | None
    lines: list[FactLine] = field(default_factory=list[FactLine])

    def close(self) -> Section:
        return Section(self.heading, self.domain, tuple(self.lines))


def arrange_blocks(file: MemoryFile, blocks: Iterable[FactBlock], language: Language) -> MemoryFile:
    """Replace the file's lines by the blocks.

    A block whose section has the heading of another domain moves to its own; other headings may hold any domain.
    """
    opened = {
        id(section): _OpenSection(section.heading, section.domain) for section in file.sections if section.heading
    }
    sections = list(opened.values())
    homeless: list[FactBlock] = []
    for block in blocks:
        section = opened.get(id(block.section))
        if section and section.domain in {None, block.domain}:
            section.lines.extend(block.lines)
        else:
            homeless.append(block)
    for block in homeless:
        _section_for(block.domain, sections, language).lines.extend(block.lines)
    heading = file.unparsed_heading or unparsed_heading(language)
    return replace(
        file,
        sections=tuple(section.close() for section in sections),
        unparsed_heading=heading if file.unparsed else "",
    )


def restore_lines(base: MergeBase, now: MemoryFile, gone: Collection[FactId]) -> MemoryFile:
    """Put the lines of the `gone` facts back into the file, with everything that disappeared together with them."""
    frame = base.frame or MemoryFile()
    sections = [_OpenSection(section.heading, section.domain, list(section.lines)) for section in now.sections]
    present = {line for _, line in now.lines()}
    missing, lost = set(gone), defaultdict[str, list[FactLine]](list)
    for id, known in base.lines.items():
        if id in missing:
            lost[known.heading].append(replace(known.line, id=id))
    for section, line in frame.lines():
        if line.conflict is not None and line not in present:
            lost[section.heading].append(line)
    domains = {section.heading: section.domain for section in frame.sections}
    at = 0
    for heading in dict.fromkeys([*domains, *lost]):
        same = next((i for i, other in enumerate(sections) if other.heading == heading), None)
        if same is None:
            sections.insert(at, _OpenSection(heading, domains.get(heading), lost[heading]))
            at += 1
        else:
            sections[same].lines.extend(lost[heading])
            at = same + 1
    return replace(
        now,
        preamble=_join_preambles(frame.preamble, now.preamble),
        sections=tuple(section.close() for section in sections),
        unparsed=(*now.unparsed, *(line for line in frame.unparsed if line not in now.unparsed)),
        unparsed_heading=now.unparsed_heading or frame.unparsed_heading,
        held=now.held or frame.held,
    )


def assign_ids(file: MemoryFile, ids: Mapping[FactId, FactId]) -> MemoryFile:
    """Replace the negative placeholder ids of new facts by those of the database."""

    def assign(line: FactLine) -> FactLine:
        return line if line.id is None or line.id >= 0 else replace(line, id=ids.get(line.id))

    return replace(
        file,
        sections=tuple(
            replace(section, lines=tuple(assign(line) for line in section.lines)) for section in file.sections
        ),
    )


def _join_preambles(before: Sequence[str], now: Sequence[str]) -> tuple[str, ...]:
    """Return the present preamble, after the former one when nothing of that is left."""
    if any(line.strip() and line in now for line in before):
        return tuple(now)
    return (*before, "", *now) if before and now else (*before, *now)


def _section_for(domain: Domain, sections: list[_OpenSection], language: Language) -> _OpenSection:
    for section in sections:
        if section.domain is domain:
            return section
    later = [
        place
        for place, section in enumerate(sections)
        if section.domain and _ORDER.index(section.domain) > _ORDER.index(domain)
    ]
    new = _OpenSection(domain_heading(domain, language), domain)
    sections.insert(later[0] if later else len(sections), new)
    return new
