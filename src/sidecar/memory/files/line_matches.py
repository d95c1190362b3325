"""Matches the lines of `MEMORY.md` to facts: by id, else by words."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from sidecar.domain.fact import Fact, FactId
from sidecar.memory.files.fact_line import FactLine, make_line
from sidecar.memory.files.memory_file import MemoryFile, Section
from sidecar.memory.files.merge_base import MergeBase

KEPT_CHANGED_MARK = "kept:changed"
"""The part that marks a line which one side removed while the other changed it."""


class LineKind(StrEnum):
    FACT = "fact"
    NEW = "new"
    CONFLICT = "conflict"
    DROPPED = "dropped"
    """Its fact is gone from the database, or another line says the same."""


@dataclass(slots=True)
class MatchedLine:
    """A line in its section. `line.id` is its fact's when it has one."""

    section: Section
    line: FactLine
    kind: LineKind = LineKind.NEW


@dataclass(slots=True)
class LineMatches:
    """`owners`: the line of each fact. `repeated`: facts that a further line repeats."""

    lines: list[MatchedLine]
    owners: dict[FactId, MatchedLine] = field(default_factory=dict[FactId, MatchedLine])
    repeated: list[FactId] = field(default_factory=list[FactId])


def match_lines(now: MemoryFile, base: MergeBase, facts: Sequence[Fact]) -> LineMatches:
    matches = LineMatches([MatchedLine(section, line) for section, line in now.lines()])
    _match_by_id(matches, base, {fact.id: fact for fact in facts})
    _match_by_words(matches, base, facts)
    return matches


def _match_by_id(matches: LineMatches, base: MergeBase, facts: Mapping[FactId, Fact]) -> None:
    groups: dict[FactId, list[MatchedLine]] = defaultdict(list)
    for matched in matches.lines:
        if matched.line.conflict is not None:
            matched.kind = LineKind.CONFLICT
        elif matched.line.id is not None:
            groups[matched.line.id].append(matched)
    for id, group in groups.items():
        owner = _find_owner(id, group, base, facts.get(id))
        if owner is not None and id in facts:
            owner.kind = LineKind.FACT
            matches.owners[id] = owner
        elif owner is not None:
            _release(owner, base.lines[id].line)
        for matched in group:
            if matched is not owner:  # a copied line, or an id from somewhere else
                matched.line = replace(matched.line, id=None)


def _find_owner(id: FactId, group: Sequence[MatchedLine], base: MergeBase, fact: Fact | None) -> MatchedLine | None:
    """Find the line that is as it was among those with the same id."""
    known = base.lines.get(id)
    if known is not None:
        return min(
            group,
            key=lambda one: (one.line.text != known.line.text, one.section.heading != known.section.heading),
        )
    return next((one for one in group if fact and make_line(fact).text == one.line.text), None)


def _release(matched: MatchedLine, known: FactLine) -> None:
    """Drop the line of a fact that is gone, or make it a new fact if the person changed it meanwhile."""
    if matched.line.text == known.text:
        matched.kind = LineKind.DROPPED
    else:
        extra = (
            matched.line.extra if KEPT_CHANGED_MARK in matched.line.extra else (*matched.line.extra, KEPT_CHANGED_MARK)
        )
        matched.line = replace(matched.line, id=None, extra=extra)


def _match_by_words(matches: LineMatches, base: MergeBase, facts: Sequence[Fact]) -> None:
    orphans = [line.text for line in base.orphans]
    same: dict[str, list[Fact]] = defaultdict(list)
    for fact in facts:
        same[make_line(fact).text.casefold()].append(fact)
    said = {owner.line.text.casefold() for owner in matches.owners.values()}
    for matched in matches.lines:
        if matched.kind is not LineKind.NEW:
            continue
        key = matched.line.text.casefold()
        free = [fact for fact in same[key] if fact.id not in matches.owners]
        if matched.line.text in orphans:
            orphans.remove(matched.line.text)
            matched.kind = LineKind.DROPPED
        elif free:
            fact = min(free, key=lambda fact: fact.domain is not matched.section.domain)
            matched.line, matched.kind = replace(matched.line, id=fact.id), LineKind.FACT
            matches.owners[fact.id] = matched
            said.add(key)
        elif same[key]:
            matches.repeated.append(same[key][0].id)
            matched.kind = LineKind.DROPPED
        elif key in said:
            matched.kind = LineKind.DROPPED
        else:
            said.add(key)
