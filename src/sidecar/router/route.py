"""Where a message goes: to the code that does what it plainly asks for, or to the brain."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from sidecar.domain.person import Language
from sidecar.router.intents import Intent
from sidecar.router.message_words import read_words
from sidecar.router.plain_request import label_of, read_plain_request
from sidecar.router.prediction import Prediction


class RouteStage(StrEnum):
    GRAMMAR = "grammar"
    """A grammar accounts for every word."""
    BRAIN = "brain"
    """No grammar does."""


@dataclass(frozen=True, slots=True)
class Route:
    """`confidence` is that of the label, from 0 to 1."""

    intent: Intent | None
    label: str
    confidence: float
    stage: RouteStage
    likely: Prediction | None
    """What the classifier holds the message for, whatever was decided; None for a message that is too long.

    Where `intent` is None and `likely.is_likely(MessageLabel.SET_REMINDER)`, a reminder is probably wanted that no
    grammar reads: without a model, ask for what is missing instead of saying that a model is.
    """


def route(text: str, language: Language | None = None) -> Route:
    """Route a message by itself, without what was said before; `language` is what the person usually writes."""
    intent = read_plain_request(text, language)
    stage = RouteStage.GRAMMAR if intent is not None else RouteStage.BRAIN
    return Route(intent, label_of(intent), 1.0, stage, predict(text))


def predict(text: str) -> Prediction | None:
    """Return what the classifier holds a message for; None for one that is too long."""
    from sidecar.router import classifier  # imports numpy: 0.1 s before the first message, not before

    said = read_words(text)
    return classifier.predict(said) if said is not None else None
