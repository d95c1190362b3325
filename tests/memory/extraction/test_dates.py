"""Facts with the dates that their words mean, and the last day on which they hold. Said on Tuesday, 15 July 2025."""

from datetime import date

import pytest

from sidecar.memory.extraction import ExtractionContext, extract
from sidecar.memory.fact_request import parse_fact_request

SAID_ON = date(2025, 7, 15)

PLANS = [
    ("el jueves tengo dentista", "El 17 de julio de 2025 tiene dentista", "2025-07-17"),
    ("tengo turno con la pediatra mañana a las 10", "Tiene turno con la pediatra el 16 de julio de 2025 a las 10",
     "2025-07-16"),
    ("me mudo el 1 de agosto", "Se muda el 1 de agosto de 2025", "2025-08-01"),
    ("viajo a Salta del 3 al 10", "Viaja a Salta del 3 de agosto al 10 de agosto de 2025", "2025-08-10"),
    ("mañana me operan de la vesícula", "El 16 de julio de 2025 le operan de la vesícula", "2025-07-16"),
    ("en enero viajo a Brasil, del 10 al 20", "En enero de 2026 viaja a Brasil, del 10 de enero al 20 de enero de 2026",
     "2026-01-31"),
    ("en octubre tengo turno con el cardiólogo, el 3",
     "En octubre de 2025 tiene turno con el cardiólogo, el 3 de octubre de 2025", "2025-10-31"),
    ("mi hermana se casa en septiembre", "Su hermana se casa en septiembre de 2025", "2025-09-30"),
    ("estoy de licencia hasta marzo", "Está de licencia hasta marzo de 2026", "2026-03-31"),
    ("tomo amoxicilina hasta el viernes", "Toma amoxicilina hasta el 18 de julio de 2025", "2025-07-18"),
    ("el viernes rindo anatomía", "El 18 de julio de 2025 rinde anatomía", "2025-07-18"),
    ("next Tuesday I have a dentist appointment", "Has a dentist appointment on July 22, 2025", "2025-07-22"),
    ("I have surgery tomorrow", "Has surgery on July 16, 2025", "2025-07-16"),
    ("we're moving to Leeds next month", "Is moving to Leeds in August 2025", "2025-08-31"),
    ("I'm flying to Rome on August 3", "Is flying to Rome on August 3, 2025", "2025-08-03"),
    ("my sister is getting married in October", "Their sister is getting married in October 2025", "2025-10-31"),
    ("I start my new job on Monday", "Starts their new job on July 21, 2025", "2025-07-21"),
]  # fmt: skip

LASTING = [
    ("me casé el sábado", "Se casó el 12 de julio de 2025"),
    ("desde ayer tomo metformina", "Desde el 14 de julio de 2025 toma metformina"),
    ("a partir de hoy no como carne", "A partir del 15 de julio de 2025 no come carne"),
    ("renuncié ayer", "Renunció el 14 de julio de 2025"),
    ("mi hermano se separo hace una semana", "Su hermano se separó el 8 de julio de 2025"),
    ("dejé de fumar hace dos años", "Dejó de fumar en 2023"),
    ("trabajo en una pyme desde marzo", "Trabaja en una pyme desde marzo de 2025"),
    ("los martes tengo yoga", "Los martes tiene yoga"),
    ("mi cumple es el 3 de octubre", "Su cumple es el 3 de octubre"),
    ("cobro el 5", "Cobra el 5"),
    ("tomo losartán 50 desde mayo", "Toma losartán 50 desde mayo de 2025"),
    ("I quit my job last week", "Quit their job the week of July 7, 2025"),
    ("I broke my wrist two weeks ago", "Broke their wrist on July 1, 2025"),
    ("I've been vegan since January", "Has been vegan since January 2025"),
    ("I have therapy on Tuesdays", "Has therapy on Tuesdays"),
    ("my birthday is on August 9", "Their birthday is on August 9"),
    ("I get paid on the 15th", "Gets paid on the 15th"),
]


def _read(message: str) -> list[tuple[str, str]]:
    facts = extract(message, None, ExtractionContext(SAID_ON))
    return [(fact.text, str(fact.until or "")) for fact in facts]


@pytest.mark.req("MEM-40")
@pytest.mark.parametrize(("message", "told", "until"), PLANS)
def test_a_plan_ends_with_its_last_day(message: str, told: str, until: str):
    assert _read(message) == [(told, until)]


@pytest.mark.req("MEM-40")
@pytest.mark.parametrize(("message", "told"), LASTING)
def test_what_happened_began_or_repeats_has_no_end(message: str, told: str):
    assert _read(message) == [(told, "")]


@pytest.mark.req("MEM-52")
def test_what_the_person_asks_to_remember_gets_its_date_too():
    fact = parse_fact_request("tengo turno con el dentista el jueves", "es", today=SAID_ON)
    assert (fact.text, fact.until) == ("Tiene turno con el dentista el 17 de julio de 2025", date(2025, 7, 17))
    in_own_words = parse_fact_request("comprar zócalos para el jueves", "es", today=SAID_ON)
    assert (in_own_words.text, in_own_words.until) == ("comprar zócalos para el jueves", None)
