"""Numbers and clock times in words and digits, as one value: "ocho y media", "8:30" and "half past eight"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from sidecar.domain.person import Language
from sidecar.language.numerals import read_numeral
from sidecar.memory.lexicon.lexicon import MONTH_CONCEPTS

_HALF_HOUR, _QUARTER_HOUR = 30, 15
_LAST_HOUR, _NOON = 24, 12
_DATE = re.compile(r"(\d{1,2})/(\d{1,2})(?:/\d{2,4})?")
_HALVES = {
    ("de", "la", "manana"): "am",
    ("de", "la", "madrugada"): "am",
    ("de", "la", "tarde"): "pm",
    ("de", "la", "noche"): "night",
    ("in", "the", "morning"): "am",
    ("in", "the", "afternoon"): "pm",
    ("in", "the", "evening"): "pm",
    ("at", "night"): "night",
}
_CLOCK = re.compile(r"(\d{1,2})[:.](\d{2})$")
_METRES, _CENTIMETRES = re.compile(r"[12]\.\d{1,2}"), re.compile(r"1\d\d|2[0-2]\d")
_ORDINAL = re.compile(r"(?:st|nd|rd|th|ro|er|do|to|mo)$")
_TO_CLOCK = {"es": frozenset({"las", "la"}), "en": frozenset({"at"})}
Numeral = tuple[str, int]
"""What was found and how many tokens it takes: "#5", or "@510" for minutes after midnight, "@510?" when it is open
whether before or after noon."""


def numeral_at(words: Sequence[str], at: int, language: Language) -> Numeral | None:
    """Parse the number, length in metres or clock time that begins at a folded token."""
    if words[at] in {"medianoche", "midnight"}:
        return "@0", 1
    tall = _metres(words, at, language)
    if tall:
        return tall
    if words[at] == "half" and words[at + 1 : at + 2] == ("past",) and at + 2 < len(words):
        hour = _number(words, at + 2, language)
        return (_time(hour[0] * 60 + _HALF_HOUR, ""), 2 + hour[1]) if hour and hour[0] <= _NOON else None
    clock = _CLOCK.match(words[at])
    if clock and int(clock[1]) <= _LAST_HOUR and int(clock[2]) < 60:
        after, taken = _noon_word(words, at + 1)
        if ":" in words[at] or after or _is_clock_unit(words, at + 1):
            return _time(int(clock[1]) * 60 + int(clock[2]), after), 1 + taken + _is_clock_unit(words, at + 1 + taken)
    if words[at][0].isdigit() and not words[at].isdigit():
        return f"#{words[at]}", 1
    found = _number(words, at, language)
    if found is None:
        return None
    return _clock(words, at, found, language) or (f"#{found[0]}", found[1])


def _metres(words: Sequence[str], at: int, language: Language) -> Numeral | None:
    """Parse a person's height: "1,80 m", "un metro ochenta", "180 cm"."""
    if words[at] in {"un", "1"} and words[at + 1 : at + 2] == ("metro",):
        rest = _number(words, at + 2, language) if at + 2 < len(words) else None
        return (f"#1.{rest[0]:02}", 2 + rest[1]) if rest and rest[0] < 100 else None
    unit = words[at + 1 : at + 2]
    if _METRES.fullmatch(words[at]):
        return f"#{float(words[at]):.2f}", 2 if unit in (("m",), ("mts",), ("metros",), ("metro",)) else 1
    if _CENTIMETRES.fullmatch(words[at]) and unit in (("cm",), ("centimetros",)):
        return f"#{int(words[at]) / 100:.2f}", 2
    return None


def day_of_month(word: str, language: Language) -> tuple[str, str] | None:
    """Parse "5/10" into the day and the concept of the month, in the order of the language."""
    found = _DATE.fullmatch(word)
    if not found:
        return None
    day, month = (int(found[1]), int(found[2])) if language == "es" else (int(found[2]), int(found[1]))
    return (f"#{day}", MONTH_CONCEPTS[month - 1]) if 0 < month <= len(MONTH_CONCEPTS) and 0 < day <= 31 else None


def same_numeral(one: str, other: str) -> bool:
    """Compare two values: a time without am or pm equals both, and a plain 9 equals nine o'clock."""
    if one == other:
        return True
    if one[0] == "#" and other[0] == "#":
        return False
    (first, open_first), (second, open_second) = _minutes(one), _minutes(other)
    if first is None or second is None:
        return False
    half_day = 12 * 60
    return first % half_day == second % half_day if open_first or open_second else first == second


def _minutes(numeral: str) -> tuple[int | None, bool]:
    if numeral[0] == "@":
        return int(numeral[1:].rstrip("?")), numeral.endswith("?")
    number = numeral[1:]
    return (int(number) * 60, int(number) <= _NOON) if number.isdigit() and int(number) <= _LAST_HOUR else (None, False)


def _clock(words: Sequence[str], at: int, found: tuple[int, int], language: Language) -> Numeral | None:
    hour, taken = found
    if hour > _LAST_HOUR:
        return None
    end = at + taken
    minutes, more = 0, 0
    if words[end : end + 2] in (("y", "media"), ("y", "cuarto")):
        minutes, more = (_HALF_HOUR if words[end + 1] == "media" else _QUARTER_HOUR), 2
    elif words[end : end + 2] == ("menos", "cuarto"):
        minutes, more = -_QUARTER_HOUR, 2
    elif words[end : end + 1] and words[end : end + 1][0] == "thirty" and at and words[at - 1] == "at":
        minutes, more = _HALF_HOUR, 1
    after, noon = _noon_word(words, end + more)
    named = bool(at) and words[at - 1] in _TO_CLOCK[language]
    if not (more or noon or (named and words[at].isalnum())):
        return None
    if named and not (more or noon) and _begins_quantity(words, end):
        return None
    return _time(hour * 60 + minutes, after), taken + more + noon + _is_clock_unit(words, end + more + noon)


def _begins_quantity(words: Sequence[str], at: int) -> bool:
    """Tell a number of things from a clock time: "las 3 hijas", "at 3 schools"."""
    return at < len(words) and words[at].isalpha() and len(words[at]) > 3 and not _is_clock_unit(words, at)


def _time(minutes: int, noon: str) -> str:
    if noon == "night" and _NOON * 60 <= minutes < (_NOON + 1) * 60:
        return f"@{minutes - _NOON * 60}"
    if noon in {"pm", "night"} and minutes < _NOON * 60:
        minutes += _NOON * 60
    if noon == "am" and minutes >= _NOON * 60:
        minutes -= _NOON * 60
    is_open = not noon and minutes <= _NOON * 60 + 59
    return f"@{minutes}{'?' if is_open else ''}"


def _noon_word(words: Sequence[str], at: int) -> tuple[str, int]:
    """Parse the half of the day and the number of its tokens: "am", "p.m.", "de la tarde"."""
    for phrase, noon in _HALVES.items():
        if tuple(words[at : at + len(phrase)]) == phrase:
            return noon, len(phrase)
    if at < len(words) and words[at] in {"am", "pm"}:
        return words[at], 1
    if words[at : at + 2] in (("a", "m"), ("p", "m")):
        return words[at] + "m", 2
    return "", 0


def _is_clock_unit(words: Sequence[str], at: int) -> int:
    return int(at < len(words) and words[at] in {"hs", "h", "hrs", "horas"})


def _number(words: Sequence[str], at: int, language: Language) -> tuple[int, int] | None:
    found = read_numeral(words, at, language)
    if found and words[at].isdecimal() and at + 1 < len(words) and _ORDINAL.fullmatch(words[at + 1]):
        return found[0], 2 if words[at + 1] != "to" or language == "es" else 1
    return found
