"""What the classifier holds a message for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum


class MessageLabel(StrEnum):
    """What a message is, as it was labelled for the training."""

    SET_REMINDER = "set_reminder"
    LIST_REMINDERS = "list_reminders"
    EDIT_REMINDER = "edit_reminder"
    SNOOZE = "snooze"
    CANCEL_REMINDER = "cancel_reminder"
    TIME = "time"
    DATE_QUESTION = "date_question"
    """How long until a date, or what another day is."""
    WEATHER = "weather"
    SUM = "sum"
    ADD_NOTE = "add_note"
    LIST_NOTES = "list_notes"
    TELL_FACT = "tell_fact"
    CORRECT_FACT = "correct_fact"
    MEMORY_QUESTION = "memory_question"
    FORGET = "forget"
    BE_QUIET = "be_quiet"
    STATUS = "status"
    UNDO = "undo"

    GREETING = "greeting"
    GOODBYE = "goodbye"
    THANKS = "thanks"
    HOW_ARE_YOU = "how_are_you"
    WHO_ARE_YOU = "who_are_you"
    WHAT_CAN_YOU_DO = "what_can_you_do"
    ASSENT = "assent"
    PRAISE = "praise"
    LAUGHTER = "laughter"
    INSULT = "insult"
    APOLOGY = "apology"
    SORROW = "sorrow"
    CHAT = "chat"

    STORY_PAST = "story_past"
    CONDITION = "condition"
    FEATURE_QUESTION = "feature_question"
    SOMEBODY_ELSE = "somebody_else"
    QUOTATION = "quotation"
    UNDECIDED_PLAN = "undecided_plan"
    TWO_REQUESTS = "two_requests"
    OTHER = "other"
    """For the brain: knowledge, texts, advice."""


HARD_NEGATIVES = frozenset(
    {
        MessageLabel.STORY_PAST,
        MessageLabel.CONDITION,
        MessageLabel.FEATURE_QUESTION,
        MessageLabel.SOMEBODY_ELSE,
        MessageLabel.QUOTATION,
        MessageLabel.UNDECIDED_PLAN,
        MessageLabel.TWO_REQUESTS,
    }
)
"""They have the words of a request and are none, or not one that code could keep."""


REQUESTS = frozenset(
    {
        MessageLabel.SET_REMINDER,
        MessageLabel.LIST_REMINDERS,
        MessageLabel.EDIT_REMINDER,
        MessageLabel.SNOOZE,
        MessageLabel.CANCEL_REMINDER,
        MessageLabel.TIME,
        MessageLabel.WEATHER,
        MessageLabel.SUM,
        MessageLabel.ADD_NOTE,
        MessageLabel.LIST_NOTES,
        MessageLabel.MEMORY_QUESTION,
        MessageLabel.FORGET,
        MessageLabel.BE_QUIET,
        MessageLabel.STATUS,
    }
)
"""What has a name of its own among routes."""


@dataclass(frozen=True, slots=True)
class Prediction:
    """The probabilities of the labels, calibrated: of those near 0.9, nine of ten are right."""

    probabilities: Mapping[MessageLabel, float]

    @property
    def label(self) -> MessageLabel:
        return max(self.probabilities, key=self.probabilities.__getitem__)

    @property
    def probability(self) -> float:
        return self.probabilities[self.label]

    def sum(self, labels: Iterable[MessageLabel]) -> float:
        """Return the probability that it is one of the labels."""
        return sum(self.probabilities[label] for label in labels)

    def is_likely(self, *labels: MessageLabel) -> bool:
        """Return whether it is one of the labels rather than anything else."""
        return self.sum(labels) > 0.5
