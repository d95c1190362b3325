"""Sums told in words."""

from __future__ import annotations

import pytest

from sidecar.i18n import Texts
from sidecar.router.calculation import format_result
from sidecar.router.intents import Calculation
from sidecar.router.spoken_calculation import read_spoken_calculation


@pytest.mark.req("RTR-01", "CON-60")
@pytest.mark.parametrize(
    ("text", "expression"),
    [
        ("8 docenas a 5200 cuánto es", "8 * 5200"),
        ("30 divided by 6 and then multiply by 4?", "(30 / 6) * 4"),
        ("20% tip on 48.50", "20% * 48.50"),
        ("si cobro 300.000 y me descuentan el 11%, cuánto me queda?", "300000 * (1 - 11%)"),
        ("compro a 900 y le pongo 35%, a cuánto vendo?", "900 * (1 + 35%)"),
        ("pago con 20 mil y sale 14.200, cuánto es el vuelto", "20000 - 14200"),
        ("the bill is 96 and there are 4 of us, how much each?", "96 / 4"),
        ("gasté 1200, 300 y 500, cuánto es en total?", "1200 + 300 + 500"),
    ],
)
def test_words_between_numbers_say_what_is_done(text: str, expression: str) -> None:
    language = "es" if "cuánto" in text else "en"
    read = read_spoken_calculation(text, language)
    assert read is not None and read.expression == expression and read.spoken


@pytest.mark.req("RTR-03")
@pytest.mark.parametrize(
    "text",
    ["mora tiene 4 y lauti 9", "6 y 20", "si duermo de 8 a 15.30 cuántas horas son", "raíz de 144 x 3",
     "4% sobre 8000 durante tres meses, cuánto es", "pasé de 900 a 1100, qué porcentaje es", "12 y 10 fideos"],
)  # fmt: skip
def test_numbers_that_nothing_joins_plainly_are_no_sum(text: str) -> None:
    assert read_spoken_calculation(text, "es") is None


def test_the_answer_shows_the_sum_that_was_read() -> None:
    asked = Calculation("12 * 6800", spoken=True)
    assert format_result(asked, "81600", Texts("es")) == "Da 81.600 (12 × 6800)."
