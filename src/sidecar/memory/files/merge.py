"""Merges what changed in `MEMORY.md` and what changed in the database since they last agreed. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import TypeVar

from sidecar.domain.fact import WEIGHT_MAX, Confidence, Domain, Fact, FactId, FactSource, NewFact, Subject
from sidecar.domain.person import Language
from sidecar.memory.files.deletions import (
    add_question,
    find_approved,
    find_doubtful,
    find_removed,
    find_unreadable,
    unchanged_statement,
    update_question,
)
from sidecar.memory.files.fact_line import (
    FactLine,
    begins_one,
    digest_text,
    find_ids,
    guess_text,
    make_line,
    remove_ids,
    sort_by_words,
)
from sidecar.memory.files.layout import FactBlock, arrange_blocks, restore_lines
from sidecar.memory.files.line_matches import (
    KEPT_CHANGED_MARK,
    KnownFacts,
    LineKind,
    LineMatches,
    MatchedLine,
    match_lines,
)
from sidecar.memory.files.memory_file import MemoryFile
from sidecar.memory.files.merge_base import BaseLine, MergeBase
from sidecar.memory.ports import FactAddition, FactChange, FactRemoval, FactUpdate

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class MergeResult:
    """`file` is the new `MEMORY.md`; new facts have the ids -1, -2, ... in it, in the order of the `FactAddition`s.

    `seen`: the lines of the text that was read, by the same ids. `held`: facts whose lines are gone and which were kept
    for now. `conflicts`: facts that both sides changed.
    """

    changes: tuple[FactChange, ...]
    file: MemoryFile
    seen: Mapping[FactId, BaseLine]
    held: tuple[FactId, ...] = ()
    conflicts: tuple[FactId, ...] = ()


def merge(base: MergeBase, now: MemoryFile, known: KnownFacts, today: date, language: Language) -> MergeResult:
    """Merge `now`, an edit of the base, with the facts."""
    facts = known.active
    now = replace(now, unparsed=_without_forgotten(now.unparsed, base, known))
    matches = match_lines(now, base, known)
    gone = find_removed(base, now, matches, facts)
    held = tuple(find_doubtful(gone, base, facts))
    typed = {matched.typed for matched in matches.lines}
    if held:
        now = add_question(restore_lines(base, now, held), held, language)
        matches = match_lines(now, base, known)
    result = _Merge(base, now, matches, facts, today).run(language, held)
    return replace(result, seen={id: line for id, line in result.seen.items() if line.line in typed})


def _without_forgotten(unparsed: Sequence[str], base: MergeBase, known: KnownFacts) -> tuple[str, ...]:
    """Leave out unreadable lines of forgotten facts: mended, they would be facts again."""
    digests = {*base.forgotten.values()} | {
        digest_text(base.lines[id].line.text) for id in known.forgotten if id in base.lines
    }
    compared = base.lines.keys() | base.former.keys()
    kept: list[str] = []
    for line in unparsed:
        gone, text = find_ids(line) & set(known.forgotten), guess_text(line)
        former = digests.union(*(base.former.get(id, ()) for id in gone))
        changed = text and gone <= compared and digest_text(text) not in former
        if not gone and not text:
            kept.append(line)
        elif changed:
            kept.append(remove_ids(line) if gone else line)
    return tuple(kept)


class _Merge:
    def __init__(
        self, base: MergeBase, now: MemoryFile, matches: LineMatches, facts: Sequence[Fact], today: date
    ) -> None:
        self._base = base
        self._now = now
        self._matches = matches
        self._facts = {fact.id: fact for fact in facts}
        self._today = today
        self._domains = {section.domain for section in now.sections}
        self._unreadable = find_unreadable(now)
        self._removed = {*find_approved(base, now, matches, facts), *find_removed(base, now, matches, facts)}
        self._changes: list[FactChange] = [FactRemoval(id) for id in self._facts if id in self._removed]
        self._added: list[FactChange] = []
        self._conflicts: list[FactId] = []
        self._seen: dict[FactId, BaseLine] = {}

    def run(self, language: Language, held: tuple[FactId, ...]) -> MergeResult:
        blocks = [block for matched in self._matches.lines if (block := self._merge_line(matched))]
        blocks += [self._list_fact(fact) for fact in self._facts.values() if self._is_unlisted(fact)]
        now = update_question(self._now, self._facts.keys() - self._removed, language)
        file = arrange_blocks(now, blocks, language)
        return MergeResult((*self._changes, *self._added), file, self._seen, held, tuple(self._conflicts))

    def _merge_line(self, matched: MatchedLine) -> FactBlock | None:
        line = matched.line
        if line.id is not None and matched.kind is not LineKind.CONFLICT:
            self._note_seen(line.id, matched)
        match matched.kind:
            case LineKind.DROPPED:
                return None
            case LineKind.CONFLICT:
                return FactBlock((line,), matched.section.domain or Domain.GENERAL, matched.section)
            case LineKind.NEW:
                return self._add(matched)
            case LineKind.FACT:
                fact = self._facts[line.id] if line.id is not None else None
                return self._combine(matched, fact) if fact and fact.id not in self._removed else None

    def _add(self, matched: MatchedLine) -> FactBlock:
        line, domain = matched.line, matched.section.domain or Domain.GENERAL
        awaits = line.awaits if line.awaits in self._facts and line.awaits not in self._removed else None
        new = NewFact(
            line.text,
            domain,
            Subject.OTHER if line.other else Subject.USER,
            Confidence.HIGH,
            FactSource.FILE,
            line.critical,
            weight=line.weight or 1,
            until=line.until,
        )
        added = FactAddition(new, line.learned or self._today, line.confirmed or self._today, awaits=awaits)
        self._added.append(added)
        placeholder = FactId(-len(self._added))
        self._note_seen(placeholder, matched)
        full = replace(
            line, id=placeholder, weight=new.weight, learned=added.learned, confirmed=added.confirmed, stale=False,
            awaits=awaits,
        )  # fmt: skip
        return FactBlock((full,), domain, matched.section)

    def _note_seen(self, id: FactId, matched: MatchedLine) -> None:
        self._seen[id] = BaseLine(matched.section.heading, matched.section.domain, matched.typed)

    def _combine(self, matched: MatchedLine, fact: Fact) -> FactBlock:
        line = matched.line
        known = self._base.find_line(fact.id) or BaseLine("", fact.domain, make_line(fact))
        domain = None if self._lost_its_heading(known, fact) else matched.section.domain
        if self._base.outdated:
            result, conflict = fact, line.text != make_line(fact).text
        else:
            result, conflict = _combine_fact(fact, known, line, domain, self._today)
        result = self._confirm(result)
        self._change(fact, result)
        lines = [make_line(result, line.extra)]
        if conflict:
            self._conflicts.append(fact.id)
            theirs = replace(line, id=None, conflict=fact.id, awaits=None)
            if all(other.kind is not LineKind.CONFLICT or other.line != theirs for other in self._matches.lines):
                lines.append(theirs)
        return FactBlock(tuple(lines), result.domain, matched.section)

    def _list_fact(self, fact: Fact) -> FactBlock:
        """Write a fact that is new in the database, or was changed there while its line was removed."""
        known = self._base.lines.get(fact.id)
        result = self._confirm(fact)
        self._change(fact, result)
        extra = known.line.extra if known else ()
        if known and not unchanged_statement(fact, known) and KEPT_CHANGED_MARK not in extra:
            extra = (*extra, KEPT_CHANGED_MARK)
        return FactBlock((make_line(result, extra),), result.domain)

    def _is_unlisted(self, fact: Fact) -> bool:
        """Return whether no line represents the fact; an unreadable one still does."""
        return fact.id not in self._removed | self._unreadable and fact.id not in self._matches.owners

    def _confirm(self, fact: Fact) -> Fact:
        """Confirm a fact that the file repeats; drop the reference to a removed fact."""
        if fact.unconfirmed_change_of in self._removed:
            fact = replace(fact, unconfirmed_change_of=None)
        if fact.id in self._matches.repeated:
            fact = replace(fact, weight=min(fact.weight + 1, WEIGHT_MAX), confirmed=self._today, stale=False)
        return fact

    def _change(self, before: Fact, after: Fact) -> None:
        if after != before:
            self._changes.append(FactUpdate(after))

    def _lost_its_heading(self, known: BaseLine, fact: Fact) -> bool:
        """Return whether a protected fact's own heading is gone: then the person did not move it to another domain."""
        domain = known.domain
        return fact.protected and domain is not None and domain not in self._domains


def _combine_fact(fact: Fact, known: BaseLine, line: FactLine, domain: Domain | None, today: date) -> tuple[Fact, bool]:
    """Apply what the person changed in a fact's `line`, which stands in a section of `domain`.

    Also return whether both sides changed the text to say different things; the fact keeps the database's then.
    """
    before, mine, theirs = known.line.text, line.text, make_line(fact).text
    was_in = known.domain or fact.domain
    if line == known.line and domain in {None, was_in}:  # as nearly all of a big file
        return fact, False
    conflict = mine not in {before, theirs} and theirs != before and not begins_one(theirs, sort_by_words([mine]))
    result = replace(
        fact,
        domain=_pick(was_in, domain or was_in, fact.domain),
        weight=_pick(known.line.weight, line.weight, fact.weight),
        confirmed=_pick(known.line.confirmed, line.confirmed, fact.confirmed),
    )
    if not line.bare and not known.line.bare:
        result = _with_flags(result, known.line, line)
    if mine not in {before, theirs} and not conflict:
        by_hand = line.confirmed is not None and line.confirmed != known.line.confirmed
        result = replace(
            result, text=mine, source=FactSource.FILE, confidence=Confidence.HIGH, stale=False,
            confirmed=result.confirmed if by_hand else today,
        )  # fmt: skip
    return result, conflict


def _pick(before: T | None, mine: T | None, theirs: T) -> T:
    """Return the person's value where they changed it, else the database's."""
    return theirs if mine is None or before is None or mine == before else mine


def _with_flags(fact: Fact, before: FactLine, line: FactLine) -> Fact:
    subject = Subject.OTHER if line.other else Subject.USER
    return replace(
        fact,
        critical=_pick(before.critical, line.critical, fact.critical),
        subject=fact.subject if line.other == before.other else subject,
        stale=_pick(before.stale, line.stale, fact.stale),
        until=fact.until if line.until == before.until else line.until,
        unconfirmed_change_of=None if line.awaits is None and before.awaits is not None else fact.unconfirmed_change_of,
    )  # fmt: skip
