"""Everything a turn recalls before it answers, read once and not changed afterwards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sidecar.domain.held_call import HeldCall
from sidecar.domain.message import ConversationId, IncomingMessage, Message, TurnId
from sidecar.domain.person import LANGUAGES, Language, PersonId, Preferences
from sidecar.domain.reminder import Reminder
from sidecar.language.detection import detect_language
from sidecar.memory.fact_selector import PromptFacts
from sidecar.router.match_context import MatchContext


@dataclass(frozen=True, slots=True)
class ConversationContext:
    """The state of a turn, for every part that needs it. `history` is what was said before, oldest first."""

    turn: TurnId
    conversation: ConversationId
    message: IncomingMessage
    preferences: Preferences
    soul: str
    history: Sequence[Message]
    now: datetime
    known: PromptFacts = PromptFacts()
    channel_note: str = ""
    """Where the person reads the answer, for the model."""
    asked_to_erase: bool = False
    """The last answer asked whether something is to be forgotten, or erased too."""
    reminders: Sequence[Reminder] = ()
    """Those to come, and those that were said lately."""
    held_calls: Sequence[HeldCall] = ()
    """What the last answer asked a yes for."""

    @property
    def person(self) -> PersonId:
        return self.message.person

    @property
    def language(self) -> Language:
        """The language of Sidecar's own words in this turn."""
        return self.message.answer_in or self.preferences.language

    @property
    def answer_language(self) -> Language:
        """The language of an answer by code: that of the message where it is clear and no other was asked for."""
        return self.message.answer_in or detect_language(self.text) or self.language

    @property
    def reading_languages(self) -> Sequence[Language]:
        """The languages to read words of the message in, the likeliest first."""
        return sorted(LANGUAGES, key=lambda other: other != self.answer_language)

    @property
    def match_context(self) -> MatchContext:
        return MatchContext(
            self.history, self.now, self.preferences.timezone, self.language, self.asked_to_erase, self.reminders
        )

    @property
    def text(self) -> str:
        return self.message.text

    @property
    def channel(self) -> str:
        return self.message.channel
