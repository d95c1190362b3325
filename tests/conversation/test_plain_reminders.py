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


@pytest.mark.req("REM-02", "RTR-07")
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("hoy a las 11:30 tengo que estar en el correo, avisame 20 min antes", [("estar en el correo", "11 11:10")]),
        ("el lunes vence el seguro, haceme acordar el domingo a las 21 y tmb el lunes 8am",
         [("vence el seguro", "15 21:00"), ("vence el seguro", "16 08:00")]),
        ("turno el viernes 8:15. despertame 6 y media y avisame 7 y media para salir",
         [("turno", "13 06:30"), ("salir", "13 07:30")]),
        ("me mudo el sábado 21!! una semana antes a las 11 recordame contratar el flete",
         [("contratar el flete (me mudo)", "14 11:00")]),
        ("avisame mañana y pasado a las 18 que estudie", [("estudie", "12 18:00"), ("estudie", "13 18:00")]),
        ("recordame el viernes por la tarde, a las cinco y cuarto, retirar el auto", [("retirar el auto", "13 17:15")]),
        ("physics exam friday at 8am, alarm at 645 and another at 7 bc i sleep like a log",
         [("physics exam", "13 06:45"), ("physics exam", "13 07:00")]),
        ("the fair is on the 28th, a fortnight before at noon remind me to order the tents",
         [("order the tents (the fair)", "14 12:00")]),
        ("stitches come out on the 20th, remind me that morning at 9", [("stitches come out", "20 09:00")]),
        ("choir meets every friday at 7pm, nudge me at 4 that afternoon to print the scores",
         [("print the scores", "13 16:00")]),
    ],
)  # fmt: skip
async def test_each_alert_of_an_event_rings_when_it_is_asked_to(
    home: Newcomer, text: str, expected: list[tuple[str, str]]
) -> None:
    await home.say(text)
    assert await home.listed() == expected


@pytest.mark.req("RTR-03", "RTR-07")
@pytest.mark.parametrize(
    "text",
    [
        "mi jefe me dijo: avisame 10 min antes de la reunión de mañana a las 9",
        "if it's sunny tomorrow at 9 remind me 10 min before",
        "el viernes a las 8 tengo turno, no me avises una hora antes",
        "dentist on friday at teatime, remind me at teatime the day before",
    ],
)
async def test_no_alert_is_set_that_was_not_asked_for(home: Newcomer, text: str) -> None:
    await home.say(text)
    assert await home.listed() == []


@pytest.mark.req("REM-02")
async def test_the_night_before_is_asked_for_its_hour(home: Newcomer) -> None:
    reply = await home.say("la ecografía es el viernes 10:15, avisame la noche anterior")
    assert "?" in reply.text
    await home.say("a las 21")
    assert [when for _, when in await home.listed()] == ["12 21:00"]


@pytest.mark.req("REM-02")
@pytest.mark.parametrize(
    ("text", "change", "left"),
    [
        ("hoy a las 16:30 paciente Luis, avisame 5 minutos antes", "la de 16:30 me canceló", []),
        ("showing at Elm St tomorrow 11:30, ping me 15 min before", "Elm St went under contract, take it off", []),
        ("showing at Elm St tomorrow 1pm, ping me 15 min before", "Elm St wants 2 instead of 1", ["12 13:45"]),
        ("reunión con Pablo mañana a las 15, avisame 10 min antes", "mejor a las 16", ["12 15:50"]),
        ("recordame mañana a las 11 pagar el flete", "el flete me cobra 85 lucas y son 4 pisos", ["12 11:00"]),
        ("recordame el 20 de cada mes a las 9 pagar el gas", "en realidad vence el 18", ["18 09:00"]),
        ("recordame mañana a las 9 ir al banco", "lo del banco no corre más", []),
    ],
)
async def test_what_becomes_of_a_reminder_is_read_from_the_clause_that_names_it(
    home: Newcomer, text: str, change: str, left: list[str]
) -> None:
    await home.say(text, change)
    assert [when for _, when in await home.listed()] == left


@pytest.mark.req("REM-02")
async def test_only_the_one_that_is_named_in_the_clause_is_cancelled(home: Newcomer) -> None:
    await home.say("remind me at 10am tomorrow to order the cake", "remind me at 11am tomorrow about the ballroom")
    await home.say("still getting the cake so keep that, bin the ballroom one")
    assert [message for message, _ in await home.listed()] == ["order the cake"]


@pytest.mark.req("REM-02")
async def test_one_time_left_out_in_another_clause_never_costs_the_series(home: Newcomer) -> None:
    await home.say("remind me every weekday at 5:45am of the flower market", "tomorrow only, skip the market one")
    assert len(await home.listed()) == 1


@pytest.mark.req("REM-02")
async def test_a_series_of_its_own_is_not_joined_with_that_of_the_event(home: Newcomer) -> None:
    await home.say("trash goes out fridays, remind me thursdays 8pm")
    (reminder,) = await home.pending()
    assert reminder.schedule.rrule.endswith("BYDAY=TH")


@pytest.mark.req("RTR-01", "REM-02")
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("turnos de mañana: Marta 9hs color, Sole 11hs corte, Juli 15.30 brushing. Avisame 10 min antes de cada una",
         ["12 08:50", "12 10:50", "12 15:20"]),
        ("showings tomorrow: 10 Oak Lane, 11:30 Elm St, 1pm Ridge Rd. 15 min heads up on each please",
         ["12 09:45", "12 11:15", "12 12:45"]),
        ("Rex at 8am and Rolo at 11 tomorrow, remind me 15 min before each", ["12 07:45", "12 10:45"]),
        ("tres cosas: mañana 7am revisar la bomba, el viernes 17hs reunión y el sábado a las 10 llevar las muestras",
         ["12 07:00", "13 17:00", "14 10:00"]),
    ],
)  # fmt: skip
async def test_a_list_may_have_one_lead_for_each(home: Newcomer, text: str, expected: list[str]) -> None:
    await home.say(text)
    assert [when for _, when in await home.listed()] == expected


@pytest.mark.req("REM-02", "RTR-07")
async def test_days_before_what_nobody_dated_are_asked_about(home: Newcomer) -> None:
    await home.say("recordame mañana a las 11 contratar el flete")
    reply = await home.say("y dos dias antes de la mudanza a las 20, desarmar la cama")
    assert "?" in reply.text or "Cuándo" in reply.text
    assert len(await home.listed()) == 1


@pytest.mark.req("CON-60")
@pytest.mark.parametrize("text", ["qué día cae el 25 de mayo?", "how many days till christmas"])
async def test_a_question_that_code_answers_tells_nothing_of_the_person(home: Newcomer, text: str) -> None:
    assert (await home.say(text)).only_request


@pytest.mark.req("RTR-01", "REM-01")
async def test_what_no_reminder_holds_is_said(home: Newcomer) -> None:
    reply = await home.say("recordame mañana a las 18 la reunión de la escuela", "cancelá lo del banco")
    assert "banco" in reply.text
    assert len(await home.listed()) == 1


@pytest.mark.req("CON-60")
async def test_a_question_that_names_a_reminder_is_answered_by_it(home: Newcomer) -> None:
    reply = await home.say("recordame a las 15 llamar a Juan", "cuándo era lo de Juan?")
    assert "15:00" in reply.text


@pytest.mark.req("REM-02", "DAT-05")
async def test_a_daily_is_a_meeting_and_no_rule(home: Newcomer) -> None:
    await home.say("arranco el daily 11:30, ping me 5 min antes")
    (reminder,) = await home.pending()
    assert not reminder.recurring and f"{reminder.schedule.local:%d %H:%M}" == "11 11:25"


@pytest.mark.req("RTR-07")
async def test_what_repeats_in_a_way_that_nobody_reads_is_not_set_once(home: Newcomer) -> None:
    await home.say("the van drops off boxes at 3:15pm every market day, warn me 20 min before")
    assert await home.listed() == []


@pytest.mark.req("REM-02", "DAT-05")
@pytest.mark.parametrize(
    ("text", "change", "at"),
    [
        ("physio friday at 5pm, remind me an hour before", "physio moved it to 6", "13 17:00"),
        (
            "kinesióloga el viernes a las 17, avisame una hora antes",
            "la kinesióloga me pasó el turno a las 6",
            "13 17:00",
        ),
        ("physio friday at 5pm, remind me an hour before", "physio moved it to 9am", "13 08:00"),
    ],
)
async def test_an_event_moves_within_its_half_of_the_day(home: Newcomer, text: str, change: str, at: str) -> None:
    await home.say(text, change)
    assert [when for _, when in await home.listed()] == [at]


@pytest.mark.req("RTR-07", "DAT-05")
async def test_an_hour_of_two_halves_answers_when_and_is_asked_about(home: Newcomer) -> None:
    reply = await home.say("remind me to buy milk", "at 7")
    assert "?" in reply.text and "7" in reply.text
    await home.say("pm")
    assert await home.listed() == [("buy milk", "11 19:00")]


@pytest.mark.req("RTR-01")
async def test_what_is_scrapped_after_a_change_is_the_reminder(home: Newcomer) -> None:
    await home.say("remind me tomorrow at 9 to call the bank", "make it 10", "scrap that")
    assert await home.listed() == []


@pytest.mark.req("RTR-07", "REM-02")
async def test_what_is_called_off_is_no_answer_to_which_one_to_change(home: Newcomer) -> None:
    await home.say("recordame el lunes a las 17 el fútbol de Bauti", "recordame el martes a las 16:30 la fono de Mora")
    asked = await home.say("pasá el de la noche a las 21")
    await home.say("se suspendió el fútbol por la lluvia")
    assert ("el fútbol de Bauti", "16 21:00") not in await home.listed(), asked.text


@pytest.mark.req("REM-02")
async def test_a_school_day_is_a_weekday(home: Newcomer) -> None:
    await home.say("twins get out at 2:45pm every school day, warn me 20 min before to go get them")
    (reminder,) = await home.pending()
    assert reminder.schedule.rrule.endswith("BYDAY=MO,TU,WE,TH,FR")
    assert f"{reminder.schedule.local:%H:%M}" == "14:25"


@pytest.mark.req("RTR-01", "REM-02")
async def test_two_hours_of_one_deed_are_both_of_it(home: Newcomer) -> None:
    await home.say("soy diabético tipo 1, acordame medirme la glucosa a las 19:30 y a las 22")
    assert await home.listed() == [("medirme la glucosa", "11 19:30"), ("medirme la glucosa", "11 22:00")]


@pytest.mark.req("CON-60", "RTR-07")
async def test_hours_beside_an_interval_set_nothing_unasked(home: Newcomer) -> None:
    await home.say("tomar losartan cada 12hs, 9 y 21")
    assert await home.listed() == []
