"""A message that is only a time, right after a reminder was set or could not be, is about that reminder (REM-02)."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import cast
from zoneinfo import ZoneInfo

from sidecar import dates
from sidecar.domain.message import Message, MessageKind, Speaker
from sidecar.domain.person import Language
from sidecar.domain.tool import ToolCall
from sidecar.router import reminder_request
from sidecar.router.missed_reminders import asks_about_it

TOOL = "edit_reminder"

_SET = "set_reminder"
_SETTING = frozenset({_SET, TOOL, "snooze_reminder"})
_CANCEL = "cancel_reminder"
_LONGEST_CHARS = 80
_SOON = timedelta(hours=1)
_SOME_DAYS = (timedelta(days=2), timedelta(days=4))


@dataclass(frozen=True, slots=True)
class _JustSet:
    id: int
    message: str
    local: datetime


@dataclass(frozen=True, slots=True)
class _Moment:
    """When, where and in which language a message was written."""

    now: datetime
    zone: ZoneInfo
    language: Language


@dataclass(frozen=True, slots=True)
class _LastTurn:
    """What became of the reminders of a turn: those that have a time now, and calls that ended in a question. Where
    the model asked it without a call, there is the call that the person's words would have been."""

    kept: Mapping[int, _JustSet]
    unclear: Sequence[ToolCall]


def changed_time(
    text: str, history: Sequence[Message], now: datetime, zone: ZoneInfo, language: Language, call_id: str
) -> ToolCall | None:
    """The call that gives the reminder of the last turn its new time; when that turn ended in the question "when?",
    the same call with the answer. None when `text` is anything but a time, or when it is not plain which is meant."""
    if not text.strip() or len(text) > _LONGEST_CHARS or not history or now - history[-1].at > _SOON:
        return None
    last = [message for message in history if message.turn == history[-1].turn]
    turn, moment = _read_turn(last), _Moment(now, zone, language)
    match list(turn.kept.values()), list(turn.unclear):
        case [just_set], [] if not _another_was_due(just_set, last) and _amends(text, just_set.local, moment):
            return _call(call_id, TOOL, {"which": str(just_set.id), "when": text})
        case [], [unclear]:
            return _again(call_id, unclear, text, moment)
        case _:
            return None


def _read_turn(last: Sequence[Message]) -> _LastTurn:
    results = {message.tool_call_id: message.text for message in last if message.speaker is Speaker.TOOL}
    kept: dict[int, _JustSet] = {}
    unclear: list[ToolCall] = []
    for message in last:
        calls = [call for call in message.tool_calls if call.name in _SETTING or call.name == _CANCEL]
        done = {call.name for call in calls if _result(results.get(call.id, ""))}
        unclear = [call for call in unclear if call.name not in done]  # tried again, and better
        for call in calls:
            result = _result(results.get(call.id, ""))
            if result is None:
                unclear.append(call)
            elif call.name == _CANCEL:
                kept.pop(result.id, None)
            else:
                kept[result.id] = result
    if not kept and not any(message.tool_calls for message in last):
        unclear = _asked_in_words(last)
    return _LastTurn(kept, [call for call in unclear if call.name in _SETTING])


def _asked_in_words(last: Sequence[Message]) -> list[ToolCall]:
    asked = [reminder_request.read(message.text) for message in last if message.speaker is Speaker.PERSON]
    answer = "\n".join(message.text for message in last if message.speaker is Speaker.COMPANION)
    return [ToolCall("", _SET, arguments) for arguments in asked if arguments and asks_about_it(answer)]


def _result(content: str) -> _JustSet | None:
    """The result of the tools in `tools/reminder_request.py`; an error is not JSON."""
    try:
        kept = json.loads(content)
        local = datetime.fromisoformat(kept["local"]).replace(tzinfo=ZoneInfo(kept["zone"]))
        return _JustSet(int(kept["id"]), str(kept["message"]), local)
    except (ValueError, KeyError, TypeError, OSError):
        return None


def _another_was_due(just_set: _JustSet, last: Sequence[Message]) -> bool:
    """Since the reply of that turn another reminder has been said: the time may be meant for that one."""
    after = max(index for index, message in enumerate(last) if message.speaker is Speaker.TOOL) + 1
    return any(m.kind is MessageKind.REMINDER and just_set.message not in m.text for m in last[after:])


def _amends(text: str, previous: datetime, moment: _Moment) -> bool:
    return dates.amend(text, previous, moment.now, moment.zone, moment.language) is not None


def _again(call_id: str, unclear: ToolCall, text: str, moment: _Moment) -> ToolCall | None:
    """The call that could not be done, with the time that it lacked."""
    if not _is_only_time(text, moment):
        return None
    given = _arguments(unclear)
    if unclear.name == _SET:
        words = _completed(str(given.get("when", "")).strip(), text, moment) if given.get("message") else None
        return _call(call_id, _SET, {**given, "when": words}) if words else None
    by_number = str(given.get("which", "")).strip().lstrip("#").isdecimal()
    return _call(call_id, unclear.name, {**given, "when": text}) if by_number else None


def _completed(before: str, text: str, moment: _Moment) -> str | None:
    """The words that were not enough, with those that came now: "mañana" and "a las 16", "a las 3" and "mañana". None
    when an hour came and the day is not plain."""
    unclear = dates.parse(before, moment.now, moment.zone, moment.language)
    if not isinstance(unclear, dates.DateError):
        return None  # it was not the time that was missing
    clear = not isinstance(dates.parse(text, moment.now, moment.zone, moment.language), dates.DateError)
    only_hour, had_only_hour = _days_left_open(text, moment), _days_left_open(before, moment)
    if unclear.code == "missing_time" and (only_hour or not (clear or _names_day(text, moment))):
        return f"{before} {text}"
    if had_only_hour and not only_hour and not clear:
        return f"{text} {before}"
    any_day = not before or had_only_hour or (unclear.code == "vague" and _is_only_time(before, moment))
    return text if any_day or not only_hour else None


def _is_only_time(text: str, moment: _Moment) -> bool:
    found = dates.find(text, moment.language)
    return _amends(text, moment.now, moment) or (found is not None and not found.rest)


def _days_left_open(text: str, moment: _Moment) -> bool:
    """Whether it is an hour that keeps whatever day there was."""
    return len(_dates_of(text, moment)) == len(_SOME_DAYS)


def _names_day(text: str, moment: _Moment) -> bool:
    return len(_dates_of(text, moment)) == 1


def _dates_of(text: str, moment: _Moment) -> set[date]:
    """The days that different moments would come to, changed by this text."""
    days = (moment.now + day for day in _SOME_DAYS)
    changed = [dates.amend(text, day, moment.now, moment.zone, moment.language) for day in days]
    return {new.local.date() for new in changed if isinstance(new, dates.Instant)}


def _arguments(call: ToolCall) -> Mapping[str, object]:
    try:
        given = json.loads(call.arguments)
    except ValueError:
        return {}
    return cast("Mapping[str, object]", given) if isinstance(given, dict) else {}


def _call(call_id: str, name: str, arguments: Mapping[str, object]) -> ToolCall:
    return ToolCall(call_id, name, json.dumps(arguments, ensure_ascii=False))
