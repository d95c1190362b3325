"""Units of measure, by their English, Spanish and short names."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sidecar.errors import ToolError
from sidecar.language.unit_names import UNITS
from sidecar.tools.units import convert, convert_units

pytestmark = pytest.mark.req("TOO-02")


@pytest.mark.parametrize(
    ("value", "source", "target", "expected"),
    [
        (5, "millas", "km", 8.04672),
        (100, "°F", "°C", 37.77777778),
        (25, "grados", "fahrenheit", 77),
        (-40, "C", "F", -40),
        (2, "tazas", "ml", 473.176473),
        (3, "cucharadas", "mililitros", 44.36029434),
        (180, "libras", "kilos", 81.6466266),
        (1, "GB", "MB", 1000),
        (1, "GiB", "MiB", 1024),
        (60, "millas por hora", "km/h", 96.56064),
        (1, "hectárea", "metros cuadrados", 10_000),
        (1, "m²", "pies cuadrados", 10.76391042),
        (1, "litro", "m3", 0.001),
        (1, "kWh", "MJ", 3.6),
        (1, "atm", "hPa", 1013.25),
        (2, "días", "horas", 48),
        (20, "ºC", "ºF", 68),
        (1, "kg/m^3", "g/cm^3", 0.001),
    ],
)
def test_conversions(value: float, source: str, target: str, expected: float) -> None:
    result = re.search(r"= (\S+) ", convert(value, source, target))
    assert result
    assert float(result[1]) == pytest.approx(expected, rel=1e-8)


def test_the_answer_names_both_units() -> None:
    assert convert(5, "millas", "km") == "5 mile = 8.04672 kilometer"
    assert convert(1, "taza", "ml").endswith("(US measures)")


@pytest.mark.parametrize(
    ("source", "target", "complaint"),
    [
        ("km", "kg", "km (length) and kg (mass) measure different things"),
        ("kilometross", "m", "Did you mean kilometros"),
        ("m", "qwxyz", "not a known unit"),
        ("dólares", "pesos", "web_search"),
        ("m**9**9**9", "m", "not a known unit"),
        ("m*" * 3_000 + "m", "m", "not a known unit"),
        ("__import__('os')", "m", "not a known unit"),
        ("", "m", "not a known unit"),
    ],
)
def test_errors_say_what_is_wrong(source: str, target: str, complaint: str) -> None:
    with pytest.raises(ToolError) as error:
        convert(1, source, target)
    assert complaint in str(error.value)


def test_every_name_of_the_table_is_a_unit() -> None:
    for name, unit in UNITS.items():
        assert convert(1, name, unit).startswith("1 "), name


@given(st.text(max_size=15), st.floats(allow_nan=False, allow_infinity=False))
def test_no_text_breaks_it(unit: str, value: float) -> None:
    try:
        assert convert(value, unit, "m")
    except ToolError as error:
        assert str(error)


async def test_the_tool_leaves_the_loop_free() -> None:
    assert await convert_units(1, "km", "m") == "1 kilometer = 1000 meter"
