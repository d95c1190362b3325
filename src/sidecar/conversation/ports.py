"""The ports of a turn: history, profile, facts, models."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Protocol

from sidecar.domain.fact import Fact
from sidecar.domain.held_call import HeldCall
from sidecar.domain.message import ConversationId, Message, TurnId
from sidecar.domain.permission import Decision
from sidecar.domain.person import PersonId, Preferences
from sidecar.domain.reminder import Reminder
from sidecar.i18n import Texts
from sidecar.llm import ChatModel
from sidecar.memory.fact_selector import PromptFacts


class History(Protocol):
    async def before(
        self, turn: TurnId, *, person: PersonId, conversation: ConversationId, max_turns: int
    ) -> Sequence[Message]:
        """Return the messages of the last `max_turns` turns before `turn`, oldest first, with tool calls and results.

        Only this person's, only this conversation's.
        """
        ...


class Profile(Protocol):
    """The files a person writes about themselves and their companion; read again whenever they changed."""

    def preferences(self, person: PersonId) -> Preferences: ...

    def soul(self, person: PersonId) -> str:
        """Return the companion's personality, as Markdown."""
        ...


class RelevantFacts(Protocol):
    async def select_facts(self, person: PersonId, text: str) -> PromptFacts:
        """Return the facts that the model needs to answer this message."""
        ...

    async def find_facts(self, person: PersonId, text: str, *, past: bool = False) -> Sequence[Fact]:
        """Return the facts among which an answer to a question may be; with `past`, what was replaced too."""
        ...

    async def read_keys(self, person: PersonId) -> Mapping[str, str]:
        """Return the values that tools may need: name, city, timezone..."""
        ...

    async def find_outdated_messages(self, person: PersonId, ids: Collection[str]) -> Collection[str]:
        """Return those of these messages that told a fact which has been replaced since."""
        ...

    async def find_told(self, person: PersonId, turn: TurnId) -> Sequence[Fact]:
        """Return the active facts that this turn's message told, or told again."""
        ...


class RecentReminders(Protocol):
    async def recent(self, person: PersonId) -> Sequence[Reminder]:
        """Return the reminders to come, and those that were said lately."""
        ...


class Models(Protocol):
    async def chat_model(self, person: PersonId, turn: TurnId) -> ChatModel:
        """Return the model that answers this person, with retries and accounts.

        Raises `NoModel` when none is configured, `ConfigError` when the configured one is impossible.
        """
        ...

    def remarks(self, person: PersonId, say: Texts) -> Sequence[str]:
        """Return remarks about costs that the person should see once."""
        ...

    async def token_correction(self, model: str) -> float:
        """Return real prompt tokens divided by estimated ones, from this model's last answers; 1.0 at first."""
        ...


class Approvals(Protocol):
    """The calls that wait for the person's yes."""

    async def held_in(self, turn: TurnId) -> Sequence[HeldCall]:
        """Return the calls that this turn has to ask about."""
        ...

    async def awaiting(self, person: PersonId, turn: TurnId) -> Sequence[HeldCall]:
        """Return what the turn before this one asked, and what this one had begun before the program died."""
        ...

    async def ask_again(self, held: Sequence[HeldCall], turn: TurnId) -> None:
        """Record that the turn asks once more."""
        ...

    async def close(
        self, held: Sequence[HeldCall], decision: Decision, turn: TurnId, at: datetime, *, always: bool = False
    ) -> bool:
        """Record the answer, `always` for later calls too. Return False if one of them was answered already."""
        ...


class Notices(Protocol):
    """What the person should know about their own files, or is asked about what they told, and their answer to it."""

    async def take_new(self, person: PersonId, say: Texts, *, by_model: bool) -> Sequence[str]:
        """Return what the person was not told yet; it counts as told. `by_model`: a model answered, and asks itself
        what it is to ask."""
        ...

    async def settle(self, person: PersonId, text: str, say: Texts, *, last_said: str) -> str | None:
        """Do what a message answers to the question of a notice, and say so; None when it is no answer. `last_said`:
        Sidecar's words before it."""
        ...
