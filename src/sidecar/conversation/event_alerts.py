"""Reads an event with when to ring for it: "dentist tomorrow at 10:30, remind me an hour before and again at 9"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta
from itertools import pairwise

from sidecar import dates
from sidecar.conversation.alert_words import (
    ASKS,
    CLOCK_WORDS,
    COUNTS,
    Alert,
    ToldEvent,
    names_day,
    parse_words,
    read_alerts,
    read_event,
)
from sidecar.conversation.context import ConversationContext
from sidecar.conversation.small_hours import LAST_SMALL_HOUR, write_moment
from sidecar.language.fold import fold
from sidecar.language.phrase_match import find_key_words
from sidecar.reminders.days import find_days
from sidecar.reminders.lead import AT_NIGHT, Lead, ring_before
from sidecar.router.embedded_request import SAID
from sidecar.router.intents import SetReminder
from sidecar.router.vetoes import is_conditional, is_past

_ASK = re.compile(rf"\b{ASKS}\b")
_BREAK = re.compile(r"[,.;:!?\n]+(?=\s|$)|\b(?:so|asi (?:que|q)|entonces|pero|but|then|and|y)\b")
_NOT_MEANT = re.compile(
    r"\b(?:no|not|dont|don't|never|sin|nunca|jamas|le|les|if|si|should|to)(?: (?:me|que|q|to|i|you))*\s*$|[\"“«]"
)
"""Before a request: it is none, or somebody else's."""
_VAGUE = re.compile(r"\s*\b(?:a primera hora|first thing)\b", re.IGNORECASE)
_YES = re.compile(r"\bsi(?=[,.!])")
_STORY = re.compile(r"\b(?:ayer|anoche|anteayer|yesterday|last (?:night|week)|la semana pasada)\b|[\"“«]")
_BY_DAYS = re.compile(r"\b(?:dia|day|semana|week|wk|fortnight|mes|month|noche|night|nite|vispera|evening|tarde)")
_EVERY = re.compile(r"\b(?:cada|todos|todas|every|daily|weekly)\b")
_EACH_YEAR = re.compile(r"\b(?:every|each|cada|todos los) (?:years?|months?|anos?|mes(?:es)?)\b")
_REPEATS = re.compile(r"\b(?:cada|todos los|todas las|every)\b")
_EACH = re.compile(r"\b(?:each|cada un[oa]|de cada|both)\b")
"""It is of several events."""
_MOST_WORDS, _MOST_ALERTS = 14, 5
_HALF_A_DAY = timedelta(hours=12)


def read_event_alerts(context: ConversationContext) -> Sequence[SetReminder] | None:
    """Return a reminder for each time that a message asks to be told of an event, or of several at one request; None
    for any other message, and for what hangs on a condition."""
    text = _VAGUE.sub("", " ".join(context.text.replace("’", "'").split()))
    plain = fold(text)
    asks = list(_ASK.finditer(plain))
    if len(plain) != len(text) or not asks or text.endswith("?") or not _may_be_meant(plain, asks):
        return None
    first = asks[0].start()
    clause = max((found.end() for found in _BREAK.finditer(plain, 0, first)), default=0)
    leading = _read_leading(text[clause:first], context)
    event = read_event(text[: clause if leading else first], context)
    ends = [ask.start() for ask in asks[1:]] + [len(text)]
    tails = [text[ask.end() : end].strip(" ,.;:!") for ask, end in zip(asks, ends, strict=True)]
    read = [read_alerts(re.sub(r"\s+(?:y|and)$", "", tail), context) for tail in tails]
    if event is not None and _repeats_unread(event, context):
        return None
    if any(alerts is None for alerts in read) or any(_EACH.search(fold(tail)) for tail in tails):
        return None
    alerts = [alert for part in read for alert in part or ()]
    if leading:
        deed = alerts[0].deed if len(alerts) == 1 and not alerts[0].has_time else None
        alerts = [] if deed is None else [replace(alert, deed=deed) for alert in leading]
    if not alerts or len(alerts) > _MOST_ALERTS or (event is None and len(alerts) < 2 and "," not in tails[0]):
        return None
    return _combine(event or ToldEvent("", ""), alerts, context)


def _repeats_unread(event: ToldEvent, context: ConversationContext) -> bool:
    """Return whether an event repeats in a way that nobody reads: "every market day"."""
    if _REPEATS.search(fold(event.message)):
        return True
    return _REPEATS.search(fold(event.when)) is not None and not _is_series(event.when, context)


def _may_be_meant(plain: str, asks: Sequence[re.Match[str]]) -> bool:
    if _STORY.search(plain) or is_conditional(_YES.sub("", plain)) or is_past(plain):
        return False
    return not any(
        _NOT_MEANT.search(before) or SAID.search(before) for before in (plain[: ask.start()] for ask in asks)
    )


def _read_leading(text: str, context: ConversationContext) -> Sequence[Alert]:
    """Read the times that stand before a request in its clause: "a week before at 11 remind me to ..."."""
    text = text.strip(" ,")
    alerts = (read_alerts(text, context) if text else None) or []
    return alerts if all(alert.has_time and not alert.deed for alert in alerts) else []


def _combine(event: ToldEvent, alerts: Sequence[Alert], context: ConversationContext) -> Sequence[SetReminder] | None:
    """Give each alert its moment and its message; None where one of them has no time or says nothing."""
    requests, deed = list[SetReminder](), ""
    for alert in _share_hours(alerts, context):
        deed = alert.deed or (deed if alert.lead is None else "")  # "check it at 19:30 and at 22"
        when, message = _place(alert, event, context), deed or event.message
        if alert.lead is not None and alert.deed and event.message:
            message = f"{alert.deed} ({event.message})"
        if when is None or not find_key_words(message) or (not deed and len(message.split()) > _MOST_WORDS):
            return None
        requests.append(SetReminder(message, when))
    return requests


def _share_hours(alerts: Sequence[Alert], context: ConversationContext) -> Sequence[Alert]:
    """Give a day the hour of the one after it: "Wednesday and Thursday at 2:45"."""
    shared = list(alerts)
    for index, (alert, following) in enumerate(pairwise(alerts)):
        hour = CLOCK_WORDS.search(following.when)
        lacks = isinstance(read := parse_words(alert.when, context), dates.DateError) and read.code == "missing_time"
        if lacks and hour and not re.search(r"noche|tarde|night|evening|morning", fold(alert.when)):
            shared[index] = replace(alert, when=f"{alert.when} {following.when[hour.start() :]}")
    return shared


def _place(alert: Alert, event: ToldEvent, context: ConversationContext) -> str | None:
    """Return date words for an alert: so long before the event, at an hour of its day, or at a time of its own."""
    if alert.lead is not None:
        return _place_before(alert.lead, event, context)
    if not alert.when:
        return event.when or ("" if alert.deed else None)
    of_its_day = f"{event.when} {alert.when}"
    if event.when and _EACH_YEAR.search(fold(alert.when)) and _is_series(of_its_day, context):
        return of_its_day  # "her birthday is June 3, remind me every year at 9"
    repeats = _is_series(alert.when, context)
    if not event.when or repeats or names_day(alert.when, context) or COUNTS.search(fold(alert.when)):
        vague = _EVERY.search(fold(alert.when)) and _is_series(event.when, context)
        return None if vague else alert.when  # "thursdays at 8 ..., every week at 6"
    if _is_series(event.when, context):
        return f"{' '.join(CLOCK_WORDS.sub(' ', event.when).split())} {alert.when}"
    day = _find_day(event.when, context)
    return alert.when if day is None else _find_before(f"{day.isoformat()} {alert.when}", event, context)


def _is_series(when: str, context: ConversationContext) -> bool:
    """Return whether date words repeat, with an hour or without one."""
    read = (parse_words(f"{when}{hour}", context) for hour in ("", " a las 12", " at 12"))
    return any(isinstance(one, dates.Recurrence) for one in read)


def _find_before(when: str, event: ToldEvent, context: ConversationContext) -> str:
    """Return date words for an hour in the half of the day that comes before the event."""
    rings, starts = parse_words(when, context), parse_words(event.when, context)
    if not isinstance(rings, dates.Instant) or not rings.notes or not isinstance(starts, dates.Instant):
        return when
    early = rings.local.replace(tzinfo=None)
    halves = [one for one in (early, early + _HALF_A_DAY) if one <= starts.local.replace(tzinfo=None)]
    is_plain = not starts.notes or starts.local.hour > LAST_SMALL_HOUR
    return write_moment(max(halves)) if halves and is_plain else when


def _place_before(lead: Lead, event: ToldEvent, context: ConversationContext) -> str | None:
    if not event.when:
        return None
    day_only = isinstance(starts := parse_words(event.when, context), dates.DateError) and starts.code == "missing_time"
    by_night = lead.clock == AT_NIGHT
    if by_night or (day_only and not lead.clock and _BY_DAYS.search(fold(lead.before))):
        day = _find_day(event.when, context)
        noon = parse_words(f"{day.isoformat()} 12:00", context) if day else None
        if not isinstance(noon, dates.Instant):
            return None
        early = ring_before(noon, replace(lead, clock=""), context.now, context.answer_language)
        if not isinstance(early, dates.Instant):
            return None
        return f"{early.local:%Y-%m-%d}" + (f" {AT_NIGHT}" if by_night else "")
    return replace(lead, event=event.when).words


def _find_day(words: str, context: ConversationContext) -> date | None:
    """Return the day of an event."""
    if isinstance(read := parse_words(words, context), dates.Instant):
        return read.local.date()
    days = find_days(words, context.now, context.preferences.timezone, context.answer_language)
    return days.first if days else None
