"""Where a corpus of dates answers otherwise than the specification demands, decided by the row alone.

A row is set aside only when a rule of DAT-04, DAT-05 or DAT-08 forbids the accepted moment; what is merely hard counts.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

_NIGHT_ENDS_HOUR = 4
_PASSED_LATELY_DAYS = 60
_DAY_NAMES = (
    ("monday", "mon", "lunes"), ("tuesday", "tue", "martes"), ("wednesday", "wed", "miércoles", "miercoles"),
    ("thursday", "thu", "jueves"), ("friday", "fri", "viernes"), ("saturday", "sat", "sábado", "sabado"),
    ("sunday", "sun", "domingo"),
)  # fmt: skip
_WEEKDAYS = {name: number for number, names in enumerate(_DAY_NAMES) for name in names}
_WEEKDAY = rf"\b(?:{'|'.join(_WEEKDAYS)})\b"
_MONTH = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|ene|abr|ago|set|dic)[a-z]*"  # March, marzo, Mar.
_MONTH_NAME = (
    r"\b(?:january|february|march|april|june|july|august|september|october|november|december"
    r"|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre)\b"
)
_OTHER_DAY = r"\d{4}-\d|christmas|pasado mañana|\bsáb\b|\b(?:on|del|el) (?:\d|dos\b)"
_PART = r"\b(?:morning|afternoo?n|evening|night|tonight|(?:la|esta) (?:mañana|tarde|noche|madrugada))\b"
_TOMORROW = r"(?<!after )\b(?:tomorrow|tmrw)\b|(?<!la )(?<!pasado )(?<!despues de )(?<!después de )\bmañana\b"
_HALF = r"\d ?[ap]\b|\b[ap] ?\.? ?m\b|\d[ap]m\b"
_NUMERIC = re.compile(r"(?<![\d/.-])(\d{1,2})[/-](\d{1,2})(?:[/-](\d{2,4}))?(?![\d/-])")
_DAY_AND_MONTH = re.compile(
    rf"(?:\d|\b(?:primero|first|\w+th)\b)[a-zº°]* ?(?:de |of |[-/])?{_MONTH}"
    rf"|{_MONTH}[.,]?[ /-]? ?(?:\d|\w+th\b|\w+ (?:first|second|third)\b)"
)
_DAY_NUMBER = re.compile(r"(?<![:\d])(\d{1,2})(?:st|nd|rd|th)?(?![\d:]| ?[ap]\.?m)")


@dataclass(frozen=True, slots=True)
class Asked:
    """One row: what was said when, and what is accepted. `timed` is false where a day is all that is asked for."""

    text: str
    now: datetime
    english: bool
    gold: tuple[datetime, ...]
    timed: bool

    def says(self, pattern: str) -> bool:
        return re.search(pattern, self.text) is not None

    @property
    def weekdays(self) -> set[int]:
        return {_WEEKDAYS[name] for name in re.findall(_WEEKDAY, self.text)}

    @property
    def names_a_day(self) -> bool:
        dated = _NUMERIC.search(self.text) or _DAY_AND_MONTH.search(self.text)
        words = rf"{_TOMORROW}|{_WEEKDAY}|\b(?:today|hoy|next|próxim[oa]|week|month|year|semana|mes|año)\b"
        return bool(dated) or any(self.says(pattern) for pattern in (words, _MONTH_NAME, _OTHER_DAY))


def convention_of(asked: Asked) -> str:
    """Return the rule of the specification that the row's answer breaks, or nothing."""
    return next((name for name, breaks in _RULES.items() if breaks(asked)), "")


def _is_over(asked: Asked) -> bool:
    return asked.timed and all(moment <= asked.now for moment in asked.gold)


def _is_part_without_hour(asked: Asked) -> bool:
    words = r"\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|noon|midnight|mid)\b"
    spoken = r"\b(?:una|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce|mediod[ií]a|medianoche)\b"
    return asked.timed and asked.says(_PART) and not asked.says(words) and not asked.says(spoken)


def _is_bare_hour(asked: Asked) -> bool:
    """Tell whether the words are a bare hour from one to eleven: no day, no minutes, no part of the day."""
    if not asked.timed or asked.names_a_day or asked.says(_PART) or asked.says(_HALF) or asked.says(_NOON):
        return False
    return not asked.says(_LENGTH_ONLY) and all(moment.hour % 12 for moment in asked.gold) and asked.says(_SMALL_HOUR)


_NOON = r"\b(?:12|twelve|doce)\b|noon|midnight|mid night|mediod|medianoche|midday"
_LENGTH_ONLY = (
    r"\b(?:later|después|out|dentro|wait|ago|from now|timer)\b|\b(?:in|en) (?:an?|una?|\d)"
    r"|(?<![:\d])\d+ ?[hm]$|\bhours?$"
)
_SMALL_HOUR = (
    r"(?<!\d)0?(?:[1-9]|1[01])(?!\d)|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven)\b"
    r"|\b(?:una|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once)\b"
)


def _has_passed_today(asked: Asked) -> bool:
    """Tell whether the words name an hour of today that is over: tomorrow's is suggested, not taken."""
    if (
        not asked.timed
        or asked.names_a_day
        or asked.says(_LENGTH_ONLY)
        or asked.says(r"midnight|mid night|medianoche|\b24\b|doce de la noche")
    ):
        return False
    next_day = asked.now.date() + timedelta(days=1)
    return all(moment.date() == next_day and moment - asked.now <= timedelta(days=1) for moment in asked.gold)


def _is_next_weekday(asked: Asked) -> bool:
    named = re.search(rf"\b(?:next|próximo|proximo) ({_WEEKDAY})", asked.text)
    if named is None:
        return False
    weekday = _WEEKDAYS[named[1]]
    if asked.english and weekday > asked.now.weekday():
        return True
    first = asked.now.date() + timedelta(days=(weekday - asked.now.weekday() - 1) % 7 + 1)
    return all(moment.date() != first for moment in asked.gold)


def _is_midnight_before(asked: Asked) -> bool:
    named = asked.says(r"\b(?:24(?::00)?|12 de la noche)\s*$|medianoche|midnight")
    return named and all(moment.hour == 0 and str(moment.day) in asked.text for moment in asked.gold)


def _is_tomorrow_at_night(asked: Asked) -> bool:
    said = asked.now.hour < _NIGHT_ENDS_HOUR and asked.says(_TOMORROW)
    return said and all(moment.date() > asked.now.date() for moment in asked.gold)


def _passed_lately(asked: Asked) -> bool:
    numeric = _NUMERIC.search(asked.text)
    named = _DAY_AND_MONTH.search(asked.text) or (numeric and not numeric[3])
    if not named or asked.says(r"\b(?:19|20)\d\d\b") or asked.says(rf"\b{_WEEKDAY} de la semana"):
        return False
    return all(_is_next_years(moment, asked.now) for moment in asked.gold)


def _is_next_years(moment: datetime, now: datetime) -> bool:
    try:
        ago = (now.date() - moment.date().replace(year=moment.year - 1)).days
    except ValueError:
        return False
    return 0 < ago <= _PASSED_LATELY_DAYS


def _contradicts(asked: Asked) -> bool:
    """Tell whether the weekday contradicts the date; a day without a month is this month's or the next's."""
    if len(asked.weekdays) != 1 or _DAY_NUMBER.search(asked.text) is None:
        return False
    if all(moment.weekday() not in asked.weekdays for moment in asked.gold):
        return not asked.says(r"\d (?:days|weeks|días|semanas)")
    alone = re.search(
        rf"{_WEEKDAY},? (?:el )?(\d{{1,2}})(?:st|nd|rd|th)?(?!\d|[:/.]\d| ?(?:de |of )?{_MONTH}| ?[ap]m)", asked.text
    )
    if alone is None or _DAY_AND_MONTH.search(asked.text):
        return False
    soon = asked.now.date() + timedelta(days=31)
    return all(moment.day == int(alone[1]) and moment.date() > soon for moment in asked.gold)


def _is_named_today(asked: Asked) -> bool:
    today = asked.now.date()
    this = asked.says(r"\b(?:this|este|esta|today|hoy)\b")
    dated = asked.says(rf"{_WEEKDAY},? \d") or _DAY_AND_MONTH.search(asked.text)
    named = asked.now.weekday() in asked.weekdays and not this and not dated
    return named and all(moment.date() == today for moment in asked.gold)


def _is_numeric_order(asked: Asked) -> bool:
    found = _NUMERIC.search(asked.text)
    if found is None:
        return False
    first, second = int(found[1]), int(found[2])
    return first != second and max(first, second) <= 12 if asked.english else second > 12


_RULES: dict[str, Callable[[Asked], bool]] = {
    "the accepted moment is now or past (DAT-04)": _is_over,
    "a weekday named on that day is today (DAT-05)": _is_named_today,
    "tomorrow, said before four in the morning, is the next day (DAT-08c)": _is_tomorrow_at_night,
    "a bare hour without a day is the next such hour (DAT-08a)": _is_bare_hour,
    "an hour that has passed today is tomorrow's (DAT-08a)": _has_passed_today,
    "24:00 belongs to the day that it begins (DAT-08b)": _is_midnight_before,
    "next means next week's (DAT-08d)": _is_next_weekday,
    "a date that passed within 60 days is next year's (DAT-08e)": _passed_lately,
    "a part of the day has an hour of its own (DAT-08g)": _is_part_without_hour,
    "a weekday may contradict its date (DAT-08g)": _contradicts,
    "4/5 has one reading in English, 4/22 a reading in Spanish (DAT-08i)": _is_numeric_order,
}
