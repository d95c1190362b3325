"""Where a message goes: to the code that does what it plainly asks for, or to the brain."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from sidecar.domain.person import Language
from sidecar.router.intents import Intent
from sidecar.router.plain_request import label_of, read_plain_request


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


def route(text: str, language: Language | None = None) -> Route:
    """Route a message by itself, without what was said before; `language` is what the person usually writes."""
    intent = read_plain_request(text, language)
    stage = RouteStage.GRAMMAR if intent is not None else RouteStage.BRAIN
    return Route(intent, label_of(intent), 1.0, stage)
