"""How English statements name days, weeks and months, and how those are told in full."""

from __future__ import annotations

import re
from datetime import date

from sidecar.dates.date_language import CalendarUnit, CalendarWords
from sidecar.dates.languages.patterns import symbols
from sidecar.language.weekdays_and_months import MONTHS

_NAMES = MONTHS["en"]


_DAY_FIRST = re.compile(rf"\d(?:st|nd|rd|th)?(?: of)? (?:{'|'.join(name[:3] for name in _NAMES)})", re.IGNORECASE)
"""Who says "12 February" is told so."""


def _day(day: date, *, year: bool = True, day_first: bool = False) -> str:
    month = _NAMES[day.month - 1]
    if day_first:
        return f"{day.day} {month}" + (f" {day.year}" if year else "")
    return f"{month} {day.day}" + (f", {day.year}" if year else "")


def _tell(first: date, last: date, unit: CalendarUnit, lead: str, as_said: str) -> str:
    day_first = bool(_DAY_FIRST.search(as_said))
    match unit:
        case "d" if first != last:
            start = _day(first, year=first.year != last.year, day_first=day_first)
            return f"from {start} to {_day(last, day_first=day_first)}"
        case "d":
            return f"{lead or 'on'} {_day(first, day_first=day_first)}"
        case "w":
            return f"{lead} the week of {_day(first)}".strip()
        case "e":
            return f"{lead} the weekend of {_day(first)}".strip()
        case "o":
            return f"{lead or 'in'} {_NAMES[first.month - 1]} {first.year}"
        case "y":
            return f"{lead or 'in'} {first.year}"


_STAY = r"(?:#|\d{1,2} (?:to|until|till) \d{1,2})"
"""Two days joined: by a dash, which is one symbol, or by a word."""
_LEADS = "since|until|till|til|from|to|by|before|after|in|for|this|of|between|early|late|mid"

CALENDAR = CalendarWords(
    last_period=re.compile(r"(?<= )(?P<days>(?:ULTIMO|last) (?P<unit>U[woy]))(?= )"),
    month=re.compile(
        rf"(?<= )(?<!º )(?:(?:{_LEADS}) (?=M|next M)|(?=next M))(?P<days>(?P<next>next )?(?P<month>M\d{{1,2}})"
        r"(?: (?P<year>(?:19|20)\d\d))?)(?= )(?! (?:\d|#|the \d))"
    ),
    joined_days=re.compile(
        rf"(?<= )(?P<days>(?:{_STAY} (?:of )?(?=M)|(?=M\d+ {_STAY}))(?P<month>M\d{{1,2}})(?: {_STAY})?)(?= )"
    ),
    lead=re.compile(rf"(?:^|\s)(?P<lead>{_LEADS})\s+$"),
    inner_lead=re.compile(r"(?P<lead>on|for|by|in|at)\b"),
    leads={"on": "", "at": "", "in": "", "this": "", "between": "", "til": "until", "till": "until"},
    since=frozenset({"since", "from"}),
    until=frozenset({"until"}),
    until_now=frozenset({"since"}),
    may_be_ahead=frozenset(),
    repeated=re.compile(r"\s+(?:mornings|afternoons|evenings|nights|lunchtimes|lunches)\b", re.IGNORECASE),
    unclear_before_weekday=frozenset(),
    lasting_lead="",
    after_ago=re.compile(r"(?!)"),
    range_joint=re.compile(r"\s*(?:-|–|to\b|until\b|till?\b)"),
    not_before_bare_day=symbols("in at"),
    after_bare_day=symbols("at with and , . ; ) - for in to"),
    tell=_tell,
)
