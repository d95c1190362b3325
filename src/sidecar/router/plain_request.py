"""What a message plainly asks for, by grammar alone and without what was said before."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sidecar.domain.person import Language
from sidecar.router.calculation import read_calculation
from sidecar.router.courtesy import strip_courtesy
from sidecar.router.facts import read_correction, read_fact_request, read_memory_question, read_statement
from sidecar.router.forget_request import parse_forget_request
from sidecar.router.intents import (
    AddNote,
    BeQuiet,
    Calculation,
    CancelReminder,
    CorrectFact,
    EditReminder,
    Forget,
    Intent,
    ListNotes,
    ListReminders,
    MemoryQuestion,
    SetReminder,
    SettleForgetting,
    Several,
    SmallTalk,
    SnoozeReminder,
    StatusQuestion,
    TellFact,
    TimeQuestion,
    UndoChange,
    UnitConversion,
    WeatherQuestion,
)
from sidecar.router.message_words import MessageWords, read_words
from sidecar.router.notes import read_note_request
from sidecar.router.quiet_and_status import read_quiet_request, read_status_question
from sidecar.router.reminder_change import ALARM, read_reminder_change
from sidecar.router.reminder_list import read_list_request
from sidecar.router.reminder_request import read_reminder_request
from sidecar.router.small_talk import read_small_talk
from sidecar.router.time_question import read_time_question
from sidecar.router.unit_conversion import read_unit_conversion
from sidecar.router.vetoes import holds_another_request
from sidecar.router.weather_question import read_weather_question


def _read_one_reminder(said: MessageWords) -> SetReminder | None:
    return None if holds_another_request(said) else read_reminder_request(said)


_GRAMMARS: Sequence[Callable[[MessageWords], Intent | None]] = (
    read_time_question,
    read_quiet_request,
    read_status_question,
    read_reminder_change,
    read_list_request,
    read_note_request,
    read_memory_question,
    read_fact_request,
    read_weather_question,
    _read_one_reminder,
    read_correction,
    read_statement,
)


def read_plain_request(text: str, language: Language | None = None) -> Intent | None:
    """Return the intent of a message; `language` is what the person usually writes."""
    if (forget := parse_forget_request(text)) is not None:
        return forget
    said = read_words(text)
    if said is None:
        return None
    request = strip_courtesy(said)
    in_figures = read_calculation(request, language) or read_unit_conversion(request, language)
    readings = (grammar(request) for grammar in _GRAMMARS)
    return in_figures or read_small_talk(said) or next((intent for intent in readings if intent is not None), None)


def label_of(intent: Intent | None) -> str:
    """Return the name of an intent for `sidecar route`.

    A change of an alarm is `other`: it may be the telephone's, unless one was set in this conversation.
    """
    match intent:
        case TimeQuestion():
            return "time"
        case WeatherQuestion():
            return "weather"
        case Calculation() | UnitConversion():
            return "calc"
        case SetReminder():
            return "set_reminder"
        case ListReminders():
            return "list_reminders"
        case CancelReminder():
            return "cancel_reminder"
        case EditReminder(which) | SnoozeReminder(which):
            return "other" if any(map(ALARM.fullmatch, which.lower().split())) else "snooze_reminder"
        case AddNote():
            return "note_add"
        case ListNotes():
            return "note_list"
        case TellFact(_, True):
            return "fact_save"
        case MemoryQuestion():
            return "fact_list"
        case Forget():
            return "fact_forget"
        case BeQuiet():
            return "quiet"
        case StatusQuestion():
            return "status"
        case TellFact() | CorrectFact() | SettleForgetting() | UndoChange() | SmallTalk() | Several() | None:
            return "other"
