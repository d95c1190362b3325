"""The same words on every day of a year: around midnight, at the end of a month, on the days when clocks change."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sidecar.dates import DateError, Instant, Recurrence, parse
from tests.dates.samples import BUENOS_AIRES, MADRID, NEW_YORK

ZONES = [BUENOS_AIRES, MADRID, NEW_YORK]
HOURS = ["00:00", "01:59", "02:30", "03:00", "03:59", "09:00", "18:00", "23:59"]
SPECIAL_DAYS = [
    "2026-03-07", "2026-03-08", "2026-10-31", "2026-11-01",  # New York
    "2026-03-28", "2026-03-29", "2026-10-24", "2026-10-25",  # Madrid
    "2026-01-31", "2026-02-28", "2028-02-28", "2028-02-29", "2026-04-30", "2026-12-31", "2027-01-01",
]  # fmt: skip
WEEKDAYS = [
    ("el lunes a las 10", 0), ("on Tuesday at 10am", 1), ("el miércoles a las 10:00", 2), ("Thursday at 10am", 3),
    ("el viernes at 10am", 4), ("on Saturday a las 10", 5), ("el domingo que viene a las 10", 6),
]  # fmt: skip
ALWAYS_AHEAD = [
    "mañana a las 10", "tomorrow at 2:30am", "pasado mañana a las 2:30", "hoy a las 18", "today at 2:30am", "a las 18",
    "at noon", "al mediodía", "a medianoche", "at midnight", "esta noche a las 21", "tonight at 9", "este lunes at 9",
    "this Friday at 9am", "el 31 a las 10", "on the 29th at 10am", "el 29 de febrero a las 10", "March 8 at 2:30am",
    "el último día del mes a las 20", "in 90 minutes", "en un mes a las 9", "el primer lunes de mayo a las 9",
    "el domingo a las 2:30", "the first Sunday of November at 1:30am", "a las 2:30", "EOD", "mañana a esta hora",
]  # fmt: skip
RULES = [
    "todos los días a las 2:30", "every day at midnight", "todos los lunes a las 9", "every weekday at 7:30",
    "el último día de cada mes a las 18", "every 2 hours", "cada 15 días a las 9", "every year on February 28 at 9am",
]  # fmt: skip
PAST = ["ayer a las 9", "yesterday at 9am", "hace 2 horas", "an hour ago", "anoche a las 22", "last Monday at 9"]
MOMENTS = st.tuples(st.dates(date(2026, 1, 1), date(2027, 1, 31)), st.times(), st.sampled_from(ZONES))


@pytest.mark.req("DAT-01", "DAT-06")
@settings(max_examples=50)
@given(moment=MOMENTS)
def test_on_any_day_of_a_year(moment: tuple[date, time, ZoneInfo]) -> None:
    _check_all(datetime.combine(moment[0], moment[1].replace(second=0, microsecond=0)), moment[2])


@pytest.mark.req("DAT-01", "DAT-06")
@pytest.mark.parametrize("day", SPECIAL_DAYS)
@pytest.mark.parametrize("zone", ZONES, ids=str)
def test_around_midnight_at_the_end_of_a_month_and_when_clocks_change(day: str, zone: ZoneInfo) -> None:
    for hour in HOURS:
        _check_all(datetime.fromisoformat(f"{day}T{hour}"), zone)


def _check_all(local: datetime, zone: ZoneInfo) -> None:
    now = local.replace(tzinfo=zone).astimezone(UTC).astimezone(zone)  # an hour that is skipped is the one after it
    for words in [*ALWAYS_AHEAD, *RULES, *(words for words, _ in WEEKDAYS)]:
        match parse(words, now, zone, "es"):
            case Instant(utc):
                assert utc > now, (words, now)
            case Recurrence(next_two=(first, second)):
                assert now < first < second, (words, now)
            case Recurrence():
                raise AssertionError((words, now))
            case DateError(suggestions=suggestions):
                for suggestion in suggestions:
                    assert not isinstance(parse(suggestion, now, zone, "es"), DateError), (words, suggestion, now)
    for words in PAST:
        assert isinstance(parse(words, now, zone, "en"), DateError), (words, now)
    _check_days(now, zone)


def _check_days(now: datetime, zone: ZoneInfo) -> None:
    for words, weekday in WEEKDAYS:
        found = parse(words, now, zone, "es")
        assert isinstance(found, Instant), (words, now)
        ahead = (found.local.date() - now.date()).days
        assert (found.local.weekday(), found.local.hour, 1 <= ahead <= 7) == (weekday, 10, True), (words, now)
    in_two_hours = parse("en 2 horas", now, zone, "en")
    assert isinstance(in_two_hours, Instant) and in_two_hours.utc == now.astimezone(UTC) + timedelta(hours=2)
    tomorrow = parse("mañana a las 10", now, zone, "en")
    if now.hour < 4:  # tomorrow, or today after a night's sleep?
        assert isinstance(tomorrow, DateError) and tomorrow.code == "ambiguous_day"
    else:
        assert isinstance(tomorrow, Instant)
        assert tomorrow.local.date() == now.date() + timedelta(days=1)
