"""Saves statements: one becomes a fact, confirms one, or replaces one. Decided by code, without a model."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from typing import Protocol

from sidecar.domain.fact import Fact, FactId, NewFact
from sidecar.domain.message import TurnId
from sidecar.domain.person import PersonId
from sidecar.errors import NotFound, RequestError
from sidecar.memory import facts
from sidecar.memory.change_answers import parse_change_answer
from sidecar.memory.outcome import Addition, Confirmation, PendingReplacement, Replacement, SavingOutcome
from sidecar.memory.ports import FactAddition, FactChange, FactRemoval, FactStore, FactUpdate
from sidecar.observe import Event, emit
from sidecar.runtime.clock import Clock

_CANDIDATES = 24
"""The facts that share the rarest words with a statement."""
_OTHERS = 40
"""Of the facts that share no word with a message, as many of those that matter always, and of the heaviest."""
_TRIES = 5
_A_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Plan:
    """Planned changes, based on `version` of the facts, and their outcomes. `places`: where among the changes that of
    each outcome is; None where nothing is written for it."""

    version: int
    changes: Sequence[FactChange] = ()
    outcomes: Sequence[SavingOutcome] = ()
    places: Sequence[int | None] = ()


@dataclass(slots=True)
class _Draft:
    """A plan in the making. `told`: facts that are known from this very message. `changed`: facts as they will be, None
    in the archive."""

    told_on: date
    origin: TurnId | None
    told: set[FactId]
    changes: list[FactChange] = field(default_factory=list[FactChange])
    outcomes: list[SavingOutcome] = field(default_factory=list[SavingOutcome])
    places: list[int | None] = field(default_factory=list[int | None])
    changed: dict[FactId, Fact | None] = field(default_factory=dict[FactId, Fact | None])

    def add(self, new: NewFact, stored: Sequence[Fact]) -> None:
        """Decide about one statement, among the stored facts that it may be related to."""
        outcome = facts.decide(new, self._known(stored), told_on=self.told_on)
        if isinstance(outcome, Replacement | PendingReplacement) and self._split(outcome):
            outcome = facts.decide(new, self._known(stored), told_on=self.told_on)
        self._plan(outcome)

    def _plan(self, outcome: SavingOutcome) -> None:
        if isinstance(outcome, Confirmation) and outcome.fact.id in self.told:
            outcome = replace(outcome, unchanged=True)
        self.outcomes.append(outcome)
        changes = facts.build_fact_changes(outcome, self.told_on, self.origin)
        if isinstance(outcome, Confirmation) and outcome.unchanged:
            changes = changes[1:]
            self.places.append(None)
        else:
            self.places.append(len(self.changes) if changes else None)
        for change in changes:
            self._write(change)
        if isinstance(outcome, Replacement):
            formers = (facts.tell_former(fact, outcome.said) for fact in (outcome.fact, *outcome.also))
            for former in {one.text: one for one in formers if one}.values():
                self._write(FactAddition(former, self.told_on, self.told_on, self.origin))

    def end(self, fact: Fact) -> None:
        """End a fact on the day before. What is protected waits for the person's word, once."""
        decided = {one.fact.id for one in self.outcomes if not isinstance(one, Addition)}
        if fact.superseded_by is not None or fact.confirmed > self.told_on or fact.id in decided:
            return
        if fact.protected and not facts.is_due(fact, self.told_on):
            self._plan(PendingReplacement(facts.tell_over(fact), fact))
        else:
            self._write(FactUpdate(replace(fact, until=self.told_on - _A_DAY)))

    def _known(self, stored: Sequence[Fact]) -> list[Fact]:
        return [fact for one in stored if (fact := self.changed.get(one.id, one)) is not None]

    def _split(self, outcome: Replacement | PendingReplacement) -> bool:
        """Take facts apart that join several things, so that only the one that changed is replaced."""
        found = [parts for fact in (outcome.fact, *outcome.also) if (parts := facts.split_stored(fact, outcome.said))]
        for fact, others in found:
            self._write(FactUpdate(fact))
            for other in others:
                self._write(FactAddition(other, fact.learned, fact.confirmed, fact.origin))
        return bool(found)

    def _write(self, change: FactChange) -> None:
        self.changes.append(change)
        match change:
            case FactUpdate(fact):
                self.changed[fact.id] = fact if fact.superseded_by is None else None
                self.told.add(fact.id)
            case FactAddition(supersedes=archived):
                self.changed |= dict.fromkeys(archived)
            case FactRemoval(id):
                self.changed[id] = None


class SourcedFactStore(FactStore, Protocol):
    """Stores facts and the messages in which they were told."""

    async def list_facts_told_in(self, person: PersonId, turn: TurnId) -> Collection[FactId]:
        """Return the facts that were told, or told again, in this turn's message."""
        ...

    async def list_important(self, person: PersonId, limit: int, since: date, today: date) -> Sequence[Fact]:
        """See `fact_selector.PromptFactStore`."""
        ...


class Memory:
    """Saves statements. `today` gives the person's local date."""

    def __init__(self, store: SourcedFactStore, clock: Clock, today: Callable[[PersonId], date]) -> None:
        self._store = store
        self._clock = clock
        self.today = today

    async def remember(
        self, person: PersonId, said: Sequence[NewFact], origin: TurnId | None = None
    ) -> Sequence[SavingOutcome]:
        """Save statements; facts that are known already are confirmed."""
        for _ in range(_TRIES):
            plan = await self.plan(person, said, origin, self.today(person))
            ids = await self._store.apply(person, plan.changes, self._clock.now(), expected=plan.version)
            if ids is not None:
                report(plan.outcomes)
                return _with_ids(plan, ids)
        raise _busy()

    async def plan(
        self,
        person: PersonId,
        said: Sequence[NewFact],
        origin: TurnId | None,
        told_on: date,
        ended: Sequence[FactId] = (),
    ) -> Plan:
        """Plan the changes without writing them. `told_on`: the person's date when they said it. `ended`: facts that
        hold no longer, whatever else was said.

        Statements are also compared with those before them; what is known from this very message counts once, whoever
        read it: the remember tool, the patterns or a model.
        """
        if not said and not ended:
            return Plan(await self._store.version(person))
        await asyncio.to_thread(facts.preload_word_lists)
        version = await self._store.version(person)
        told = {*await self._store.list_facts_told_in(person, origin)} if origin is not None else set[FactId]()
        draft = _Draft(told_on, origin, told)
        for new in (part for joined in said for part in facts.split_joined(joined)):
            if any(facts.is_repetition(new, earlier.said) for earlier in draft.outcomes):
                continue
            stored = await self._store.similar(person, facts.candidate_words(new.text), _CANDIDATES)
            draft.add(facts.limit_to_session(new, told_on), [*stored, *await self._ended(person, new, stored)])
        for id in (*(id for new in said for id in new.ends), *ended):
            fact = draft.changed.get(id, await self._store.get(person, id))
            if fact is not None and not await self._is_waiting(person, fact):
                draft.end(fact)
        return Plan(version, draft.changes, draft.outcomes, draft.places)

    async def _ended(self, person: PersonId, new: NewFact, stored: Sequence[Fact]) -> Sequence[Fact]:
        """Return the facts that a statement ends and that were not found by its words."""
        found = {fact.id for fact in stored}
        ended = [await self._store.get(person, id) for id in new.ends if id not in found]
        return [fact for fact in ended if fact is not None]

    async def _is_waiting(self, person: PersonId, fact: Fact) -> bool:
        """Return whether the person has yet to say whether a fact is over."""
        if not fact.protected:
            return False
        alike = await self._store.similar(person, facts.candidate_words(fact.text), _CANDIDATES)
        return any(one.unconfirmed_change_of == fact.id for one in alike)

    async def find_related(self, person: PersonId, texts: Sequence[str]) -> Sequence[Fact]:
        """Return active facts that share words with these texts."""
        words = await asyncio.to_thread(facts.lookup_words, "\n".join(texts))
        return await self._store.similar(person, words, _CANDIDATES)

    async def find_known(self, person: PersonId, texts: Sequence[str]) -> Sequence[Fact]:
        """Return active facts that share words with these texts, then others, however old: what somebody says may end a
        fact of which it names nothing ("last shift today", "approved! the panel said yes")."""
        related, today = await self.find_related(person, texts), self.today(person)
        others = await self._store.list_important(person, _OTHERS, date.min, today)
        return list({fact.id: fact for fact in (*related, *others)}.values())

    async def settle_change(
        self, person: PersonId, id: FactId, *, changed: bool, in_turn: TurnId | None = None
    ) -> tuple[Fact, Fact]:
        """Settle whether a protected fact really changed, as the person answered. Returns (the fact that stands, the
        one that goes to the archive). Nobody can have answered in the very turn in which the change was said."""
        for _ in range(_TRIES):
            version = await self._store.version(person)
            stands, goes = await self._settled(person, id, changed=changed, in_turn=in_turn)
            others = await self._settled_too(person, stands, goes) if changed else ()
            changes = [FactUpdate(fact) for fact in (stands, goes, *others)]
            if await self._store.apply(person, changes, self._clock.now(), expected=version) is not None:
                return stands, goes
        raise _busy()

    async def hear_answer(self, person: PersonId, text: str, asked: str, turn: TurnId) -> bool:
        """Settle the changes that a message answers, as `parse_change_answer` reads it. `asked`: what Sidecar said
        before it. Return whether there was one."""
        heard = False
        for new in await self.find_related(person, [asked, text]):
            old = await self._store.get(person, new.unconfirmed_change_of) if new.unconfirmed_change_of else None
            if old is None or new.origin == turn:
                continue
            later = new.learned < self.today(person)
            changed = await asyncio.to_thread(parse_change_answer, text, asked, new, old, next_day=later)
            if changed is not None:
                await self.settle_change(person, new.id, changed=changed, in_turn=turn)
                heard = True
        return heard

    async def _settled_too(self, person: PersonId, stands: Fact, goes: Fact) -> Sequence[Fact]:
        """Return what else a confirmed change settles: what it replaces too, and other changes of what goes."""
        settled: list[Fact] = []
        for one in await self.find_related(person, [stands.text]):
            if one.id in {stands.id, goes.id}:
                continue
            if facts.is_replaced(one, stands):
                settled.append(replace(one, superseded_by=stands.id, unconfirmed_change_of=None))
            elif one.unconfirmed_change_of == goes.id:
                settled.append(replace(one, unconfirmed_change_of=None))
        return settled

    async def _settled(
        self, person: PersonId, id: FactId, *, changed: bool, in_turn: TurnId | None
    ) -> tuple[Fact, Fact]:
        new = await self._store.get(person, id)
        old_id = new.unconfirmed_change_of if new else None
        old = await self._store.get(person, old_id) if old_id is not None else None
        if new is None or old is None or new.superseded_by is not None:
            raise NotFound("There's no change #{id} waiting for an answer.", id=id)
        if in_turn is not None and new.origin == in_turn:
            raise RequestError("The person hasn't been asked yet whether this changed.")
        stands, goes = (new, old) if changed else (old, new)
        stands = replace(stands, unconfirmed_change_of=None, confirmed=self.today(person), stale=False)
        return stands, replace(goes, unconfirmed_change_of=None, superseded_by=stands.id)


def report(outcomes: Sequence[SavingOutcome]) -> None:
    for outcome in outcomes:
        kept_in = outcome.kept_in if isinstance(outcome, Confirmation) else None
        emit(
            Event.FACT_SAVED,
            became=outcome.label,
            domain=outcome.said.domain.value,
            kept_in=kept_in.value if kept_in else "",
        )


def _busy() -> RequestError:
    return RequestError("Something else keeps changing the memory. Please try again.")


def _with_ids(plan: Plan, ids: Sequence[FactId]) -> Sequence[SavingOutcome]:
    """Return the outcomes with the ids of the facts that were added for them."""
    outcomes: list[SavingOutcome] = []
    for outcome, place in zip(plan.outcomes, plan.places, strict=True):
        if place is not None and isinstance(outcome, Addition | Replacement | PendingReplacement):
            outcomes.append(replace(outcome, id=ids[place]))
        else:
            outcomes.append(outcome)
    return outcomes
