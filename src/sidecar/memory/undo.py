"""Takes back what the last message told: its facts go, and those that they replaced hold again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from sidecar.domain.fact import Fact
from sidecar.domain.message import TurnId
from sidecar.domain.person import PersonId
from sidecar.memory.ports import FactChange, FactRemoval, FactUpdate
from sidecar.memory.remember import SourcedFactStore
from sidecar.runtime.clock import Clock


class FactUndo:
    """Undoes the telling of facts, the last message first."""

    def __init__(self, store: SourcedFactStore, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    async def find(self, person: PersonId, turn: TurnId) -> Sequence[Fact]:
        """Return the facts that a message told first."""
        ids = await self._store.list_facts_told_in(person, turn)
        told = [fact for id in sorted(ids) if (fact := await self._store.get(person, id)) is not None]
        return [fact for fact in told if fact.origin == turn]

    async def undo(self, person: PersonId, turn: TurnId) -> Sequence[Fact]:
        """Remove the facts that a message told first; return them. Facts that were known before it stay."""
        gone = await self.find(person, turn)
        numbers = {fact.id for fact in gone}
        replaced = [fact for fact in await self._store.archived(person) if fact.superseded_by in numbers]
        changes: list[FactChange] = [FactUpdate(replace(fact, superseded_by=None)) for fact in replaced]
        changes += [FactRemoval(fact.id) for fact in gone]
        await self._store.apply(person, changes, self._clock.now())
        return gone
