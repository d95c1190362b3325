"""Lengths from one hour to another."""

from __future__ import annotations

import pytest

from sidecar.router.clock_span import format_span, read_clock_span


@pytest.mark.req("RTR-01", "CON-60")
@pytest.mark.parametrize(
    ("text", "length"),
    [
        ("cuánto duermo si me acuesto 23:15 y me levanto 5:50", "6 h 35 min"),
        ("si trabajo de 8 a 15.30 cuántas horas son", "7 h 30 min"),
        ("how long is it from 9:30 to 5?", "7 h 30 min"),
        ("how many hours between 10pm and 6am", "8 h"),
        ("entro 9:10 y salgo 9:55, cuánto es", "45 min"),
    ],
)
def test_two_hours_and_a_question_are_a_length(text: str, length: str) -> None:
    span = read_clock_span(text)
    assert span is not None and format_span(span) == length


@pytest.mark.parametrize(
    "text",
    ["trabajo de 8 a 15.30", "cuánto es 8 a 15", "how long until 5", "de 8 a 10 kilos, cuántas cajas son",
     "how many hours is 3 times 8", "cuánto sale de 8 a 25 pesos"],
)  # fmt: skip
def test_anything_else_is_none(text: str) -> None:
    assert read_clock_span(text) is None
