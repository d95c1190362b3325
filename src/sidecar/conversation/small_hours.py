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
from sidecar.domain.person import LANGUAGES, Language
from sidecar.i18n import Texts
from sidecar.language.fold import fold
from sidecar.reminders.format import format_moment
from sidecar.reminders.lead import find_lead
from sidecar.router.intents import EditReminder, Intent, SetReminder

LAST_SMALL_HOUR = 5
_NOON = 12
_HALF_A_DAY = timedelta(hours=12)
_RISES = re.compile(r"\b(?:despert|wake|alarm|levant|get(?:ting)? up|madrug|vuelo|flight|airport|aeropuerto)")
"""What people do in the small hours."""
_TODAY = re.compile(r"\b(?:hoy|today|this (?:afternoon|evening))\b")
_MORNING = re.compile(r"\d ?am\b|\bam\b|\b(?:morning|manana|madrugada)\b|(?<![\d:])0\d")
_OTHER_ZONE = re.compile(r"\b(?:their|his|her) time\b|\b(?:hora|horario) de (?:alla|ellos|ellas)\b|\balla sean\b")
_DAY_BEFORE = re.compile(
    r"\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day before\b(?! \d)|(?:lunes|martes|miercoles|jueves|viernes"
    r"|sabado|domingo) (?:antes|anterior|previo)\b)"
)
"""A weekday that is counted from something else: "due on the 7th, remind me on the Thursday before"."""
_SAME = re.compile(r"\bsame (?:day|time|hour|again)\b|\bmism[oa] (?:aviso|dia|hora|horario)\b")
"""It is as something else was, and code cannot tell as what."""
_AFTERNOON = ("pm", "de la tarde")
_NIGHT_ENDS, _DAY_ENDS = 6, 22
_SHORTLY = timedelta(hours=3)


def ask_about_small_hour(request: Intent, context: ConversationContext) -> str | None:
    """Return the question; None where the hour is plain."""
    if not isinstance(request, SetReminder) or not request.message:
        return None
    say = Texts(context.answer_language)
    if _DAY_BEFORE.search(fold(context.text)):
        return say("On which day, and at what time?")
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


def choose_hour(request: SetReminder, context: ConversationContext) -> SetReminder:
    """Read an hour without a day as the one that is surely meant: the other is later and in the night, or half a day
    later than one that comes shortly."""
    if not request.when or _OTHER_ZONE.search(fold(context.text)):
        return request
    lead = find_lead(request.when)
    words, early = (lead.event, f", {lead.before} {lead.clock}") if lead and lead.event else (request.when, "")
    zone = context.preferences.timezone
    for language in LANGUAGES:
        asked = dates.parse(words, context.now, zone, language)
        if isinstance(asked, dates.DateError) and asked.code in {"ambiguous_day", "past"}:
            moments = _read_suggestions(asked, context, language)
            if asked.code == "past" and not _TODAY.search(fold(words)):
                continue
            chosen = _choose(moments, context) if len(moments) == len(asked.suggestions) == 2 else None
            if chosen is not None:
                return replace(request, when=f"{write_moment(chosen)}{early}".strip())
    return request


def _read_suggestions(asked: dates.DateError, context: ConversationContext, language: Language) -> Sequence[datetime]:
    """Return the local moments that an error suggests, the sooner first."""
    read = (dates.parse(one, context.now, context.preferences.timezone, language) for one in asked.suggestions)
    return sorted(one.local for one in read if isinstance(one, dates.Instant))


def _choose(moments: Sequence[datetime], context: ConversationContext) -> datetime | None:
    """Return the moment of two, half a day apart, that is surely meant; None where either may be."""
    sooner, later = moments
    if later - sooner != _HALF_A_DAY:
        return None
    if sooner.date() == context.now.astimezone(sooner.tzinfo).date() and _TODAY.search(fold(context.text)):
        return sooner
    if _RISES.search(fold(context.text)):
        return next((one for one in moments if one.hour < _NOON), None)
    if sooner.hour < _NIGHT_ENDS:
        return sooner if sooner - context.now < _SHORTLY else None
    if later.hour < _NIGHT_ENDS or later.hour >= _DAY_ENDS or sooner - context.now < _SHORTLY:
        return sooner
    return None


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
    if not 0 < local.hour <= LAST_SMALL_HOUR:
        return ()
    if isinstance(read, dates.Instant):
        return [(write_moment(at), at) for at in (local, local + _HALF_A_DAY)]
    for half in _AFTERNOON:
        later = _read(f"{words} {half}", context)
        if isinstance(later, dates.Recurrence) and later.first.hour == local.hour + 12:
            return [(words, local), (f"{words} {half}", later.first.replace(tzinfo=None))]
    return ()


def keep_half_of_day(request: EditReminder, context: ConversationContext) -> EditReminder:
    """Read a bare hour that a reminder is moved to in the half of the day that it has: from 17:30 "to 5"."""
    reminder = next((one for one in context.reminders if str(one.id) == request.which), None)
    if reminder is None or not request.when:
        return request
    previous = reminder.schedule.local
    for language in LANGUAGES:
        changed = dates.change_time(request.when, previous, context.now, context.preferences.timezone, language)
        if isinstance(changed, dates.DateError):
            moments = _read_suggestions(changed, context, language)
            kept = [
                one for one in moments if one.date() == previous.date() and one.hour // _NOON == previous.hour // _NOON
            ]
            if len(moments) > 1 and len(kept) == 1:
                return replace(request, when=write_moment(kept[0]))
        elif changed is not None and 0 < changed.local.hour < _NOON:
            is_over = not reminder.recurring and changed.utc <= context.now
            if (previous.hour >= _NOON or is_over) and _is_bare(request.when, changed, context, language):
                return replace(request, when=write_moment(changed.local + _HALF_A_DAY))
    return request


def keep_half(moved: datetime, before: datetime, words: str) -> datetime:
    """Return a bare hour in the half of the day that the event has: from 17:00 "to 6" is 18:00."""
    bare = 0 < moved.hour < _NOON <= before.hour and not _MORNING.search(fold(words))
    return moved + _HALF_A_DAY if bare else moved


def _is_bare(words: str, read: dates.Instant, context: ConversationContext, language: Language) -> bool:
    """Return whether an hour is said without its half of the day."""
    alone = dates.parse(words, context.now, context.preferences.timezone, language)
    return bool(read.notes) or (isinstance(alone, dates.DateError) and alone.code == "ambiguous_day")


def write_moment(local: datetime) -> str:
    """Write a moment so that `dates` reads it back."""
    return f"{local:%Y-%m-%d %H:%M}"


def _read(words: str, context: ConversationContext) -> dates.DateResult | None:
    zone = context.preferences.timezone
    read = (dates.parse(words, context.now, zone, language) for language in LANGUAGES)
    return next((one for one in read if not isinstance(one, dates.DateError)), None)
