"""The wait that a provider asks for is understood in every way in which they say it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest

from sidecar.providers.wires.retry_after import parse_retry_after_s


@pytest.mark.req("CON-22")
@pytest.mark.parametrize(
    ("headers", "said", "seconds"),
    [
        ({"retry-after": "7"}, "", 7.0),
        ({"retry-after": " 2.5 "}, "", 2.5),
        ({"retry-after-ms": "2500", "retry-after": "3"}, "", 2.5),
        ({}, "Rate limit reached for tiny. Please try again in 3.2s. Visit us.", 3.2),
        ({}, "Please try again in 840ms.", 0.84),
        ({}, "Please retry in 1m30.5s", 90.5),
        ({}, "try again in 2 minutes", 120.0),
        ({"retry-after": "7"}, "try again in 9s", 7.0),
        ({"retry-after": "soon"}, "Too many requests", None),
        ({"retry-after": "-3"}, "", None),
        ({}, "", None),
    ],
)
def test_the_ways_of_asking(headers: dict[str, str], said: str, seconds: float | None) -> None:
    assert parse_retry_after_s(headers, said) == seconds


@pytest.mark.req("CON-22")
@pytest.mark.parametrize(("after_s", "least", "most"), [(30, 27, 30), (-100, 0, 0)])
def test_a_date_is_a_wait_until_then(after_s: int, least: float, most: float) -> None:
    until = format_datetime(datetime.now(UTC) + timedelta(seconds=after_s), usegmt=True)
    asked = parse_retry_after_s({"retry-after": until})
    assert asked is not None
    assert least <= asked <= most
