"""Filters from the words of a person or a model: names of kinds and domains, and days in words."""

from __future__ import annotations

import calendar
import re
from datetime import date, datetime, time, timedelta
from enum import StrEnum
from typing import TypeVar
from zoneinfo import ZoneInfo

from sidecar.dates import Tense, find_days
from sidecar.domain.fact import Domain
from sidecar.domain.person import LANGUAGES
from sidecar.errors import RequestError
from sidecar.memory.retrieval.date_mentions import DateRange
from sidecar.memory.retrieval.document import DocumentKind, FilterRequest, Filters

_ISO = re.compile(r"(\d{4})(?:-(\d{1,2}))?(?:-(\d{1,2}))?")
_Name = TypeVar("_Name", bound=StrEnum)
_LEAD = {"es": "en", "en": "in"}
"""A month alone is no date in a sentence ("March on!"), but it is here."""


def parse_filters(request: FilterRequest, now: datetime, timezone: ZoneInfo) -> Filters:
    """Raise `RequestError` for unknown names, and for days that nobody understands or that are in the wrong order."""
    today = now.astimezone(timezone).date()
    since = _parse_days(request.since, today).first if request.since.strip() else None
    until = _parse_days(request.until, today).last if request.until.strip() else None
    if since and until and since > until:
        raise RequestError("{since} is after {until}: there can't be anything in between.", since=since, until=until)
    return Filters(
        tuple(_parse_name(kind, DocumentKind) for kind in request.kinds),
        tuple(_parse_name(domain, Domain) for domain in request.domains),
        datetime.combine(since, time(), timezone) if since else None,
        datetime.combine(until + timedelta(days=1), time(), timezone) if until else None,
        request.channel.strip(),
    )


def _parse_name(name: str, names: type[_Name]) -> _Name:
    try:
        return names(name.strip().lower())
    except ValueError:
        raise RequestError("“{value}” isn't one of these: {names}.", value=name, names=", ".join(names)) from None


def _parse_days(words: str, today: date) -> DateRange:
    try:
        if iso := _ISO.fullmatch(words.strip()):
            return _parse_iso(*iso.groups())
        for language in LANGUAGES:
            for said in (words, f"{_LEAD[language]} {words}"):
                if days := find_days(said, today, language, Tense.PAST):
                    return DateRange(days[0].first, days[-1].last)
    except (ValueError, OverflowError):
        pass
    raise RequestError(
        "“{words}” isn't a day I know.", hint="For example 2026-03-01, 2026-03, “yesterday” or “March”.", words=words
    )


def _parse_iso(year: str, month: str | None, day: str | None) -> DateRange:
    if day and month:
        one = date(int(year), int(month), int(day))
        return DateRange(one, one)
    if month:
        last = calendar.monthrange(int(year), int(month))[1]
        return DateRange(date(int(year), int(month), 1), date(int(year), int(month), last))
    return DateRange(date(int(year), 1, 1), date(int(year), 12, 31))
