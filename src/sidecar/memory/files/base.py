"""What `MEMORY.md` and the database last agreed on, each line joined with its fact."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from sidecar.domain.fact import Fact, FactId
from sidecar.memory.files.fact_line import FactLine, line_of
from sidecar.memory.files.memory_file import MemoryFile, Section


@dataclass(frozen=True, slots=True)
class BaseLine:
    """A line of a fact, and the section in which it stood."""

    section: Section
    line: FactLine


@dataclass(frozen=True, slots=True)
class MergeBase:
    """`orphans` are lines that became facts just before the program died, and whose facts are gone or different now."""

    file: MemoryFile
    known: dict[FactId, BaseLine]
    orphans: list[FactLine]


def base_of(file: MemoryFile, facts: Sequence[Fact]) -> MergeBase:
    lines = [(section, line) for section, line in file.lines() if line.conflict is None]
    known: dict[FactId, BaseLine] = {}
    for section, line in lines:
        if line.id is not None:
            known.setdefault(line.id, BaseLine(section, line))
    unlisted = [fact for fact in facts if fact.id not in known]
    orphans: list[FactLine] = []
    for section, line in lines:
        if line.id is not None:
            continue
        same = [fact for fact in unlisted if line_of(fact).text == line.text]
        if same:
            fact = min(same, key=lambda fact: fact.domain is not section.domain)
            unlisted.remove(fact)
            known[fact.id] = BaseLine(section, replace(line, id=fact.id))
        else:
            orphans.append(line)
    return MergeBase(file, known, orphans)
