"""Which line of `MEMORY.md` speaks of which fact: by its number, else by its words."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from sidecar.domain.fact import Fact, FactId
from sidecar.memory.files.base import MergeBase
from sidecar.memory.files.fact_line import FactLine, line_of
from sidecar.memory.files.memory_file import MemoryFile, Section

KEPT = "kept:changed"
"""The part that marks a line which one side removed while the other changed it."""


class LineKind(StrEnum):
    FACT = "fact"
    NEW = "new"
    CONFLICT = "conflict"
    DROPPED = "dropped"
    """Its fact is gone from the database, or it says again what another line says."""


@dataclass(slots=True)
class MatchedLine:
    """A line in its place. `line.id` is that of its fact when it has one."""

    section: Section
    line: FactLine
    kind: LineKind = LineKind.NEW


@dataclass(slots=True)
class LineMatches:
    """`repeated`: facts that a further line says again."""

    slots: list[MatchedLine]
    owners: dict[FactId, MatchedLine] = field(default_factory=dict[FactId, MatchedLine])
    repeated: list[FactId] = field(default_factory=list[FactId])


def match(now: MemoryFile, base: MergeBase, facts: Sequence[Fact]) -> LineMatches:
    matched = LineMatches([MatchedLine(section, line) for section, line in now.lines()])
    by_id = {fact.id: fact for fact in facts}
    by_number(matched, base, by_id)
    by_words(matched, base, facts)
    return matched


def by_number(matched: LineMatches, base: MergeBase, facts: dict[FactId, Fact]) -> None:
    groups: dict[FactId, list[MatchedLine]] = defaultdict(list)
    for slot in matched.slots:
        if slot.line.conflict is not None:
            slot.kind = LineKind.CONFLICT
        elif slot.line.id is not None:
            groups[slot.line.id].append(slot)
    for id, group in groups.items():
        owner = _owner(id, group, base, facts.get(id))
        if owner is not None and id in facts:
            owner.kind = LineKind.FACT
            matched.owners[id] = owner
        elif owner is not None:
            _without_fact(owner, base.known[id].line)
        for slot in group:
            if slot is not owner:  # a copied line, or a number from somewhere else
                slot.line = replace(slot.line, id=None)


def _owner(id: FactId, group: Sequence[MatchedLine], base: MergeBase, fact: Fact | None) -> MatchedLine | None:
    """Of lines with the same number, the one that is as it was."""
    known = base.known.get(id)
    if known is not None:
        return min(
            group,
            key=lambda slot: (slot.line.text != known.line.text, slot.section.heading != known.section.heading),
        )
    return next((slot for slot in group if fact and line_of(fact).text == slot.line.text), None)


def _without_fact(slot: MatchedLine, known: FactLine) -> None:
    """The fact was removed, or replaced by another. If the person changed its line meanwhile, that is new."""
    if slot.line.text == known.text:
        slot.kind = LineKind.DROPPED
    else:
        extra = slot.line.extra if KEPT in slot.line.extra else (*slot.line.extra, KEPT)
        slot.line = replace(slot.line, id=None, extra=extra)


def by_words(matched: LineMatches, base: MergeBase, facts: Sequence[Fact]) -> None:
    orphans = [line.text for line in base.orphans]
    same: dict[str, list[Fact]] = defaultdict(list)
    for fact in facts:
        same[_key(line_of(fact).text)].append(fact)
    said = {_key(owner.line.text) for owner in matched.owners.values()}
    for slot in matched.slots:
        if slot.kind is not LineKind.NEW:
            continue
        key = _key(slot.line.text)
        free = [fact for fact in same[key] if fact.id not in matched.owners]
        if slot.line.text in orphans:
            orphans.remove(slot.line.text)
            slot.kind = LineKind.DROPPED
        elif free:
            fact = min(free, key=lambda fact: fact.domain is not slot.section.domain)
            slot.line, slot.kind = replace(slot.line, id=fact.id), LineKind.FACT
            matched.owners[fact.id] = slot
            said.add(key)
        elif same[key]:
            matched.repeated.append(same[key][0].id)
            slot.kind = LineKind.DROPPED
        elif key in said:
            slot.kind = LineKind.DROPPED
        else:
            said.add(key)


def _key(text: str) -> str:
    return text.casefold()
