"""Forgets facts, and reports exactly what was erased (MEM-16)."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from sidecar.domain.fact import Fact, FactId
from sidecar.domain.message import TurnId
from sidecar.domain.person import PersonId
from sidecar.language.phrase_match import has_words, parse_id
from sidecar.memory.ports import FactStore
from sidecar.observe import Event, emit
from sidecar.runtime.clock import Clock


@dataclass(frozen=True, slots=True)
class ErasureCounts:
    """How much of each was erased. `prompts` are stored copies of what models were sent."""

    facts: int
    documents: int
    messages: int
    prompts: int
    left: int
    """Places where one of the facts is still found, after looking again: 0, or something is wrong."""
    unread: int = 0
    """Messages that were still to be read for facts, and will not be."""


@dataclass(frozen=True, slots=True)
class Mention:
    """A turn in which a fact was told, or some words were said."""

    turn: TurnId
    at: datetime
    text: str
    told: bool
    """One of the facts was learned from it."""


class Eraser(Protocol):
    async def mentions(self, person: PersonId, facts: Sequence[Fact], words: str) -> Sequence[Mention]:
        """Return where these facts were told, and where all the telling words of `words` were said, first to last."""
        ...

    async def erase(
        self, person: PersonId, facts: Sequence[Fact], words: str = "", *, messages: bool, only_told: bool = False
    ) -> ErasureCounts:
        """Remove everything derived from these facts, in one transaction, and look again.

        With `messages` also what `mentions` finds, or of that `only_told` what the facts were learned from. What speaks
        of it and is still to be read for facts is not read any more.
        """
        ...


@dataclass(frozen=True, slots=True)
class ForgetReport:
    facts: Sequence[Fact]
    erased: ErasureCounts
    still_said: str = ""
    """Words that find the messages which still speak of it; empty when there are none."""


class Forgetter:
    """Finds and erases facts.

    `note_what_waits` extracts by patterns what is still to be read: what was said a moment ago can be forgotten like
    everything else.
    """

    def __init__(
        self,
        store: FactStore,
        eraser: Eraser,
        clock: Clock,
        note_what_waits: Callable[[], Awaitable[None]] | None = None,
    ) -> None:
        self._store = store
        self._eraser = eraser
        self._clock = clock
        self._note_what_waits = note_what_waits

    async def find(self, person: PersonId, what: str) -> Sequence[Fact]:
        """Return the facts, archived ones too, that a number or some words name."""
        if self._note_what_waits is not None:
            await self._note_what_waits()
        number = parse_id(what)
        if number is not None:
            found = await self._store.get(person, FactId(number))
            return [found] if found else []
        everything = [*await self._store.active(person), *await self._store.archived(person)]
        return [fact for fact in everything if has_words(fact.text, what)]

    async def mentions(self, person: PersonId, facts: Sequence[Fact], what: str) -> Sequence[Mention]:
        """Return the messages that would go with these facts."""
        return await self._eraser.mentions(person, await self._with_older(person, facts), _words_in(what))

    async def forget(
        self,
        person: PersonId,
        facts: Sequence[Fact],
        what: str = "",
        *,
        messages: bool = False,
        only_told: bool = False,
    ) -> ForgetReport:
        """Forget facts with the older versions that they superseded. `what` is how the person named them."""
        doomed, words = await self._with_older(person, facts), _words_in(what)
        said = await self._eraser.mentions(person, doomed, words)
        erased = await self._eraser.erase(person, doomed, words, messages=messages, only_told=only_told)
        if messages:
            said = [mention for mention in said if only_told and not mention.told]
        emit(Event.FACTS_FORGOTTEN, facts=erased.facts, messages=erased.messages)
        return ForgetReport(doomed, erased, _words_that_find(said, doomed, words))

    async def _with_older(self, person: PersonId, facts: Sequence[Fact]) -> Sequence[Fact]:
        archived = await self._store.archived(person)
        doomed = {fact.id: fact for fact in facts}
        while older := [fact for fact in archived if fact.superseded_by in doomed and fact.id not in doomed]:
            doomed |= {fact.id: fact for fact in older}
        return list(doomed.values())


def _words_in(what: str) -> str:
    return "" if parse_id(what) is not None else what


def _words_that_find(said: Sequence[Mention], facts: Sequence[Fact], words: str) -> str:
    """Return the person's own words, or the longest one that a fact has in common with its message."""
    if not said or any(has_words(mention.text, words) for mention in said):
        return words if said else ""
    shared = [
        word
        for fact in facts
        for word in re.findall(r"\w+", fact.text)
        if any(has_words(mention.text, word) for mention in said)
    ]
    return max(shared, key=len, default="")
