"""What the last turn did with reminders: those that have a time now, and the requests that ended in a question."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import cast
from zoneinfo import ZoneInfo

from sidecar.domain.json_text import parse_json
from sidecar.domain.message import Message, Speaker
from sidecar.domain.tool import ToolCall
from sidecar.router.embedded_request import find_reminder_request
from sidecar.router.intents import AddNote, CancelReminder, EditReminder, SetReminder, SnoozeReminder
from sidecar.router.missed_requests import asks_about_reminder
from sidecar.router.notes import unmark_note

_TOOLS = frozenset({"set_reminder", "edit_reminder", "snooze_reminder", "cancel_reminder", "remember"})
PendingIntent = SetReminder | EditReminder | SnoozeReminder | CancelReminder | AddNote


@dataclass(frozen=True, slots=True)
class SetNow:
    """A reminder as a tool has just set it."""

    id: int
    message: str
    local: datetime


@dataclass(frozen=True, slots=True)
class PendingRequest:
    """What could not be done without asking. `reason` is the tool's code for why, "" where only words asked."""

    intent: PendingIntent
    reason: str = ""


@dataclass(frozen=True, slots=True)
class LastTurn:
    """`pending` holds None for a call that cannot be read."""

    messages: Sequence[Message]
    set_now: Sequence[SetNow]
    pending: Sequence[PendingRequest | None]


def read_last_turn(history: Sequence[Message]) -> LastTurn:
    last = [message for message in history if message.turn == history[-1].turn]
    set_now: dict[int, SetNow] = {}
    unclear: list[tuple[ToolCall, str]] = []
    for message, results in _group_calls(last):
        done = {call.name for call in message if _parse_result(results[call.id])}
        unclear = [(call, content) for call, content in unclear if call.name not in done]  # tried again, and better
        for call in message:
            result = _parse_result(results[call.id])
            if result is None:
                if not results[call.id] or results[call.id].startswith("Error"):
                    unclear.append((call, results[call.id]))
            elif call.name == "cancel_reminder":
                set_now.pop(result.id, None)
            else:
                set_now[result.id] = result
    if not set_now and not any(message.tool_calls for message in last):
        return LastTurn(last, (), _find_asked_in_words(last))
    return LastTurn(last, list(set_now.values()), [_parse_pending(call, content) for call, content in unclear])


def _group_calls(messages: Sequence[Message]) -> Iterator[tuple[Sequence[ToolCall], Mapping[str, str]]]:
    """Yield the reminder calls of each message with the results by their ids."""
    results = {message.tool_call_id: message.text for message in messages if message.speaker is Speaker.TOOL}
    for message in messages:
        calls = [call for call in message.tool_calls if call.name in _TOOLS]
        if calls:
            yield calls, {call.id: results.get(call.id, "") for call in calls}


def _find_asked_in_words(last: Sequence[Message]) -> Sequence[PendingRequest]:
    """Return the requests of the person about which the model asked without a call."""
    requests = [find_reminder_request(message.text) for message in last if message.speaker is Speaker.PERSON]
    answer = "\n".join(message.text for message in last if message.speaker is Speaker.COMPANION)
    return [PendingRequest(request) for request in requests if request and asks_about_reminder(answer)]


def _parse_result(content: str) -> SetNow | None:
    """Parse the result of a tool of `tools/reminders.py`; an error is not JSON."""
    try:
        result = json.loads(content)
        local = datetime.fromisoformat(result["local"]).replace(tzinfo=ZoneInfo(result["zone"]))
        return SetNow(int(result["id"]), str(result["message"]), local)
    except (ValueError, KeyError, TypeError, OSError):
        return None


def _parse_pending(call: ToolCall, content: str) -> PendingRequest | None:
    try:
        given = parse_json(call.arguments)
    except ValueError:
        return None
    if not isinstance(given, dict):
        return None
    _, opened, rest = content.partition("(")
    reason = rest.partition(")")[0] if opened else ""
    texts = {name: str(value or "").strip() for name, value in cast("Mapping[str, object]", given).items()}
    return PendingRequest(_make_request(call.name, texts), reason)


def _make_request(name: str, texts: Mapping[str, str]) -> PendingIntent:
    message, which, when = texts.get("message", ""), texts.get("which", ""), texts.get("when", "")
    match name:
        case "set_reminder":
            return SetReminder(message, when)
        case "edit_reminder":
            return EditReminder(which, when, message)
        case "snooze_reminder":
            return SnoozeReminder(which, when)
        case "remember":
            return AddNote(unmark_note(texts.get("fact", "")))
        case _:
            return CancelReminder(which)
