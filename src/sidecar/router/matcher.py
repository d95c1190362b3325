"""The matcher of a turn: what a message plainly asks for, and when code executes it. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from sidecar.domain.message import Speaker
from sidecar.router.forget_answer import parse_forget_answer
from sidecar.router.intents import Forget, Intent, SetReminder
from sidecar.router.match_context import MatchContext
from sidecar.router.plain_request import read_plain_request
from sidecar.router.reminder_change import parse_possible_change
from sidecar.router.reminder_follow_up import match_follow_up
from sidecar.router.reminder_request import parse_reminder_request


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


def match(text: str, context: MatchContext) -> Match | None:
    """Return the certain match of `text`; None where only a model can tell."""
    if context.asked_to_erase and (answer := parse_forget_answer(text)) is not None:
        return Match(answer, Precedence.BEFORE_MODEL)
    if (follow_up := match_follow_up(text, context)) is not None:
        return Match(follow_up, Precedence.BEFORE_MODEL)
    intent = read_plain_request(text, context.language) or parse_reminder_request(text)
    if intent is None and context.reminders:
        intent = parse_possible_change(text)
    if intent is None or _means_a_reminder(intent, context):
        return None
    return Match(intent, _find_precedence(intent))


def _find_precedence(intent: Intent) -> Precedence:
    match intent:
        case Forget():
            return Precedence.BEFORE_MODEL
        case SetReminder():
            return Precedence.IF_MISSED
        case _:
            return Precedence.WITHOUT_MODEL


def _means_a_reminder(intent: Intent, context: MatchContext) -> bool:
    """Return whether the last message asked for a reminder: then "scrap that" is about the reminder."""
    if not (isinstance(intent, Forget) and intent.names_nothing):
        return False
    said = next((message.text for message in reversed(context.history) if message.speaker is Speaker.PERSON), "")
    return parse_reminder_request(said) is not None
