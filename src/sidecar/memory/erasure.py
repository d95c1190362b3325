"""What forgetting removes, where it looks, and what it needs from the database and the files of the home."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from sidecar.domain.fact import Fact, FactId
from sidecar.domain.message import TurnId
from sidecar.domain.person import PersonId
from sidecar.domain.reminder import ReminderId
from sidecar.memory.topic import Topic


@dataclass(frozen=True, slots=True)
class Mention:
    """A turn in which a fact was told, or in which somebody spoke of it."""

    turn: TurnId
    at: datetime
    text: str
    told: bool
    """One of the facts was learned from it."""


@dataclass(frozen=True, slots=True)
class LastMessage:
    """What the person said last, the facts that are known from it alone, and what was answered."""

    mention: Mention
    facts: Sequence[FactId]
    answer: str = ""


@dataclass(frozen=True, slots=True)
class ForgottenReminder:
    """A reminder that speaks of what is to be forgotten. `open`: it is still to be said."""

    id: ReminderId
    message: str
    open: bool


@dataclass(frozen=True, slots=True)
class Copies:
    """Files of the home, by their names in it. `erasable`: backups that are Sidecar's own; the others are the
    person's."""

    erasable: Sequence[str] = ()
    theirs: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Traces:
    """Where it stands, beside the facts."""

    mentions: Sequence[Mention] = ()
    reminders: Sequence[ForgottenReminder] = ()
    copies: Copies = Copies()
    related: Sequence[str] = ()
    """Words of the facts that stand in other messages and reminders, too: those are not touched."""
    facts: Sequence[Fact] = ()
    """Other facts that speak of it: they stay, with the messages in which they were told."""

    @property
    def erasable(self) -> bool:
        return bool(self.mentions or self.reminders or self.copies.erasable)


@dataclass(frozen=True, slots=True)
class Removal:
    """What goes in one transaction: facts with everything derived from them; turns that no answer may use any more;
    turns and reminders that lose their words. Stored prompts that speak of the topic go, too."""

    topic: Topic
    facts: Sequence[Fact] = ()
    hide: Sequence[TurnId] = ()
    erase: Sequence[TurnId] = ()
    reminders: Sequence[ReminderId] = ()


@dataclass(frozen=True, slots=True)
class ErasureCounts:
    """How much of each is gone. `prompts` are stored copies of what models were sent."""

    facts: int = 0
    documents: int = 0
    hidden: int = 0
    """Messages, with their answers, that no answer uses any more."""
    messages: int = 0
    """Messages, with their answers, whose words were erased."""
    prompts: int = 0
    reminders: int = 0
    left: int = 0
    """Places where one of the facts is still found, after looking again: 0, or something is wrong."""
    unread: int = 0
    """Messages that were still to be read for facts, and will not be."""
    dropped: bool = True
    """Nothing of it is left in the free space of the database."""


@dataclass(frozen=True, slots=True)
class Offer:
    """What is forgotten and erased if the person's next message says yes. `asked_in`: the turn that asked, if any;
    `facts` are still known then."""

    asked_in: TurnId | None
    facts: Sequence[FactId]
    turns: Sequence[TurnId]
    reminders: Sequence[ReminderId]
    copies: Sequence[str]


class Eraser(Protocol):
    async def find_facts(self, person: PersonId, topic: Topic) -> Sequence[FactId]:
        """Return the facts that speak of the topic, archived ones too."""
        ...

    async def find_older(self, person: PersonId, facts: Sequence[Fact]) -> Sequence[FactId]:
        """Return what these facts superseded, and what that did."""
        ...

    async def mentions(self, person: PersonId, facts: Sequence[Fact], topic: Topic) -> Sequence[Mention]:
        """Return the turns in which these facts were told or the topic was spoken of, first to last."""
        ...

    async def last_message(self, person: PersonId, turn: TurnId) -> LastMessage | None:
        """Return what the person said last before this turn, unless it is hidden or erased."""
        ...

    async def reminders(self, person: PersonId, topic: Topic) -> Sequence[ForgottenReminder]: ...

    async def leave_unread(self, person: PersonId, turn: TurnId) -> None:
        """Extract no facts from this turn's message."""
        ...

    async def erase(self, person: PersonId, removal: Removal) -> ErasureCounts:
        """Remove it in one transaction, and from the pages and the log of the database; then look again."""
        ...


class CopyStore(Protocol):
    """The files of the home."""

    async def find(self, topic: Topic) -> Copies: ...

    async def erase(self, names: Sequence[str]) -> None: ...

    async def erase_typed(self, topic: Topic) -> int:
        """Erase what was typed about the topic from the terminal's line history. Return how many lines."""
        ...


class OfferStore(Protocol):
    async def put(self, person: PersonId, offer: Offer) -> None:
        """Keep the offer until the person's next message."""
        ...

    async def is_open(self, person: PersonId, turn: TurnId) -> bool:
        """Return whether this turn's message is the first one after the offer."""
        ...

    async def take(self, person: PersonId) -> Offer | None: ...
