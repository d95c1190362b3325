"""What a turn needs from the rest of the house."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from sidecar.domain.message import ConversationId, Message, TurnId
from sidecar.domain.person import PersonId, Preferences
from sidecar.i18n import Texts
from sidecar.llm import ChatModel
from sidecar.memory.knowledge import KnownFacts


class History(Protocol):
    async def before(
        self, turn: TurnId, *, person: PersonId, conversation: ConversationId, max_turns: int
    ) -> Sequence[Message]:
        """The messages of the last `max_turns` turns of this conversation before `turn`, oldest first, tool calls and
        results included. Only this person's, only this conversation's."""
        ...


class Profile(Protocol):
    """The files a person writes about themselves and about their companion; read again whenever they changed."""

    def preferences(self, person: PersonId) -> Preferences: ...

    def soul(self, person: PersonId) -> str:
        """The companion's personality, as Markdown."""
        ...


class Knowledge(Protocol):
    """What memory knows about the person."""

    async def about(self, person: PersonId, text: str) -> KnownFacts:
        """What must be in mind when answering this message."""
        ...


class Models(Protocol):
    async def chat_model(self, person: PersonId, turn: TurnId) -> ChatModel:
        """The model that answers this person, retries and accounts included.

        Raises `NoModel` when none is configured and `ConfigError` when what is configured cannot be."""
        ...

    def remarks(self, person: PersonId, say: Texts) -> Sequence[str]:
        """What the person should hear once about what the models cost."""
        ...

    async def token_correction(self, model: str) -> float:
        """Real prompt tokens divided by our estimate, as learned from this model's last answers; 1.0 at first."""
        ...
