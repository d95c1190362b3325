"""What time it is, anywhere, by whatever name."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sidecar.brain.toolbox import ToolScope
from sidecar.domain.tool import ToolCall
from sidecar.errors import ToolError
from sidecar.language.fold import fold_name
from sidecar.language.places import CITIES, COUNTRIES
from sidecar.tools.current_time import CurrentTime, LocalTime, find_zone
from sidecar.tools.registry import ToolRegistry
from tests.fakes.clock import FakeClock

pytestmark = pytest.mark.req("TOO-02")


@pytest.mark.parametrize(
    ("place", "zone"),
    [
        ("Europe/Madrid", "Europe/Madrid"),
        ("america/new_york", "America/New_York"),
        ("Tokio", "Asia/Tokyo"),
        ("Tokyo", "Asia/Tokyo"),
        ("  nueva   YORK ", "America/New_York"),
        ("Córdoba", "America/Argentina/Cordoba"),
        ("Córdoba, Argentina", "America/Argentina/Cordoba"),
        ("Córdoba, España", "Europe/Madrid"),
        ("Rosario, Santa Fe, Argentina", "America/Argentina/Cordoba"),
        ("Barcelona, Venezuela", "America/Caracas"),
        ("Chicago, USA", "America/Chicago"),
        ("Miami, Florida", "America/New_York"),
        ("Sao Paulo", "America/Sao_Paulo"),
        ("Buenos Aires", "America/Argentina/Buenos_Aires"),
        ("St. John's", "America/St_Johns"),
        ("Japón", "Asia/Tokyo"),
        ("Germany", "Europe/Berlin"),
        ("México DF", "America/Mexico_City"),
        ("utc", "UTC"),
        ("UTC-3", "UTC-03:00"),
        ("GMT+5:30", "UTC+05:30"),
    ],
)
def test_names_of_places(place: str, zone: str) -> None:
    assert find_zone(place)[0] == zone


@pytest.mark.parametrize(
    ("place", "hint"),
    [
        ("Estados Unidos", "America/New_York, America/Chicago"),
        ("London, Canada", "America/Toronto"),
        ("Londers", "Did you mean londres"),
        ("Springfield", "Europe/Madrid, or a larger city"),
        ("UTC+25", "UTC-12 to UTC+14"),
        ("../../etc/passwd", "no time zone known"),
    ],
)
def test_what_is_ambiguous_or_unknown_is_an_error_that_helps(place: str, hint: str) -> None:
    with pytest.raises(ToolError) as error:
        find_zone(place)
    assert hint in str(error.value)


@given(st.text(max_size=40))
def test_no_text_breaks_it(place: str) -> None:
    try:
        assert find_zone(place)[0]
    except ToolError as error:
        assert str(error)


def test_every_name_of_the_tables_can_be_found() -> None:
    for name in (*CITIES, *COUNTRIES):
        assert fold_name(name) == name
        for zone in [CITIES[name]] if name in CITIES else COUNTRIES[name]:
            assert ZoneInfo(zone).key == zone


async def test_the_answer_has_the_place_s_own_date(scope: ToolScope) -> None:
    clock = FakeClock(datetime(2026, 3, 15, 22, 30, tzinfo=UTC))
    there = await CurrentTime(clock).current_time(scope, "Tokio")
    assert there == LocalTime("2026-03-16", "Monday", "07:30", "Asia/Tokyo", "+09:00")


@pytest.mark.parametrize("arguments", ["", '{"place": ""}', '{"place": null}'])
async def test_no_place_means_the_person_s(scope: ToolScope, arguments: str) -> None:
    registry = ToolRegistry([CurrentTime(FakeClock(datetime(2026, 7, 1, 2, 0, tzinfo=UTC))).current_time])
    receipt = await registry.run(ToolCall("1", "current_time", arguments), scope)
    assert json.loads(receipt.content) == {
        "date": "2026-06-30",
        "weekday": "Tuesday",
        "time": "23:00",
        "zone": "America/Argentina/Cordoba",
        "utc_offset": "-03:00",
    }
