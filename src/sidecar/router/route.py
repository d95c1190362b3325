"""Where a message goes: to the code that does what it plainly asks for, or to the brain."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from sidecar.domain.person import Language
from sidecar.router.classifier import contradicts, predict, weigh_reading
from sidecar.router.intents import Intent
from sidecar.router.likely_intent import read_likely_intent
from sidecar.router.message_words import read_words
from sidecar.router.plain_request import label_of, read_plain_request
from sidecar.router.prediction import REQUESTS, Prediction


class RouteStage(StrEnum):
    GRAMMAR = "grammar"
    """A grammar accounts for every word."""
    CLASSIFIER = "classifier"
    """No grammar does, and the classifier is sure."""
    BRAIN = "brain"
    """Nothing is certain."""


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
    reading, said, likely = read_plain_request(text, language), read_words(text), predict(text)
    if said is None or likely is None:
        return Route(reading, label_of(reading), 1.0, RouteStage.BRAIN if reading is None else RouteStage.GRAMMAR, None)
    if reading is not None and not contradicts(likely, reading):
        return Route(reading, label_of(reading), weigh_reading(likely), RouteStage.GRAMMAR, likely)
    alone = read_likely_intent(said, likely) if reading is None else None
    label, stage = label_of(alone), RouteStage.BRAIN if alone is None else RouteStage.CLASSIFIER
    confidence = 1 - likely.sum(REQUESTS) if label == label_of(None) else likely.probability
    return Route(alone, label, confidence, stage, likely)
