"""Finds the reminders that a request means: by number, by words, by their days, or as the one last spoken of."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from datetime import timedelta
from typing import cast

from sidecar import dates
from sidecar.conversation.context import ConversationContext
from sidecar.domain.message import Message, MessageKind, Speaker
from sidecar.domain.person import LANGUAGES
from sidecar.domain.reminder import Reminder, ReminderId, ReminderState
from sidecar.language.phrase_match import find_key_words, has_words
from sidecar.language.tokens import split_words
from sidecar.reminders.days import Days, find_days, is_due_within
from sidecar.router.match_context import MatchContext

_LATELY = timedelta(hours=2)
_IDS = re.compile(r"#?\d+(?:\s*,\s*#?\d+)*")


def find_reminders(which: str, when: str, context: MatchContext) -> Sequence[Reminder]:
    """Return those that are meant: for no words at all, the ones last spoken of."""
    pending = [reminder for reminder in context.reminders if reminder.state is ReminderState.PENDING]
    if _IDS.fullmatch(which.strip()):
        wanted = {int(number) for number in re.findall(r"\d+", which)}
        return [reminder for reminder in context.reminders if reminder.id in wanted]
    days = find_days(when, context.now, context.zone, context.language) if when else None
    if which.strip():
        found = _find_by_words(which, pending) or _find_by_words(which, context.reminders)
        return [one for one in found if days is None or is_due_within(one, days)] or found
    if when:
        return _find_by_time(when, days, pending, context)
    return find_last_spoken_of(context) or (pending if len(pending) == 1 else [])


def _find_by_words(which: str, reminders: Sequence[Reminder]) -> Sequence[Reminder]:
    """Return those that hold every telling word, or else those that hold the most of them."""
    if whole := [reminder for reminder in reminders if has_words(reminder.message, which)]:
        return whole
    words = [word for word in find_key_words(which) if len(word) > 2]
    counts = {reminder.id: count_words(reminder.message, words) for reminder in reminders}
    most = max(counts.values(), default=0)
    return [reminder for reminder in reminders if most and counts[reminder.id] == most]


def count_words(message: str, words: Sequence[str]) -> int:
    """Return how many of these words begin a word of a reminder's message."""
    there = split_words(message)
    return sum(any(word.startswith(start) for word in there) for start in words)


def _find_by_time(
    when: str, days: Days | None, pending: Sequence[Reminder], context: MatchContext
) -> Sequence[Reminder]:
    """Return those of these days; of this hour where one is named."""
    moment = next(
        (
            found
            for language in LANGUAGES
            if isinstance(found := dates.parse(when, context.now, context.zone, language), dates.Instant)
        ),
        None,
    )
    if moment is not None:
        exact = [one for one in pending if one.schedule.local.time() == moment.local.time()]
        exact = [one for one in exact if days is None or is_due_within(one, days)]
        if exact:
            return exact
    return [one for one in pending if days is not None and is_due_within(one, days)]


def find_last_spoken_of(context: MatchContext) -> Sequence[Reminder]:
    """Return the reminders of the last turn, within two hours, that set, changed or said any."""
    known = {reminder.id: reminder for reminder in context.reminders}
    turn, found = None, list[ReminderId]()
    for message in reversed(context.history):
        if context.now - message.at > _LATELY or (found and message.turn != turn):
            break
        ids = find_ids(message, context.reminders)
        if ids and message.kind is MessageKind.REMINDER:
            return [known[id] for id in ids]
        if ids:
            turn = message.turn
            found = [*ids, *found]
    return [known[id] for id in dict.fromkeys(found) if id in known]


def find_ids(message: Message, reminders: Sequence[Reminder]) -> list[ReminderId]:
    """Return the reminders that a tool set or changed with this message, or that it says."""
    if message.kind is MessageKind.REMINDER:
        said = [one for one in reminders if one.message in message.text]
        return [one.id for one in said if one.state is ReminderState.DELIVERED or one.recurring]
    if message.speaker is not Speaker.TOOL:
        return []
    try:
        result = json.loads(message.text)
    except ValueError:
        return []
    if not isinstance(result, dict):
        return []
    id = cast("dict[str, object]", result).get("id")
    return [ReminderId(id)] if isinstance(id, int) and "local" in result else []


def find_just_set(context: ConversationContext) -> Reminder | None:
    """Return the one reminder that the turn before set or changed, or that has just been said."""
    found = find_last_spoken_of(context.match_context)
    if len(found) != 1 or not context.history:
        return None
    last_turn = [message for message in context.history if message.turn == context.history[-1].turn]
    return found[0] if any(found[0].id in find_ids(message, context.reminders) for message in last_turn) else None
