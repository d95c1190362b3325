"""Chooses which of a person's facts go into the prompt (MEM-40)."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Protocol

from sidecar.domain.fact import Domain, Fact, FactId, Subject
from sidecar.domain.message import TurnId
from sidecar.domain.person import PersonId
from sidecar.memory import facts
from sidecar.memory.extraction import fact_keys
from sidecar.memory.facts.fact_age import STALE_DAYS, Age, age, is_eligible
from sidecar.memory.facts.score import prompt_score
from sidecar.observe import Event, emit

BUDGET_TOKENS = 600
PROTECTED_TOKENS = 3_000
"""Critical and health facts are always there, up to this: some hundred and fifty of them."""
PINNED_TOKENS = 350
"""Who the person is and who is near them has its place whatever the others take, up to this: some twenty-five facts."""
_CONSIDERED = 200
_FITTING = 80
_ALL_FIT = 20
"""At most this many facts fit into any prompt: there is nothing to choose."""
_IDS_LOGGED = 200
_KEY_WORDS = "se llama, nombre, name; vive, lives, city; trabaja, works; mail, email, teléfono, phone; github; birthday"
"""Words that find the facts of `fact_keys` among many."""


@dataclass(frozen=True, slots=True)
class PromptFacts:
    """Lines for the prompt, and how many facts are not among them; `protected_left_out` of these are about health, or
    critical. `asks_about_change`: one of the lines is a change that waits for the person's word."""

    lines: Sequence[str] = ()
    left_out: int = 0
    protected_left_out: int = 0
    asks_about_change: bool = False


class PromptFactStore(Protocol):
    """Queries whose time does not grow with the number of facts."""

    async def version(self, person: PersonId) -> int:
        """See `memory.ports.FactStore`."""
        ...

    async def find_candidates(
        self, person: PersonId, words: Collection[str], limit: int
    ) -> Sequence[tuple[Fact, frozenset[str]]]:
        """Find the facts of `FactStore.similar`, each with its stems."""
        ...

    async def list_important(self, person: PersonId, limit: int, since: date, today: date) -> Sequence[Fact]:
        """Return the active facts that always matter: `limit` protected or pinned ones, and the `limit` heaviest of
        those that were confirmed since then; none that is over."""
        ...

    async def archived(self, person: PersonId) -> Sequence[Fact]:
        """See `memory.ports.FactStore`."""
        ...

    async def find_outdated_messages(self, person: PersonId, ids: Collection[str]) -> Collection[str]:
        """Return those of these messages that told a fact which has been replaced since."""
        ...

    async def list_facts_told_in(self, person: PersonId, turn: TurnId) -> Collection[FactId]:
        """See `memory.remember.SourcedFactStore`."""
        ...

    async def get(self, person: PersonId, id: FactId) -> Fact | None: ...

    async def count(self, person: PersonId, since: date, today: date) -> int:
        """Count active facts that are not over, and are protected or pinned, or were confirmed since then and are not
        stale."""
        ...


@dataclass(frozen=True, slots=True)
class _Overview:
    """Counts all facts; valid until one of them changes or the day ends."""

    version: int
    today: date
    count: int
    prominent: Sequence[Fact]


class FactSelector:
    """Selects the facts of a prompt. `today` gives the person's date; `tokens` estimates what a line costs."""

    def __init__(
        self,
        store: PromptFactStore,
        today: Callable[[PersonId], date],
        tokens: Callable[[str], int] = lambda t: len(t) // 3,
    ) -> None:
        self._store = store
        self._today = today
        self._tokens = tokens
        self._overviews: dict[PersonId, _Overview] = {}
        self._keys: dict[PersonId, tuple[tuple[int, date], Mapping[str, str]]] = {}

    async def select_facts(self, person: PersonId, text: str) -> PromptFacts:
        """Return critical and health facts, who the person is, then what weighs most or fits the message best.

        Looks only at facts that may matter, so that its time does not grow with their number; and only at words: no
        message waits for an embedding, the tool `recall` searches deeper.
        """
        overview = await self._overview(person)
        if not overview.count:
            return PromptFacts()
        today, prominent = overview.today, overview.prominent
        wanted = frozenset[str]()
        if overview.count > _ALL_FIT or any(age(fact, today) is Age.FADING for fact in prominent):
            wanted = await asyncio.to_thread(facts.lookup_words, text)  # the word lists take long to load
        candidates = await self._store.find_candidates(person, wanted, _FITTING) if wanted else ()
        by_id = {fact.id: fact for fact in (*prominent, *(fact for fact, _ in candidates))}
        relevance = {fact.id: _overlap(wanted, words) for fact, words in candidates}
        chosen, left_out = choose_facts(list(by_id.values()), relevance, today, self._tokens)
        missing = max(overview.count - len(chosen), 0)
        cut = sum(fact.protected and not fact.is_over(today) for fact in left_out)
        if missing:
            ids = [fact.id for fact in left_out[:_IDS_LOGGED]]
            emit(Event.FACTS_LEFT_OUT, level="warning" if cut else "info", facts=missing, protected=cut, ids=ids)
        steady = sorted(chosen, key=lambda fact: fact.id)  # not by score: the same facts make the same prompt
        asks = any(fact.unconfirmed_change_of is not None for fact in steady)
        return PromptFacts([format_fact(fact, by_id) for fact in steady], missing, cut, asks)

    async def find_facts(self, person: PersonId, text: str, *, past: bool = False) -> Sequence[Fact]:
        """Return the facts among which an answer to a question may be; with `past`, what was replaced too."""
        overview = await self._overview(person)
        wanted = await asyncio.to_thread(facts.lookup_words, text)
        candidates = await self._store.find_candidates(person, wanted, _CONSIDERED)
        before = await self._store.archived(person) if past else ()
        found = (*overview.prominent, *(fact for fact, _ in candidates), *before)
        return list({fact.id: fact for fact in found}.values())

    async def find_told(self, person: PersonId, turn: TurnId) -> Sequence[Fact]:
        """Return the active facts that a turn's message told, or told again."""
        ids = sorted(await self._store.list_facts_told_in(person, turn))
        found = [await self._store.get(person, id) for id in ids]
        return [fact for fact in found if fact is not None and fact.superseded_by is None]

    async def read_keys(self, person: PersonId) -> Mapping[str, str]:
        """Return `name`, `city`, `timezone` and other values of current facts about the person; the newest counts."""
        overview = await self._overview(person)
        known = self._keys.get(person)
        if known is None or known[0] != (overview.version, overview.today):
            found = await self.find_facts(person, _KEY_WORDS)
            own = [fact for fact in found if fact.subject is Subject.USER and not fact.is_over(overview.today)]
            own.sort(key=lambda fact: (fact.confirmed, fact.id))
            known = (overview.version, overview.today), fact_keys(fact.text for fact in own)
            self._keys[person] = known
        return known[1]

    async def find_outdated_messages(self, person: PersonId, ids: Collection[str]) -> Collection[str]:
        """Return those of these messages that told a fact which has been replaced since."""
        return await self._store.find_outdated_messages(person, ids)

    async def _overview(self, person: PersonId) -> _Overview:
        version, today = await self._store.version(person), self._today(person)
        known = self._overviews.get(person)
        if known is None or (known.version, known.today) != (version, today):
            since = today - timedelta(days=STALE_DAYS - 1)
            count = await self._store.count(person, since, today)
            prominent = await self._store.list_important(person, _CONSIDERED, since, today)
            known = _Overview(version, today, count, prominent)
            self._overviews[person] = known
        return known


def choose_facts(
    facts: Sequence[Fact], relevance: Mapping[FactId, float], today: date, tokens: Callable[[str], int]
) -> tuple[list[Fact], list[Fact]]:
    """Return (chosen, left out). `relevance` is 0..1."""

    def score(fact: Fact) -> float:
        return prompt_score(fact, today, relevance.get(fact.id, 0.0))

    eligible = [fact for fact in facts if is_eligible(fact, today, relevance.get(fact.id, 0.0))]
    protected = sorted((fact for fact in eligible if fact.protected), key=score, reverse=True)
    chosen, spent = _fill(protected, PROTECTED_TOKENS, tokens)
    pinned = sorted(
        (f for f in eligible if f.pinned and not f.protected), key=lambda f: (f.pinned, score(f)), reverse=True
    )
    fitting, more = _fill(pinned, PINNED_TOKENS, tokens)
    chosen, spent = chosen + fitting, spent + more
    there = {fact.id for fact in (*chosen, *protected)}
    others = [f for f in eligible if f.id not in there and (not f.pinned or relevance.get(f.id))]
    others.sort(key=score, reverse=True)
    chosen += _fill(others, BUDGET_TOKENS - spent, tokens)[0]
    there = {fact.id for fact in chosen}
    return chosen, [fact for fact in facts if fact.id not in there]


def _fill(facts: Sequence[Fact], room: int, tokens: Callable[[str], int]) -> tuple[list[Fact], int]:
    """Return those that fit, in order, and what they cost."""
    fitting: list[Fact] = []
    spent = 0
    for fact in facts:
        cost = tokens(fact.text) + 4
        if spent + cost <= room:
            fitting.append(fact)
            spent += cost
    return fitting, spent


def format_fact(fact: Fact, others: Mapping[FactId, Fact]) -> str:
    """Return a line of the prompt: the text, with what the model must know about it."""
    marks = [fact.domain.value]
    if fact.subject is Subject.OTHER and fact.domain is Domain.HEALTH:
        marks.append("not the person's own")
    if fact.critical:
        marks.append("critical")
    marks.append(f"{fact.confirmed:%Y-%m-%d}")
    if fact.until is not None:
        marks.append(f"until {fact.until:%Y-%m-%d}")
    if fact.unconfirmed_change_of is not None:
        marks.append(_describe_change(fact, others.get(fact.unconfirmed_change_of)))
    words = " ".join(fact.text.split())  # a fact is one line: what is on the next one must not look like ours
    return f"- {words} ({'; '.join(marks)})"


def _describe_change(new: Fact, old: Fact | None) -> str:
    if old is None:
        return f"unconfirmed change #{new.id}: ask the person once"
    order = "newer" if (new.confirmed, new.id) > (old.confirmed, old.id) else "older"
    return f"unconfirmed change #{new.id}, {order} than “{old.text}”: ask the person once"


def _overlap(wanted: frozenset[str], there: frozenset[str]) -> float:
    shared = len(wanted & there)
    return shared / min(len(wanted), len(there)) if shared else 0.0
