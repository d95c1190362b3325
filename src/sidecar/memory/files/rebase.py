"""Takes what is no fact in an old copy of `MEMORY.md` over to the present version: prose, headings, the question."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

from sidecar.memory.files.fact_line import FactLine
from sidecar.memory.files.memory_file import DeletionQuestion, MemoryFile, Section
from sidecar.memory.files.merge_base import MergeBase

T = TypeVar("T")


def rebase(now: MemoryFile, base: MergeBase, written: MemoryFile) -> MemoryFile:
    """Return `now`, an edit of the base, as if it were an edit of `written`, the present version."""
    before = base.frame or MemoryFile()
    return replace(
        now,
        preamble=tuple(_join(now.preamble, before.preamble, written.preamble)),
        sections=_rebase_sections(now, before, written),
        unparsed=tuple(_join(now.unparsed, before.unparsed, written.unparsed)),
        unparsed_heading=now.unparsed_heading or written.unparsed_heading,
        held=_rebase_question(now.held, before.held, written.held),
    )


def _join(now: Sequence[T], before: Sequence[T], written: Sequence[T]) -> list[T]:
    """Keep what is now there, without what was removed meanwhile, and add what was added meanwhile."""
    gone = [one for one in before if one not in written]
    return [*(one for one in now if one not in gone), *(one for one in written if one not in before and one not in now)]


def _rebase_sections(now: MemoryFile, before: MemoryFile, written: MemoryFile) -> tuple[Section, ...]:
    old, new = _conflicts(before), _conflicts(written)
    settled = {line for line in old if line not in new}
    present = _conflicts(now)
    sections = [
        replace(section, lines=tuple(line for line in section.lines if line not in settled)) for section in now.sections
    ]
    for section in written.sections:
        added = tuple(line for line in section.lines if line in new and line not in old and line not in present)
        same = next((i for i, other in enumerate(sections) if other.heading == section.heading), None)
        if same is not None:
            sections[same] = replace(sections[same], lines=(*sections[same].lines, *added))
        elif added or all(section.heading != other.heading for other in before.sections):
            sections.append(replace(section, lines=added))
    return tuple(sections)


def _conflicts(file: MemoryFile) -> set[FactLine]:
    return {line for _, line in file.lines() if line.conflict is not None}


def _rebase_question(
    now: DeletionQuestion | None, before: DeletionQuestion | None, written: DeletionQuestion | None
) -> DeletionQuestion | None:
    """Take an answer over; what was asked later stays a question, and an answer to what was settled asks again."""
    if now is not None and not now.approved:
        return written
    known = set(before.ids) if before else set[int]()
    later = [id for id in (written.ids if written else ()) if id not in known]
    if now is not None:
        return replace(now, ids=tuple(sorted({*now.ids, *later})))
    return replace(written, ids=tuple(later), approved=False) if written and later else None
