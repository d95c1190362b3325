"""The matcher of a turn: what a message plainly asks for, and when code executes it. Pure."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum

from sidecar.domain.message import Speaker
from sidecar.router.calculation import parse_calculation
from sidecar.router.forget_answer import parse_forget_answer
from sidecar.router.forget_request import parse_forget_request
from sidecar.router.intents import Forget, Intent
from sidecar.router.match_context import MatchContext
from sidecar.router.reminder_follow_up import match_follow_up
from sidecar.router.reminder_request import parse_reminder_request
from sidecar.router.time_question import parse_time_question


class Precedence(Enum):
    """When code executes a match."""

    BEFORE_MODEL = "before_model"
    """At once: no model is asked."""
    WITHOUT_MODEL = "without_model"
    """Where no model can be had."""
    IF_MISSED = "if_missed"
    """Where no model can be had, or where the model neither did it nor asked about it."""


@dataclass(frozen=True, slots=True)
class Match:
    intent: Intent
    precedence: Precedence


_GRAMMARS: Sequence[tuple[Callable[[str], Intent | None], Precedence]] = (
    (parse_forget_request, Precedence.BEFORE_MODEL),
    (parse_time_question, Precedence.WITHOUT_MODEL),
    (parse_calculation, Precedence.WITHOUT_MODEL),
    (parse_reminder_request, Precedence.IF_MISSED),
)


def match(text: str, context: MatchContext) -> Match | None:
    """Return the certain match of `text`; None where only a model can tell."""
    if context.asked_to_erase and (answer := parse_forget_answer(text)) is not None:
        return Match(answer, Precedence.BEFORE_MODEL)
    if (follow_up := match_follow_up(text, context)) is not None:
        return Match(follow_up, Precedence.BEFORE_MODEL)
    for parse, precedence in _GRAMMARS:
        if (intent := parse(text)) is not None and not _means_a_reminder(intent, context):
            return Match(intent, precedence)
    return None


def _means_a_reminder(intent: Intent, context: MatchContext) -> bool:
    """Return whether the last message asked for a reminder: then "scrap that" is about the reminder."""
    if not (isinstance(intent, Forget) and intent.names_nothing):
        return False
    said = next((message.text for message in reversed(context.history) if message.speaker is Speaker.PERSON), "")
    return parse_reminder_request(said) is not None
