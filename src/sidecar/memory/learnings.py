"""Imports `learnings.md`, the memory of an older program: lines as in `MEMORY.md` under English headings (MEM-05)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date

from sidecar.domain.fact import Domain, FactSource, NewFact, Subject
from sidecar.domain.person import PersonId
from sidecar.memory import facts
from sidecar.memory.files.memory_file import parse
from sidecar.memory.outcome import Confirmation
from sidecar.memory.ports import FactAddition, FactStore
from sidecar.runtime.clock import Clock

_CANDIDATES = 60


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


async def import_learnings(store: FactStore, person: PersonId, text: str, clock: Clock, today: date) -> ImportReport:
    """Import the facts of a `learnings.md` with their weights and dates, all or none.

    Importing twice adds nothing. A fact that differs in any way from the known ones is added.
    """
    found = read_learnings(text, today)
    new: list[FactAddition] = []
    for one in found.facts:
        stored = await store.similar(person, facts.candidate_words(one.fact.text), _CANDIDATES)
        if isinstance(facts.decide(one.fact, stored), Confirmation):
            continue
        twin = next((place for place, earlier in enumerate(new) if facts.is_repetition(one.fact, earlier.fact)), None)
        if twin is None:
            new.append(one)
        else:
            new[twin] = _join_statements(new[twin], one)
    await store.apply(person, new, clock.now())
    return ImportReport(len(new), len(found.facts) - len(new), found.not_understood)


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
