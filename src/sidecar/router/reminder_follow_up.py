"""A message that is only a time, right after a reminder was set or could not be, is about that reminder (REM-02)."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from typing import cast
from zoneinfo import ZoneInfo

from sidecar import dates
from sidecar.domain.json_text import parse_json
from sidecar.domain.message import Message, MessageKind, Speaker
from sidecar.domain.tool import ToolCall
from sidecar.language.fold import fold
from sidecar.router.embedded_request import find_reminder_request
from sidecar.router.intents import EditReminder, SetReminder, SnoozeReminder
from sidecar.router.match_context import MatchContext
from sidecar.router.missed_requests import asks_about_reminder

_CHANGING_TOOLS = frozenset({"set_reminder", "edit_reminder", "snooze_reminder"})
_CANCEL = "cancel_reminder"
_MAX_CHARS = 80
_MAX_PAUSE = timedelta(hours=1)
_SOMETHING_NEW = re.compile(
    r"\b(?:alarmas?|alarms?|timers?|temporizador|cronometro|avis[ae]\w*|ping|recorda\w*|recuerda\w*|remind\w*|despert\w+"
    r"|wake|notify|alert|otr[oa]|another|nuev[oa]|new|tambien|also)\b"
)
"""Words that ask for another reminder, though they stand beside nothing but a time."""
_SAMPLE_DAYS = (timedelta(days=2), timedelta(days=4))


@dataclass(frozen=True, slots=True)
class _SetNow:
    """A reminder as a tool has just set it."""

    id: int
    message: str
    local: datetime


@dataclass(frozen=True, slots=True)
class _LastTurn:
    """The outcome of a turn's reminders: those with a time now, and the requests that ended in a question (None for a
    call that cannot be read)."""

    set_now: Mapping[int, _SetNow]
    unclear: Sequence[SetReminder | EditReminder | SnoozeReminder | None]


def match_follow_up(text: str, context: MatchContext) -> SetReminder | EditReminder | SnoozeReminder | None:
    """Return the change that gives the reminder of the last turn its new time; when that turn ended in the question
    "when?", the request completed with the answer. None when `text` is anything but a time, or when it is not plain
    which reminder is meant."""
    history = context.history
    if not text.strip() or len(text) > _MAX_CHARS or not history or context.now - history[-1].at > _MAX_PAUSE:
        return None
    last = [message for message in history if message.turn == history[-1].turn]
    turn = _read_turn(last)
    match list(turn.set_now.values()), list(turn.unclear):
        case [reminder], [] if (
            not _SOMETHING_NEW.search(fold(text))
            and not _another_was_due(reminder, last)
            and _amends(text, reminder.local, context)
        ):
            return EditReminder(str(reminder.id), text)
        case [], [unclear] if unclear is not None and _is_only_time(text, context):
            return _complete(unclear, text, context)
        case _:
            return None


def _read_turn(last: Sequence[Message]) -> _LastTurn:
    results = {message.tool_call_id: message.text for message in last if message.speaker is Speaker.TOOL}
    set_now: dict[int, _SetNow] = {}
    unclear: list[ToolCall] = []
    for message in last:
        calls = [call for call in message.tool_calls if call.name in _CHANGING_TOOLS or call.name == _CANCEL]
        done = {call.name for call in calls if _parse_result(results.get(call.id, ""))}
        unclear = [call for call in unclear if call.name not in done]  # tried again, and better
        for call in calls:
            result = _parse_result(results.get(call.id, ""))
            if result is None:
                unclear.append(call)
            elif call.name == _CANCEL:
                set_now.pop(result.id, None)
            else:
                set_now[result.id] = result
    if not set_now and not any(message.tool_calls for message in last):
        return _LastTurn({}, _asked_in_words(last))
    return _LastTurn(set_now, [_parse_call(call) for call in unclear if call.name in _CHANGING_TOOLS])


def _asked_in_words(last: Sequence[Message]) -> list[SetReminder]:
    """Return the requests of the person about which the model asked without a call."""
    requests = [find_reminder_request(message.text) for message in last if message.speaker is Speaker.PERSON]
    answer = "\n".join(message.text for message in last if message.speaker is Speaker.COMPANION)
    return [request for request in requests if request and asks_about_reminder(answer)]


def _parse_result(content: str) -> _SetNow | None:
    """Parse the result of a tool of `tools/reminders.py`; an error is not JSON."""
    try:
        result = json.loads(content)
        local = datetime.fromisoformat(result["local"]).replace(tzinfo=ZoneInfo(result["zone"]))
        return _SetNow(int(result["id"]), str(result["message"]), local)
    except (ValueError, KeyError, TypeError, OSError):
        return None


def _parse_call(call: ToolCall) -> SetReminder | EditReminder | SnoozeReminder | None:
    try:
        given = parse_json(call.arguments)
    except ValueError:
        return None
    if not isinstance(given, dict):
        return None
    texts = {name: str(value or "").strip() for name, value in cast("Mapping[str, object]", given).items()}
    message, which, when = texts.get("message", ""), texts.get("which", ""), texts.get("when", "")
    match call.name:
        case "set_reminder":
            return SetReminder(message, when)
        case "edit_reminder":
            return EditReminder(which, when, message)
        case _:
            return SnoozeReminder(which, when)


def _another_was_due(reminder: _SetNow, last: Sequence[Message]) -> bool:
    """Return whether another reminder has been said since: the time may be meant for that one."""
    after = max(index for index, message in enumerate(last) if message.speaker is Speaker.TOOL) + 1
    return any(m.kind is MessageKind.REMINDER and reminder.message not in m.text for m in last[after:])


def _complete(
    unclear: SetReminder | EditReminder | SnoozeReminder, text: str, context: MatchContext
) -> SetReminder | EditReminder | SnoozeReminder | None:
    """Return the request that could not be executed, completed with the missing time."""
    if isinstance(unclear, SetReminder):
        words = _complete_words(unclear.when, text, context) if unclear.message else None
        return replace(unclear, when=words) if words else None
    return replace(unclear, when=text) if unclear.which.lstrip("#").isdecimal() else None


def _complete_words(before: str, text: str, context: MatchContext) -> str | None:
    """Join the words that were not enough with those that came now: "mañana" and "a las 16", "a las 3" and "mañana".

    None when an hour came and the day is not plain.
    """
    unclear = dates.parse(before, context.now, context.zone, context.language)
    if not isinstance(unclear, dates.DateError):
        return None  # it was not the time that was missing
    clear = not isinstance(dates.parse(text, context.now, context.zone, context.language), dates.DateError)
    only_hour, had_only_hour = _keeps_day(text, context), _keeps_day(before, context)
    if unclear.code == "missing_time" and (only_hour or not (clear or _names_day(text, context))):
        return f"{before} {text}"
    if had_only_hour and not only_hour and not clear:
        return f"{text} {before}"
    any_day = not before or had_only_hour or (unclear.code == "vague" and _is_only_time(before, context))
    return text if any_day or not only_hour else None


def _amends(text: str, previous: datetime, context: MatchContext) -> bool:
    return dates.change_time(text, previous, context.now, context.zone, context.language) is not None


def _is_only_time(text: str, context: MatchContext) -> bool:
    found = dates.find(text, context.language)
    return _amends(text, context.now, context) or (found is not None and not found.rest)


def _keeps_day(text: str, context: MatchContext) -> bool:
    """Return whether the text is an hour that keeps whatever day there was."""
    return len(_amended_days(text, context)) == len(_SAMPLE_DAYS)


def _names_day(text: str, context: MatchContext) -> bool:
    return len(_amended_days(text, context)) == 1


def _amended_days(text: str, context: MatchContext) -> set[date]:
    """Return the days that different moments would come to, amended by this text."""
    moments = (context.now + days for days in _SAMPLE_DAYS)
    amended = [dates.change_time(text, moment, context.now, context.zone, context.language) for moment in moments]
    return {new.local.date() for new in amended if isinstance(new, dates.Instant)}
