"""Imports `learnings.md`, the memory of an older program: lines as in `MEMORY.md` under English headings (MEM-05)."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date

from sidecar.domain.fact import Domain, FactSource, NewFact, Subject
from sidecar.domain.person import PersonId
from sidecar.memory import facts
from sidecar.memory.files.memory_file import parse
from sidecar.memory.outcome import Confirmation
from sidecar.memory.ports import FactAddition, FactStore
from sidecar.runtime.clock import Clock

_BATCH = 100
_CANDIDATES = 12


@dataclass(frozen=True, slots=True)
class Learnings:
    """`not_understood`: the lines that are no facts, verbatim."""

    facts: tuple[FactAddition, ...]
    not_understood: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ImportReport:
    added: int
    known: int
    """Facts that were stored already, and are not changed, or that the file repeats."""
    not_understood: Sequence[str]


async def import_learnings(
    store: FactStore, person: PersonId, text: str, clock: Clock, today: date, *, show: Callable[[int, int], None]
) -> ImportReport:
    """Import the facts of a `learnings.md` with their weights and dates, a hundred lines at a time.

    Importing twice adds nothing, so an import that was interrupted goes on where it was. A fact that differs in any way
    from the known ones is added. `show` gets (lines done, lines) after each hundred.
    """
    found = read_learnings(text, today)
    added = 0
    for first in range(0, len(found.facts), _BATCH):
        batch = _Batch()
        for one in found.facts[first : first + _BATCH]:
            stems = await asyncio.to_thread(facts.candidate_words, one.fact.text)
            stored = await store.similar(person, stems, _CANDIDATES)
            if not isinstance(facts.decide(one.fact, stored), Confirmation):
                batch.add(one, stems)
        await store.apply(person, batch.facts, clock.now())
        added += len(batch.facts)
        show(min(first + _BATCH, len(found.facts)), len(found.facts))
    return ImportReport(added, len(found.facts) - added, found.not_understood)


class _Batch:
    """Facts that are stored together, those that say the same joined."""

    def __init__(self) -> None:
        self.facts: list[FactAddition] = []
        self._stems: list[frozenset[str]] = []

    def add(self, one: FactAddition, stems: frozenset[str]) -> None:
        for place, other in enumerate(self._stems):
            alike = 2 * len(stems & other) >= min(len(stems), len(other))  # the same has most words in common
            if alike and facts.is_repetition(one.fact, self.facts[place].fact):
                self.facts[place] = _join_statements(self.facts[place], one)
                return
        self.facts.append(one)
        self._stems.append(stems)


def read_learnings(text: str, today: date) -> Learnings:
    """Parse the file. A repeated fact is listed once; a missing date is the other one, or `today`."""
    file = parse(text)
    found: dict[tuple[str, Domain], FactAddition] = {}
    for section, line in file.lines():
        domain = section.domain or Domain.GENERAL
        new = NewFact(
            line.text,
            domain,
            Subject.OTHER if line.other else Subject.USER,
            source=FactSource.MIGRATED,
            critical=line.critical,
            weight=line.weight or 1,
        )
        learned = line.learned or line.confirmed or today
        added = FactAddition(new, learned, max(line.confirmed or learned, learned))
        key = (line.text.casefold(), domain)
        found[key] = _join(found[key], added) if key in found else added
    return Learnings(tuple(found.values()), file.unparsed)


def _join(one: FactAddition, other: FactAddition) -> FactAddition:
    """Join two lines of the same text: the heavier one, with the earlier learned and the later confirmed date."""
    heavier = max(one, other, key=lambda added: added.fact.weight)
    return FactAddition(heavier.fact, min(one.learned, other.learned), max(one.confirmed, other.confirmed))


def _join_statements(one: FactAddition, other: FactAddition) -> FactAddition:
    """Join two lines of the same meaning, in other words or sections: health is kept, else the heavier line."""
    kept = max(one, other, key=lambda added: (added.fact.domain is Domain.HEALTH, added.fact.weight))
    fact = replace(
        kept.fact,
        weight=max(one.fact.weight, other.fact.weight),
        critical=one.fact.critical or other.fact.critical,
    )
    return FactAddition(fact, min(one.learned, other.learned), max(one.confirmed, other.confirmed))
