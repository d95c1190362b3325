"""What of all that is known about a person goes into the prompt (MEM-40)."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Protocol

from sidecar.domain.fact import Fact, FactId
from sidecar.domain.person import PersonId
from sidecar.memory.facts.ageing import Age, age, eligible
from sidecar.memory.facts.scoring import prompt_score
from sidecar.observe import Event, emit

BUDGET_TOKENS = 600
_MOST_TOKENS = 1_500
"""Critical and health facts are always there, up to this."""
_CONSIDERED = 120
_ALL_FIT = 20
"""So few facts fit into any prompt: there is nothing to choose."""
_IDS_LOGGED = 50


@dataclass(frozen=True, slots=True)
class Known:
    """Lines for the prompt, and how many facts are not among them."""

    lines: Sequence[str] = ()
    left_out: int = 0


class FactsAtHand(Protocol):
    """Facts that can be had quickly, however many there are."""

    async def similar(self, person: PersonId, words: Collection[str], limit: int) -> Sequence[Fact]:
        """See `memory.ports.FactStore`."""
        ...

    async def prominent(self, person: PersonId, limit: int) -> Sequence[Fact]:
        """The active facts that are always to be had in mind: the protected ones first, then the heaviest."""
        ...

    async def count(self, person: PersonId) -> int:
        """Active facts that are not stale."""
        ...


class Knowledge:
    """`today` gives the person's date; `tokens` estimates what a line costs."""

    def __init__(
        self,
        store: FactsAtHand,
        today: Callable[[PersonId], date],
        tokens: Callable[[str], int] = lambda t: len(t) // 3,
    ) -> None:
        self._store = store
        self._today = today
        self._tokens = tokens

    async def about(self, person: PersonId, text: str) -> Known:
        """Critical and health facts, then those that weigh most or fit the message best. Looks only at facts that may
        matter, so that its time does not grow with their number; and only at words: no message waits for an
        embedding, the tool `recall` searches deeper."""
        total = await self._store.count(person)
        if not total:
            return Known()
        prominent = await self._store.prominent(person, _CONSIDERED)
        wanted = frozenset[str]()
        if total > _ALL_FIT or any(age(fact, self._today(person)) is Age.FADING for fact in prominent):
            wanted = await asyncio.to_thread(keys_in, text)  # the word lists take long to load
        fitting: Sequence[Fact] = await self._store.similar(person, wanted, _CONSIDERED) if wanted else ()
        facts = {fact.id: fact for fact in (*prominent, *fitting)}
        relevance = {fact.id: _overlap(wanted, keys_in(fact.text)) for fact in fitting}
        chosen, left_out = choose(list(facts.values()), relevance, self._today(person), self._tokens)
        missing = max(total - len(chosen), 0)
        if missing:
            emit(Event.FACTS_LEFT_OUT, facts=missing, ids=[fact.id for fact in left_out[:_IDS_LOGGED]])
        steady = sorted(chosen, key=lambda fact: fact.id)  # not by score: the same facts make the same prompt
        return Known([line_of(fact, facts) for fact in steady], missing)


def choose(
    facts: Sequence[Fact], relevance: Mapping[FactId, float], today: date, tokens: Callable[[str], int]
) -> tuple[list[Fact], list[Fact]]:
    """(chosen, left out). `relevance` is 0..1."""

    def score(fact: Fact) -> float:
        return prompt_score(fact, today, relevance.get(fact.id, 0.0))

    protected = sorted((fact for fact in facts if fact.protected), key=score, reverse=True)
    others = [fact for fact in facts if not fact.protected]
    welcome = [fact for fact in others if eligible(fact, today, relevance.get(fact.id, 0.0))]
    chosen: list[Fact] = []
    left_out = [fact for fact in others if fact not in welcome]
    spent = 0
    for fact in (*protected, *sorted(welcome, key=score, reverse=True)):
        limit = _MOST_TOKENS if fact.protected else BUDGET_TOKENS
        cost = tokens(fact.text) + 4
        if spent + cost <= limit:
            chosen.append(fact)
            spent += cost
        else:
            left_out.append(fact)
    return chosen, left_out


def line_of(fact: Fact, others: Mapping[FactId, Fact]) -> str:
    """A line of the prompt: the text, with what the model must know about it."""
    marks = [fact.domain.value]
    if fact.critical:
        marks.append("critical")
    if fact.unconfirmed_change_of is not None:
        old = others.get(fact.unconfirmed_change_of)
        marks.append(f"unconfirmed change #{fact.id}" + (f" of “{old.text}”" if old else "") + ": ask the person once")
    return f"- {fact.text} ({', '.join(marks)}; {fact.confirmed:%Y-%m})"


def keys_in(text: str) -> frozenset[str]:
    """What a text is compared by."""
    from sidecar.memory.facts import candidate_words

    return candidate_words(text)


def _overlap(wanted: frozenset[str], there: frozenset[str]) -> float:
    shared = len(wanted & there)
    return shared / min(len(wanted), len(there)) if shared else 0.0
