"""What changed in `MEMORY.md` and what changed in the database since they last agreed, brought together. Pure."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import date

from sidecar.domain.fact import WEIGHT_MAX, Confidence, Domain, Fact, FactId, FactSource, NewFact, Subject
from sidecar.domain.person import Language
from sidecar.memory.files.base import BaseLine, MergeBase, base_of
from sidecar.memory.files.combining import combine, same_statement
from sidecar.memory.files.fact_line import FactLine, ids_in, line_of
from sidecar.memory.files.headings import asking
from sidecar.memory.files.layout import FactBlock, arrange, restored
from sidecar.memory.files.line_matches import KEPT, LineKind, LineMatches, MatchedLine, match
from sidecar.memory.files.memory_file import DeletionQuestion, MemoryFile, Section
from sidecar.memory.ports import FactAddition, FactChange, FactRemoval, FactUpdate

_BULK = 3
"""Fewer lines than this may always be removed at once, unless nothing is left."""


@dataclass(frozen=True, slots=True)
class Merged:
    """`file` is what `MEMORY.md` shall be; the new facts in it have the numbers -1, -2, ... in the order of the
    `Added` among the changes. `held`: facts whose lines are gone and which were kept for now. `conflicts`: facts that
    both sides changed."""

    changes: tuple[FactChange, ...]
    file: MemoryFile
    held: tuple[FactId, ...] = ()
    conflicts: tuple[FactId, ...] = ()


def merge(
    before: MemoryFile,
    now: MemoryFile,
    facts: Sequence[Fact],
    today: date,
    language: Language,
    *,
    broken_off: bool = False,
) -> Merged:
    """`before` is the file as it was when both sides agreed, `now` as it is; `facts` are the active ones.
    `broken_off`: the file is empty, or ends in the middle of a line."""
    base = base_of(before, facts)
    matched = match(now, base, facts)
    gone = _gone(base, now, matched, facts)
    held: tuple[FactId, ...] = ()
    in_bulk = _in_bulk(len(gone), sum(fact.id in base.known for fact in facts))
    if broken_off or in_bulk or _is_another_file(base, now, matched):
        held = tuple(gone)
        now = before if broken_off else restored(base, now, gone)
        now = _asking(now, held, language)
        matched = match(now, base, facts)
    return _Merge(base, now, matched, facts, today).run(language, held)


class _Merge:
    def __init__(
        self, base: MergeBase, now: MemoryFile, matched: LineMatches, facts: Sequence[Fact], today: date
    ) -> None:
        self._base = base
        self._now = now
        self._matched = matched
        self._facts = {fact.id: fact for fact in facts}
        self._today = today
        self._domains = {section.domain for section in now.sections}
        self._unreadable = _unreadable(now)
        self._removed = {*_approved(base, now, matched), *_gone(base, now, matched, facts)}
        self._changes: list[FactChange] = [FactRemoval(id) for id in self._facts if id in self._removed]
        self._added: list[FactChange] = []
        self._conflicts: list[FactId] = []

    def run(self, language: Language, held: tuple[FactId, ...]) -> Merged:
        placed = [item for slot in self._matched.slots if (item := self._place(slot))]
        placed += [self._unowned(fact) for fact in self._facts.values() if self._is_unowned(fact)]
        now = replace(self._now, held=self._still_held(language))
        file = arrange(now, placed, language)
        return Merged((*self._changes, *self._added), file, held, tuple(self._conflicts))

    def _place(self, slot: MatchedLine) -> FactBlock | None:
        line = slot.line
        match slot.kind:
            case LineKind.DROPPED:
                return None
            case LineKind.CONFLICT:
                return FactBlock((line,), slot.section.domain or Domain.GENERAL, slot.section)
            case LineKind.NEW:
                return self._add(slot)
            case LineKind.FACT:
                fact = self._facts[line.id] if line.id is not None else None
                return self._combine(slot, fact) if fact and fact.id not in self._removed else None

    def _add(self, slot: MatchedLine) -> FactBlock:
        line, domain = slot.line, slot.section.domain or Domain.GENERAL
        awaits = line.awaits if line.awaits in self._facts and line.awaits not in self._removed else None
        new = NewFact(
            line.text,
            domain,
            Subject.OTHER if line.other else Subject.USER,
            Confidence.HIGH,
            FactSource.FILE,
            line.critical,
            weight=line.weight or 1,
        )
        added = FactAddition(new, line.learned or self._today, line.confirmed or self._today, awaits=awaits)
        self._added.append(added)
        number = FactId(-len(self._added))
        full = replace(
            line, id=number, weight=new.weight, learned=added.learned, confirmed=added.confirmed, stale=False,
            awaits=awaits,
        )  # fmt: skip
        return FactBlock((full,), domain, slot.section)

    def _combine(self, slot: MatchedLine, fact: Fact) -> FactBlock:
        line = slot.line
        known = self._base.known.get(fact.id) or BaseLine(Section("", fact.domain), line_of(fact))
        domain = None if self._lost_its_heading(slot, known, fact) else slot.section.domain
        result, conflict = combine(fact, known, line, domain, self._today)
        result = self._confirmed(result)
        self._change(fact, result)
        lines = [line_of(result, line.extra)]
        if conflict:
            self._conflicts.append(fact.id)
            lines += [mine] if (mine := _in_conflict(line, fact.id)) not in self._conflict_lines() else []
        return FactBlock(tuple(lines), result.domain, slot.section)

    def _unowned(self, fact: Fact) -> FactBlock:
        """It is new in the database, or was changed there while its line was removed."""
        known = self._base.known.get(fact.id)
        result = self._confirmed(fact)
        self._change(fact, result)
        extra = known.line.extra if known else ()
        if known and not same_statement(fact, known) and KEPT not in extra:
            extra = (*extra, KEPT)
        return FactBlock((line_of(result, extra),), result.domain)

    def _is_unowned(self, fact: Fact) -> bool:
        """A line that cannot be read any more still stands for its fact."""
        return fact.id not in self._removed | self._unreadable and fact.id not in self._matched.owners

    def _confirmed(self, fact: Fact) -> Fact:
        """What the file says once more counts as confirmed; what waited for a removed fact waits no longer."""
        if fact.unconfirmed_change_of in self._removed:
            fact = replace(fact, unconfirmed_change_of=None)
        if fact.id in self._matched.repeated:
            fact = replace(fact, weight=min(fact.weight + 1, WEIGHT_MAX), confirmed=self._today, stale=False)
        return fact

    def _change(self, before: Fact, after: Fact) -> None:
        if after != before:
            self._changes.append(FactUpdate(after))

    def _lost_its_heading(self, slot: MatchedLine, known: BaseLine, fact: Fact) -> bool:
        """A protected fact whose own heading is gone was not moved by anybody."""
        domain = known.section.domain
        return fact.protected and domain is not None and domain not in self._domains

    def _conflict_lines(self) -> list[FactLine]:
        return [slot.line for slot in self._matched.slots if slot.kind is LineKind.CONFLICT]

    def _still_held(self, language: Language) -> DeletionQuestion | None:
        held = self._now.held
        ids = tuple(id for id in held.ids if id in self._facts and id not in self._removed) if held else ()
        return DeletionQuestion(ids, asking(len(ids), language)) if ids else None


def _gone(base: MergeBase, now: MemoryFile, matched: LineMatches, facts: Sequence[Fact]) -> list[FactId]:
    """Facts whose lines the person removed, and that did not change in the database meanwhile."""
    kept = _unreadable(now) | set(_approved(base, now, matched))
    return [
        fact.id
        for fact in facts
        if (known := base.known.get(fact.id))
        and fact.id not in matched.owners
        and fact.id not in kept
        and same_statement(fact, known)
    ]


def _unreadable(file: MemoryFile) -> set[FactId]:
    return {id for line in file.unparsed for id in ids_in(line)}


def _approved(base: MergeBase, now: MemoryFile, matched: LineMatches) -> list[FactId]:
    """Facts that the person ticked off for deletion, and did not change at the same time."""
    held = now.held
    return [
        id
        for id in (held.ids if held and held.approved else ())
        if not ((slot := matched.owners.get(id)) and (known := base.known.get(id))) or slot.line.text == known.line.text
    ]


def _in_bulk(gone: int, total: int) -> bool:
    return (gone >= _BULK and gone * 3 > total) or (gone > 1 and gone == total)


def _is_another_file(base: MergeBase, now: MemoryFile, matched: LineMatches) -> bool:
    """No heading and no fact is left: nobody takes out a line like that."""
    headings = {section.heading for section in base.file.sections if section.heading}
    something = base.known or base.file.unparsed
    return (
        bool(headings and something)
        and headings.isdisjoint(section.heading for section in now.sections)
        and base.known.keys().isdisjoint(matched.owners)
    )


def _asking(file: MemoryFile, gone: Collection[FactId], language: Language) -> MemoryFile:
    ids = tuple(sorted({*gone, *(file.held.ids if file.held else ())}))
    return replace(file, held=DeletionQuestion(ids, asking(len(ids), language)) if ids else None)


def _in_conflict(line: FactLine, id: FactId) -> FactLine:
    return replace(line, id=None, conflict=id, awaits=None)
