"""Where a fact comes from, and what it replaced (MEM-16)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from sidecar.domain.fact import Fact, FactId
from sidecar.domain.person import PersonId
from sidecar.errors import NotFound, SeveralMatch
from sidecar.language.phrase_match import has_words, parse_id
from sidecar.memory.answers.second_person import tell_person
from sidecar.memory.ports import Evidence, FactStore

_LISTED_AT_MOST = 10


class EvidenceStore(FactStore, Protocol):
    async def evidence(self, person: PersonId, id: FactId) -> Sequence[Evidence]:
        """Return the messages in which the fact was told, the first one first."""
        ...


@dataclass(frozen=True, slots=True)
class FactOrigin:
    fact: Fact
    evidence: Sequence[Evidence]
    """Empty for what was written into a file."""
    replaced: Sequence[Fact]
    """Older facts whose place it took."""
    replaced_by: Fact | None
    awaits: Fact | None
    """The protected fact that it would replace."""


class FactOrigins:
    def __init__(self, store: EvidenceStore) -> None:
        self._store = store

    async def find(self, person: PersonId, which: str) -> FactOrigin:
        """Return the origin of the fact that a number or some words name. Raises `NotFound` and `SeveralMatch`."""
        fact = await self._the_one(person, which)
        archived = await self._store.archived(person)
        return FactOrigin(
            fact,
            await self._store.evidence(person, fact.id),
            [older for older in archived if older.superseded_by == fact.id],
            await self._get(person, fact.superseded_by),
            await self._get(person, fact.unconfirmed_change_of),
        )

    async def _the_one(self, person: PersonId, which: str) -> Fact:
        number = parse_id(which)
        found = await self._store.get(person, FactId(number)) if number is not None else None
        if found is not None:
            return found
        fitting = [fact for fact in await self._store.active(person) if has_words(fact.text, which)]
        fitting = fitting or [fact for fact in await self._store.archived(person) if has_words(fact.text, which)]
        if not fitting:
            raise NotFound("I don't remember anything that matches “{text}”.", text=which.strip())
        if len(fitting) > 1:
            raise SeveralMatch(
                "Several facts match “{text}”. Which one?\n{list}",
                text=which.strip(),
                list="\n".join(f"- **#{fact.id}** {tell_person(fact.text)}" for fact in fitting[:_LISTED_AT_MOST]),
            )
        return fitting[0]

    async def _get(self, person: PersonId, id: FactId | None) -> Fact | None:
        return None if id is None else await self._store.get(person, id)
