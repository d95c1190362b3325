"""Asks when exactly, before code sets something for an hour that hardly can be meant (RTR-07).

The parser reads a bare hour on the 24-hour clock (DAT-05); hardly anybody means three in the morning.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from sidecar import dates
from sidecar.conversation.context import ConversationContext
from sidecar.domain.person import LANGUAGES
from sidecar.i18n import Texts
from sidecar.language.fold import fold
from sidecar.reminders.format import format_moment
from sidecar.reminders.lead import find_lead
from sidecar.router.intents import EditReminder, Intent, SetReminder

_LAST_SMALL_HOUR = 5
_NOON = 12
_HALF_A_DAY = timedelta(hours=12)
_RISES = re.compile(r"\b(?:despert|wake|alarm|levant|get(?:ting)? up|madrug|vuelo|flight|airport|aeropuerto)")
"""What people do in the small hours."""
_OTHER_ZONE = re.compile(r"\b(?:their|his|her) time\b|\b(?:hora|horario) de (?:alla|ellos|ellas)\b|\balla sean\b")
_SAME = re.compile(r"\bsame (?:day|time|hour|again)\b|\bmism[oa] (?:aviso|dia|hora|horario)\b")
"""It is as something else was, and code cannot tell as what."""
_AFTERNOON = ("pm", "de la tarde")


def ask_about_small_hour(request: Intent, context: ConversationContext) -> str | None:
    """Return the question; None where the hour is plain."""
    if not isinstance(request, SetReminder) or not request.message:
        return None
    say = Texts(context.answer_language)
    if _OTHER_ZONE.search(fold(context.text)):
        return say("What time is that for you?")
    if _SAME.search(fold(f"{request.message} {request.when}")):
        return say("On which day, and at what time?")
    if _RISES.search(fold(f"{context.text} {request.message}")):
        return None
    read = _read(request.when, context)
    halves = list_halves(request.when, read, context)
    if not halves:
        return None
    zone = context.preferences.timezone
    if isinstance(read, dates.Recurrence):
        return say("At {early} or at {late}?", early=f"{halves[0][1]:%H:%M}", late=f"{halves[1][1]:%H:%M}")
    early, late = (format_moment(local.replace(tzinfo=zone), context.now, zone, say) for _, local in halves)
    return say("{early} or {late}?", early=early[:1].upper() + early[1:], late=late)


def list_halves(
    words: str, read: dates.DateResult | None, context: ConversationContext
) -> Sequence[tuple[str, datetime]]:
    """Return date words for a small hour as it was read and for the one after noon, with their local moments; nothing
    where the hour is plain."""
    lead = find_lead(words)
    if lead is not None and lead.event:
        event = list_halves(lead.event, _read(lead.event, context), context)
        return [(f"{at}, {lead.before} {lead.clock}".strip(), moment) for at, moment in event]
    if read is None or isinstance(read, dates.DateError) or not read.notes:
        return ()
    local = (read.local if isinstance(read, dates.Instant) else read.first).replace(tzinfo=None)
    if not 0 < local.hour <= _LAST_SMALL_HOUR:
        return ()
    if isinstance(read, dates.Instant):
        return [(write_moment(at), at) for at in (local, local + _HALF_A_DAY)]
    for half in _AFTERNOON:
        later = _read(f"{words} {half}", context)
        if isinstance(later, dates.Recurrence) and later.first.hour == local.hour + 12:
            return [(words, local), (f"{words} {half}", later.first.replace(tzinfo=None))]
    return ()


def keep_half_of_day(request: Intent, context: ConversationContext) -> Intent:
    """Read a small hour that an afternoon reminder is moved to as one of the afternoon: from 17:30 "to 5"."""
    if not isinstance(request, EditReminder) or not request.when:
        return request
    reminder = next((one for one in context.reminders if str(one.id) == request.which), None)
    if reminder is None or reminder.schedule.local.hour < _NOON:
        return request
    zone = context.preferences.timezone
    for language in LANGUAGES:
        changed = dates.change_time(request.when, reminder.schedule.local, context.now, zone, language)
        if isinstance(changed, dates.Instant) and changed.notes and 0 < changed.local.hour < _NOON:
            return replace(request, when=write_moment(changed.local + _HALF_A_DAY))
    return request


def write_moment(local: datetime) -> str:
    """Write a moment so that `dates` reads it back."""
    return f"{local:%Y-%m-%d %H:%M}"


def _read(words: str, context: ConversationContext) -> dates.DateResult | None:
    zone = context.preferences.timezone
    read = (dates.parse(words, context.now, zone, language) for language in LANGUAGES)
    return next((one for one in read if not isinstance(one, dates.DateError)), None)
