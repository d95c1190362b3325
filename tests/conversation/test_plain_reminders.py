"""Reminders set without a model: before an event or a series, from a day on, and as an entry of a diary."""

from __future__ import annotations

import pytest

from tests.conversation.newcomer import Newcomer


@pytest.mark.req("REM-02", "RTR-07")
@pytest.mark.parametrize(
    ("text", "rule", "at"),
    [
        ("los martes y jueves a las 18 tengo pileta, avisame media hora antes", "BYDAY=TU,TH", "12 17:30"),
        ("the quiz night is every friday at 8pm, remind me an hour before", "BYDAY=FR", "13 19:00"),
        ("pagar el gas el 10 de cada mes a las 9, avisame dos días antes", "BYMONTHDAY=8", "08 09:00"),
        ("every monday at 9am I take the bins out, remind me 12 hours before", "BYDAY=SU", "15 21:00"),
    ],
)
async def test_it_rings_before_each_event_of_a_series(home: Newcomer, text: str, rule: str, at: str) -> None:
    await home.say(text)
    (reminder,) = await home.pending()
    assert rule in reminder.schedule.rrule
    assert f"{reminder.schedule.local:%d %H:%M}" == at


@pytest.mark.req("REM-02")
async def test_a_series_that_rings_before_its_events_goes_along_with_them(home: Newcomer) -> None:
    await home.say("los martes y jueves a las 18 tengo pileta, avisame media hora antes", "la pileta pasó a las 19")
    assert [when for _, when in await home.listed()] == ["12 18:30"]


@pytest.mark.req("REM-02")
@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("recordame todos los días a las 8 tomar el hierro a partir del lunes", "16 08:00"),
        ("remind me every mon wed and fri at 7am to run, starting monday", "16 07:00"),
        ("remind me every other friday at 6pm to pay Rosa, starting this friday", "13 18:00"),
    ],
)
async def test_a_series_starts_on_the_day_that_is_said(home: Newcomer, text: str, first: str) -> None:
    await home.say(text)
    assert [when for _, when in await home.listed()] == [first]


@pytest.mark.req("CON-60")
@pytest.mark.parametrize(
    ("text", "message", "at"),
    [
        ("el viernes a las 18 llevar la torta", "llevar la torta", "13 18:00"),
        ("friday at noon renew the nursing license", "renew the nursing license", "13 12:00"),
    ],
)
async def test_an_entry_of_a_diary_is_set(home: Newcomer, text: str, message: str, at: str) -> None:
    await home.say(text)
    assert await home.listed() == [(message, at)]


@pytest.mark.req("CON-60", "RTR-03")
@pytest.mark.parametrize(
    "text",
    [
        "el viernes a las 18 si no llueve voy a correr",
        "Mi hermana sale a las 18 de la fábrica",
        "mum said the plumber comes at 6pm on friday",
        "el lunes a las 9 me llamó el dentista",
        "capaz que el sábado a las 10 vaya al río",
        "maybe on saturday at 10am i go to the river",
    ],
)
async def test_a_story_a_condition_or_a_doubt_sets_nothing(home: Newcomer, text: str) -> None:
    await home.say(text)
    assert await home.listed() == []


@pytest.mark.req("DAT-05")
@pytest.mark.parametrize(
    ("text", "at"), [("recordame a las 4 llamar a Ana", "11 16:00"), ("remind me at 5 to call Ana", "11 17:00")]
)
async def test_an_hour_whose_other_half_is_in_the_night_is_not_asked_about(home: Newcomer, text: str, at: str) -> None:
    await home.say(text)
    assert [when for _, when in await home.listed()] == [at]


@pytest.mark.req("REM-02")
@pytest.mark.parametrize(
    ("text", "change", "at"),
    [
        ("remind me in half an hour to take the pie out", "make it 20", "11 10:21"),
        ("avisame en media hora que saque la tarta", "no, 45", "11 10:46"),
        ("recordame hoy a las 17:30 buscar a Sofi", "mejor a las 5", "11 17:00"),
    ],
)
async def test_a_number_alone_is_read_by_what_it_changes(home: Newcomer, text: str, change: str, at: str) -> None:
    await home.say(text, change)
    assert [when for _, when in await home.listed()] == [at]


@pytest.mark.req("CON-60")
@pytest.mark.parametrize(
    "text", ["la llave del galpón está atrás de la puerta, guardalo", "the wifi box is upstairs, note that"]
)
async def test_what_it_is_told_to_keep_is_kept(home: Newcomer, text: str) -> None:
    reply = await home.say(text)
    assert [call.name for message in reply.messages for call in message.tool_calls] == ["remember"]
