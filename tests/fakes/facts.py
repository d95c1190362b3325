"""Facts in memory. Obeys `memory.ports.FactStore`; tests/memory/facts_contract.py proves it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import datetime

from sidecar.domain.fact import Fact, FactId
from sidecar.domain.person import PersonId
from sidecar.memory.facts import candidate_words, identity_rank
from sidecar.memory.facts.score import rarity
from sidecar.memory.ports import FactAddition, FactChange, FactRemoval, FactUpdate, FileState


class FakeFacts:
    """`committed` counts the transactions, for tests that want none."""

    def __init__(self) -> None:
        self._facts: dict[PersonId, dict[FactId, Fact]] = {}
        self._versions: dict[PersonId, int] = {}
        self._files: dict[PersonId, FileState] = {}
        self._last_id = 0
        self.committed = 0

    async def version(self, person: PersonId) -> int:
        return self._versions.get(person, 0)

    async def active(self, person: PersonId) -> Sequence[Fact]:
        return [fact for fact in self._of(person).values() if fact.superseded_by is None]

    async def archived(self, person: PersonId) -> Sequence[Fact]:
        return [fact for fact in self._of(person).values() if fact.superseded_by is not None]

    async def get(self, person: PersonId, id: FactId) -> Fact | None:
        return self._of(person).get(id)

    async def similar(self, person: PersonId, words: Collection[str], limit: int) -> Sequence[Fact]:
        stems = {fact.id: {*words} & candidate_words(fact.text) for fact in await self.active(person)}
        facts = Counter(stem for shared in stems.values() for stem in shared)
        weight = {id: sum(rarity(facts[stem]) for stem in shared) for id, shared in stems.items()}
        found = [fact for fact in await self.active(person) if weight[fact.id]]
        return sorted(found, key=lambda fact: (-weight[fact.id], fact.id))[:limit]

    async def apply(
        self,
        person: PersonId,
        changes: Sequence[FactChange],
        at: datetime,
        *,
        expected: int | None = None,
        file: tuple[str, str] | None = None,
    ) -> Sequence[FactId] | None:
        if expected is not None and expected != await self.version(person):
            return None
        ids = [id for change in changes if (id := self._apply(person, change)) is not None]
        self._versions[person] = await self.version(person) + bool(changes)
        if file is not None:
            self._files[person] = FileState(*file, version=self._versions[person])
        self.committed += 1
        return ids

    async def file_state(self, person: PersonId) -> FileState | None:
        return self._files.get(person)

    def forget_file(self, person: PersonId) -> None:
        """As after a restored backup that is older than the file."""
        self._files.pop(person, None)

    def _of(self, person: PersonId) -> dict[FactId, Fact]:
        return self._facts.setdefault(person, {})

    def _apply(self, person: PersonId, change: FactChange) -> FactId | None:
        facts = self._of(person)
        match change:
            case FactAddition():
                return self._add(person, change)
            case FactUpdate(fact):
                before = facts.get(fact.id)
                if before is None:
                    return None
                changed = replace(fact, person=person, learned=before.learned, origin=before.origin)
                facts[fact.id] = replace(changed, pinned=identity_rank(fact))
                return fact.id
            case FactRemoval(id):
                facts.pop(id, None)
                for other in [fact for fact in facts.values() if fact.unconfirmed_change_of == id]:
                    facts[other.id] = replace(other, unconfirmed_change_of=None)
                return None

    def _add(self, person: PersonId, added: FactAddition) -> FactId:
        facts, new = self._of(person), added.fact
        self._last_id += 1
        id = FactId(self._last_id)
        facts[id] = Fact(
            id, person, new.text, new.domain, new.subject, new.confidence, new.source, added.learned, added.confirmed,
            new.weight, new.scope, new.critical, unconfirmed_change_of=added.awaits, origin=added.origin,
            until=new.until, pinned=identity_rank(new),
        )  # fmt: skip
        for old in [facts[old_id] for old_id in added.supersedes if old_id in facts]:
            facts[old.id] = replace(old, superseded_by=id)
        return id
