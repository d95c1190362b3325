"""The route of a message as JSON."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields

from sidecar.router.intents import Intent
from sidecar.router.route import Route

_SLOT_NAMES = {
    "place": "city",
    "which": "message",
    "words": "message",
    "until": "duration",
    "statement": "text",
    "what": "text",
    "about": "text",
}
"""The names of slots that differ from those of the intents' fields."""


@dataclass(frozen=True, slots=True)
class RouteJson:
    """`ms` is the time that it took; `likely` what the classifier holds the message for, "" where it is too long."""

    intent: str
    confidence: float
    slots: Mapping[str, str]
    stage: str
    ms: float
    likely: str
    likelihood: float


def route_to_json(route: Route, ms: float) -> RouteJson:
    return RouteJson(
        intent=route.label,
        confidence=round(route.confidence, 3),
        slots=read_slots(route.intent),
        stage=route.stage,
        ms=round(ms, 2),
        likely=route.likely.label if route.likely is not None else "",
        likelihood=round(route.likely.probability, 3) if route.likely is not None else 0.0,
    )


def read_slots(intent: Intent | None) -> Mapping[str, str]:
    """Return what the intent's fields say, without those that say nothing."""
    if intent is None:
        return {}
    values = {field.name: getattr(intent, field.name) for field in fields(intent)}
    return {_SLOT_NAMES.get(name, name): _format_value(value) for name, value in values.items() if value}


def _format_value(value: object) -> str:
    return "yes" if value is True else f"{value:g}" if isinstance(value, float) else str(value)
