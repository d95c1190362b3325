"""Times that do not exist are refused with what is nearest, and small hours tell their other reading, rules too."""

from __future__ import annotations

import pytest

from sidecar.dates import DateError, Instant, Recurrence, parse
from tests.dates.samples import BUENOS_AIRES, WEDNESDAY, at, read, rows

IMPOSSIBLE = """
a las 25:00 → impossible: mañana a la 1 | hoy a las 23
el viernes a las 25 → impossible: el sábado 14 de marzo a la 1 | el viernes 13 de marzo a las 23
mañana a las 7:75 → impossible: mañana a las 8:15 | mañana a las 7:59
a las 7:75 → impossible: mañana a las 8:15 | mañana a las 7:59
a las 20 de la mañana → impossible: hoy a las 20 | mañana a las 8
mañana a las 15 am → impossible: mañana a las 15 | mañana a las 3
el 31 de febrero a las 10 → impossible: el domingo 28 de febrero de 2027 a las 10 | el lunes 1 de marzo de 2027 a las 10
el 32 de mayo a las 9 → impossible: el domingo 31 de mayo a las 9 | el lunes 1 de junio a las 9
el 13/13 a las 9 → impossible: el viernes 13 de marzo a las 9 | el lunes 13 de abril a las 9
el 40/15 a las 9 → impossible: mañana a las 9 | mañana a las 18
todos los días a las 26 → impossible: todos los días a las 9:00 | todos los días a las 18:00
"""


@pytest.mark.req("DAT-04")
@pytest.mark.parametrize(("text", "expected"), rows(IMPOSSIBLE))
def test_what_does_not_exist_is_refused_with_what_is_nearest(text: str, expected: str) -> None:
    assert read(text) == expected


@pytest.mark.req("DAT-04")
@pytest.mark.parametrize(
    "clock", ["24:01", "25:00", "31:15", "8:60", "9:99", "77:77", "13 in the morning", "0pm", "15am"]
)
@pytest.mark.parametrize(
    "day", ["", "tomorrow ", "on Friday ", "on May 3 ", "every day ", "every Monday ", "February 30 "]
)
@pytest.mark.parametrize("home", ["es", "en"])
def test_every_impossible_time_comes_with_words_that_work(clock: str, day: str, home: str) -> None:
    now = at(WEDNESDAY)
    result = parse(f"{day}at {clock}", now, BUENOS_AIRES, home)
    assert isinstance(result, DateError), (day, clock)
    assert result.suggestions, (day, clock)
    assert all(not isinstance(parse(words, now, BUENOS_AIRES, home), DateError) for words in result.suggestions)


@pytest.mark.req("DAT-05")
@pytest.mark.parametrize("language", ["es", "en"])
@pytest.mark.parametrize("words", ["todos los días a las 5", "every Monday at 5:30", "el 10 de cada mes a las 4"])
def test_a_rule_at_a_small_hour_tells_the_other_reading(words: str, language: str) -> None:
    result = parse(words, at(WEDNESDAY), BUENOS_AIRES, language)
    assert isinstance(result, Recurrence)
    said = {"es": "de la madrugada", "en": "early in the morning"}[language]
    assert len(result.notes) == 1 and said in result.notes[0]


@pytest.mark.req("DAT-05")
@pytest.mark.parametrize(
    "words", ["every day at 5am", "todos los días a las 5 de la mañana", "every day at 7", "todos los días a las 17"]
)
def test_a_rule_with_one_reading_has_no_note(words: str) -> None:
    result = parse(words, at(WEDNESDAY), BUENOS_AIRES, "en")
    assert isinstance(result, Recurrence) and result.notes == ()


@pytest.mark.req("DAT-05")
def test_a_moment_says_the_same_as_a_rule() -> None:
    moment, rule = (parse(words, at(WEDNESDAY), BUENOS_AIRES, "es") for words in ("mañana a las 3", "cada día a las 3"))
    assert isinstance(moment, Instant) and isinstance(rule, Recurrence)
    assert moment.notes == rule.notes
