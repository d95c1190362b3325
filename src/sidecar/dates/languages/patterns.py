"""What the patterns of every language share: the shapes of times, dates and amounts."""

from __future__ import annotations

import re

from sidecar.dates.date_language import Phrase
from sidecar.language.lexicon import any_word_pattern
from sidecar.language.places import ZONE_OF_PLACE

UNIT = r"(?:U[smhdwoy]|Hs|2º)"
CALENDAR_UNIT = r"U[dwoy]"
NUMBER = r"(?:\d{1,3}|\d{1,3}\.\d{1,2}|una)"
TIME = r"(?P<t>\d{1,2}:\d{2}(?::\d{2})?|\d{1,2}\.\d{2}(?:\.\d{2})?)"
COLON_TIME = r"(?P<t>\d{1,2}:\d{2}(?::\d{2})?)"
DAY = r"(?P<day>\d{1,2}º?)"
DATE = r"(?P<date>\d{1,2}/\d{1,2}(?:/\d{2,4})?)"
FULL_DATE = r"(?P<date>\d{1,2}/\d{1,2}/\d{2,4})"
MARKS = r"(?: [.,/\-])?"
YEAR = r"(?P<year>(?:19|20|21)\d\d)"
ISO = r"(?P<iso>\d{4}-\d{1,2}-\d{1,2}(?:t[\d:.,]+(?:z|[+\-][\d:]+)?)?)"
WEEKDAYS = r"W\d[as]?"
PLACE = any_word_pattern(name for name in ZONE_OF_PLACE if name != "nice")  # "have a nice time"


def phrase(kind: str, pattern: str, *, weak: bool = False, **fixed: str) -> Phrase:
    """Make a phrase whose pattern covers whole symbols."""
    return Phrase(kind, re.compile(rf"(?<= )(?:{pattern})(?= )"), fixed, weak)


def symbols(text: str) -> frozenset[str]:
    """Split a list of symbols."""
    return frozenset(text.split())


SHARED = (
    phrase("numeric", FULL_DATE),
    phrase("month_day", rf"{YEAR}{MARKS} (?P<month>M\d{{1,2}}){MARKS} {DAY}"),
    phrase("mark", r"(?:en|in) M\d{1,2}", mark="refused", weak=True),
    phrase("mark", r"(?:(?<=W\d )|(?<=W\ds )|(?<=Ud )|(?<=Uw ))(?:de|of) M\d{1,2}", mark="refused", weak=True),
    phrase("mark", r"(?<=W\d )(?:#|\d{1,2}\.\d)", mark="refused"),  # "friday 7-6": which day is it?
    phrase("iso", ISO),
    phrase("mark", r"(?P<text>\([a-z_]+(?:/[a-z_+\-0-9]+)+\))", mark="zone"),
    phrase("mark", r"(?P<text>utc|gmt)", mark="zone"),
)
