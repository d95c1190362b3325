"""The tool calls with which a model would do what a message plainly asks for."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import assert_never

from sidecar.domain.tool import ToolCall
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
from sidecar.router.notes import mark_note

Arguments = Mapping[str, str | bool | float | int]


def to_tool_calls(intent: Intent, call_id: str) -> Sequence[ToolCall]:
    """Return the calls in order, usually one; none for what no tool does."""
    if isinstance(intent, Several):
        several = [call for request in intent.requests for call in to_tool_calls(request, "")]
        return [ToolCall(f"{call_id}-{n}", call.name, call.arguments) for n, call in enumerate(several, 1)]
    named = _name_call(intent)
    return [ToolCall(call_id, named[0], json.dumps(dict(named[1]), ensure_ascii=False))] if named else []


def _name_call(intent: Intent) -> tuple[str, Arguments] | None:
    match intent:
        case TimeQuestion(place):
            return "current_time", {"place": place} if place else {}
        case WeatherQuestion(place):
            return "weather", {"place": place, "days": 7 if intent.when else 1}
        case Calculation(expression):
            return "calculator", {"expression": expression}
        case UnitConversion(value, from_unit, to_unit):
            return "convert_units", {"value": value, "from_unit": from_unit, "to_unit": to_unit}
        case SetReminder(message, when):
            return "set_reminder", {"message": message, "when": when}
        case ListReminders(when, words):
            return "list_reminders", {"text": words, "when": when}
        case EditReminder(which, when, message):
            changes = {"which": which, "when": when}
            return "edit_reminder", changes | {"message": message} if message else changes
        case SnoozeReminder(which, when):
            return "snooze_reminder", {"which": which, "when": when}
        case CancelReminder(which):
            return "cancel_reminder", {"which": which}
        case Forget(what):
            return "forget", {"what": what}
        case SettleForgetting(erase, messages):
            return "settle_forgetting", {"erase": erase, "messages": messages}
        case AddNote(text):
            return "remember", {"fact": mark_note(text), "domain": "general"}
        case UndoChange():
            return "undo_change", {}
        case StatusQuestion() | SmallTalk() | ListNotes() | TellFact() | CorrectFact() | MemoryQuestion():
            return None
        case BeQuiet() | Several():
            return None
        case _:
            assert_never(intent)
