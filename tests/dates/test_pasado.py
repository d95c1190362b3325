"""Argentine "pasado": the day after tomorrow, and never what is over."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from sidecar.dates import DateError, Instant, parse

ZONE = ZoneInfo("America/Argentina/Buenos_Aires")
MONDAY = datetime(2026, 3, 16, 10, 0, tzinfo=ZONE)


@pytest.mark.req("DAT-02")
@pytest.mark.parametrize(
    ("text", "hour"),
    [
        ("pasado a las 18hs", 18),
        ("pasado 10hs", 10),
        ("pasado a la tarde a las 5", 17),
        ("recordame pasado tipo 9 lo del banco", 9),
        ("pasado al mediodía", 12),
        ("pasado mañana a las 9", 9),
    ],
)
def test_pasado_is_the_day_after_tomorrow(text: str, hour: int) -> None:
    found = parse(text, MONDAY, ZONE, "es")
    assert isinstance(found, Instant)
    assert found.local == datetime(2026, 3, 18, hour, 0, tzinfo=ZONE)


@pytest.mark.req("DAT-01")
@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("la semana pasada a las 18", "es"),
        ("el mes pasado a las 18hs", "es"),
        ("el lunes pasado a las 18", "es"),
        ("el invierno pasado a las 18", "es"),
        ("hemos pasado a las 18", "es"),
        ("last week at 6pm", "en"),
        ("last night at 9", "en"),
        ("last Monday at 18:00", "en"),
    ],
)
def test_what_is_over_is_no_moment(text: str, language: str) -> None:
    assert isinstance(parse(text, MONDAY, ZONE, language), DateError)
