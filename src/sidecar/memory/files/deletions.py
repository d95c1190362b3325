"""Facts that were deleted in `MEMORY.md`, and whether they are so many that the person must confirm."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from sidecar.domain.fact import Fact, FactId
from sidecar.domain.person import Language
from sidecar.memory.files.fact_line import find_ids, guess_text, make_line
from sidecar.memory.files.headings import deletion_question
from sidecar.memory.files.line_matches import LineMatches
from sidecar.memory.files.memory_file import DeletionQuestion, MemoryFile
from sidecar.memory.files.merge_base import BaseLine, MergeBase

_FEW = 6
"""Of so few facts one may be removed at once; of more, a third."""


def find_removed(base: MergeBase, now: MemoryFile, matches: LineMatches, facts: Sequence[Fact]) -> list[FactId]:
    """List facts whose lines the person removed, and that did not change in the database meanwhile."""
    kept = find_unreadable(now) | set(find_approved(base, now, matches, facts))
    stated = set(map(guess_text, now.unparsed))
    return [
        fact.id
        for fact in facts
        if (known := base.lines.get(fact.id))
        and fact.id not in matches.owners
        and fact.id not in kept
        and known.line.text not in stated
        and unchanged_statement(fact, known)
    ]


def find_approved(base: MergeBase, now: MemoryFile, matches: LineMatches, facts: Sequence[Fact]) -> list[FactId]:
    """List facts that the person ticked off for deletion, and that neither side changed at the same time."""
    ticked = now.held.ids if now.held and now.held.approved else ()
    asked = [fact for fact in facts if fact.id in ticked]
    changed = {fact.id for fact in asked if (known := base.find_line(fact.id)) and not unchanged_statement(fact, known)}
    return [
        id
        for id in ticked
        if id in base.asked
        and id not in changed
        and (
            not ((owner := matches.owners.get(id)) and (known := base.lines.get(id)))
            or owner.line.text == known.line.text
        )
    ]


def find_unreadable(file: MemoryFile) -> set[FactId]:
    return {id for line in file.unparsed for id in find_ids(line)}


def unchanged_statement(fact: Fact, known: BaseLine) -> bool:
    """Return whether the fact still has the statement of the line; confirmation and ageing do not count as changes."""
    return make_line(fact).text == known.line.text and known.domain in {None, fact.domain}


def find_doubtful(gone: Collection[FactId], base: MergeBase, facts: Sequence[Fact]) -> list[FactId]:
    """Find those of the `gone` facts that the person must confirm: all when they are many, else the unsure ones and the
    protected ones, unless the statement stays that waits to replace them."""
    total, sure = sum(fact.id in base.lines for fact in facts), set(gone) - set(base.unsure)
    many = len(sure) > 1 if total <= _FEW else len(sure) * 3 > total
    replaced = {fact.unconfirmed_change_of for fact in facts if fact.id not in gone}
    return [
        fact.id
        for fact in facts
        if fact.id in gone and (many or fact.id not in sure or (fact.protected and fact.id not in replaced))
    ]


def add_question(file: MemoryFile, gone: Collection[FactId], language: Language) -> MemoryFile:
    """Add the line that asks whether the `gone` facts shall be deleted."""
    return replace(file, held=_question(sorted({*gone, *(file.held.ids if file.held else ())}), language))


def update_question(file: MemoryFile, open_ids: Collection[FactId], language: Language) -> MemoryFile:
    """Limit the question to the facts that are still open; drop it when there is none."""
    return replace(file, held=_question([id for id in file.held.ids if id in open_ids] if file.held else (), language))


def _question(ids: Sequence[FactId], language: Language) -> DeletionQuestion | None:
    return DeletionQuestion(tuple(ids), deletion_question(len(ids), language)) if ids else None
