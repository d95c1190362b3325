"""Tells a fact with its dates in full ("el sábado" → "el 12 de julio de 2025"), and until when it holds."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta

from sidecar.dates import DaySpan, find_days
from sidecar.domain.fact import FACT_MAX_CHARS, NewFact
from sidecar.memory.extraction.language_pack import LanguagePack

_LEAD = re.compile(r"^(?:(?:para|hasta|a|al|el|en|la|on|to|until|till|by|for|in)\s+)*", re.IGNORECASE)
_BARE_DAYS = re.compile(
    r"(?:(?:del?|desde|el|los|al?|hasta|y|from|on|the|to|till|until|and)\s|\d{1,2}(?:st|nd|rd|th)?\s?)+", re.IGNORECASE
)
_A_DAY = timedelta(days=1)
_OF = {"es": "de", "en": "of"}
_ONE_OF_MANY = (" a ", " un ")
"""Before a weekday: any of them, "moving on a Monday"."""


def add_dates(fact: NewFact, said_on: date, language: LanguagePack) -> NewFact:
    """Return a fact of `said_on` with dates instead of days that are counted from it.

    A plan ends with its last day; what repeats, began or happened has no end.
    """
    if language.recurring.search(fact.text.lower()):
        return fact
    tense = language.tense(fact.text)
    days = find_days(fact.text, said_on, language.code, tense)
    days = [span for span in days if not fact.text[: span.start].endswith(_ONE_OF_MANY)]
    if not days:
        return fact
    days = _in_named_month(fact.text, days, said_on, language)
    text, reached = "", 0
    for span in days:
        text += fact.text[reached : span.start] + span.told
        reached = span.end
    text = text[:1].upper() + text[1:] + fact.text[reached:]
    until = fact.until or _last_day(days, said_on, critical=fact.critical)
    return replace(fact, text=text if len(text) <= FACT_MAX_CHARS else fact.text, until=until)


def _in_named_month(text: str, days: Sequence[DaySpan], said_on: date, language: LanguagePack) -> list[DaySpan]:
    """Count days without a month from the month named before them: "in January …, from the 10th to the 20th"."""
    told: list[DaySpan] = []
    for span in days:
        words, month = text[span.start : span.end], told[-1] if told else None
        if month is None or not _is_month(month) or not _BARE_DAYS.fullmatch(words):
            told.append(span)
            continue
        full = f"{words} {_OF[language.code]} {_LEAD.sub('', month.told)}"
        found = find_days(full, said_on, language.code, language.tense(text))
        told.append(replace(found[0], start=span.start, end=span.end) if len(found) == 1 else span)
    return told


def _is_month(span: DaySpan) -> bool:
    return span.first.day == 1 and span.last.month == span.first.month and (span.last + _A_DAY).day == 1


def move_day(text: str, old: DaySpan, new: DaySpan) -> str:
    """Return a text with another day in the place of one that it names, after the same preposition."""
    was = text[old.start : old.end]
    lead = _LEAD.match(was)
    told = was[: lead.end() if lead else 0] + _LEAD.sub("", new.told)
    moved = text[: old.start] + told + text[old.end :]
    return moved[:1].upper() + moved[1:]


def _last_day(days: Sequence[DaySpan], said_on: date, *, critical: bool) -> date | None:
    """Return the last day of a plan. What may be dangerous ends only where its end is said."""
    ends = [span.last for span in days if span.is_end] or [
        span.last for span in days if not (span.is_start or critical)
    ]
    return max((last for last in ends if last >= said_on), default=None)
