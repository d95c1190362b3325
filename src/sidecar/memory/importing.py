"""Bringing in what an older program remembered (MEM-05)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from sidecar.domain.person import PersonId
from sidecar.memory.ports import Added, FactStore
from sidecar.runtime.clock import Clock

_CANDIDATES = 60


@dataclass(frozen=True, slots=True)
class Imported:
    added: int
    known: int
    """Facts that were there already: they stay as they are."""
    not_understood: Sequence[str]


async def import_learnings(store: FactStore, person: PersonId, text: str, clock: Clock, today: date) -> Imported:
    """The facts of a `learnings.md` with their weights and dates, all or none. Importing twice adds nothing."""
    from sidecar.memory.deciding import keys_of
    from sidecar.memory.facts import New, decide
    from sidecar.memory.files.learnings import read_learnings

    found = read_learnings(text, today)
    new: list[Added] = []
    for one in found.facts:
        stored = await store.similar(person, keys_of(one.fact), _CANDIDATES)
        if isinstance(decide(one.fact, stored), New):
            new.append(one)
    await store.apply(person, new, clock.now())
    return Imported(len(new), len(found.facts) - len(new), found.not_understood)
