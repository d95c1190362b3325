"""The days, weeks and months that a statement names, as dates: "el sábado", "a week ago", "del 3 al 10"."""

from __future__ import annotations

import calendar
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from enum import StrEnum
from typing import cast

from sidecar.dates.date_language import CalendarUnit, DateLanguage
from sidecar.dates.days import DayReference, DayRefusal, resolve_date
from sidecar.dates.expressions import find_expressions
from sidecar.dates.languages import load_date_language
from sidecar.dates.symbols import SymbolLine, read_symbols
from sidecar.dates.tree import Amount, Day, DayOfMonth, MonthDay, NumericDate, Period, Piece, ShiftedDay, Weekday

LONGEST_STATEMENT = 500
_NOON = time(12)
_SOON = timedelta(days=120)
_NEAR_MONTHS = 2
_LONGEST_STAY = timedelta(days=100)
_FIXED = (MonthDay, NumericDate, DayOfMonth)


class Tense(StrEnum):
    """Whether a statement tells what happened or what is to come."""

    PAST = "past"
    COMING = "coming"
    UNCLEAR = "unclear"


@dataclass(frozen=True, slots=True)
class DaySpan:
    """Words of a text (`start` to `end`) that name days, from `first` to `last`, and the same in full: "el 3 de mayo
    de 2025"."""

    start: int
    end: int
    first: date
    last: date
    told: str
    is_start: bool
    """What is said holds from then on: "since March"."""
    is_end: bool
    """What is said holds until then: "hasta marzo"."""


@dataclass(frozen=True, slots=True)
class _Statement:
    """A text with what its days are counted from."""

    line: SymbolLine
    language: DateLanguage
    today: date
    tense: Tense

    def tense_after(self, lead: str) -> Tense:
        """Return the tense of days after a preposition: "since March" was, "until March" will be."""
        words = self.language.calendar
        if lead in words.until and self.tense is not Tense.PAST:
            return Tense.COMING
        return Tense.PAST if lead in words.until_now else self.tense


@dataclass(frozen=True, slots=True)
class _Found:
    start: int
    """Where the preposition begins."""
    end: int
    first: date
    last: date
    unit: CalendarUnit
    lead: str


def find_days(text: str, today: date, code: str, tense: Tense) -> tuple[DaySpan, ...]:
    """Return what names days in the first 500 characters of a statement that was made on `today`, in its order.

    Days that repeat ("los martes"), that nobody can know ("the other day"), or that may be two dates are left out. In
    the past "Saturday" is the last one, otherwise the next.
    """
    language = load_date_language(code)
    said = _Statement(read_symbols(text[:LONGEST_STATEMENT], language.words), language, today, tense)
    in_order = sorted([*_whole_days(said), *_periods(said)], key=lambda found: (found.start, -found.end))
    reached = 0
    spans: list[DaySpan] = []
    for found in _joined(in_order, said):
        if found.start < reached:
            continue
        reached = found.end
        words = language.calendar
        as_said = said.line.text[found.start : found.end]
        told = words.tell(found.first, found.last, found.unit, found.lead, as_said)
        is_stay = found.unit == "d" and found.first != found.last
        is_start = found.lead in words.since and not is_stay
        spans.append(
            DaySpan(found.start, found.end, found.first, found.last, told, is_start, found.lead in words.until)
        )
    return tuple(spans)


def _joined(found: list[_Found], said: _Statement) -> Iterator[_Found]:
    """Join two days of one stay: "14 March to 4 April"."""
    waiting: _Found | None = None
    for span in found:
        if waiting and waiting.end <= span.start:
            days_only = waiting.unit == span.unit == "d"
            between = said.line.text[waiting.end : span.end].lower()
            joins = said.language.calendar.range_joint.match(between)
            if days_only and joins and timedelta() < span.last - waiting.first < _LONGEST_STAY:
                waiting = replace(waiting, end=span.end, last=span.last)
                continue
            yield waiting
        elif waiting:
            continue
        waiting = span
    if waiting:
        yield waiting


def _find_lead(said: _Statement, start: int, end: int) -> tuple[str, int]:
    """Return the preposition of days that stand from `start` to `end`, and where the whole begins."""
    words = said.language.calendar
    before = words.lead.search(said.line.text[:start].lower())
    within = words.inner_lead.match(said.line.text[start:end].lower())
    lead = before["lead"] if before else (within["lead"] if within else "")
    return words.leads.get(lead, lead), before.start("lead") if before else start


def _whole_days(said: _Statement) -> Iterator[_Found]:
    line, language = said.line, said.language
    for expression in find_expressions(line, language):
        days = expression.days + ((expression.until,) if expression.until else ())
        pieces = [piece for piece in expression.pieces if any(isinstance(node, Day) for node in piece.nodes)]
        unclear = expression.every or expression.choices or expression.refused or expression.elapsed
        if unclear or not days or len(days) != len(pieces) or _is_other_number(pieces, line, language):
            continue
        start, end = line.tokens[pieces[0].first].start, line.tokens[pieces[-1].last - 1].end
        end -= len(line.text[start:end]) - len(line.text[start:end].rstrip(" ,.-"))
        lead, start = _find_lead(said, start, end)
        is_ago = isinstance(days[0], ShiftedDay) and days[0].amounts[0].number < 0
        if is_ago:
            lasts = language.calendar.lasting_lead if said.tense is not Tense.PAST else ""
            joint = language.calendar.after_ago.match(line.text, end)
            lead, end = lead or lasts, joint.end() if joint else end
        if isinstance(days[0], Weekday) and _is_any(lead, line.text, end, language):
            continue
        try:
            first, last, unit = _resolve(days, replace(said, tense=said.tense_after(lead)))
        except (DayRefusal, ValueError, OverflowError):
            continue
        yield _Found(start, end, first, last, unit, lead)


def _is_any(lead: str, text: str, end: int, language: DateLanguage) -> bool:
    """Return whether a weekday that ends there may be the last or the next one, or any: "Monday mornings"."""
    words = language.calendar
    return lead in words.unclear_before_weekday or bool(words.repeated.match(text, end))


def _is_other_number(pieces: list[Piece], line: SymbolLine, language: DateLanguage) -> bool:
    """Return whether a bare number after "el" counts something else: "el 4 B", "vive en el 7"."""
    if not all(piece.weak for piece in pieces) or len(pieces) > 1:
        return False
    before = line.between(max(0, pieces[0].first - 1), pieces[0].first)
    after = line.between(pieces[0].last, pieces[0].last + 1)
    words = language.calendar
    return bool(set(before) & words.not_before_bare_day) or not set(after) <= words.after_bare_day


def _resolve(days: tuple[Day, ...], said: _Statement) -> tuple[date, date, CalendarUnit]:
    fixed = [day for day in days if isinstance(day, _FIXED)]
    if len(days) == 2 and len(fixed) == 2:
        last = _resolve_day(fixed[1], said)
        first = _resolve_day(_in_month_of(fixed[0], last), replace(said, today=last, tense=Tense.PAST))
        if not timedelta() < last - first < _LONGEST_STAY:
            raise ValueError(days)
        return first, last, "d"
    if len(days) == 2 and len(fixed) == 1 and isinstance(days[0], Weekday):
        day = _resolve_day(fixed[0], said)
        if day.weekday() != days[0].weekday:
            raise ValueError(days)
        return day, day, "d"
    if len(days) != 1:
        raise ValueError(days)
    match days[0]:
        case Period(unit, ahead):
            return (*_find_period(unit, ahead, said.today), unit)
        case ShiftedDay((*_, Amount(unit="o" | "y" as unit)), None):
            first, last = _find_period(unit, 0, _resolve_day(days[0], said))
            return first, last, unit
        case day:
            resolved = _resolve_day(day, said)
            return resolved, resolved, "d"


def _in_month_of(day: Day, other: date) -> Day:
    """Return "the 3rd" as a day of the month in which it ends, or of the one before."""
    if isinstance(day, DayOfMonth) and 0 < day.day < other.day:
        return MonthDay(day.day, other.month, other.year)
    return day


def _resolve_day(day: Day, said: _Statement) -> date:
    """Resolve a day backwards in the past, forwards otherwise. Raises `DayRefusal`, or `ValueError` where a day of the
    past would be one to come, or the other way round."""
    today, past, month_first = said.today, said.tense is Tense.PAST, said.language.month_first
    found = resolve_date(day, DayReference(datetime.combine(today, _NOON), lambda _: True, month_first, month_first))
    match day:
        case Weekday(modifier="plain" | "this"):
            if said.tense is Tense.UNCLEAR:
                raise ValueError(day)
            return found - timedelta(days=7) if past and found > today else found
        case DayOfMonth(months=None):
            if past and found > today:
                return _moved(found, -1, day.day)
            return found if past or found >= today else _moved(found, 1, day.day)
        case MonthDay(year=None, next_year=False) | NumericDate(year=None):
            is_wrong = found > today if past else found < today
            if is_wrong and abs(found - today) < _SOON:
                raise ValueError(day)
            return found.replace(year=found.year + (-1 if past else 1)) if is_wrong else found
        case _:
            return found


def _moved(found: date, months: int, day: int) -> date:
    first, last = _find_period("o", months, found)
    return first.replace(day=min(day, last.day))


def _find_period(unit: CalendarUnit, ahead: int, today: date) -> tuple[date, date]:
    """Return the first and the last day of a week, weekend, month or year, counted from the current one."""
    match unit:
        case "w":
            monday = today - timedelta(days=today.weekday()) + timedelta(weeks=ahead)
            return monday, monday + timedelta(days=6)
        case "e":
            monday, sunday = _find_period("w", ahead, today)
            return monday + timedelta(days=5), sunday
        case "o":
            years, month = divmod(today.month - 1 + ahead, 12)
            first = date(today.year + years, month + 1, 1)
            return first, first.replace(day=calendar.monthrange(first.year, first.month)[1])
        case "y":
            return date(today.year + ahead, 1, 1), date(today.year + ahead, 12, 31)
        case "d":
            return today + timedelta(days=ahead), today + timedelta(days=ahead)


def _periods(said: _Statement) -> Iterator[_Found]:
    """Yield the last week, month and year, months without a day, and days joined by a dash ("July 12-19")."""
    words, symbols = said.language.calendar, said.line.symbols
    for match in words.last_period.finditer(symbols):
        unit = cast(CalendarUnit, match["unit"][1])
        yield _found(match, said, *_find_period(unit, -1, said.today), unit)
    for match in words.month.finditer(symbols):
        written = _found(match, said, said.today, said.today, "o")
        month, tense = int(match["month"][1:]), said.tense_after(written.lead)
        if said.tense is not Tense.PAST and written.lead in words.may_be_ahead:
            tense = Tense.COMING if 0 < (month - said.today.month) % 12 <= _NEAR_MONTHS else tense
        year = int(match["year"] or 0) or _year_of(month, said.today, tense, bool(match["next"]))
        first, last = _find_period("o", 0, date(year, month, 1))
        yield replace(written, first=first, last=last)
    for match in words.joined_days.finditer(symbols):
        written = _found(match, said, said.today, said.today, "d")
        days = re.search(r"(\d+)\s?(?:[-–/]|to|until|till)\s?(\d+)", said.line.text[written.start : written.end])
        month = int(match["month"][1:])
        first, last = _find_period("o", 0, date(_year_of(month, said.today, said.tense, False), month, 1))
        if days and 0 < int(days[1]) < int(days[2]) <= last.day:
            yield replace(written, first=first.replace(day=int(days[1])), last=first.replace(day=int(days[2])))


def _found(match: re.Match[str], said: _Statement, first: date, last: date, unit: CalendarUnit) -> _Found:
    """Return what stands in the group `days` of a match."""
    index = said.line.token_at[match.start("days")]
    start, end = said.line.tokens[index].start, said.line.tokens[index + match["days"].count(" ")].end
    lead, start = _find_lead(said, start, end)
    return _Found(start, end, first, last, unit, lead)


def _year_of(month: int, today: date, tense: Tense, following: bool) -> int:
    """Return the year of a month that is told without one; the current month is the past one's or the coming one's."""
    if tense is Tense.PAST:
        return today.year - (month > today.month)
    return today.year + (month < today.month or (following and month == today.month))
