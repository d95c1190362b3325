"""Changing a moment by the next message, and snoozing. Now is a Wednesday, 10:00."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sidecar.dates import DateError, Instant, change_time, parse, parse_snooze_time
from tests.dates.samples import BUENOS_AIRES, MADRID, WEDNESDAY, at, rows, short

TOMORROW_AT_THREE = "2026-03-12T15:00"


def shown(result: Instant | DateError | None) -> str:
    match result:
        case None:
            return "nothing"
        case Instant():
            return short(result.local, WEDNESDAY)
        case DateError():
            return ": ".join(filter(None, [result.code, " | ".join(result.suggestions)]))


def amended(text: str, language: str = "es", previous: str = TOMORROW_AT_THREE, now: str = WEDNESDAY) -> str:
    return shown(change_time(text, at(previous), at(now), BUENOS_AIRES, language))


def snoozed(text: str, language: str = "es", due: str = "2026-03-11T09:30") -> str:
    return shown(parse_snooze_time(text, at(due), at(WEDNESDAY), BUENOS_AIRES, language))


AMENDED_ES = """
a las 16 → 03-12 16:00
16:45 → 03-12 16:45
no, mejor 17hs → 03-12 17:00
perdón, era a las 8 y media de la noche → 03-12 20:30
ponelo al mediodía → 03-12 12:00
no, mañana → 03-12 15:00
hoy → 03-11 15:00
pasalo para el sábado, dale → 03-14 15:00
mejor el 20 de abril → 04-20 15:00
hoy no, el viernes → 03-13 15:00
el viernes a las 11 → 03-13 11:00
en realidad quise decir pasado mañana tipo 10 → 03-13 10:00
mañana a la misma hora → 03-12 15:00
mañana a esta hora → 03-12 10:00
media hora antes → 03-12 14:30
dos horas más tarde → 03-12 17:00
un día después → 03-13 15:00
una semana más tarde → 03-19 15:00
20 minutos más → 03-12 15:20
adelantalo un cuarto de hora → 03-12 14:45
postergalo una hora → 03-12 16:00
en 40 minutos → 03-11 10:40
25 minutos → 03-11 10:25
a las 4 → 03-12 04:00
hoy a las 9 → past: hoy a las 21 | mañana a las 9
a la tardecita → missing_time: mañana a las 15 | mañana a las 18
más tarde → vague: en 30 minutos | en 2 horas
a las 25:10 → impossible: el viernes 13 de marzo a la 1:10 | mañana a las 23:10
el viernes o el sábado → ambiguous_day: el viernes 13 de marzo a las 15 | el sábado 14 de marzo a las 15
a las 16 😅🙏 → 03-12 16:00
"""

AMENDED_EN = """
at 4pm → 03-12 16:00
sorry, make it 16:20 → 03-12 16:20
no, on Saturday → 03-14 15:00
not today, friday → 03-13 15:00
move it to Monday at noon please → 03-16 12:00
let's do half past nine in the evening → 03-12 21:30
half an hour earlier → 03-12 14:30
2 hours later → 03-12 17:00
a day later → 03-13 15:00
push it back 45 minutes → 03-12 15:45
bring it forward by an hour → 03-12 14:00
15 more minutes → 03-12 15:15
in 25 minutes → 03-11 10:25
tomorrow evening → missing_time: tomorrow at 7pm | tomorrow at 9pm
"""


@pytest.mark.req("REM-02")
@pytest.mark.parametrize(("text", "expected"), rows(AMENDED_ES))
def test_a_message_that_is_only_a_time_changes_the_moment(text: str, expected: str) -> None:
    assert amended(text) == expected


@pytest.mark.req("REM-02")
@pytest.mark.parametrize(("text", "expected"), rows(AMENDED_EN))
def test_in_english_too(text: str, expected: str) -> None:
    assert amended(text, "en") == expected


@pytest.mark.req("REM-02")
@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("hola, ¿cómo andás?", "es"),
        ("mañana no puedo", "es"),
        ("mañana no", "es"),
        ("a las 9 viene el plomero", "es"),
        ("gracias", "es"),
        ("no", "es"),
        ("dale", "es"),
        ("7/10", "es"),
        ("todos los lunes a las 9", "es"),
        ("¿qué tengo mañana?", "es"),
        ("comprar pan a las 16", "es"),
        ("", "es"),
        ("thanks!", "en"),
        ("what about lunch tomorrow", "en"),
        ("every day at 9", "en"),
        ("I will be home at 9", "en"),
    ],
)
def test_any_other_message_changes_nothing(text: str, language: str) -> None:
    assert amended(text, language) == "nothing"


@pytest.mark.req("REM-02")
def test_an_hour_that_has_passed_on_that_day_is_asked_for() -> None:
    assert amended("a las 9:15", previous="2026-03-11T15:00") == "past: hoy a las 21:15 | mañana a las 9:15"
    assert amended("una hora antes", previous="2026-03-11T10:30").startswith("past")


@pytest.mark.req("REM-02")
def test_more_minutes_count_from_now_once_the_moment_has_passed() -> None:
    assert amended("10 minutos más", previous="2026-03-11T09:00") == "03-11 10:10"
    assert amended("10 minutos más", previous="2026-03-11T11:00") == "03-11 11:10"


@pytest.mark.req("REM-02", "DAT-06")
def test_a_changed_moment_may_fall_into_a_skipped_hour() -> None:
    now, previous = at("2026-03-27T10:00", MADRID), at("2026-03-28T02:30", MADRID)
    assert (
        shown(change_time("un día después", previous, now, MADRID, "es"))
        == "nonexistent_local_time: el domingo 29 de marzo a las 3"
    )
    later = change_time("una hora después", at("2026-03-29T01:30", MADRID), now, MADRID, "es")
    assert shown(later) == "03-29 03:30"  # elapsed time


@pytest.mark.req("REM-02", "DAT-01")
@given(text=st.text(max_size=60), hours=st.integers(1, 900))
def test_no_message_breaks_it_and_none_gives_the_past(text: str, hours: int) -> None:
    now = at(WEDNESDAY)
    previous = parse(f"en {hours} horas", now, BUENOS_AIRES, "es")
    assert isinstance(previous, Instant)
    for result in (
        change_time(text, previous.local, now, BUENOS_AIRES, "es"),
        parse_snooze_time(text, now, now, BUENOS_AIRES, "en"),
    ):
        assert not isinstance(result, Instant) or result.utc > now


SNOOZED_ES = """
10 minutos → 03-11 10:10
15 → 03-11 10:15
en 15 → 03-11 10:15
media hora → 03-11 10:30
1h → 03-11 11:00
1h30 → 03-11 11:30
20m → 03-11 10:20
5 minutitos más → 03-11 10:05
otros 10 → 03-11 10:10
una hora y media → 03-11 11:30
en 3 horas → 03-11 13:00
avisame en un ratito → vague: en 30 minutos | en 2 horas
un rato → vague: en 30 minutos | en 2 horas
mañana → 03-12 09:30
hasta el lunes → 03-16 09:30
hasta las 18 → 03-11 18:00
mañana a las 8 → 03-12 08:00
a las 11 → ambiguous_day: hoy a las 11 | hoy a las 23
16:30 → 03-11 16:30
todos los días a las 9 → vague: en 30 minutos | en 2 horas
"""

SNOOZED_EN = """
10 minutes → 03-11 10:10
half an hour → 03-11 10:30
another 20 → 03-11 10:20
for 45 minutes → 03-11 10:45
1h → 03-11 11:00
tomorrow → 03-12 09:30
until Monday → 03-16 09:30
until 6pm → 03-11 18:00
later → vague: in 30 minutes | in 2 hours
"""


@pytest.mark.req("REM-01", "DAT-01")
@pytest.mark.parametrize(("text", "expected"), rows(SNOOZED_ES))
def test_the_words_of_a_snooze(text: str, expected: str) -> None:
    assert snoozed(text) == expected


@pytest.mark.req("REM-01", "DAT-01")
@pytest.mark.parametrize(("text", "expected"), rows(SNOOZED_EN))
def test_the_words_of_a_snooze_in_english(text: str, expected: str) -> None:
    assert snoozed(text, "en") == expected


@pytest.mark.req("REM-02")
@pytest.mark.parametrize(
    "text",
    [
        "alarma a las 7", "timer de 5 minutos", "ping me in 10 mins", "avisame a las 19", "wake me up at 7am",
        "set an alarm for 6:30", "poneme una alarma a las 8", "remind me in 20 minutes", "despertame mañana a las 7",
        "otro recordatorio a las 20", "a las 9 recordame", "set a timer for 10 minutes",
    ],
)  # fmt: skip
@pytest.mark.parametrize("language", ["es", "en"])
def test_what_asks_for_another_reminder_changes_none(text: str, language: str) -> None:
    assert amended(text, language) == "nothing"


@pytest.mark.req("REM-02")
@pytest.mark.parametrize(
    "text",
    [
        "no, avisame a las 18", "mejor recordame a las 18", "cambiá la alarma a las 18", "recordamelo a las 18",
        "move the reminder to 6pm", "actually remind me at 6pm", "change the alarm to 18:00",
    ],
)  # fmt: skip
@pytest.mark.parametrize("language", ["es", "en"])
def test_a_change_may_name_the_reminder(text: str, language: str) -> None:
    assert amended(text, language) == "03-12 18:00"
