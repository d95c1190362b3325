"""Date words in another language than the person's, and mixed. Now is a Wednesday, 10:00."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sidecar.dates import DateError, Instant, change_time, find, parse, parse_snooze_time, split
from tests.dates.samples import BUENOS_AIRES, WEDNESDAY, at, read, rows, short, shown_result

DAYS = [
    ("mañana", "tomorrow"), ("hoy", "today"), ("pasado mañana", "the day after tomorrow"), ("el jueves", "on Thursday"),
    ("este domingo", "this Sunday"), ("el próximo lunes", "next Monday"), ("el 7 de mayo", "on May 7"),
    ("el 30", "on the 30th"), ("todos los días", "every day"), ("cada sábado", "every Saturday"),
    ("los lunes", "on Mondays"), ("de martes a jueves", "Tuesday to Thursday"), ("cada 4 días", "every 4 days"),
    ("el segundo martes de cada mes", "on the second Tuesday of every month"),
    ("el 10 de cada mes", "on the 10th of every month"), ("dentro de una semana", "in a week"),
    ("día por medio", "every other day"), ("todos los días hábiles", "every weekday"),
    ("los lunes y viernes", "every Monday and Friday"), ("todos los años el 9 de julio", "every year on July 9"),
    ("el fin de semana", "this weekend"), ("el mes que viene", "next month"),
]  # fmt: skip
HOURS = [
    ("a las 17", "at 5pm"), ("a las 8:45", "at 8:45"), ("a las 7 de la tarde", "at 7 in the evening"),
    ("a las 11 de la mañana", "at 11 in the morning"), ("al mediodía", "at noon"), ("a medianoche", "at midnight"),
    ("a las 9 y media de la noche", "at half past nine in the evening"), ("tipo 15", "around 3pm"),
    ("a las cuatro menos cuarto de la tarde", "at quarter to four pm"), ("20hs", "8pm"),
]  # fmt: skip
HOMES = st.sampled_from(["es", "en"])


@pytest.mark.req("DAT-10")
@given(
    day=st.sampled_from(DAYS), hour=st.sampled_from(HOURS), home=HOMES, spanish_day=st.booleans(), swap=st.booleans()
)
def test_words_of_two_languages_mean_what_they_mean_in_one(
    day: tuple[str, str], hour: tuple[str, str], home: str, spanish_day: bool, swap: bool
) -> None:
    mixed = [day[0], hour[1]] if spanish_day else [day[1], hour[0]]
    whole = {read(" ".join(order), code) for code, said in (("es", 0), ("en", 1)) for order in _orders(day, hour, said)}
    words = " ".join(reversed(mixed) if swap else mixed)
    assert read(words, home) in whole, words
    request = f"remind me {words} llamar a Bob"
    assert split(request, at(WEDNESDAY), BUENOS_AIRES, home)[1] == "llamar a Bob"


def _orders(day: tuple[str, str], hour: tuple[str, str], said: int) -> tuple[tuple[str, str], tuple[str, str]]:
    return (day[said], hour[said]), (hour[said], day[said])


@pytest.mark.req("DAT-10")
@given(day=st.sampled_from(DAYS), hour=st.sampled_from(HOURS), said=st.sampled_from([0, 1]))
def test_words_of_one_language_mean_the_same_in_every_home(
    day: tuple[str, str], hour: tuple[str, str], said: int
) -> None:
    words = f"{day[said]} {hour[said]}"
    moments = {shown_result(parse(words, at(WEDNESDAY), BUENOS_AIRES, home)) for home in ("es", "en")}
    assert len(moments) == 1, words


WITHIN_ONE_PHRASE = """
every jueves at 7pm → FREQ=WEEKLY;BYDAY=TH from 03-12 19:00
cada Thursday a las 19 → FREQ=WEEKLY;BYDAY=TH from 03-12 19:00
next lunes at 8am → 03-16 08:00
el monday a las 8 → 03-16 08:00
in 40 minutos → 03-11 10:40
dentro de 40 minutes → 03-11 10:40
the 20 de abril at 9am → 04-20 09:00
el 20 de April a las 9 → 04-20 09:00
every 3 horas → FREQ=HOURLY;INTERVAL=3 from 03-11 13:00
todos los tuesdays a las 9 → FREQ=WEEKLY;BYDAY=TU from 03-17 09:00
from lunes to friday at 9 → FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR from 03-12 09:00
"""


@pytest.mark.req("DAT-10")
@pytest.mark.parametrize(("text", "expected"), rows(WITHIN_ONE_PHRASE))
@pytest.mark.parametrize("home", ["es", "en"])
def test_two_languages_within_one_phrase(text: str, expected: str, home: str) -> None:
    assert read(text, home) == expected


@pytest.mark.req("DAT-10")
@pytest.mark.parametrize(
    "text",
    [
        "every green lunes at 9",
        "cada tercer Monday a las 9",
        "chaque jeudi à 18:00",
        "jeden Dienstag a las 9",
        "ogni giorno at 9am",
        "demain at 18:00",
        "toda terça-feira às 18:00",
        "at 18:00 le vendredi",
        "el friday o el sábado at 6pm",
    ],
)
@pytest.mark.parametrize("home", ["es", "en"])
def test_a_word_of_time_that_is_not_understood_is_asked_about(text: str, home: str) -> None:
    result = parse(text, at(WEDNESDAY), BUENOS_AIRES, home)
    assert isinstance(result, DateError), text


@pytest.mark.req("DAT-10")
@pytest.mark.parametrize(
    "text",
    [
        "half 8 in the evening",
        "quarter of nine pm",
        "20th at 6pm",
        "the 3rd tuesday at 9",
        "tuesday each at 9",
        "5pm am",
        "recordame a las 18 la noche de los museos",
        "20º a las 18",
        "sun at 9pm sat",
    ],
)
@pytest.mark.parametrize("home", ["es", "en"])
def test_a_part_of_the_day_an_ordinal_or_a_half_does_not_drop_out(text: str, home: str) -> None:
    assert isinstance(parse(text, at(WEDNESDAY), BUENOS_AIRES, home), DateError), text


@pytest.mark.req("DAT-10", "REM-02")
@pytest.mark.parametrize(
    "words", ["every green lunes at 9", "cada tercer Monday a las 9", "half 8 in the evening", "20th a las 18"]
)
@pytest.mark.parametrize("home", ["es", "en"])
def test_the_words_that_are_found_are_asked_about_like_the_whole(words: str, home: str) -> None:
    found = find(f"recordame {words} llamar a Bob", home)
    assert found is not None and (found.words, found.rest) == (words, "llamar a Bob")
    assert isinstance(parse(found.words, at(WEDNESDAY), BUENOS_AIRES, home), DateError)


@pytest.mark.req("DAT-02", "DAT-10")
@pytest.mark.parametrize(
    ("text", "expected"),
    rows("""
        monday at 3 in afternoon → 03-16 15:00
        the evening of the 20th at 8 → 03-20 20:00
        late afternoon at 5 → 03-11 17:00
        2026-04-23 3:00 pm → 04-23 15:00
        this weekend, on saturday at 11 → 03-14 11:00
        el finde, el sábado a las 11 → 03-14 11:00
        mañana a las 1830 → 03-12 18:30
        todos los días 20hs → FREQ=DAILY from 03-11 20:00
        recordame a las 14 siesta → 03-11 14:00
        recordame mañana a las 9 media docena de huevos → 03-12 09:00
        recordame mañana a las 9 primero llamar → 03-12 09:00
        buenas tardes, recordame a las 18 llamar → 03-11 18:00
    """),
)
def test_what_such_words_say_is_read(text: str, expected: str) -> None:
    assert read(text, "es") == expected


@pytest.mark.req("DAT-04", "DAT-10")
def test_it_is_asked_in_the_persons_language_whatever_they_speak() -> None:
    now = at(WEDNESDAY)
    in_english = parse("hoy a las 9", now, BUENOS_AIRES, "en")
    in_spanish = parse("today at 9am", now, BUENOS_AIRES, "es")
    assert isinstance(in_english, DateError) and in_english.suggestions[-1] == "tomorrow at 9am"
    assert isinstance(in_spanish, DateError) and in_spanish.suggestions == ("mañana a las 9",)


@pytest.mark.req("DAT-08", "DAT-10")
def test_the_words_say_what_a_numeric_date_means() -> None:
    assert read("el 4/5 a las 9", "en") == "05-04 09:00"
    assert read("on 4/5 at 9am", "es").startswith("ambiguous_day")
    assert read("4/5 9:00", "es") == "05-04 09:00"
    assert read("4/5 9:00", "en").startswith("ambiguous_day")


@pytest.mark.req("DAT-10")
@pytest.mark.parametrize(
    ("text", "home", "rest"),
    [
        ("che can you recordarme at 6pm lo del gym", "es", "lo del gym"),
        ("recordame tomorrow at 9 to call Ana", "en", "call Ana"),
        ("please remind me el sábado a las 10 de comprar pan, gracias", "en", "comprar pan"),
        ("set a reminder para el jueves a las 20: pagar la luz", "es", "pagar la luz"),
        ("poneme un recordatorio for Thursday at 8pm: rent", "en", "rent"),
    ],
)
def test_the_message_is_what_neither_language_asks_with(text: str, home: str, rest: str) -> None:
    found = find(text, home)
    assert found is not None and found.rest == rest


KEEP_THE_DAY = """
at 6pm → 03-13 18:00
a las 18 → 03-13 18:00
make it a las 7 de la tarde → 03-13 19:00
mejor at 16:30 → 03-13 16:30
better a las 16 → 03-13 16:00
no, 17hs → 03-13 17:00
at half past six in the evening → 03-13 18:30
al mediodía please → 03-13 12:00
tomorrow → 03-12 15:00
pasalo para Saturday → 03-14 15:00
move it to el sábado → 03-14 15:00
an hour earlier → 03-13 14:00
una hora antes → 03-13 14:00
postponelo 30 minutes → nothing
"""


@pytest.mark.req("REM-02", "DAT-10")
@pytest.mark.parametrize(("text", "expected"), rows(KEEP_THE_DAY))
@pytest.mark.parametrize("home", ["es", "en"])
def test_an_hour_keeps_the_day_in_whatever_language(text: str, expected: str, home: str) -> None:
    new = change_time(text, at("2026-03-13T15:00"), at(WEDNESDAY), BUENOS_AIRES, home)
    assert (short(new.local, WEDNESDAY) if isinstance(new, Instant) else "nothing") == expected


@pytest.mark.req("REM-02", "DAT-10")
@pytest.mark.parametrize(
    ("text", "home", "expected"),
    [
        ("half an hour", "es", "03-11 10:30"),
        ("media hora", "en", "03-11 10:30"),
        ("until 6pm", "es", "03-11 18:00"),
        ("hasta las 18", "en", "03-11 18:00"),
        ("tomorrow", "es", "03-12 09:30"),
        ("hasta el lunes", "en", "03-16 09:30"),
        ("20 minutos more", "en", "03-11 10:20"),
    ],
)
def test_a_snooze_in_whatever_language(text: str, home: str, expected: str) -> None:
    new = parse_snooze_time(text, at("2026-03-11T09:30"), at(WEDNESDAY), BUENOS_AIRES, home)
    assert isinstance(new, Instant), text
    assert short(new.local, WEDNESDAY) == expected


@pytest.mark.req("DAT-10")
@pytest.mark.parametrize(
    ("text", "home"),
    [
        ("recordame mañana a las 9 comprar One Piece y The Second Sex", "es"),
        ("remind me tomorrow at 9 to buy dulce de leche at La Mañana", "en"),
        ("recordame mañana a las 9 ver Friday Night Lights", "es"),
    ],
)
def test_a_name_in_another_language_changes_nothing(text: str, home: str) -> None:
    assert read(text, home) == "03-12 09:00"
