"""What the classifier holds a message for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

_SURE = 0.9


class MessageLabel(StrEnum):
    """What a message is, as it was labelled for the training."""

    SET_REMINDER = "set_reminder"
    LIST_REMINDERS = "list_reminders"
    EDIT_REMINDER = "edit_reminder"
    SNOOZE = "snooze"
    CANCEL_REMINDER = "cancel_reminder"
    TIME = "time"
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
    AFFECTION_OR_CHAT = "affection_or_chat"

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

    def is_likely(self, *labels: MessageLabel) -> bool:
        """Return whether it is one of the labels rather than anything else."""
        return sum(self.probabilities[label] for label in labels) > 0.5

    def is_sure(self, *labels: MessageLabel) -> bool:
        return sum(self.probabilities[label] for label in labels) >= _SURE

    @property
    def hard_negative(self) -> float:
        """The probability that it only looks like a request."""
        return sum(self.probabilities[label] for label in HARD_NEGATIVES)
