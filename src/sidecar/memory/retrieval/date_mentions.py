"""Dates in a question, in Spanish or English: "in June 2023", "el 3 de mayo", "last week", "ayer"."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, timedelta

from sidecar.language.fold import fold
from sidecar.language.tokens import split_words
from sidecar.language.weekdays_and_months import month_numbers

_MONTHS = {**month_numbers("es"), **month_numbers("en")}
_LONGEST_ABBREVIATION = 3
_AMBIGUOUS = frozenset({"march", *(name for name in _MONTHS if len(name) <= _LONGEST_ABBREVIATION)})
"""Months only next to a number or after a preposition: "may I", "hace un año ... ago"."""
_BEFORE_A_MONTH = frozenset(
    word
    for words in ("in on of by since during until till last this early late mid", "de en desde hasta")
    for word in words.split()
)
_YEAR = re.compile(r"(?:19|20)\d\d")
_DAY = re.compile(r"(\d{1,2})(?:st|nd|rd|th|ro)?")
_NUMERIC = re.compile(r"\b(\d{4})-(\d{1,2})-(\d{1,2})\b|\b(\d{1,2})/(\d{1,2})/(\d{4})\b")
_LAST_MONTH, _LAST_DAY = 12, 31
_SAME_WEEK_DAYS = 7
_NEAR, _SAME_MONTH = 0.6, 0.3

_RELATIVE = (
    (r"\b(?:the day before yesterday|anteayer|antes de ayer|antier)\b", 2, 2),
    (r"(?<!before )\byesterday\b|(?<!antes de )\bayer\b", 1, 1),
    (r"\btoday\b|\bhoy\b", 0, 0),
)


@dataclass(frozen=True, slots=True)
class PartialDate:
    """A day, month or year; what was not given is None."""

    year: int | None = None
    month: int | None = None
    day: int | None = None


@dataclass(frozen=True, slots=True)
class DateRange:
    first: date
    last: date


DateMention = PartialDate | DateRange


def find_dates(question: str, today: date) -> tuple[DateMention, ...]:
    """Find the dates that the words name; `today` is the person's, for "yesterday" and the like."""
    folded = fold(question)
    found: list[DateMention] = [*_relative(folded, today), *_numeric(folded)]
    words = split_words(_NUMERIC.sub(" ", folded))
    months = [place for place in range(len(words)) if _is_month(words, place)]
    years = [int(word) for word in words if _YEAR.fullmatch(word)]
    for place in months:
        found.append(PartialDate(_year_for(words, place, years), _MONTHS[words[place]], _day_beside(words, place)))
    if years and not months:
        found += [PartialDate(year) for year in years]
    return tuple(found)


def date_closeness(day: date, mentions: tuple[DateMention, ...]) -> float:
    """Return 1 for a day in a mentioned day, month or year, less for one in its week or month, else 0."""
    return max((_close(day, mention) for mention in mentions), default=0.0)


def _close(day: date, mention: DateMention) -> float:
    if isinstance(mention, DateRange):
        return 1.0 if mention.first <= day <= mention.last else 0.0
    if mention.year not in (None, day.year) or mention.month not in (None, day.month):
        return 0.0
    if mention.day is None or day.day - mention.day in (0, 1):  # an evening is told the next day
        return 1.0
    return _NEAR if abs(day.day - mention.day) <= _SAME_WEEK_DAYS else _SAME_MONTH


def _is_month(words: list[str], place: int) -> bool:
    if words[place] not in _MONTHS:
        return False
    if words[place] not in _AMBIGUOUS:
        return True
    before = words[place - 1] if place else ""
    after = words[place + 1] if place + 1 < len(words) else ""
    return before in _BEFORE_A_MONTH or bool(_DAY.fullmatch(before) or _DAY.fullmatch(after) or _YEAR.fullmatch(after))


def _day_beside(words: list[str], place: int) -> int | None:
    """Return the day next to a month: "10 August", "10 de agosto", "the 3rd of May", "August 10"."""
    before = place - 2 if place > 1 and words[place - 1] in {"de", "of"} else place - 1
    for at in (before, place + 1):
        if 0 <= at < len(words) and (match := _DAY.fullmatch(words[at])) and 1 <= int(match[1]) <= _LAST_DAY:
            return int(match[1])
    return None


def _year_for(words: list[str], place: int, years: list[int]) -> int | None:
    """Return the year that follows the month, else the only year there is."""
    for word in words[place + 1 : place + 4]:
        if word in _MONTHS:
            break
        if _YEAR.fullmatch(word):
            return int(word)
    return years[0] if len(years) == 1 else None


def _numeric(folded: str) -> list[DateMention]:
    found: list[DateMention] = []
    for match in _NUMERIC.finditer(folded):
        parts = match.groups()[:3] if match[1] else match.groups()[:2:-1]
        year, month, day = (int(part) for part in parts)
        if month > _LAST_MONTH and not match[1]:
            month, day = day, month  # the American order
        if 1 <= month <= _LAST_MONTH and 1 <= day <= _LAST_DAY:
            found.append(PartialDate(year, month, day))
    return found


def _relative(folded: str, today: date) -> list[DateMention]:
    found: list[DateMention] = [
        DateRange(today - timedelta(days=ago), today - timedelta(days=until))
        for pattern, ago, until in _RELATIVE
        if re.search(pattern, folded)
    ]
    monday = today - timedelta(days=today.weekday())
    if re.search(r"\blast week\b|\bsemana pasada\b", folded):
        found.append(DateRange(monday - timedelta(days=7), monday - timedelta(days=1)))
    if re.search(r"\bthis week\b|\besta semana\b", folded):
        found.append(DateRange(monday, monday + timedelta(days=6)))
    first = today.replace(day=1)
    if re.search(r"\blast month\b|\bmes pasado\b", folded):
        end = first - timedelta(days=1)
        found.append(DateRange(end.replace(day=1), end))
    if re.search(r"\bthis month\b|\beste mes\b", folded):
        found.append(PartialDate(today.year, today.month))
    if re.search(r"\blast year\b|\bano pasado\b", folded):
        found.append(PartialDate(today.year - 1))
    return found
