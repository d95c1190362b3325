"""How Spanish statements name days, weeks and months, and how those are told in full."""

from __future__ import annotations

import re
from datetime import date

from sidecar.dates.date_language import CalendarUnit, CalendarWords
from sidecar.dates.languages.patterns import symbols
from sidecar.language.weekdays_and_months import MONTHS

_NAMES = MONTHS["es"]


def _day(day: date, *, year: bool = True) -> str:
    return f"{day.day} de {_NAMES[day.month - 1]}" + (f" de {day.year}" if year else "")


def _tell(first: date, last: date, unit: CalendarUnit, lead: str, _: str) -> str:
    match unit:
        case "d" if first != last:
            return f"del {_day(first, year=first.year != last.year)} al {_day(last)}"
        case "d":
            told = f"el {_day(first)}"
        case "w":
            told = f"la semana del {_day(first)}"
        case "e":
            told = f"el fin de semana del {_day(first)}"
        case "o":
            return f"{lead or 'en'} {_NAMES[first.month - 1]} de {first.year}"
        case "y":
            return f"{lead or 'en'} {first.year}"
    return re.sub(r"^(a|de|a partir de) el ", lambda found: f"{found[1]}l ", f"{lead} {told}".strip())


_LEADS = (
    "desde|hasta|a partir de|a partir|para|antes de|despues de|después de|en|este|de|a|entre"
    "|(?:fin|fines|principios|mediados|comienzos) de"
)

CALENDAR = CalendarWords(
    last_period=re.compile(r"(?<= )(?P<days>(?:la|el) (?P<unit>U[woy]) pasad[oa])(?= )"),
    month=re.compile(
        r"(?<= )(?:en|(?<!\d )(?<!º )de|este|para|desde|hasta) (?P<days>(?P<next>proximo )?(?P<month>M\d{1,2})"
        r"(?: (?:(?:de|del) )?(?P<year>(?:19|20)\d\d))?)(?= )(?! \d)"
    ),
    joined_days=re.compile(r"(?<= )(?P<days># de (?P<month>M\d{1,2}))(?= )"),
    lead=re.compile(rf"(?:^|\s)(?P<lead>{_LEADS}|del)\s+(?:el\s+|la\s+)?$"),
    inner_lead=re.compile(r"(?P<lead>al|del|para|de)\b"),
    leads={"al": "a", "del": "de", "a partir": "a partir de", "en": "", "este": "", "entre": ""},
    since=frozenset({"desde", "a partir de"}),
    until=frozenset({"hasta"}),
    until_now=frozenset({"desde"}),
    may_be_ahead=frozenset({"desde"}),
    repeated=re.compile(r"(?!)"),
    unclear_before_weekday=frozenset({"desde"}),
    lasting_lead="desde",
    after_ago=re.compile(r"\s+que\b"),
    range_joint=re.compile(r"\s*(?:-|–|al?\b|hasta\b)"),
    not_before_bare_day=symbols("en a"),
    after_bare_day=symbols("a al por con y , . ; ) - para me nos tengo tiene en de"),
    tell=_tell,
)
