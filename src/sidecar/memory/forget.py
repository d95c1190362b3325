"""Forgetting, and saying exactly what is gone (MEM-16)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from sidecar.domain.fact import Fact, FactId
from sidecar.domain.naming import id_in, words_fit
from sidecar.domain.person import PersonId
from sidecar.memory.ports import FactStore
from sidecar.observe import Event, emit
from sidecar.runtime.clock import Clock


@dataclass(frozen=True, slots=True)
class Erased:
    """How much of what is gone. `prompts` are stored copies of what models were sent."""

    facts: int
    documents: int
    messages: int
    prompts: int
    left: int
    """Places where one of the facts is still found, after looking again: 0, or something is wrong."""


class Eraser(Protocol):
    async def erase(self, person: PersonId, facts: Sequence[Fact], *, messages: bool) -> Erased:
        """Everything derived from these facts, in one transaction; with `messages` also the words from which they
        were learned. Then looks again."""
        ...


@dataclass(frozen=True, slots=True)
class Forgotten:
    facts: Sequence[Fact]
    erased: Erased


class Forgetting:
    def __init__(self, store: FactStore, eraser: Eraser, clock: Clock) -> None:
        self._store = store
        self._eraser = eraser
        self._clock = clock

    async def find(self, person: PersonId, what: str) -> Sequence[Fact]:
        """The facts, archived ones too, that a number or some words name."""
        number = id_in(what)
        if number is not None:
            found = await self._store.get(person, FactId(number))
            return [found] if found else []
        everything = [*await self._store.active(person), *await self._store.archived(person)]
        return [fact for fact in everything if words_fit(fact.text, what)]

    async def forget(self, person: PersonId, facts: Sequence[Fact], *, messages: bool = False) -> Forgotten:
        """Older versions of a fact, which it had superseded, go with it."""
        archived = await self._store.archived(person)
        doomed = {fact.id: fact for fact in facts}
        while older := [fact for fact in archived if fact.superseded_by in doomed and fact.id not in doomed]:
            doomed |= {fact.id: fact for fact in older}
        erased = await self._eraser.erase(person, list(doomed.values()), messages=messages)
        emit(Event.FACTS_FORGOTTEN, facts=erased.facts, messages=erased.messages)
        return Forgotten(list(doomed.values()), erased)
