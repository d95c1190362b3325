"""How English statements name days, weeks and months, and how those are told in full."""

from __future__ import annotations

import re
from datetime import date

from sidecar.dates.date_language import CalendarUnit, CalendarWords
from sidecar.dates.languages.patterns import symbols
from sidecar.language.weekdays_and_months import MONTHS

_NAMES = MONTHS["en"]


def _day(day: date, *, year: bool = True) -> str:
    return f"{_NAMES[day.month - 1]} {day.day}" + (f", {day.year}" if year else "")


def _tell(first: date, last: date, unit: CalendarUnit, lead: str) -> str:
    match unit:
        case "d" if first != last:
            return f"from {_day(first, year=first.year != last.year)} to {_day(last)}"
        case "d":
            return f"{lead or 'on'} {_day(first)}"
        case "w":
            return f"{lead} the week of {_day(first)}".strip()
        case "e":
            return f"{lead} the weekend of {_day(first)}".strip()
        case "o":
            return f"{lead or 'in'} {_NAMES[first.month - 1]} {first.year}"
        case "y":
            return f"{lead or 'in'} {first.year}"


_LEADS = "since|until|till|til|from|to|by|before|after|in|for|this|of|between|early|late|mid"

CALENDAR = CalendarWords(
    last_period=re.compile(r"(?<= )(?P<days>(?:ULTIMO|last) (?P<unit>U[woy]))(?= )"),
    month=re.compile(
        rf"(?<= )(?<!º )(?:(?:{_LEADS}) (?=M|next M)|(?=next M))(?P<days>(?P<next>next )?(?P<month>M\d{{1,2}})"
        r"(?: (?P<year>(?:19|20)\d\d))?)(?= )(?! (?:\d|#|the \d))"
    ),
    joined_days=re.compile(r"(?<= )(?P<days>(?:# (?:of )?(?=M)|(?=M\d+ #))(?P<month>M\d{1,2})(?: #)?)(?= )"),
    lead=re.compile(rf"(?:^|\s)(?P<lead>{_LEADS})\s+$"),
    inner_lead=re.compile(r"(?P<lead>on|for|by|in|at)\b"),
    leads={"on": "", "at": "", "in": "", "this": "", "between": "", "til": "until", "till": "until"},
    since=frozenset({"since", "from"}),
    until=frozenset({"until"}),
    until_now=frozenset({"since"}),
    unclear_before_weekday=frozenset(),
    lasting_lead="",
    after_ago=re.compile(r"(?!)"),
    range_joint=re.compile(r"\s*(?:-|–|to\b|until\b|till?\b)"),
    not_before_bare_day=symbols("in at"),
    after_bare_day=symbols("at with and , . ; ) - for in to"),
    tell=_tell,
)
