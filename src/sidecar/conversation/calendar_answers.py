"""Answers questions about the calendar: how long until a day, what day a date is, which week it is."""

from __future__ import annotations

import asyncio
import calendar
import itertools
import re
from collections.abc import Mapping
from datetime import date, datetime, timedelta

from sidecar import dates
from sidecar.conversation.agenda_answers import answer_about_reminder
from sidecar.conversation.context import ConversationContext
from sidecar.conversation.ports import RelevantFacts
from sidecar.conversation.reminder_references import find_last_spoken_of
from sidecar.domain.person import LANGUAGES
from sidecar.i18n import Texts
from sidecar.language.figures import format_figure
from sidecar.language.fold import fold
from sidecar.language.weekdays_and_months import MONTHS, WEEKDAYS
from sidecar.memory.answers.question import parse_question
from sidecar.memory.answers.selection import select_answer
from sidecar.reminders.days import find_days
from sidecar.router.courtesy import read_request

_UNTIL = re.compile(
    r"(?:y |and )?(?:cuant[oa]s? (?P<unidad>\w+ )?falta(?:n)? (?:p(?:ara|a)?|hasta)"
    r"|how (?:long|many (?P<unit>days|sleeps|weekends|weeks|hours|hrs|months))"
    r"(?: is it| are there| left| to go| (?:have|do) i (?:got|have)| i got)?"
    r" (?:(?:un)?til?l?|to|before)) (?:el |la |las |the )?(?P<what>.+)"
)
_WHICH_DAY = re.compile(
    r"(?:y |and )?(?:(?:(?:a|en) )?que (?:dia|fecha)(?: de la semana)? (?:cae|es|sera|caera|va a ser)"
    r"|(?:what|which) (?:day|weekday|date)(?: of the week)? (?:is(?: it)?|falls on|does|will (?:it )?be))(?: on)? "
    r"(?P<what>.+?)(?: (?:fall(?: on)?|be|this year|(?:de )?este ano))?"
)
_TODAY = re.compile(r"what (?:day|date|weekday) is it (?:even|again|today|now|anyway)")
_IS_ON = re.compile(
    r"(?:y |and )?(?:is |es |cae )?(?P<what>.+?) (?:es|cae|on|an?)(?: (?:un|en|an?))? (?P<other>[a-z' ]+?)"
    r"(?:,? (?:no|verdad|right|isn't it))?"
)
_THAT = frozenset(["eso", "ese dia", "that", "it", "that day"])
_WEEK = re.compile(r".*\b(?:semana del ano|numero de semana|week (?:number|of the year)|what week is it)\b.*")
_LEAP = re.compile(r".*\b(?:bisiesto|leap year)\b.*")
_BIRTHDAY = re.compile(r"\b(?:cumple(?:anos)?|birthday|bday)\b")
_HOLIDAYS: Mapping[str, tuple[int, int]] = {
    "navidad": (12, 25), "nochebuena": (12, 24), "ano nuevo": (1, 1), "fin de ano": (12, 31), "nochevieja": (12, 31),
    "reyes": (1, 6), "christmas eve": (12, 24), "christmas": (12, 25), "xmas": (12, 25), "boxing day": (12, 26),
    "new year's eve": (12, 31), "new year": (1, 1), "halloween": (10, 31), "valentine": (2, 14),
    "san valentin": (2, 14),
}  # fmt: skip
_SOON = timedelta(hours=24)


async def answer_about_calendar(context: ConversationContext, facts: RelevantFacts, say: Texts) -> str | None:
    """Return the answer; None for any other message."""
    text = _read(context.text)
    now = context.now.astimezone(context.preferences.timezone)
    if _WEEK.fullmatch(text):
        return say("It's week {number} of the year.", number=now.isocalendar().week)
    if _LEAP.fullmatch(text):
        return _answer_leap_year(text, now.year, say)
    if _TODAY.fullmatch(text):
        return say("It's {day}.", day=_name_date(now.date(), say))
    if asked := _UNTIL.fullmatch(text):
        return await _answer_until(asked["what"], asked["unidad"] or asked["unit"] or "", context, facts, say)
    if asked := _WHICH_DAY.fullmatch(text):
        day = _find_day(asked["what"], context)
        return say("It's {day}.", day=_name_date(day, say)) if day is not None else None
    asked = _IS_ON.fullmatch(text) if context.text.rstrip().endswith("?") else None
    return _confirm_day(asked["what"], asked["other"], context, say) if asked else None


def _read(text: str) -> str:
    """Return a question folded, without the courtesy around it and with what is abbreviated spelled out."""
    said = read_request(text.replace("’", "'"))
    if said is None or not said.words:
        return ""
    plain = fold(said.text[said.words[0].start : said.words[-1].end])
    return re.sub(r"\bwhat(?:'s|s)\b", "what is", re.sub(r"\b[qk]\b", "que", plain))


def _confirm_day(what: str, other: str, context: ConversationContext, say: Texts) -> str | None:
    """Say whether a day is a weekday or a holiday: "is the 19th a saturday?"."""
    day = _find_day(what, context)
    weekday = next(
        (place for names in WEEKDAYS.values() for place, name in enumerate(names) if fold(name) == other), None
    )
    holiday = next((moment for name, moment in _HOLIDAYS.items() if name == other), None)
    if day is None or (weekday is None and holiday is None):
        return None
    same = day.weekday() == weekday or (day.month, day.day) == holiday
    named = _name_date(day, say)
    return say("Yes, it's {day}.", day=named) if same else say("No, it's {day}.", day=named)


def _answer_leap_year(text: str, year: int, say: Texts) -> str:
    named = re.search(r"\b(\d{4})\b", text)
    ahead = re.search(r"proximo|que viene|next", text)
    wanted = int(named[1]) if named else year + (1 if ahead else 0)
    if calendar.isleap(wanted):
        return say("Yes, {year} is a leap year.", year=wanted)
    return say("No, {year} is not a leap year.", year=wanted)


async def _answer_until(
    what: str, unit: str, context: ConversationContext, facts: RelevantFacts, say: Texts
) -> str | None:
    in_hours, today = re.match("hora|hour|hr", unit) is not None, _today(context)
    day = _find_that_day(context) if what in _THAT else _find_day(what, context)
    moment = _find_moment(what, context, has_day=day is not None)
    if moment is not None and (in_hours or (not unit and moment - context.now < _SOON)):
        hours, minutes = divmod(round((moment - context.now).total_seconds() / 60), 60)
        if hours:
            return say("{hours} h {minutes} min to go.", hours=hours, minutes=minutes)
        return say("{minutes} minutes to go.", minutes=minutes)
    if day is None and answer_about_reminder(context, say) is None:
        day = await _find_told_day(what, context, facts)
        if day is None and _BIRTHDAY.search(what):
            return say("You haven't told me when that birthday is.")
    if day is None or day < today:
        return None
    days = (day - today).days
    if unit.startswith(("finde", "weekend")):
        weekends = (today.weekday() + days + 1) // 7
        return say.plural("{n} weekend to go: {day}.", "{n} weekends to go: {day}.", weekends, day=_name_date(day, say))
    if unit.startswith(("seman", "week")):
        counted = say.plural("{n} day", "{n} days", days)
        weeks = format_figure(f"{days / 7:.1f}".removesuffix(".0"), say.language)
        return say("{weeks} weeks to go ({days}): {day}.", weeks=weeks, days=counted, day=_name_date(day, say))
    return say.plural("{n} day to go: {day}.", "{n} days to go: {day}.", days, day=_name_date(day, say))


def _find_that_day(context: ConversationContext) -> date | None:
    """Return the day of the one reminder that was just spoken of."""
    found = find_last_spoken_of(context.match_context)
    return found[0].schedule.local.date() if len(found) == 1 else None


async def _find_told_day(what: str, context: ConversationContext, facts: RelevantFacts) -> date | None:
    """Return the next day of what the person told: a birthday, an appointment."""
    today, asking = _today(context), {"es": "cuándo es", "en": "when is"}[context.answer_language]
    question = await asyncio.to_thread(parse_question, f"{asking} {what}?", context.answer_language)
    known = await facts.find_facts(context.person, question.text)
    yearly = _BIRTHDAY.search(what) is not None
    tenses = [dates.Tense.COMING, *[dates.Tense.PAST] * yearly]
    for fact in (await asyncio.to_thread(select_answer, question, known, today)).facts:
        for tense, language in itertools.product(tenses, LANGUAGES):
            if spans := dates.find_days(fact.text, today, language, tense):
                first = spans[0].first
                return _next(first.month, first.day, today) if yearly else first
    return None


def _find_moment(what: str, context: ConversationContext, *, has_day: bool) -> datetime | None:
    for language in context.reading_languages:
        for words in (what,) if has_day else (what, f"a las {what}", f"at {what}"):
            found = dates.parse(words, context.now, context.preferences.timezone, language)
            if isinstance(found, dates.Instant):
                return found.utc
            if isinstance(found, dates.DateError) and found.code == "ambiguous_day" and found.suggestions:
                first = dates.parse(found.suggestions[0], context.now, context.preferences.timezone, language)
                if isinstance(first, dates.Instant):
                    return first.utc
    return None


def _find_day(what: str, context: ConversationContext) -> date | None:
    today = _today(context)
    for name, (month, day) in _HOLIDAYS.items():
        if re.search(rf"\b{name}", what):
            return _next(month, day, today)
    days = find_days(what, context.now, context.preferences.timezone, context.answer_language)
    return days.first if days is not None and days.first == days.last else None


def _next(month: int, day: int, today: date) -> date | None:
    years = (year for year in range(today.year, today.year + 9) if day <= calendar.monthrange(year, month)[1])
    return next((found for year in years if (found := date(year, month, day)) >= today), None)


def _name_date(day: date, say: Texts) -> str:
    weekday, month = WEEKDAYS[say.language][day.weekday()], MONTHS[say.language][day.month - 1]
    return say("{weekday}, {month} {day}, {year}", weekday=weekday, month=month, day=day.day, year=day.year)


def _today(context: ConversationContext) -> date:
    return context.now.astimezone(context.preferences.timezone).date()
