"""A matched phrase → nodes of the parse tree. The patterns of every language name their groups alike."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import cast

from sidecar.dates.amounts import read_amounts, select_calendar_amounts, sum_seconds
from sidecar.dates.tree import (
    Amount,
    ClockTime,
    Day,
    DayOffset,
    DayOfMonth,
    DayPart,
    Duration,
    ElapsedTime,
    IsoDateTime,
    Mark,
    MonthDay,
    Node,
    NthWeekday,
    NumericDate,
    Period,
    PeriodUnit,
    RelativeDay,
    RepeatCount,
    Repetition,
    Shift,
    ShiftedDay,
    Unit,
    Weekday,
    WeekdayModifier,
)

Groups = Mapping[str, str]
_ISO = re.compile(
    r"(\d{4})-(\d{1,2})-(\d{1,2})(?:t(\d{1,2}):(\d{2})(?::(\d{2}))?(?:[.,]\d+)?(z|[+-]\d{2}(?::?\d{2})?)?)?"
)
_NTHS = {"ULTIMO": -1, "QUARTER": 4}
_WEEKDAYS = re.compile(r"W(\d)")
_FULL_WEEK = 7
_SPOKEN_MINUTES = {"HALF": 30, "QUARTER": 15, "una QUARTER": 15, "a QUARTER": 15, "pico": 0}


def build_nodes(kind: str, groups: Groups) -> tuple[Node, ...]:
    """Build the nodes of one phrase. `groups` are what its pattern captured and what the phrase fixes."""
    return _BUILDERS[kind](groups)


def _build_clock(g: Groups) -> tuple[Node, ...]:
    hour, minute, second = 0, 0, 0
    if "t" in g:
        hour, minute, second = [int(n) for n in (*re.split(r"[:.]", g["t"]), "0")][:3]
    elif "h4" in g:
        hour, minute = divmod(int(g["h4"]), 100)
    else:
        hour = _parse_number(g["h"])
        minute = _parse_minutes(g.get("m") or g.get("m2") or "0")
    part = g.get("part") or g.get("part2")
    clock = ClockTime(
        hour,
        minute,
        second,
        "am" if g.get("ap") == "am" else "pm" if g.get("ap") == "pm" else None,
        _parse_part(part) if part else None,
        _parse_minutes(g.get("less") or g.get("less2") or "0"),
    )
    more = re.findall(r"\d{1,2}", g.get("more", ""))
    return (clock, *(ClockTime(int(hour), half=clock.half, part=clock.part) for hour in more))


def _build_elapsed(g: Groups) -> tuple[Node, ...]:
    amounts = read_amounts(g["dur"])
    return (
        (ElapsedTime(amounts),)
        if sum_seconds(amounts) or not select_calendar_amounts(amounts)
        else (ShiftedDay(amounts),)
    )


def _build_shift(g: Groups) -> tuple[Node, ...]:
    sign = -1 if "earlier" in g else 1
    amounts = tuple(Amount(sign * amount.number, amount.unit) for amount in read_amounts(g["dur"]))
    return (Shift(amounts, "further" in g),)


def _build_offset(g: Groups) -> tuple[Node, ...]:
    sign = -1 if "before" in g else 1
    return (DayOffset(tuple(Amount(sign * amount.number, amount.unit) for amount in read_amounts(g["dur"]))),)


def _build_ahead(g: Groups) -> tuple[Node, ...]:
    amounts = read_amounts(g["dur"])
    if "ago" in g:
        amounts = tuple(Amount(-amount.number, amount.unit) for amount in amounts)
        return (ElapsedTime(amounts),) if sum_seconds(amounts) else (ShiftedDay(amounts),)
    return (ShiftedDay(amounts, _build_base_day(g)),)


def _build_base_day(g: Groups) -> Day | None:
    if "days" in g:
        return RelativeDay(int(g["days"]))
    if "w" in g:
        return Weekday(int(g["w"][1]), cast(WeekdayModifier, g.get("modifier", "plain")))
    return None


def _build_relative(g: Groups) -> tuple[Node, ...]:
    day = RelativeDay(int(g["days"]))
    return (day, _parse_part(g["part"])) if "part" in g else (day,)


def _build_weekday(g: Groups) -> tuple[Node, ...]:
    day = Weekday(int(g["w"][1]), cast(WeekdayModifier, g.get("modifier", "plain")))
    return (day, _parse_part(g["part"])) if "part" in g else (day,)


def _build_month_day(g: Groups) -> tuple[Node, ...]:
    year = int(g["year"]) if "year" in g else None
    return (MonthDay(int(g["day"].rstrip("º")), _parse_month(g["month"]), year, "nextyear" in g),)


def _build_numeric(g: Groups) -> tuple[Node, ...]:
    first, second, *rest = (int(n) for n in g["date"].split("/"))
    year = rest[0] if rest else None
    return (NumericDate(first, second, year + 2000 if year is not None and year < 100 else year),)


def _build_day_of_month(g: Groups) -> tuple[Node, ...]:
    day = int(g["day"].rstrip("º")) if g["day"] != "last" else -1
    return (DayOfMonth(day, int(g["months"]) if "months" in g else None),)


def _build_nth(g: Groups) -> tuple[Node, ...]:
    nth = _NTHS.get(g["nth"]) or int(g["nth"].rstrip("º"))
    weekday = int(g["w"][1])
    if "every" in g:
        return (Repetition("o", weekdays=(weekday,), nth=nth),)
    month = _parse_month(g["month"]) if "month" in g else None
    return (NthWeekday(nth, weekday, month, int(g.get("months", "0"))),)


def _build_period(g: Groups) -> tuple[Node, ...]:
    return (Period(cast(PeriodUnit, g["unit"]), int(g["ahead"])),)


def _build_iso(g: Groups) -> tuple[Node, ...]:
    found = _ISO.fullmatch(g["iso"])
    if found is None:
        return (Mark("refused"),)
    year, month, day, hour, minute, second, offset = found.groups()
    clock = ClockTime(int(hour), int(minute), int(second or 0)) if hour else None
    return (IsoDateTime(MonthDay(int(day), int(month), int(year)), clock, _parse_offset_minutes(offset)),)


def _parse_offset_minutes(offset: str | None) -> int | None:
    if offset is None:
        return None
    if offset == "z":
        return 0
    digits = offset[1:].replace(":", "").ljust(4, "0")
    return (int(digits[:2]) * 60 + int(digits[2:])) * (-1 if offset[0] == "-" else 1)


def _build_every(g: Groups) -> tuple[Node, ...]:
    interval, unit = 1.0, cast(Unit, g.get("unit", "d"))
    if "dur" in g:
        amounts = read_amounts(g["dur"])
        if len(amounts) == 1:
            interval, unit = amounts[0].number, amounts[0].unit
        elif select_calendar_amounts(amounts):
            return (Mark("refused"),)
        else:
            interval, unit = sum_seconds(amounts) / 60, "m"
    elif "interval" in g:
        interval = float(g["interval"].rstrip("º"))
    every = Repetition(
        unit,
        interval,
        weekdays=_parse_weekdays(g),
        month_day=(-1 if g["day"] == "last" else int(g["day"].rstrip("º"))) if "day" in g else None,
        month=_parse_month(g["month"]) if "month" in g else None,
        open_day="open" in g,
    )
    return (every, _parse_part(g["part"])) if "part" in g else (every,)


def _parse_weekdays(g: Groups) -> tuple[int, ...]:
    if "from" in g:
        first, last = int(g["from"][1]), int(g["to"][1])
        return tuple((first + step) % _FULL_WEEK for step in range((last - first) % _FULL_WEEK + 1))
    return tuple(sorted({int(day) for day in _WEEKDAYS.findall(g.get("ws", ""))}))


def _build_weekday_list(g: Groups) -> tuple[Node, ...]:
    """Build a weekly rule of "Monday, Wednesday and Friday"; two neighbouring days may be just these two days."""
    days = _parse_weekdays(g)
    neighbours = len(days) == 2 and (days[1] - days[0]) in {1, 6}
    if len(days) < 2 or neighbours:
        return (*(Weekday(day) for day in days), Mark("and"))
    return (Repetition("w", weekdays=days),)


def _parse_number(word: str) -> int:
    return 1 if word == "una" else int(word)


def _parse_minutes(word: str) -> int:
    return _SPOKEN_MINUTES[word] if word in _SPOKEN_MINUTES else int(word.removesuffix(" Um"))


def _parse_month(symbol: str) -> int:
    """Parse "M3", a plain number, or "mar", which is Tuesday too."""
    return 3 if symbol == "W1a" else int(symbol.removeprefix("M"))


def _parse_part(symbol: str) -> DayPart:
    return DayPart("morning" if symbol == "manana" else symbol.removeprefix("P"))


_BUILDERS: dict[str, Callable[[Groups], tuple[Node, ...]]] = {
    "clock": _build_clock,
    "part": lambda g: (_parse_part(g["part"]),),
    "relative": _build_relative,
    "weekday": _build_weekday,
    "weekday_list": _build_weekday_list,
    "month_day": _build_month_day,
    "numeric": _build_numeric,
    "day_of_month": _build_day_of_month,
    "nth": _build_nth,
    "period": _build_period,
    "iso": _build_iso,
    "elapsed": _build_elapsed,
    "ahead": _build_ahead,
    "shift": _build_shift,
    "offset": _build_offset,
    "lasting": lambda g: (Duration(read_amounts(g["dur"])),),
    "times": lambda g: (RepeatCount(_parse_number(g["n"])),),
    "until_clock": lambda g: (Mark("until"), *_build_clock(g)),
    "until_date": lambda g: (Mark("until"), MonthDay(int(g["day"]), _parse_month(g["month"]))),
    "until_day": lambda g: (Mark("until"), *_build_day_of_month(g)),
    "every": _build_every,
    "mark": lambda g: (Mark(g["mark"], g.get("text", "")),),  # pyright: ignore
}
