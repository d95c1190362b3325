"""Facts in memory. Obeys `memory.ports.FactStore`; tests/memory/facts_contract.py proves it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from sidecar.domain.fact import Fact, FactId
from sidecar.domain.person import PersonId
from sidecar.memory.facts import candidate_words, find_scope, identity_rank
from sidecar.memory.facts.score import rarity
from sidecar.memory.ports import (
    FactAddition,
    FactChange,
    FactDelta,
    FactRemoval,
    FactUpdate,
    FileRecord,
    FileState,
    FileStep,
)  # fmt: skip


class FakeFacts:
    """`committed` counts the transactions, for tests that want none."""

    def __init__(self) -> None:
        self._facts: dict[PersonId, dict[FactId, Fact]] = {}
        self._versions: dict[PersonId, int] = {}
        self._files: dict[PersonId, FileState] = {}
        self._steps: dict[PersonId, list[FileStep]] = {}
        self._changed: dict[PersonId, dict[FactId, int]] = {}
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
        file: Callable[[Sequence[FactId]], FileRecord] | None = None,
    ) -> Sequence[FactId] | None:
        version = self._versions.get(person, 0)
        if expected is not None and expected != version:
            return None
        before = dict(self._of(person))
        ids = [id for change in changes if (id := self._apply(person, change)) is not None]
        self._versions[person] = version + bool(changes)
        self._mark_changed(person, before)
        if file is not None:
            record = file(ids)
            self._files[person] = FileState(record.text, self._versions[person])
            self._steps[person] = [*reversed(record.steps), *self._steps.get(person, [])]
        self.committed += 1
        return ids

    async def changes_since(self, person: PersonId, version: int) -> FactDelta:
        facts, changed = self._of(person), {id for id, at in self._changed.get(person, {}).items() if at > version}
        active = {id for id in changed if id in facts and facts[id].superseded_by is None}
        return FactDelta([facts[id] for id in sorted(active)], changed & facts.keys() - active, changed - facts.keys())

    async def forgotten(self, person: PersonId) -> Collection[FactId]:
        return self._changed.get(person, {}).keys() - self._of(person).keys()

    async def file_state(self, person: PersonId) -> FileState | None:
        return self._files.get(person)

    async def file_steps(self, person: PersonId) -> Sequence[FileStep]:
        return self._steps.get(person, [])

    def _mark_changed(self, person: PersonId, before: Mapping[FactId, Fact]) -> None:
        now = self._of(person)
        changed = {id for id in before.keys() | now.keys() if before.get(id) != now.get(id)}
        self._changed.setdefault(person, {}).update(dict.fromkeys(changed, self._versions[person]))
        for id in before.keys() - now.keys():
            self._steps[person] = [_without_text(step, id) for step in self._steps.get(person, [])]

    def forget_file(self, person: PersonId) -> None:
        """As after a restored backup that is older than the file."""
        self._files.pop(person, None)
        self._steps.pop(person, None)

    def drop_steps(self, person: PersonId) -> None:
        """As after some months."""
        self._steps.pop(person, None)

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
                facts[fact.id] = replace(changed, pinned=identity_rank(fact), scope=find_scope(fact))
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
            new.weight, find_scope(new), new.critical, unconfirmed_change_of=added.awaits, origin=added.origin,
            until=new.until, pinned=identity_rank(new),
        )  # fmt: skip
        for old in [facts[old_id] for old_id in added.supersedes if old_id in facts]:
            facts[old.id] = replace(old, superseded_by=id)
        return id


def _without_text(step: FileStep, id: FactId) -> FileStep:
    lines = [replace(line, line="") if line.id == id and line.line else line for line in step.lines]
    return replace(step, frame=None if step.frame else step.frame, lines=lines)
