"""Everyday wordings, our own: every one is read exactly, in both languages. Now is a Wednesday, 10:00."""

from __future__ import annotations

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sidecar.dates import DateError, Instant, parse
from tests.dates.samples import BUENOS_AIRES, MADRID, NEW_YORK, WEDNESDAY, at, read, rows

SPANISH = """
media hora después → 03-11 10:30
dos horas más tarde → 03-11 12:00
3 horas → 03-11 13:00
una hora y tres cuartos → 03-11 11:45
en 2 1/2 horas → 03-11 12:30
en 50' → 03-11 10:50
en unos 40 minutos → 03-11 10:40
en 45 segundos → 03-11 10:00
de acá a tres horas → 03-11 13:00
hoy dentro de 3 horas → 03-11 13:00
mañana a esta hora → 03-12 10:00
mañana al final del día → 03-12 23:59
al fin del día de mañana → 03-12 23:59
el sábado a medio día → 03-14 12:00
en 4 días a las 10 → 03-15 10:00
traspasado mañana a las 11 → 03-14 11:00
al otro día a las 8 → 03-12 08:00
el jueves de la semana que viene a las 9:15 → 03-19 09:15
abril 20 a las 9 → 04-20 09:00
20 abril 2027 9hs → 2027-04-20 09:00
el veintidós de abril a las diecinueve → 04-22 19:00
el vigésimo segundo de abril a las 19 → 04-22 19:00
el tercer día de abril a las 9 → 04-03 09:00
el 2 de mayo de dos mil veintisiete a las 9 → 2027-05-02 09:00
el 20-4 a las 19 → 04-20 19:00
el mes que viene el 7 a las 10 → 04-07 10:00
una semana después del 20/4 a las 9 → 04-27 09:00
3 días antes de navidad a las 20 → 12-22 20:00
en nochevieja a las 21 → 12-31 21:00
mañana a la siesta a las 3 → 03-12 15:00
mañana de la tardecita a las 7 → 03-12 19:00
a la noche a las 9 y cuarto → 03-11 21:15
mañana a las 18hs30 → 03-12 18:30
mañana a las diecisiete treinta → 03-12 17:30
mañana a las 7 45 → 03-12 07:45
mañana 21.45 → 03-12 21:45
mañana 8.15am → 03-12 08:15
mañana onda 10 → 03-12 10:00
⏰ MAÑANA A LAS 20HS!!! ⏰ → 03-12 20:00
“mañana a las 20” → 03-12 20:00
el 23 de abirl a las 18 → 04-23 18:00
mañana a la nohe a las 9 → 03-12 21:00
pasao mañana a las 18 → 03-13 18:00
en 3 dais a las 18 → 03-14 18:00
mañana alas 18 → 03-12 18:00
mañana a las18 → 03-12 18:00
hoy miércoles a las 18 → 03-11 18:00
comprar torta para el cumple de Nico el viernes a las 9 → 03-13 09:00
el savado a las 21 → 03-14 21:00
el juevez a las 21 → 03-12 21:00
a las 18 hora de Madrid → 03-11 14:00
a las 18 hora de Medellín → 03-11 20:00
en quinientos minutos → 03-11 18:20
"""

ENGLISH = """
tomorrow at 9am UK time → 03-12 06:00
have a nice time tomorrow at 5pm → 03-12 17:00
45 minutes → 03-11 10:45
40 minutes later → 03-11 10:40
in 2 1/2 hours → 03-11 12:30
in an hour and three quarters → 03-11 11:45
today in 3 hours → 03-11 13:00
tomorrow at this time → 03-12 10:00
this time tomorrow → 03-12 10:00
end of tomorrow → 03-12 23:59
by the end of Friday → 03-13 23:59
mid-day tomorrow → 03-12 12:00
a quarter to noon → 03-11 11:45
ten to midnight → 03-11 23:50
tonight at 8 → 03-11 20:00
8 tonight → 03-11 20:00
this afternoon at 4 → 03-11 16:00
this night at 9 → 03-11 21:00
at 18h tomorrow → 03-12 18:00
tomorrow at 0730 → 03-12 07:30
next month on the 7th at 10am → 04-07 10:00
20 April 2027 at 6pm → 2027-04-20 18:00
April 20th, 6pm → 04-20 18:00
the twenty-second of April at seven pm → 04-22 19:00
on April twenty second two thousand and twenty seven at 9 → 2027-04-22 09:00
2 weeks before Christmas at 9am → 12-11 09:00
5 days after April 20 at noon → 04-25 12:00
the next day at 9 → 03-12 09:00
2moro at 11am → 03-12 11:00
augst 5 at 6pm → 08-05 18:00
today Wednesday at 6pm → 03-11 18:00
buy a gift for her birthday tomorrow at 11 → 03-12 11:00
wensday at 11am → 03-18 11:00
TOMORROW AT 9AM 🎉 → 03-12 09:00
tomorrow at 5pm London time → 03-12 14:00
"""

RULES_ES = """
todos los martes a las 9 hasta el 30 de abril → FREQ=WEEKLY;BYDAY=TU;UNTIL=20260501T025959Z from 03-17 09:00
todos los días a las 21 durante 2 semanas → FREQ=DAILY;UNTIL=20260325T025959Z from 03-11 21:00
cada 6 horas durante 3 días → FREQ=HOURLY;INTERVAL=6;COUNT=12 from 03-11 16:00
todos los jueves a las 20, 8 veces → FREQ=WEEKLY;BYDAY=TH;COUNT=8 from 03-12 20:00
cada 2 horas hasta las 20 → FREQ=HOURLY;INTERVAL=2;UNTIL=20260311T230000Z from 03-11 12:00
lunes, miércoles y viernes a las 7 hasta fin de mes → FREQ=WEEKLY;BYDAY=MO,WE,FR;UNTIL=20260401T025959Z from 03-13 07:00
cada 3 meses el 7 a las 10 → FREQ=MONTHLY;INTERVAL=3;BYMONTHDAY=7 from 04-07 10:00
cada 2 meses el último viernes a las 10 → FREQ=MONTHLY;INTERVAL=2;BYDAY=-1FR from 03-27 10:00
los fines de semana a las 11 → FREQ=WEEKLY;BYDAY=SA,SU from 03-14 11:00
todos los 3 de junio a las 10 → FREQ=YEARLY;BYMONTH=6;BYMONTHDAY=3 from 06-03 10:00
todos los días hasta el viernes a las 9 → FREQ=DAILY;UNTIL=20260314T025959Z from 03-12 09:00
"""

RULES_EN = """
every day at 8 until April 3 → FREQ=DAILY;UNTIL=20260404T025959Z from 03-12 08:00
every day at 8 for 5 days → FREQ=DAILY;UNTIL=20260317T025959Z from 03-12 08:00
every 10 minutes for an hour → FREQ=MINUTELY;INTERVAL=10;COUNT=6 from 03-11 10:10
every other day at 9 → FREQ=DAILY;INTERVAL=2 from 03-13 09:00
every day from Monday at 9 until Friday → FREQ=DAILY;UNTIL=20260321T025959Z from 03-16 09:00
every Thursday at 8pm, 8 times → FREQ=WEEKLY;BYDAY=TH;COUNT=8 from 03-12 20:00
every 2 months on the last Friday at 5pm → FREQ=MONTHLY;INTERVAL=2;BYDAY=-1FR from 03-27 17:00
every 3rd of June at 10 → FREQ=YEARLY;BYMONTH=6;BYMONTHDAY=3 from 06-03 10:00
"""

ASKED = """
es → fin de mes a las 18
es → a mediados de abril a las 18
es → mañana a las 9 o 10
es → de hoy en 8 a las 18
es → el día siguiente al casamiento a las 18
es → todos los días a las 9 hasta ayer
es → en un toque
es → en mi cumpleaños a las 18
es → el día de la madre a las 18
es → semana santa a las 18
es → algún jueves a las 18
es → casi todos los jueves a las 18
es → el 15 de marsopa a las 18
es → al día hábil siguiente a las 18
es → hoy jueves a las 18
en → at the end of the month at 6pm
en → early next week at 6pm
en → tomorrow at 9 or 10
en → Saturday week at 10
en → the day after the party at 6pm
en → tomorrow at 3pm EST
en → in 5
en → on my birthday at 6pm
en → in the summer at 6pm
en → the other day at 6pm
en → some Thursday at 6pm
en → the week after next at 6pm
"""


@pytest.mark.req("DAT-02", "DAT-07")
@pytest.mark.parametrize(("text", "expected"), rows(SPANISH))
def test_spanish(text: str, expected: str) -> None:
    assert read(text) == expected


@pytest.mark.req("DAT-02", "DAT-07")
@pytest.mark.parametrize(("text", "expected"), rows(ENGLISH))
def test_english(text: str, expected: str) -> None:
    assert read(text, "en") == expected


@pytest.mark.req("DAT-03", "DAT-07", "DAT-09")
@pytest.mark.parametrize(("text", "expected"), rows(RULES_ES))
def test_spanish_rules(text: str, expected: str) -> None:
    assert read(text) == expected


@pytest.mark.req("DAT-03", "DAT-07", "DAT-09")
@pytest.mark.parametrize(("text", "expected"), rows(RULES_EN))
def test_english_rules(text: str, expected: str) -> None:
    assert read(text, "en") == expected


@pytest.mark.req("DAT-01", "DAT-04", "DAT-07")
@pytest.mark.parametrize("row", ASKED.strip().splitlines())
def test_what_is_not_exact_is_asked_for(row: str) -> None:
    language, text = (part.strip() for part in row.split("→"))
    assert isinstance(parse(text, at(WEDNESDAY), BUENOS_AIRES, language), DateError)


@pytest.mark.req("DAT-04")
@pytest.mark.parametrize(
    ("text", "language", "code"),
    [
        ("en un rato", "es", "vague"),
        ("más tarde", "es", "vague"),
        ("la semana que viene", "es", "missing_time"),
        ("el 31 de febrero a las 9", "es", "impossible"),
        ("hoy a las 9", "es", "past"),
        ("a las 3", "es", "ambiguous_day"),
        ("todos los días a las 9 menos los domingos", "es", "vague"),
        ("later", "en", "vague"),
        ("on Friday", "en", "missing_time"),
    ],
)
def test_a_refusal_has_phrases_that_are_understood(text: str, language: str, code: str) -> None:
    result = parse(text, at(WEDNESDAY), BUENOS_AIRES, language)
    assert isinstance(result, DateError)
    assert result.code == code
    assert result.suggestions
    for phrase in result.suggestions:
        assert not isinstance(parse(phrase, at(WEDNESDAY), BUENOS_AIRES, language), DateError)


@pytest.mark.req("DAT-01", "DAT-08")
def test_tomorrow_elsewhere_is_asked_for_while_it_is_another_day_there() -> None:
    evening = "2026-03-11T17:00"  # in Tokyo the 12th has begun
    assert read("mañana a las 9 hora de Tokio", now=evening) == "ambiguous_day: mañana a las 21"
    assert read("el 20 de marzo a las 9 hora de Tokio", now=evening) == "03-19 21:00"
    assert read("mañana a las 9 hora de Madrid") == "03-12 05:00"


@pytest.mark.req("DAT-06")
@given(
    zone=st.sampled_from([MADRID, NEW_YORK]),
    days=st.integers(0, 800),
    minute=st.integers(0, 1439),
    language=st.sampled_from(["es", "en"]),
)
def test_no_moment_lies_in_a_skipped_hour(zone: ZoneInfo, days: int, minute: int, language: str) -> None:
    local = datetime(2026, 1, 1) + timedelta(days=days, minutes=minute)
    words = {"es": f"el {local.day}/{local.month}/{local.year} a las {local:%H:%M}", "en": f"{local:%Y-%m-%d %H:%M}"}
    result = parse(words[language], at("2025-12-01T10:00", zone), zone, language)
    if isinstance(result, Instant):
        assert result.local.replace(tzinfo=None) == local
        assert result.utc.astimezone(zone).replace(tzinfo=None) == local
    else:
        assert isinstance(result, DateError) and result.code == "nonexistent_local_time"
        assert len(result.suggestions) == 1
