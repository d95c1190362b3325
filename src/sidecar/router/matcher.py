"""The matcher of a turn: what a message plainly asks for, and when code executes it. Pure."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum

from sidecar.domain.message import Speaker
from sidecar.language.fold import fold
from sidecar.router.embedded_request import find_reminder_request
from sidecar.router.forget_answer import parse_forget_answer
from sidecar.router.intents import (
    POINTING_WORDS,
    Calculation,
    CancelReminder,
    EditReminder,
    Forget,
    Intent,
    ListReminders,
    SetReminder,
    SmallTalk,
    SnoozeReminder,
    TimeQuestion,
    UnitConversion,
    WeatherQuestion,
)
from sidecar.router.last_turn import read_last_turn
from sidecar.router.match_context import MatchContext
from sidecar.router.missed_requests import is_to_do
from sidecar.router.reminder_change import parse_possible_change
from sidecar.router.reminder_follow_up import match_follow_up
from sidecar.router.route import RouteStage, route

_MOST_WORDS = 20
"""Of a reminder's message; a longer one tells a story, and that is for a model."""
_POINTING = re.compile(rf"(?:{'|'.join(POINTING_WORDS)}|aquello|it|them|those|lo (?:que|mismo)|what|the same)\b")


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
    found, follow_up = route(text, context.language), match_follow_up(text, context)
    plain = found.intent if found.stage is RouteStage.GRAMMAR else None
    another = isinstance(plain, SetReminder | SmallTalk)  # "alarma a las 7", "hasta mañana"
    if follow_up is not None and not another:
        return Match(follow_up, Precedence.BEFORE_MODEL)
    if plain is not None:
        if isinstance(plain, Forget) and plain.names_nothing and (ended := _end_just_set(context)) is not None:
            return ended
        return None if _means_a_reminder(plain, context) else Match(plain, _find_precedence(plain, text, context))
    if (request := find_reminder_request(text)) is not None:  # beside something else
        return Match(request, Precedence.IF_MISSED)
    change = parse_possible_change(text) if context.reminders else None
    return Match(change, Precedence.WITHOUT_MODEL) if change is not None else None


def match_likely(text: str, context: MatchContext) -> Match | None:
    """Return the question or change that only the classifier is sure of: whatever else reads the message comes first.

    Small talk and lists are left to the answers without a model, which first look for anything else in them.
    """
    found = route(text, context.language)
    if found.stage is not RouteStage.CLASSIFIER or isinstance(found.intent, None | SmallTalk | ListReminders):
        return None
    return Match(found.intent, _find_precedence(found.intent, text, context))


def _find_precedence(intent: Intent, text: str, context: MatchContext) -> Precedence:
    match intent:
        case Forget() | TimeQuestion() | Calculation() | UnitConversion() | WeatherQuestion() | ListReminders():
            return Precedence.BEFORE_MODEL
        case CancelReminder(which, when) | SnoozeReminder(which, when) | EditReminder(which, when) if which or when:
            return Precedence.BEFORE_MODEL if context.reminders else Precedence.WITHOUT_MODEL
        case SetReminder():
            return Precedence.BEFORE_MODEL if _stands_alone(intent, text) else Precedence.IF_MISSED
        case _:
            return Precedence.WITHOUT_MODEL


def _stands_alone(request: SetReminder, text: str) -> bool:
    """Return whether nothing that was said before, and no story around it, tells what the reminder is."""
    words = fold(request.message).split()
    return (
        0 < len(words) <= _MOST_WORDS
        and not _POINTING.match(fold(request.message))
        and (bool(request.when) or is_to_do(request.message, text))
    )


def _end_just_set(context: MatchContext) -> Match | None:
    """Return the end of the one reminder that the last turn set or changed: what "scrap that" is about then."""
    just_set = read_last_turn(context.history).set_now if context.history else ()
    return Match(CancelReminder(str(just_set[0].id)), Precedence.BEFORE_MODEL) if len(just_set) == 1 else None


def _means_a_reminder(intent: Intent, context: MatchContext) -> bool:
    """Return whether the last message asked for a reminder: then "scrap that" is about the reminder."""
    if not (isinstance(intent, Forget) and intent.names_nothing):
        return False
    said = next((message.text for message in reversed(context.history) if message.speaker is Speaker.PERSON), "")
    return find_reminder_request(said) is not None
