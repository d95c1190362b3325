"""Days that a statement names, as dates. Said on Tuesday, 15 July 2025."""

from datetime import date

import pytest

from sidecar.dates import Tense, find_days
from tests.growth import assert_linear

SAID_ON = date(2025, 7, 15)
COMING, PAST = Tense.COMING, Tense.PAST

ES = [
    ("Tiene turno con la oculista el jueves", COMING, "Tiene turno con la oculista el 17 de julio de 2025"),
    ("Se casó el sábado", PAST, "Se casó el 12 de julio de 2025"),
    ("Se mudó hoy", PAST, "Se mudó el 15 de julio de 2025"),
    ("Pasado mañana se opera", COMING, "el 17 de julio de 2025 se opera"),
    ("Se operó hace una semana", PAST, "Se operó el 8 de julio de 2025"),
    ("Dejó el pucho hace dos años", PAST, "Dejó el pucho en 2023"),
    ("Vive en Azul hace dos años", COMING, "Vive en Azul desde 2023"),
    ("Hace tres meses que no come carne", COMING, "desde abril de 2025 no come carne"),
    ("Trabaja en una pyme desde marzo", COMING, "Trabaja en una pyme desde marzo de 2025"),
    ("Desde agosto paga 300 mil de expensas", COMING, "desde agosto de 2025 paga 300 mil de expensas"),
    ("Trabajó ahí desde agosto", PAST, "Trabajó ahí desde agosto de 2024"),
    ("Está de licencia hasta marzo", COMING, "Está de licencia hasta marzo de 2026"),
    ("Viaja del 3 al 10", COMING, "Viaja del 3 de agosto al 10 de agosto de 2025"),
    ("Va a la costa del 28 de diciembre al 4 de enero", COMING,
     "Va a la costa del 28 de diciembre de 2025 al 4 de enero de 2026"),
    ("Se recibe a fines de agosto", COMING, "Se recibe a fines de agosto de 2025"),
    ("Se mudó el mes pasado", PAST, "Se mudó en junio de 2025"),
    ("La resonancia de mañana", COMING, "La resonancia del 16 de julio de 2025"),
    ("Rinde el martes 22 a las 9", COMING, "Rinde el 22 de julio de 2025 a las 9"),
]  # fmt: skip

EN = [
    ("Has a dentist appointment on the 24th", COMING, "Has a dentist appointment on July 24, 2025"),
    ("Got engaged on Saturday", PAST, "Got engaged on July 12, 2025"),
    ("Quit their job a week ago", PAST, "Quit their job on July 8, 2025"),
    ("Moves next month", COMING, "Moves in August 2025"),
    ("Has been vegan since March", COMING, "Has been vegan since March 2025"),
    ("Is on leave until September", COMING, "Is on leave until September 2025"),
    ("Is in Lisbon 22-26 september", COMING, "Is in Lisbon from 22 September to 26 September 2025"),
    ("Cabin trip July 19-26", COMING, "Cabin trip from July 19 to July 26, 2025"),
    ("Flies to Melbourne 14 september to 4 october", COMING,
     "Flies to Melbourne from 14 September to 4 October 2025"),
    ("Has a scan on 3 September at 10", COMING, "Has a scan on 3 September 2025 at 10"),
    ("Going to Porto from 6 to 13 September", COMING, "Going to Porto from 6 September to 13 September 2025"),
    ("Camping August 3 to 9", COMING, "Camping from August 3 to August 9, 2025"),
    ("Is getting married next May", COMING, "Is getting married in May 2026"),
    ("Moved to Leeds last week", PAST, "Moved to Leeds the week of July 7, 2025"),
    ("Has therapy tomorrow at 4", COMING, "Has therapy on July 16, 2025 at 4"),
    ("Has worked there since Monday", COMING, "Has worked there since July 14, 2025"),
]  # fmt: skip

UNKNOWN = [
    ("es", "Los martes tiene yoga", COMING), ("es", "Cobra el 3 de cada mes", COMING),
    ("es", "Trabaja de lunes a viernes", COMING), ("es", "Vive en el 4 B", COMING),
    ("es", "Tiene 2 gatos", COMING), ("es", "Es vegana desde los 15", COMING),
    ("es", "Desde el lunes trabaja en casa", COMING), ("es", "Viaja el martes 23", COMING),
    ("es", "Se mudó en 2019", PAST), ("en", "Has yoga on Tuesdays", COMING),
    ("en", "Is flying to Rome next Friday", COMING), ("en", "Starts on 12/3", COMING),
    ("en", "Is 52 years old", COMING), ("en", "May likes tea", COMING), ("en", "Swims every Monday", COMING),
    ("en", "Swims on Monday mornings", COMING), ("en", "Runs a food bank stall Thursday evenings", COMING),
]  # fmt: skip


def _told(text: str, code: str, tense: Tense) -> str:
    for span in reversed(find_days(text, SAID_ON, code, tense)):
        text = text[: span.start] + span.told + text[span.end :]
    return text


@pytest.mark.parametrize(("text", "tense", "told"), ES)
def test_tells_days_in_full_in_spanish(text: str, tense: Tense, told: str):
    assert _told(text, "es", tense) == told


@pytest.mark.parametrize(("text", "tense", "told"), EN)
def test_tells_days_in_full_in_english(text: str, tense: Tense, told: str):
    assert _told(text, "en", tense) == told


@pytest.mark.parametrize(("code", "text", "tense"), UNKNOWN)
def test_leaves_alone_what_repeats_or_may_be_several_dates(code: str, text: str, tense: Tense):
    assert _told(text, code, tense) == text


def test_what_was_told_is_left_as_it_is_the_next_time():
    for code, rows in (("es", ES), ("en", EN)):
        for _, _, told in rows:
            assert _told(told, code, COMING) == told


@pytest.mark.parametrize("piece", ["el 3 ", "a week ago ", "del 3 al 10 ", "hasta "])
def test_the_time_grows_with_the_text_and_no_faster(piece: str):
    find_days("mañana", SAID_ON, "es", COMING)
    assert_linear(lambda chars: find_days(piece * (chars // len(piece)), SAID_ON, "es", COMING), 500)
