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
        ("compro 30 plantines a 450 y los vendo a 900, cuánto gano", "30 * (900 - 450)"),
        ("bought 12 mugs at 4.50 and sold them at 9, how much profit", "12 * (9 - 4.50)"),
        ("hice 6 entregas a 1800 y gasté 3200 de nafta, cuánto me queda", "6 * 1800 - 3200"),
        ("2 rollos de tela a 38.900 c/u mas 21 de iva, cuánto es", "(2 * 38900) * (1 + 21%)"),
        ("80 bulbs at 75p plus 20% vat", "(80 * 0.75) * (1 + 20%)"),
        ("what's the average of 70, 85 and 91", "(70 + 85 + 91) / 3"),
        ("gasté 3200 de 10.000, qué porcentaje es, cuánto", "3200 / 10000 * 100"),
        ("rent went from 1200 to 1350, what percent is that", "(1350 - 1200) / 1200 * 100"),
        ("the room is 3.5m by 4m, what's the area", "3.5 * 4"),
        ("$12 a ticket, 9 tickets, and parking is 30 on top. what's the total", "12 * 9 + 30"),
        ("how many miles total if I ran 3 then 4 then 2.5", "3 + 4 + 2.5"),
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
     "4% sobre 8000 durante tres meses, cuánto es", "12 y 10 fideos", "ayer vendí 24 y pagué 780",
     "40 quintales por hectárea en 60 ha, cuántas toneladas son", "Elm wants 2 instead of 1",
     "agregá la 11 a las 4 y media", "215 miles at 52 mph how long is that",
     "saqué 5 y 7 y necesito 6 de promedio, cuánto necesito en la tercera"],
)  # fmt: skip
def test_numbers_that_nothing_joins_plainly_are_no_sum(text: str) -> None:
    assert read_spoken_calculation(text, "es") is None


def test_the_answer_shows_the_sum_that_was_read() -> None:
    asked = Calculation("12 * 6800", spoken=True)
    assert format_result(asked, "81600", Texts("es")) == "Da 81.600 (12 × 6800)."
