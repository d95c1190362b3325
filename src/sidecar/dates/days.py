"""A day as it was said → a date, seen from today."""

from __future__ import annotations

import calendar
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import assert_never

from sidecar.dates.result import DateErrorCode
from sidecar.dates.tree import (
    Amount,
    Day,
    DayOfMonth,
    MonthDay,
    NthWeekday,
    NumericDate,
    Period,
    RelativeDay,
    ShiftedDay,
    Weekday,
)

_NIGHT_ENDS_HOUR = 4
_PASSED_LATELY = timedelta(days=60)
_LEAP_YEARS_APART = 8
_MOST_DAYS = 31


class DayRefusal(Exception):
    """Raised where words name no single date; `dates` are worth suggesting."""

    def __init__(self, code: DateErrorCode, *dates: date) -> None:
        super().__init__(code)
        self.code: DateErrorCode = code
        self.dates = dates


@dataclass(frozen=True, slots=True)
class DayReference:
    """The day from which others are counted. `ahead` tells whether the hour that was said is ahead on a date."""

    now: datetime
    ahead: Callable[[date], bool]
    month_first: bool
    next_may_skip: bool
    """Whether "next Friday" may skip the coming one."""

    @property
    def date(self) -> date:
        return self.now.date()


def resolve_date(day: Day, today: DayReference) -> date:
    """Resolve a day to a date, which may be past ("yesterday"). Raises `DayRefusal`."""
    try:
        return _resolve_date(day, today)
    except (OverflowError, ValueError):
        raise DayRefusal("impossible") from None


def _resolve_date(day: Day, today: DayReference) -> date:
    match day:
        case RelativeDay(days):
            if days == 1 and today.now.hour < _NIGHT_ENDS_HOUR:
                raise DayRefusal("ambiguous_day", today.date, today.date + timedelta(days=1))
            return today.date + timedelta(days=days)
        case ShiftedDay(amounts, base):
            return add_to_date(today.date if base is None else _resolve_date(base, today), amounts)
        case Weekday():
            return _resolve_weekday(day, today)
        case MonthDay():
            return _resolve_month_day(day, today)
        case NumericDate():
            return _resolve_month_day(_to_month_day(day, today), today)
        case DayOfMonth():
            return _resolve_day_of_month(day, today)
        case NthWeekday():
            return _resolve_nth(day, today)
        case Period():
            raise DayRefusal("missing_time", *_suggest_days(day, today))
        case _:
            assert_never(day)


def add_to_date(start: date, amounts: tuple[Amount, ...]) -> date:
    """Add days, weeks, months and years; where the month has no such day, return its last one."""
    for amount in amounts:
        steps = amount.number * (7 if amount.unit == "w" else 12 if amount.unit == "y" else 1)
        if steps % 1:
            raise ValueError(amount)  # half a day is no date
        whole = int(steps)
        match amount.unit:
            case "d" | "w":
                start += timedelta(days=whole)
            case "o" | "y":
                start = _add_months(start, whole)
            case _:
                pass
    return start


def _add_months(start: date, months: int) -> date:
    years, month = divmod(start.month - 1 + months, 12)
    year, month = start.year + years, month + 1
    return date(year, month, min(start.day, calendar.monthrange(year, month)[1]))


def _resolve_weekday(day: Weekday, today: DayReference) -> date:
    monday = today.date - timedelta(days=today.date.weekday())
    following = today.date + timedelta(days=(day.weekday - today.date.weekday() - 1) % 7 + 1)
    this = following - timedelta(days=7) if following.weekday() == today.date.weekday() else following
    match day.modifier:
        case "plain":
            return following
        case "this":
            return this
        case "this_week":
            return monday + timedelta(days=day.weekday)
        case "next_week":
            return monday + timedelta(days=7 + day.weekday)
        case "last":
            return following - timedelta(days=7 if following.weekday() != today.date.weekday() else 14)
        case "unclear":
            raise DayRefusal("ambiguous_day", following, following + timedelta(days=7))
        case "next":
            if today.next_may_skip and day.weekday > today.date.weekday():
                raise DayRefusal("ambiguous_day", following, following + timedelta(days=7))
            return following
        case _:
            assert_never(day.modifier)


def _resolve_month_day(day: MonthDay, today: DayReference) -> date:
    if not 1 <= day.month <= 12 or not 1 <= day.day <= _MOST_DAYS:
        raise DayRefusal("impossible", *_list_nearest_dates(day, today))
    if day.next_year or day.year is not None:
        year = today.date.year + 1 if day.year is None else day.year
        return _get_existing(year, day.month, day.day)
    found = _get_existing(today.date.year, day.month, day.day)
    if today.ahead(found):
        return found
    if today.date - found <= _PASSED_LATELY:
        raise DayRefusal("past", *_list_if_exists(today.date.year + 1, day.month, day.day))
    return _get_existing(today.date.year + 1, day.month, day.day)


def _list_nearest_dates(day: MonthDay, today: DayReference) -> list[date]:
    """List the end of a month that has no such day, or the next such day where there is no such month."""
    start = today.date.replace(day=1)
    if 1 <= day.month <= 12:
        year = day.year or today.date.year + (day.month < today.date.month)
        last = date(year, day.month, calendar.monthrange(year, day.month)[1])
        return [last, last + timedelta(days=1)]
    if not 1 <= day.day <= _MOST_DAYS:
        return []
    return [
        found
        for found in (_find_next_with(day.day, _add_months(start, -1)), _find_next_with(day.day, start))
        if found > today.date
    ]


def _get_existing(year: int, month: int, day: int) -> date:
    if day <= calendar.monthrange(year, month)[1]:
        return date(year, month, day)
    last = date(year, month, calendar.monthrange(year, month)[1])
    leap = [date(y, 2, 29) for y in range(year, year + _LEAP_YEARS_APART + 1) if calendar.isleap(y)]
    if (month, day) == (2, 29):
        raise DayRefusal("impossible", last, *leap[:1])
    next_year = date(year + 1, month, calendar.monthrange(year + 1, month)[1])
    raise DayRefusal("impossible", last, last + timedelta(days=1), next_year, next_year + timedelta(days=1))


def _list_if_exists(year: int, month: int, day: int) -> tuple[date, ...]:
    return (date(year, month, day),) if day <= calendar.monthrange(year, month)[1] else ()


def _to_month_day(day: NumericDate, today: DayReference) -> MonthDay:
    """Read 4/5 as day and month; where the month may come first, both readings count and only one may be possible."""
    by_day = MonthDay(day.first, day.second, day.year)
    if not today.month_first or day.first == day.second:
        return by_day
    by_month = MonthDay(day.second, day.first, day.year)
    if day.second > 12:
        return by_month
    if day.first > 12:
        return by_day
    raise DayRefusal("ambiguous_day", *_resolve_each(today, by_month, by_day))


def _resolve_each(today: DayReference, *days: MonthDay) -> list[date]:
    found: list[date] = []
    for day in days:
        try:
            found.append(_resolve_month_day(day, today))
        except DayRefusal as problem:
            found += problem.dates
    return found


def _resolve_day_of_month(day: DayOfMonth, today: DayReference) -> date:
    if day.day == 0 or day.day > 31:
        raise DayRefusal("impossible")
    start = _add_months(today.date.replace(day=1), day.months or 0)
    last = calendar.monthrange(start.year, start.month)[1]
    if day.day == -1:
        return start.replace(day=last)
    if day.day > last:
        raise DayRefusal("impossible", start.replace(day=last), _find_next_with(day.day, start))
    found = start.replace(day=day.day)
    if today.ahead(found) or day.months == 1:
        return found
    if found == today.date or day.months == 0:
        raise DayRefusal("past", _find_next_with(day.day, start))
    return _get_next_month(day.day, start)


def _get_next_month(day: int, month: date) -> date:
    following = _add_months(month, 1)
    last = calendar.monthrange(following.year, following.month)[1]
    if day > last:
        raise DayRefusal("impossible", following.replace(day=last), _find_next_with(day, following))
    return following.replace(day=day)


def _find_next_with(day: int, month: date) -> date:
    """Return that day in the next month that has it."""
    following = _add_months(month, 1)
    while calendar.monthrange(following.year, following.month)[1] < day:
        following = _add_months(following, 1)
    return following.replace(day=day)


def _resolve_nth(day: NthWeekday, today: DayReference) -> date:
    if day.month is None:
        start = _add_months(today.date.replace(day=1), day.months)
        found = find_nth_weekday(start.year, start.month, day.nth, day.weekday)
    else:
        found = find_nth_weekday(today.date.year, day.month, day.nth, day.weekday)
        if found and not today.ahead(found):
            later = find_nth_weekday(today.date.year + 1, day.month, day.nth, day.weekday)
            if today.date - found <= _PASSED_LATELY:
                raise DayRefusal("past", *filter(None, [later]))
            found = later
    if found is None:
        raise DayRefusal("impossible")
    return found


def find_nth_weekday(year: int, month: int, nth: int, weekday: int) -> date | None:
    """Return the nth such weekday of a month, -1 the last; None where there is no fifth."""
    last = calendar.monthrange(year, month)[1]
    days = [date(year, month, n) for n in range(1, last + 1) if date(year, month, n).weekday() == weekday]
    if nth == -1:
        return days[-1]
    return days[nth - 1] if nth <= len(days) else None


def _suggest_days(period: Period, today: DayReference) -> tuple[date, ...]:
    monday = today.date - timedelta(days=today.date.weekday())
    match period.unit:
        case "w":
            start = monday + timedelta(days=7 * period.ahead)
            return tuple(day for day in (start, start + timedelta(days=4)) if day > today.date)
        case "e":
            saturday = today.date + timedelta(days=(5 - today.date.weekday()) % 7)
            return saturday, saturday + timedelta(days=1)
        case "o":
            return (_add_months(today.date.replace(day=1), max(period.ahead, 1)),)
        case "y":
            return (date(today.date.year + max(period.ahead, 1), 1, 1),)
        case _:
            assert_never(period.unit)
