"""Forgets what the person names, says exactly what is gone, and asks about what is left (MEM-16)."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from enum import Enum

from sidecar.domain.fact import Fact, FactId
from sidecar.domain.message import TurnId
from sidecar.domain.person import PersonId
from sidecar.language.fold import find_original
from sidecar.language.phrase_match import parse_id
from sidecar.language.whole_memory import means_everything
from sidecar.memory.erasure import (
    Copies,
    CopyStore,
    Eraser,
    ErasureCounts,
    LastMessage,
    Mention,
    Offer,
    OfferStore,
    Removal,
    Traces,
)
from sidecar.memory.facts import candidate_words, is_akin, lookup_words
from sidecar.memory.ports import FactStore
from sidecar.memory.topic import Topic, find_telling_words, make_related_topic, make_topic, names_wholly, spell_names
from sidecar.observe import Event, emit

FORGET_ASKED = "nothing is forgotten yet: they are asked first"
"""Begins the result of a call that asked."""
_SIMILAR_AT_MOST = 20
_OF_MINE = ("mi ", "my ")
_FEW_MENTIONS = 3
"""So many messages are shown and hidden without a question when there is no fact."""


@dataclass(frozen=True, slots=True)
class ForgetRequest:
    """What to forget: a number, some words, "" for the person's last message, or "that" for what was told or answered
    just now. `everywhere`: where it stands beside
    the facts, too. `everything`: all that fits, without asking. `answerable`: the person's next message can answer a
    question."""

    what: str
    everywhere: bool = False
    everything: bool = False
    answerable: bool = True


class ForgetStage(Enum):
    DONE = "done"
    ASKED = "asked"
    """Nothing is gone yet."""
    NOTHING = "nothing"
    """Nothing fits."""
    UNCLEAR = "unclear"
    """Nothing that is known was told or answered just now."""


@dataclass(frozen=True, slots=True)
class ForgetReport:
    """`facts` are gone, or would go. `left` is where it still stands, or what would be erased."""

    stage: ForgetStage
    what: str
    facts: Sequence[Fact] = ()
    erased: ErasureCounts = ErasureCounts()
    typed: int = 0
    left: Traces = Traces()


@dataclass(frozen=True, slots=True)
class SettledOffer:
    """`erased` is None when the person said no. `had_facts`: there were facts to be forgotten, not only traces."""

    offer: Offer
    erased: ErasureCounts | None

    @property
    def had_facts(self) -> bool:
        return bool(self.offer.facts)


class Forgetter:
    """Finds, forgets, asks. `extract` reads what is still to be read by patterns: what was said a moment ago can be
    forgotten like everything else."""

    def __init__(
        self,
        store: FactStore,
        eraser: Eraser,
        copies: CopyStore,
        offers: OfferStore,
        extract: Callable[[], Awaitable[None]],
    ) -> None:
        self._store = store
        self._eraser = eraser
        self._copies = copies
        self._offers = offers
        self._extract = extract

    async def forget(self, person: PersonId, request: ForgetRequest, turn: TurnId | None = None) -> ForgetReport:
        """Forget what the request names, or ask first where that is several things, health named in passing, or
        messages alone. `turn` is the one in which it was asked for: its words go, too."""
        if turn is not None:
            await self._eraser.leave_unread(person, turn)
        await self._extract()
        names_nothing = not (find_telling_words(request.what) or means_everything(request.what))
        just_now = turn is not None and names_nothing
        last = await self._eraser.last_message(person, turn) if turn is not None and just_now else None
        if not (just_now or request.everything):
            request = replace(request, what=spell_names(request.what, await self._store.active(person)))
        facts, literal = await self._find(person, request.what, last)
        doomed = [*facts, *await self._get(person, await self._eraser.find_older(person, facts))]
        words = "" if means_everything(request.what) else request.what
        topic, kept = await self._delimit(person, words, doomed)
        traces = await self._find_traces(person, doomed, kept, topic, turn)
        if just_now and request.what and not facts:
            return ForgetReport(ForgetStage.UNCLEAR, request.what)
        if last is not None and literal and all(one.turn != last.mention.turn for one in traces.mentions):
            traces = replace(traces, mentions=[*traces.mentions, last.mention])
        if not (facts or traces.erasable):
            if turn is not None:
                await self._eraser.erase(person, Removal(topic, erase=[turn]))
            return ForgetReport(ForgetStage.NOTHING, request.what, left=traces)
        if not (request.everything or (literal and _is_sure(doomed if last else facts, request, traces))):
            if request.answerable:
                await self._offer(person, doomed, traces, turn)
            return ForgetReport(ForgetStage.ASKED, request.what, doomed, left=traces)
        return await self._forget(person, request, doomed, topic, traces, turn)

    async def is_asked(self, person: PersonId, turn: TurnId) -> bool:
        """Return whether this turn's message may answer what `forget` asked."""
        return await self._offers.is_open(person, turn)

    async def settle(
        self, person: PersonId, turn: TurnId | None, *, erase: bool, messages: bool = True
    ) -> SettledOffer | None:
        """Do what was offered, or leave it. Without `messages`, facts alone are forgotten: where else they stand stays,
        and no answer uses it. Returns None when nothing was offered."""
        if erase and turn is not None and not await self._offers.is_open(person, turn):
            return None
        offer = await self._offers.take(person)
        if offer is None:
            return None
        if not erase or not (messages or offer.facts):
            return SettledOffer(offer, None)
        facts = await self._get(person, offer.facts)
        topic = await asyncio.to_thread(make_topic, "", facts)
        asked = [] if offer.asked_in is None else [offer.asked_in]
        if not messages:
            erased = await self._eraser.erase(person, Removal(topic, facts, hide=offer.turns, erase=asked))
            return SettledOffer(replace(offer, copies=()), replace(erased, messages=0))
        removal = Removal(topic, facts, erase=[*offer.turns, *asked], reminders=offer.reminders)
        erased = await self._eraser.erase(person, removal)
        await self._copies.erase(offer.copies)
        await self._copies.erase_typed(topic)
        emit(Event.FACTS_FORGOTTEN, facts=erased.facts, messages=erased.messages)
        return SettledOffer(offer, replace(erased, messages=len(offer.turns)))

    async def _find(self, person: PersonId, what: str, last: LastMessage | None) -> tuple[Sequence[Fact], bool]:
        """Return the facts, archived ones too, of the last message, or that a number or some words name, and whether
        they do so literally and not only by their meaning."""
        if last is not None and (last.facts or not what):
            return await self._get(person, last.facts), True
        if last is not None:
            said = f"{last.mention.text}\n{last.answer}"
            similar = await self._store.similar(person, lookup_words(said), _SIMILAR_AT_MOST)
            return [fact for fact in similar if names_wholly(said, fact)], False
        if means_everything(what):
            return [*await self._store.active(person), *await self._store.archived(person)], False
        number = parse_id(what)
        if number is not None:
            return await self._get(person, [FactId(number)]), True
        literal = await self._get(person, await self._eraser.find_facts(person, make_topic(what)))
        if what.lower().startswith(_OF_MINE):
            akin = [fact for fact in await self._store.active(person) if is_akin(what, fact.text)]
            literal = list(dict.fromkeys([*literal, *akin]))
        if literal:
            named = [fact for fact in literal if names_wholly(what, fact)] or literal
            newer = {fact.id for fact in named}
            return [fact for fact in named if fact.superseded_by not in newer], True
        keys = await asyncio.to_thread(lookup_words, what)
        similar = await self._store.similar(person, keys, _SIMILAR_AT_MOST) if keys else ()
        fitting = [fact for fact in similar if keys <= candidate_words(fact.text)]
        return fitting, not fitting

    async def _delimit(self, person: PersonId, what: str, doomed: Sequence[Fact]) -> tuple[Topic, Sequence[Fact]]:
        """Return the topic, and the active facts that speak of it and stay."""
        widest = await asyncio.to_thread(make_topic, what, doomed)
        named = await self._get(person, await self._eraser.find_facts(person, widest))
        kept = [fact for fact in named if fact not in doomed and fact.superseded_by is None]
        topic = await asyncio.to_thread(make_topic, what, doomed, kept)
        return topic, [fact for fact in kept if topic.is_in(fact.text)]

    async def _get(self, person: PersonId, ids: Sequence[FactId]) -> Sequence[Fact]:
        found = [await self._store.get(person, id) for id in ids]
        return [fact for fact in found if fact is not None]

    async def _find_traces(
        self, person: PersonId, facts: Sequence[Fact], kept: Sequence[Fact], topic: Topic, turn: TurnId | None
    ) -> Traces:
        of_others = {one.turn for one in await self._eraser.mentions(person, kept, Topic(())) if one.told}
        found = await self._mentions_before(turn, person, facts, topic)
        mentions = [one for one in found if one.told or one.turn not in of_others]
        reminders = await self._eraser.reminders(person, topic)
        related = await asyncio.to_thread(make_related_topic, facts)
        seen = {one.turn for one in found}
        naming = await self._mentions_before(turn, person, (), related)
        others = [one.text for one in naming if one.turn not in seen]
        others += [one.message for one in await self._eraser.reminders(person, related) if one not in reminders]
        named = [" ".join(phrase) for phrase in related.phrases if any(Topic([phrase]).is_in(text) for text in others)]
        told = "\n".join(fact.text for fact in facts)
        words = [find_original(told, words) for words in named]
        return Traces(mentions, reminders, await self._copies.find(topic), words, kept)

    async def _mentions_before(
        self, turn: TurnId | None, person: PersonId, facts: Sequence[Fact], topic: Topic
    ) -> Sequence[Mention]:
        """Return where it was said before it was asked to be forgotten: what is said later counts as new."""
        mentions = await self._eraser.mentions(person, facts, topic)
        return [mention for mention in mentions if turn is None or mention.turn < turn]

    async def _forget(
        self,
        person: PersonId,
        request: ForgetRequest,
        facts: Sequence[Fact],
        topic: Topic,
        traces: Traces,
        turn: TurnId | None,
    ) -> ForgetReport:
        turns = [mention.turn for mention in traces.mentions]
        asked = [] if turn is None else [turn]
        if request.everywhere:
            reminders = [reminder.id for reminder in traces.reminders]
            removal = Removal(topic, facts, erase=[*turns, *asked], reminders=reminders)
            left = Traces(copies=Copies(theirs=traces.copies.theirs), related=traces.related, facts=traces.facts)
            await self._copies.erase(traces.copies.erasable)
        else:
            removal, left = Removal(topic, facts, hide=turns, erase=asked), traces
        erased = await self._eraser.erase(person, removal)
        typed = await self._copies.erase_typed(topic)
        if left.erasable and request.answerable:
            await self._offer(person, (), left, turn)
        emit(Event.FACTS_FORGOTTEN, facts=erased.facts, messages=erased.messages)
        counts = replace(erased, messages=erased.messages - len(asked))
        return ForgetReport(ForgetStage.DONE, request.what, facts, counts, typed, left)

    async def _offer(self, person: PersonId, facts: Sequence[Fact], traces: Traces, turn: TurnId | None) -> None:
        offer = Offer(
            turn,
            [fact.id for fact in facts],
            [mention.turn for mention in traces.mentions],
            [reminder.id for reminder in traces.reminders],
            traces.copies.erasable,
        )
        await self._offers.put(person, offer)


def _is_sure(facts: Sequence[Fact], request: ForgetRequest, traces: Traces) -> bool:
    """Return whether the request names one thing, a protected one by all its words, and nothing goes unseen."""
    if request.everywhere and sum(not mention.told for mention in traces.mentions) > 1:
        return False
    if not facts:
        return len(traces.mentions) <= _FEW_MENTIONS
    if len(facts) > 1:
        return False
    (fact,) = facts
    return not fact.protected or names_wholly(request.what, fact) or parse_id(request.what) is not None
