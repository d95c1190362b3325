"""Reads the clock times and lengths of an answer as people type them: "730", "half eleven", "6 y 20", "25 mins".

Only where a time is expected: anywhere else a bare number may be anything.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from sidecar.language.numerals import CARDINALS

_NUMBERS: Mapping[str, int] = {
    word: number for numbers in CARDINALS.values() for word, number in numbers.items() if 0 < number <= 24
} | {"cuarto": 15, "media": 30, "pico": 5}
_WORDS = "|".join(word for word, number in _NUMBERS.items() if number <= 12)
_HOUR_WORD = rf"\d{{1,2}}|{_WORDS}"
_NO_HOUR = (
    "extra|otr[oa]s|before|antes|prior|earlier|later|mas|more|min|dia|day|sem|week|ano|year|mes|month|veces|times|per"
    "|[%$]"
)
"""What follows a number that is no hour."""
_HALF = r"\s*(?P<half>[ap]\.?m?\b)?"
_FORMS: Sequence[re.Pattern[str]] = tuple(map(re.compile, (
    r"\b(?P<length>\d{1,3} ?(?:min\w*|hs|hrs?|horas?|hours?))\b",
    r"^\W*(?:en|in)\s+(?P<minutes_alone>\d{1,3})\W*$",
    rf"\b(?P<hour>\d{{1,2}})[:.h](?P<minutes>[0-5]\d){_HALF}",
    rf"(?<![\d:.])(?P<hour>[01]?\d|2[0-3])(?P<minutes>[0-5]\d){_HALF}(?![\d:.])",
    rf"\b(?P<hour>1[0-2]|[1-9]|{_WORDS}) y (?P<minutes>[0-5]?\d|media|cuarto|pico|diez|veinte|cinco)\b",
    rf"\b(?P<halfway>half) (?:past )?(?P<hour>{_HOUR_WORD})\b",
    r"(?<!\bel )(?<!\bal )(?<!\bdel )(?<!\bthe )(?<!#)"  # that is a day
    rf"\b(?P<hour>{_HOUR_WORD}) ?(?:ish|hs?|o'?clock|en punto)?\b(?! (?:{_NO_HOUR}))",
)))  # fmt: skip
_DENIED = re.compile(
    rf"\b(?:no|not|instead of|rather than|en (?:vez|lugar) de)\s+(?:a |at |the |el )?(?:las? )?(?:{_HOUR_WORD})\b"
    r"(?:[:.]\d\d)?(?:st|nd|rd|th)?(?: y (?:media|cuarto))?\s*(?:am|pm|hs?)?\b"
)


def drop_denied_time(plain: str) -> str:
    """Leave out of a folded text what the time is not: "18 no 17 y media", "not 6, 5:45"."""
    return " ".join(_DENIED.sub(" ", plain).split())


def list_spoken_times(plain: str) -> Iterator[tuple[str, str]]:
    """Yield each time in a folded text, in words that `dates` reads, and the rest; none beside another number."""
    for form in _FORMS:
        for found in form.finditer(plain):
            rest = f"{plain[: found.start()]} {plain[found.end() :]}"
            if not re.search(r"\d", rest):
                yield _write(found), rest


def read_small_number(word: str) -> int:
    return int(word) if word.isdecimal() else _NUMBERS[word]


def _write(found: re.Match[str]) -> str:
    said = found.groupdict()
    if length := said.get("length"):
        return f"in {length}"
    if minutes := said.get("minutes_alone"):
        return f"in {minutes} minutes"
    minutes = "30" if said.get("halfway") else said.get("minutes") or "0"
    half = f"{said['half'][0]}m" if said.get("half") else ""
    return f"{read_small_number(said['hour'])}:{read_small_number(minutes):02}{half}"
