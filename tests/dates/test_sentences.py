"""Requests as people write them: when it is, and what remains to be said."""

from __future__ import annotations

import pytest

from sidecar.dates import DateError, Instant, Recurrence, find, split
from tests.dates.samples import BUENOS_AIRES, WEDNESDAY, at, shown_result

REQUESTS_ES = """
recordame mañana a las 9 llamar a mamá → mañana a las 9 → 03-12 09:00 → llamar a mamá
llamar a mamá mañana a las 9 → mañana a las 9 → 03-12 09:00 → llamar a mamá
mañana recordame a las 9 que riegue el jazmín → mañana a las 9 → 03-12 09:00 → riegue el jazmín
recordame regar el jazmín para mañana a las 9 → mañana a las 9 → 03-12 09:00 → regar el jazmín
¿me podés recordar el viernes a las 19 lo del asado? → el viernes a las 19 → 03-13 19:00 → lo del asado
che, avisame porfa en 25 minutos que apague el horno → en 25 minutos → 03-11 10:25 → apague el horno
poneme un recordatorio para el lunes a las 10: oculista → para el lunes a las 10 → 03-16 10:00 → oculista
quiero que me recuerdes pasado mañana a las 8 pagar la luz, gracias → pasado mañana a las 8 → 03-13 08:00 → pagar la luz
tomar jarabe cada 8 horas durante 5 días → cada 8 horas durante 5 días → FREQ=HOURLY;INTERVAL=8;COUNT=15 → tomar jarabe
todos los martes a las 20 yoga, 6 veces → todos los martes a las 20 6 veces → FREQ=WEEKLY;BYDAY=TU;COUNT=6 → yoga
recordame mañana a las 9 → mañana a las 9 → 03-12 09:00 →
mañana a las 9 pagar $15.300 al 11 5566-7788. → mañana a las 9 → 03-12 09:00 → pagar $15.300 al 11 5566-7788
recordame comprar yerba → → unparseable → comprar yerba
"""

REQUESTS_EN = """
remind me to water the plants tomorrow at 9 → tomorrow at 9 → 03-12 09:00 → water the plants
remind me on Friday at 6pm about the party → on Friday at 6pm → 03-13 18:00 → the party
tomorrow remind me at 9am to pay the rent please → tomorrow at 9am → 03-12 09:00 → pay the rent
can you remind me in 20 minutes that the oven is on? → in 20 minutes → 03-11 10:20 → the oven is on
set a reminder for Monday at 10: dentist → for Monday at 10 → 03-16 10:00 → dentist
run daily at 9am for 10 days → daily at 9am for 10 days → FREQ=DAILY;UNTIL=20260322T025959Z → run
"""

_CASES = [
    (language, row)
    for language, table in (("es", REQUESTS_ES), ("en", REQUESTS_EN))
    for row in table.strip().splitlines()
]


@pytest.mark.req("DAT-01")
@pytest.mark.parametrize(("language", "row"), _CASES)
def test_when_and_what(language: str, row: str) -> None:
    text, words, when, what = (part.strip() for part in row.split("→"))
    result, rest = split(text, at(WEDNESDAY), BUENOS_AIRES, language)
    assert (shown_result(result), rest) == (when, what)
    found = find(text, language)
    if words:
        assert found is not None
        assert (found.words, found.rest) == (words, what)
        assert " ".join(text[start:end] for start, end in found.spans) == words
    else:
        assert found is None


@pytest.mark.req("DAT-01", "DAT-08")
def test_two_moments_in_one_sentence_are_not_chosen_from() -> None:
    result, _ = split("recordame lo del martes el jueves a las 9 o el viernes", at(WEDNESDAY), BUENOS_AIRES, "es")
    assert isinstance(result, DateError)


@pytest.mark.req("DAT-01")
@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("tengo oculista mañana a las 15, avisame una hora antes", "es", ("03-12 14:00", "tengo oculista")),
        ("mañana hay ensayo a las 20 recordame 30 minutos antes", "es", ("03-12 19:30", "hay ensayo")),
        ("the show is tomorrow at 8pm, remind me an hour before", "en", ("03-12 19:00", "the show is")),
        ("mañana a las 9 llamar a Nico y media hora después a Sofi", "es", ("03-12 09:00", None)),
        ("mañana a las 9 hay que estar 10 minutos antes", "es", ("ambiguous_day", None)),
    ],
)
def test_a_warning_ahead_of_the_moment(text: str, language: str, expected: tuple[str, str | None]) -> None:
    result, rest = split(text, at(WEDNESDAY), BUENOS_AIRES, language)
    assert shown_result(result) == expected[0]
    assert expected[1] in (None, rest)


@pytest.mark.req("DAT-01")
def test_somebody_called_like_a_month() -> None:
    result, rest = split("recordame llamar a Julio el 5 a las 10", at(WEDNESDAY), BUENOS_AIRES, "es")
    assert (shown_result(result), rest) == ("04-05 10:00", "llamar a Julio")
    result, _ = split("recordame lo de Abril mañana a las 9", at(WEDNESDAY), BUENOS_AIRES, "es")
    assert shown_result(result) == "03-12 09:00"


@pytest.mark.req("DAT-09")
def test_a_limit_far_from_its_rule_still_limits_it() -> None:
    near, _ = split("todos los días a las 9 durante 4 días tomar hierro", at(WEDNESDAY), BUENOS_AIRES, "es")
    far, _ = split("todos los días a las 9 tomar hierro durante 4 días", at(WEDNESDAY), BUENOS_AIRES, "es")
    assert isinstance(near, Recurrence) and near == far


@pytest.mark.req("DAT-01")
def test_how_long_something_takes_is_no_time() -> None:
    result, rest = split("mañana a las 9 meditar por 20 minutos", at(WEDNESDAY), BUENOS_AIRES, "es")
    assert isinstance(result, Instant)
    assert rest == "meditar por 20 minutos"
