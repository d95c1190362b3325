"""Filters in the words of a person: days, months, names."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from sidecar.domain.fact import Domain
from sidecar.errors import RequestError
from sidecar.memory.retrieval.document import NO_FILTERS, NO_REQUEST, DocumentKind, FilterRequest
from sidecar.memory.retrieval.filter_request import parse_filters

NOW = datetime(2026, 11, 22, 12, tzinfo=UTC)  # a Sunday
ZONE = ZoneInfo("America/Argentina/Ushuaia")


def days(since: str = "", until: str = "") -> tuple[date | None, date | None]:
    """The first and the last day that pass."""
    found = parse_filters(FilterRequest(since=since, until=until), NOW, ZONE)
    last = found.until - timedelta(seconds=1) if found.until else None
    return found.since.date() if found.since else None, last.date() if last else None


@pytest.mark.req("MEM-31")
@pytest.mark.parametrize(
    ("words", "first", "last"),
    [
        ("2026-03-15", date(2026, 3, 15), date(2026, 3, 15)),
        ("2026-02", date(2026, 2, 1), date(2026, 2, 28)),
        ("2025", date(2025, 1, 1), date(2025, 12, 31)),
        ("ayer", date(2026, 11, 21), date(2026, 11, 21)),
        ("yesterday", date(2026, 11, 21), date(2026, 11, 21)),
        ("desde marzo", date(2026, 3, 1), date(2026, 3, 31)),
        ("Marzo", date(2026, 3, 1), date(2026, 3, 31)),
        ("March", date(2026, 3, 1), date(2026, 3, 31)),
        ("la semana pasada", date(2026, 11, 9), date(2026, 11, 15)),
        ("last week", date(2026, 11, 9), date(2026, 11, 15)),
        ("el 5 de mayo", date(2026, 5, 5), date(2026, 5, 5)),
        (" today ", date(2026, 11, 22), date(2026, 11, 22)),
    ],
)
def test_days_in_words_and_figures(words: str, first: date, last: date) -> None:
    assert days(since=words) == (first, None)
    assert days(until=words) == (None, last)
    assert days(words, words) == (first, last)


@pytest.mark.parametrize("words", ["blah", "2026-13", "2026-02-30", "0000", "99999999", "la nada", "💥", "2026-3-3-3"])
def test_what_is_no_day_is_told(words: str) -> None:
    with pytest.raises(RequestError, match="isn't a day I know"):
        days(since=words)


def test_the_order_of_the_days_is_checked() -> None:
    with pytest.raises(RequestError, match="there can't be anything in between"):
        days("2026-03-02", "2026-03-01")


def test_days_are_the_persons() -> None:
    found = parse_filters(FilterRequest(since="2026-03-15"), NOW, ZONE)
    assert found.since == datetime(2026, 3, 15, 3, tzinfo=UTC)


def test_names_and_nothing() -> None:
    assert parse_filters(NO_REQUEST, NOW, ZONE) == NO_FILTERS
    found = parse_filters(FilterRequest(["fact"], ["health"], channel=" ask "), NOW, ZONE)
    assert (found.kinds, found.domains, found.channel) == ((DocumentKind.FACT,), (Domain.HEALTH,), "ask")
