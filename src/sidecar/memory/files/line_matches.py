"""Matches the lines of `MEMORY.md` to facts: by id, else by words."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from sidecar.domain.fact import Fact, FactId
from sidecar.memory.files.fact_line import FactLine, digest_text, find_ids, guess_text, make_line
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


@dataclass(frozen=True, slots=True)
class KnownFacts:
    """The facts of the database, and the ids of those that were forgotten."""

    active: Sequence[Fact]
    archived: Sequence[Fact] = ()
    forgotten: Collection[FactId] = ()


@dataclass(slots=True)
class MatchedLine:
    """A line in its section, and as it was `typed`. `line.id` is its fact's when it has one."""

    section: Section
    line: FactLine
    typed: FactLine
    kind: LineKind = LineKind.NEW


@dataclass(slots=True)
class LineMatches:
    """`owners`: the line of each fact. `repeated`: facts that a further line repeats."""

    lines: list[MatchedLine]
    owners: dict[FactId, MatchedLine] = field(default_factory=dict[FactId, MatchedLine])
    repeated: list[FactId] = field(default_factory=list[FactId])


def match_lines(now: MemoryFile, base: MergeBase, known: KnownFacts) -> LineMatches:
    matches = LineMatches([MatchedLine(section, line, line) for section, line in now.lines()])
    broken = _find_broken(now, base)
    _match_by_id(matches, base, known, broken)
    _match_by_base(matches, base, {fact.id for fact in known.active}, broken)
    _match_by_words(matches, known.active)
    return matches


def _find_broken(now: MemoryFile, base: MergeBase) -> set[FactId]:
    """Find the facts whose lines say what they said and cannot be read: another line is a copy, and may be changed."""
    ids = {(id, guess_text(line)) for line in now.unparsed for id in find_ids(line)}
    return {id for id, text in ids if (known := base.find_line(id)) and known.line.text == text}


def _match_by_id(matches: LineMatches, base: MergeBase, known: KnownFacts, broken: Collection[FactId]) -> None:
    facts, archived = {fact.id: fact for fact in known.active}, {fact.id: fact for fact in known.archived}
    groups: dict[FactId, list[MatchedLine]] = defaultdict(list)
    renumbered = {known.line.id: id for id, known in base.lines.items() if known.line.id not in {None, id}}
    for matched in matches.lines:
        if matched.line.conflict is not None:
            matched.kind = LineKind.CONFLICT
        elif (id := matched.line.id) is not None:
            groups[id if id in facts else renumbered.get(id, id)].append(matched)
    for id, group in groups.items():
        owner = _find_owner(id, group, base, facts.get(id))
        if owner is not None and id in broken and not base.told(id, owner.line.text):
            owner = None
        if owner is not None and id in facts:
            owner.line, owner.kind = replace(owner.line, id=id), LineKind.FACT
            matches.owners[id] = owner
        for matched in group:
            if id in facts and matched is not owner:  # a copied line, or an id from somewhere else
                matched.line = replace(matched.line, id=None)
            elif id not in facts:
                _release(matched, id, base, archived.get(id), known.forgotten)


def _find_owner(id: FactId, group: Sequence[MatchedLine], base: MergeBase, fact: Fact | None) -> MatchedLine | None:
    """Find the line that is as it was among those with the same id."""
    known = base.lines.get(id)
    if known is not None:
        return min(
            group,
            key=lambda one: (one.line.text != known.line.text, one.section.heading != known.heading),
        )
    return next((one for one in group if fact and make_line(fact).text == one.line.text), None)


def _release(
    matched: MatchedLine, id: FactId, base: MergeBase, archived: Fact | None, forgotten: Collection[FactId]
) -> None:
    """Drop the line of a fact that is gone, or make it a new fact if the person changed it meanwhile."""
    line, known = matched.line, base.lines.get(id)
    if known is not None:
        unchanged = line.text == known.line.text
    elif id in base.former:
        unchanged = digest_text(line.text) in base.former[id]
    else:  # never in the base: from an even older copy, or from another home
        unchanged = id in forgotten or (archived is not None and line.text == make_line(archived).text)
    if unchanged:
        matched.kind = LineKind.DROPPED
        return
    was_there = known is not None or id in base.former
    mark = (KEPT_CHANGED_MARK,) if was_there and KEPT_CHANGED_MARK not in line.extra else ()
    matched.line = replace(line, id=None, extra=(*line.extra, *mark))


def _match_by_base(
    matches: LineMatches, base: MergeBase, active: Collection[FactId], broken: Collection[FactId]
) -> None:
    """Match lines without an id that stand in the base: of a fact that was new then, or whose comment was taken out."""
    free = {known.line.text: id for id, known in base.lines.items() if id not in matches.owners}
    unreadable = base.frame.unparsed if base.frame else ()
    absent = {digest_text(guess_text(line)): id for line in unreadable for id in find_ids(line)}
    absent |= {digest: id for id, digest in base.forgotten.items()}
    absent |= {digest_text(known.line.text): id for id, known in base.lines.items() if id not in active}
    for matched in matches.lines:
        line = matched.line
        if matched.kind is not LineKind.NEW or line.id is not None or KEPT_CHANGED_MARK in line.extra:
            continue
        id = free.pop(line.text, None) or (absent.get(digest_text(line.text)) if absent else None)
        if id is not None and id in active and id not in matches.owners and id not in broken:
            matched.line, matched.kind = replace(line, id=id), LineKind.FACT
            matches.owners[id] = matched
        elif id is not None and (id not in active or base.told(id, line.text)):
            matched.line, matched.kind = replace(line, id=id), LineKind.DROPPED


def _match_by_words(matches: LineMatches, facts: Sequence[Fact]) -> None:
    same: dict[str, list[Fact]] = defaultdict(list)
    for fact in facts:
        same[make_line(fact).text.casefold()].append(fact)
    said = {owner.line.text.casefold() for owner in matches.owners.values()}
    for matched in matches.lines:
        if matched.kind is not LineKind.NEW:
            continue
        key = matched.line.text.casefold()
        free = [fact for fact in same[key] if fact.id not in matches.owners]
        if free:
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
