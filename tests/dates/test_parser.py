"""The readings of the specification and of its conventions, in both languages. Now is a Wednesday, 10:00."""

from __future__ import annotations

import pytest

from sidecar.dates import DateError, Instant, explain, find, parse
from tests.dates.samples import BUENOS_AIRES, MADRID, NEW_YORK, WEDNESDAY, at, read, rows

UNDERSTOOD_ES = """
2026-03-20T09:00 → 03-20 09:00
2026-03-20T09:00:00+01:00 → 03-20 05:00
2026-03-20 18:15 → 03-20 18:15
2026-03-20T12:00Z → 03-20 09:00
en 30 minutos → 03-11 10:30
en 2 horas → 03-11 12:00
en 1 hora y 30 minutos → 03-11 11:30
en media hora → 03-11 10:30
en una hora y media → 03-11 11:30
en hora y media → 03-11 11:30
en tres cuartos de hora → 03-11 10:45
en 1h30 → 03-11 11:30
en 1,5 horas → 03-11 11:30
en treinta y cinco minutos → 03-11 10:35
dentro de 3 días a las 10 → 03-14 10:00
hoy a las 21 → 03-11 21:00
mañana a las 9 → 03-12 09:00
mañana a las 9:30 → 03-12 09:30
pasado mañana a las 9 → 03-13 09:00
mañana a la mañana a las 9 → 03-12 09:00
mañana a la tarde a las 4 → 03-12 16:00
el lunes a las 10 → 03-16 10:00
el lunes que viene a las 10 → 03-16 10:00
el lunes de la semana que viene a las 10 → 03-16 10:00
el 15 de marzo a las 18 → 03-15 18:00
el 15/3 a las 18:30 → 03-15 18:30
15/3/2027 9hs → 2027-03-15 09:00
el 15 de marzo del año que viene a las 9 → 2027-03-15 09:00
el 17 del 11 a las 9 → 11-17 09:00
a las 3 de la tarde → 03-11 15:00
a las 15 hs → 03-11 15:00
mañana 9 y media → 03-12 09:30
mañana a las 9 menos cuarto → 03-12 08:45
mañana diez para las 9 → 03-12 08:50
mañana a las 8 pm menos cuarto → 03-12 19:45
mañana al mediodía → 03-12 12:00
al mediodía → 03-11 12:00
a medianoche → 03-12 00:00
mañana a las 7 p. m. → 03-12 19:00
mañana a las veintiuna y treinta y cinco → 03-12 21:35
mañana a las quince horas y diez minutos → 03-12 15:10
el primer lunes del mes que viene a las 10 → 04-06 10:00
el último día del mes a las 18 → 03-31 18:00
mañana a las 15 (Europe/Madrid) → 03-12 11:00
MAÑANA A LAS 9 → 03-12 09:00
mañna a las 9 → 03-12 09:00
el miercles a las 9 → 03-18 09:00
"""

UNDERSTOOD_EN = """
in an hour and a half → 03-11 11:30
in half an hour → 03-11 10:30
in 2 and a half hours → 03-11 12:30
in a quarter of an hour → 03-11 10:15
in 1d 2hr 5min → 03-12 12:05
90 minutes from now → 03-11 11:30
tomorrow at 9 → 03-12 09:00
next Monday at 10am → 03-16 10:00
Monday two weeks from now at 10 → impossible: on Wednesday, March 25 at 10am
on March 15 at 6pm → 03-15 18:00
15 March 2027 at 6pm → 2027-03-15 18:00
noon → 03-11 12:00
tomorrow at noon → 03-12 12:00
the day after tomorrow at 7:15 p.m. → 03-13 19:15
tomorrow at quarter to nine → 03-12 08:45
half past nine tomorrow → 03-12 09:30
tomorrow at seven thirty pm → 03-12 19:30
tomorrow at twenty past eight in the evening → 03-12 20:20
tomorrow evening at 7 → 03-12 19:00
3 days from tomorrow at 9 → 03-15 09:00
tomorrow at 12am → 03-12 00:00
tomorrow at 12pm → 03-12 12:00
tommorow at nine o'clock → 03-12 09:00
wendesday at 9 → 03-18 09:00
"""


@pytest.mark.req("DAT-01", "DAT-02")
@pytest.mark.parametrize(("text", "expected"), rows(UNDERSTOOD_ES))
def test_spanish_moments(text: str, expected: str) -> None:
    assert read(text) == expected


@pytest.mark.req("DAT-01", "DAT-02")
@pytest.mark.parametrize(("text", "expected"), rows(UNDERSTOOD_EN))
def test_english_moments(text: str, expected: str) -> None:
    assert read(text, "en") == expected


CONVENTIONS_ES = """
a las 3 → ambiguous_day: hoy a las 15 | mañana a las 3
en un rato → vague: en 30 minutos | en 2 horas
más tarde → vague: en 30 minutos | en 2 horas
la semana que viene → missing_time: el lunes 16 de marzo a las 9 | el viernes 20 de marzo a las 9
el martes → missing_time: el martes 17 de marzo a las 9 | el martes 17 de marzo a las 18
pasado mañana → missing_time: el viernes 13 de marzo a las 9 | el viernes 13 de marzo a las 18
hoy a las 9 → past: hoy a las 21 | mañana a las 9
31 de febrero a las 9 → impossible: el domingo 28 de febrero de 2027 a las 9 | el lunes 1 de marzo de 2027 a las 9
mañana a las 25:00 → impossible: el viernes 13 de marzo a la 1 | mañana a las 23
mañana a las 9:75 → impossible: mañana a las 10:15 | mañana a las 9:59
el miércoles a las 11 → 03-18 11:00
este miércoles a las 11 → 03-11 11:00
este miércoles a las 9 → past: el miércoles 18 de marzo a las 9
a las 15 → 03-11 15:00
a las 8 de la mañana → past: mañana a las 8
hoy a medianoche → 03-12 00:00
mañana a las 12 de la noche → 03-13 00:00
el viernes a las 24:00 → 03-14 00:00
el viernes que viene a las 10 → 03-13 10:00
el 5 de marzo a las 10 → past: el viernes 5 de marzo de 2027 a las 10
el 5 de enero a las 10 → 2027-01-05 10:00
el 5 a las 10 → 04-05 10:00
mañana a la tarde → missing_time: mañana a las 15 | mañana a las 18
en 3 días → missing_time: el sábado 14 de marzo a las 9 | el sábado 14 de marzo a las 18
lunes o martes a las 9 → ambiguous_day: el lunes 16 de marzo a las 9 | el martes 17 de marzo a las 9
el lunes 17 de marzo a las 9 → impossible: el martes 17 de marzo a las 9
mañana tipo 9 → 03-12 09:00
mañana a eso de las 9 y media → 03-12 09:30
el 4/5 a las 10 → 05-04 10:00
el viernes siguiente a las 10 → ambiguous_day: el viernes 13 de marzo a las 10 | el viernes 20 de marzo a las 10
hoy a las 5 → past: hoy a las 17 | mañana a las 5
esta noche a las 2 → ambiguous_day: mañana a las 2
mañana de 9 a 10 → vague: mañana a las 9 | mañana a las 18
mañana antes de las 10 → vague: mañana a las 9 | mañana a las 18
mañana a las 15 hora de España → 03-12 11:00
mañana a las 15 hora de Saturno → vague: mañana a las 15
el finde a las 10 → ambiguous_day: el sábado 14 de marzo a las 10 | el domingo 15 de marzo a las 10
fijate vos → unparseable
"""

CONVENTIONS_EN = """
at 3 → ambiguous_day: today at 3pm | tomorrow at 3am
later → vague: in 30 minutes | in 2 hours
in a few hours → vague: in 30 minutes | in 2 hours
next week → missing_time: on Monday, March 16 at 9am | on Friday, March 20 at 9am
tomorrow morning → missing_time: tomorrow at 9am | tomorrow at 11am
next Friday at 10 → ambiguous_day: on Friday, March 13 at 10am | on Friday, March 20 at 10am
friday at 10 → 03-13 10:00
the following Friday at 10 → ambiguous_day: on Friday, March 13 at 10am | on Friday, March 20 at 10am
4/5 at 10 → ambiguous_day: on Sunday, April 5 at 10am | on Monday, May 4 at 10am
4/13 at 10 → 04-13 10:00
13/4 at 10 → 04-13 10:00
4/4 at 10 → 04-04 10:00
around 9 tomorrow → 03-12 09:00
at 7am → past: tomorrow at 7am
tonight at 12 → 03-12 00:00
saturday or sunday at 9 → ambiguous_day: on Saturday, March 14 at 9am | on Sunday, March 15 at 9am
yesterday at 5pm → past: today at 5pm
feb 30 at 9 → impossible: on Sunday, February 28, 2027 at 9am | on Monday, March 1, 2027 at 9am
tomorrow from 9 to 10 → vague: tomorrow at 9am | tomorrow at 6pm
before 5pm tomorrow → vague: tomorrow at 5pm
tomorrow at 3pm EST → vague: tomorrow at 3pm
when I get home → vague: in 30 minutes | in 2 hours
"""


@pytest.mark.req("DAT-04", "DAT-05", "DAT-08")
@pytest.mark.parametrize(("text", "expected"), rows(CONVENTIONS_ES))
def test_spanish_conventions(text: str, expected: str) -> None:
    assert read(text) == expected


@pytest.mark.req("DAT-04", "DAT-05", "DAT-08")
@pytest.mark.parametrize(("text", "expected"), rows(CONVENTIONS_EN))
def test_english_conventions(text: str, expected: str) -> None:
    assert read(text, "en") == expected


@pytest.mark.req("DAT-08")
@pytest.mark.parametrize(
    ("text", "language", "suggested"),
    [
        ("mañana a las 9", "es", "hoy a las 9 | el jueves 12 de marzo a las 9"),
        ("tomorrow at 9am", "en", "today at 9am | on Thursday, March 12 at 9am"),
    ],
)
def test_tomorrow_said_in_the_small_hours(text: str, language: str, suggested: str) -> None:
    assert read(text, language, "2026-03-11T00:00") == f"ambiguous_day: {suggested}"
    assert read(text, language, "2026-03-11T03:59").startswith("ambiguous_day")
    assert read(text, language, "2026-03-11T04:00") == "03-12 09:00"


@pytest.mark.req("DAT-08")
def test_60_days_decide_whether_a_date_has_passed() -> None:
    assert read("el 10 de enero a las 9") == "past: el domingo 10 de enero de 2027 a las 9"
    assert read("el 9 de enero a las 9") == "2027-01-09 09:00"


@pytest.mark.req("DAT-05")
def test_a_small_hour_is_told_with_its_alternative() -> None:
    result = parse("mañana a las 3", at(WEDNESDAY), BUENOS_AIRES, "es")
    assert isinstance(result, Instant)
    assert result.notes == ("03:00, de la madrugada; si querías decir a las 15:00, avisame.",)
    plain = parse("mañana a las 3 de la mañana", at(WEDNESDAY), BUENOS_AIRES, "es")
    assert isinstance(plain, Instant) and plain.notes == ()


@pytest.mark.req("DAT-06", "DAT-08")
def test_clock_changes() -> None:
    assert read("mañana a las 2:30", "es", "2026-03-28T12:00", MADRID) == "nonexistent_local_time: mañana a las 3"
    assert read("tomorrow at 2:30am", "en", "2026-03-07T12:00", NEW_YORK).startswith("nonexistent_local_time")
    twice = parse("mañana a las 2:30", at("2026-10-24T12:00", MADRID), MADRID, "es")
    assert isinstance(twice, Instant) and len(twice.notes) == 2  # the first of two, and a small hour
    assert f"{twice.utc:%H:%M}" == "00:30"
    rule = read("todos los días a las 2:30", "es", "2026-03-28T12:00", MADRID)
    assert rule == "FREQ=DAILY from 03-30 02:30"  # not from the day that skips it: the rule would stay at 03:30
    assert read("en 2 horas", "es", "2026-03-29T01:30", MADRID) == "03-29 04:30"
    assert read("dentro de 1 día a las 10", "es", "2026-03-28T10:00", MADRID) == "03-29 10:00"


RECURRENCES_ES = """
todos los días a las 8 → FREQ=DAILY from 03-12 08:00
todos los lunes a las 9 → FREQ=WEEKLY;BYDAY=MO from 03-16 09:00
los miércoles a las 11 → FREQ=WEEKLY;BYDAY=WE from 03-11 11:00
de lunes a viernes a las 7:30 → FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR from 03-12 07:30
cada 2 horas → FREQ=HOURLY;INTERVAL=2 from 03-11 12:00
cada media hora → FREQ=MINUTELY;INTERVAL=30 from 03-11 10:30
el primer lunes de cada mes a las 10 → FREQ=MONTHLY;BYDAY=1MO from 04-06 10:00
cada 15 días a las 10 → FREQ=WEEKLY;INTERVAL=2 from 03-25 10:00
cada 3 días a las 9 → FREQ=DAILY;INTERVAL=3 from 03-14 09:00
cada 3 días a las 9 empezando mañana → FREQ=DAILY;INTERVAL=3 from 03-12 09:00
todos los días a las 9 a partir del lunes → FREQ=DAILY from 03-16 09:00
cada 2 semanas los lunes a las 9 → FREQ=WEEKLY;INTERVAL=2;BYDAY=MO from 03-16 09:00
día por medio a las 9 → FREQ=DAILY;INTERVAL=2 from 03-13 09:00
todos los días → missing_time: todos los días a las 9:00 | todos los días a las 18:00
todos los días a las 8 y a las 20 → FREQ=DAILY;BYHOUR=8,20;BYMINUTE=0 from 03-11 20:00
todos los días a las 8, 14 y 20 → FREQ=DAILY;BYHOUR=8,14,20;BYMINUTE=0 from 03-11 14:00
martes y jueves a las 8:00 y 20:30 → FREQ=DAILY;BYDAY=TU,TH;BYHOUR=8,20;BYMINUTE=0,30;BYSETPOS=1,4 from 03-12 08:00
el 31 de cada mes a las 10 → ambiguous_day: el último día de cada mes a las 10:00
el 5 de cada mes a las 10 → FREQ=MONTHLY;BYMONTHDAY=5 from 04-05 10:00
todos los años el 5 de mayo a las 10 → FREQ=YEARLY;BYMONTH=5;BYMONTHDAY=5 from 05-05 10:00
todas las noches a las 12 → FREQ=DAILY from 03-12 00:00
todos los lunes a medianoche → FREQ=WEEKLY;BYDAY=TU from 03-17 00:00
todos los días menos los domingos a las 9 → vague: todos los días a las 9:00
el lunes y el martes a las 9 → ambiguous_day: el lunes 16 de marzo a las 9 | el martes 17 de marzo a las 9
"""

RECURRENCES_EN = """
every weekday at 7:30 → FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR from 03-12 07:30
every day at 8am and 8pm → FREQ=DAILY;BYHOUR=8,20;BYMINUTE=0 from 03-11 20:00
every other Monday at 9 → FREQ=WEEKLY;INTERVAL=2;BYDAY=MO from 03-16 09:00
every 15 days at 10 → FREQ=DAILY;INTERVAL=15 from 03-26 10:00
every hour and a half → FREQ=MINUTELY;INTERVAL=90 from 03-11 11:30
the last Friday of every month at 5pm → FREQ=MONTHLY;BYDAY=-1FR from 03-27 17:00
on the 31st of every month at 10 → ambiguous_day: on the last day of every month at 10:00am
every Monday → missing_time: every Monday at 9:00am | every Monday at 6:00pm
mondays at 9 → FREQ=WEEKLY;BYDAY=MO from 03-16 09:00
"""


@pytest.mark.req("DAT-03", "DAT-09")
@pytest.mark.parametrize(("text", "expected"), rows(RECURRENCES_ES))
def test_spanish_recurrences(text: str, expected: str) -> None:
    assert read(text) == expected


@pytest.mark.req("DAT-03", "DAT-09")
@pytest.mark.parametrize(("text", "expected"), rows(RECURRENCES_EN))
def test_english_recurrences(text: str, expected: str) -> None:
    assert read(text, "en") == expected


@pytest.mark.req("DAT-09")
def test_a_rule_said_before_its_hour_starts_today() -> None:
    assert read("todos los lunes a las 9", now="2026-03-16T08:00") == "FREQ=WEEKLY;BYDAY=MO from 03-16 09:00"
    assert read("todos los lunes a las 9", now="2026-03-16T09:00") == "FREQ=WEEKLY;BYDAY=MO from 03-23 09:00"


SENTENCES = """
recordame mañana a las 9 llamar a mamá → mañana a las 9 → llamar a mamá
recordame mañana llamar a mamá a las 9 → mañana a las 9 → llamar a mamá
buenas tardes, avisame en 15 min q saque la ropa → en 15 min → buenas tardes, avisame q saque la ropa
recordame mañana a las 9 que el martes hay reunión → mañana a las 9 → el martes hay reunión
mañana a las 10 pagar $15.300 al 11 5566-7788 → mañana a las 10 → pagar $15.300 al 11 5566-7788
"""


@pytest.mark.req("DAT-01")
@pytest.mark.parametrize("row", SENTENCES.strip().splitlines())
def test_date_words_in_a_sentence(row: str) -> None:
    text, words, rest = (part.strip() for part in row.split("→"))
    found = find(text, "es")
    assert found is not None
    assert (found.words, found.rest) == (words, rest)
    assert " ".join(text[start:end] for start, end in found.spans) == words


@pytest.mark.req("DAT-01")
@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("la mañana fue linda", "es"),
        ("comprar 2 kilos de papas", "es"),
        ("capítulo 3, versión 2.10.1", "es"),
        ("atienden 24/7", "es"),
        ("llamar al 11 5566-7788", "es"),
        ("sale $9.30 o 10%", "es"),
        ("buenas noches", "es"),
        ("call (206) 555-1212", "en"),
        ("this may take 10 minutes", "en"),
        ("a 4:3 screen, 24/7 support", "en"),
        ("good morning", "en"),
        ("I sat with 9 people", "en"),
    ],
)
def test_numbers_and_words_that_are_no_dates(text: str, language: str) -> None:
    assert find(text, language) is None
    assert read(text, language) == "unparseable"


@pytest.mark.req("DAT-01")
@pytest.mark.parametrize(
    "text",
    [
        "recordame el jueves que a las 9 viene Juan",
        "el martes recordame lo de mañana a las 9",
        "recordame a las 9 que mañana viene Juan",
    ],
)
def test_when_two_times_compete_nothing_is_guessed(text: str) -> None:
    assert read(text).split(":")[0] in {"missing_time", "ambiguous_day"}


NOT_THE_WHOLE = """
es → todos los lunes de marzo a las 9
es → todos los días menos los domingos a las 9
es → el primer día hábil del mes a las 9
es → los lunes a las 7 y los martes a las 8
es → dentro de 2 lunes a las 9
es → 2 horas antes del vuelo de mañana a las 18
es → mañana a las 9, no, mejor a las 10
es → el lunes que viene no el otro a las 9
es → todos los días a las 9 hasta nuevo aviso
es → todos los días a las 9 durante dos horas
es → en una hora o dos
es → el vigésimo segundo de junio de dos mil veinte a las 9
en → every Monday in March at 9
en → every third Friday at 9
en → every noon
en → every day at 9 until I say stop
en → every Monday at 9am until the end of June
en → in two Mondays at 9
en → 2 weeks before the wedding at 9
en → the day after my birthday at 6pm
en → next business day at 9
en → in an hour or two
en → tomorrow at five to six
en → Friday 7-6 at 9
"""


@pytest.mark.req("DAT-01")
@pytest.mark.parametrize("row", NOT_THE_WHOLE.strip().splitlines())
def test_what_is_understood_in_part_is_refused(row: str) -> None:
    language, text = (part.strip() for part in row.split("→"))
    assert isinstance(parse(text, at(WEDNESDAY), BUENOS_AIRES, language), DateError)


@pytest.mark.req("DAT-01")
def test_the_steps_of_a_reading() -> None:
    steps = "\n".join(explain("mañana a las 9", at(WEDNESDAY), BUENOS_AIRES, "es"))
    assert "manana a las 9" in steps and "RelativeDay(days=1)" in steps and "ClockTime(hour=9" in steps
    assert "2026" in steps.splitlines()[-1]
