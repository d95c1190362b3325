"""Bringing in what an older program remembered (MEM-05)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date

from sidecar.domain.fact import Domain
from sidecar.domain.person import PersonId
from sidecar.memory import facts
from sidecar.memory.outcome import Confirmation
from sidecar.memory.ports import FactAddition, FactStore
from sidecar.runtime.clock import Clock

_CANDIDATES = 60


@dataclass(frozen=True, slots=True)
class ImportReport:
    added: int
    known: int
    """Facts that were there already, which stay as they are, or that stand in the file twice."""
    not_understood: Sequence[str]


async def import_learnings(store: FactStore, person: PersonId, text: str, clock: Clock, today: date) -> ImportReport:
    """The facts of a `learnings.md` with their weights and dates, all or none. Importing twice adds nothing; what
    differs in any way from what is known is added, so that nothing of the file is lost."""
    from sidecar.memory.files.learnings import read_learnings

    found = read_learnings(text, today)
    new: list[FactAddition] = []
    for one in found.facts:
        stored = await store.similar(person, facts.candidate_words(one.fact.text), _CANDIDATES)
        if isinstance(facts.decide(one.fact, stored), Confirmation):
            continue
        twin = next((place for place, earlier in enumerate(new) if facts.repeats(one.fact, earlier.fact)), None)
        if twin is None:
            new.append(one)
        else:
            new[twin] = _joined(new[twin], one)
    await store.apply(person, new, clock.now())
    return ImportReport(len(new), len(found.facts) - len(new), found.not_understood)


def _joined(one: FactAddition, other: FactAddition) -> FactAddition:
    """The same in two sections, or in other words: health keeps it, else the heavier line."""
    kept = max(one, other, key=lambda added: (added.fact.domain is Domain.HEALTH, added.fact.weight))
    fact = replace(
        kept.fact,
        weight=max(one.fact.weight, other.fact.weight),
        critical=one.fact.critical or other.fact.critical,
    )
    return FactAddition(fact, min(one.learned, other.learned), max(one.confirmed, other.confirmed))
