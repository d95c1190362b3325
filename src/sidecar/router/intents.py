"""What a message may plainly ask for or say: the closed set of intents, each with its slots."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

POINTING_WORDS = ("eso", "esto", "that", "this")
"""They mean what was told or answered just now."""


@dataclass(frozen=True, slots=True)
class TimeQuestion:
    """The time or the date, now."""

    place: str = ""
    """Empty: where the person is."""


@dataclass(frozen=True, slots=True)
class WeatherQuestion:
    place: str = ""
    """Empty: where the person is."""
    when: str = ""
    """Date words; empty: now and today."""


@dataclass(frozen=True, slots=True)
class Calculation:
    expression: str
    """In the calculator's notation: a point for decimals, and none for thousands."""
    spoken: bool = False
    """It was told in words: the answer shows what was read."""


@dataclass(frozen=True, slots=True)
class UnitConversion:
    value: float
    from_unit: str
    to_unit: str


@dataclass(frozen=True, slots=True)
class SetReminder:
    """Also a timer or an alarm; then the message may be empty."""

    message: str
    when: str
    """The person's date words; empty where there are none."""


@dataclass(frozen=True, slots=True)
class ListReminders:
    when: str = ""
    """Date words that limit the list ("mañana", "this week"); empty: all that are to come."""
    words: str = ""
    """Words of the reminders that are meant."""


@dataclass(frozen=True, slots=True)
class EditReminder:
    which: str
    """A reminder's number, or words of it; empty for a pronoun: the one last spoken of."""
    when: str
    message: str = ""
    """Empty: it stays."""


@dataclass(frozen=True, slots=True)
class SnoozeReminder:
    which: str
    """As in `EditReminder`."""
    when: str
    """Empty: not said."""


@dataclass(frozen=True, slots=True)
class CancelReminder:
    which: str = ""
    """As in `EditReminder`."""
    when: str = ""
    """Date words that the reminder, or all of them, are known by."""
    every: bool = False
    """All reminders, or all of those that `which` and `when` describe."""


@dataclass(frozen=True, slots=True)
class AddNote:
    text: str


@dataclass(frozen=True, slots=True)
class ListNotes:
    words: str = ""
    """Words of the notes that are meant; empty: all."""


@dataclass(frozen=True, slots=True)
class TellFact:
    """Something about the person, in their own words: "soy celíaco"."""

    statement: str
    asked: bool
    """Whether they asked to remember it; otherwise they only say it."""


@dataclass(frozen=True, slots=True)
class CorrectFact:
    """A correction of what they told: "en realidad se llama Anita"."""

    statement: str


@dataclass(frozen=True, slots=True)
class MemoryQuestion:
    """What is known about the person."""

    about: str = ""
    """Empty: everything."""


@dataclass(frozen=True, slots=True)
class Forget:
    """`what` are the person's own words for it; "" for what they said in their last message, and "that" for what was
    told or answered just now."""

    what: str

    @property
    def names_nothing(self) -> bool:
        """Whether only what was said before tells what is meant."""
        return not self.what or self.what in POINTING_WORDS


@dataclass(frozen=True, slots=True)
class SettleForgetting:
    """The answer to the question what is erased: nothing, all of it, or the facts and not the `messages`."""

    erase: bool
    messages: bool = True


@dataclass(frozen=True, slots=True)
class BeQuiet:
    """No messages without a question, for a while."""

    until: str = ""
    """Date words or a length of time; empty: not said."""


@dataclass(frozen=True, slots=True)
class StatusQuestion:
    """How Sidecar itself is doing: its model, its channels."""


class SmallTalkKind(StrEnum):
    GREETING = "greeting"
    GOODBYE = "goodbye"
    THANKS = "thanks"
    HOW_ARE_YOU = "how_are_you"
    WHO_ARE_YOU = "who_are_you"
    WHAT_CAN_YOU_DO = "what_can_you_do"
    ASSENT = "assent"
    """Ok, perfect: nothing more is wanted."""
    PRAISE = "praise"
    LAUGHTER = "laughter"
    INSULT = "insult"
    APOLOGY = "apology"
    SORROW = "sorrow"
    """They feel bad, or something went wrong."""
    CHAT = "chat"
    """They want company, or tell how happy or bored they are."""


@dataclass(frozen=True, slots=True)
class SmallTalk:
    kind: SmallTalkKind


@dataclass(frozen=True, slots=True)
class Several:
    """Several requests in one message, done one after the other."""

    requests: tuple[SetReminder | EditReminder | SnoozeReminder | CancelReminder, ...]


@dataclass(frozen=True, slots=True)
class UndoChange:
    """The last change of a reminder or a fact is to be taken back."""


Intent = (
    TimeQuestion
    | WeatherQuestion
    | Calculation
    | UnitConversion
    | SetReminder
    | ListReminders
    | EditReminder
    | SnoozeReminder
    | CancelReminder
    | AddNote
    | ListNotes
    | TellFact
    | CorrectFact
    | MemoryQuestion
    | Forget
    | SettleForgetting
    | BeQuiet
    | StatusQuestion
    | SmallTalk
    | Several
    | UndoChange
)
