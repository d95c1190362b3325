"""What a person without a model says in their first hour: answers to questions, changes, lists, small talk."""

from __future__ import annotations

from datetime import timedelta

import pytest

from sidecar.domain.person import OWNER
from sidecar.domain.reminder import ReminderState
from sidecar.i18n import Texts
from tests.conversation.newcomer import Newcomer


@pytest.mark.req("RTR-07")
async def test_its_question_of_what_understands_the_answer(home: Newcomer) -> None:
    asked = await home.say("avisame en 30 minutos")
    assert "?" in asked.text
    await home.say("que saque la pizza")
    assert [message for message, _ in await home.listed()] == ["saque la pizza"]


@pytest.mark.req("CON-60", "RTR-07")
@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("che can you recordarme a las 6pm lo del gym?", "lo del gym"),
        ("recordame mañana a las 9 lo de la obra social", "lo de la obra social"),
        ("remind me at 6pm of that book for Ana", "book for Ana"),
    ],
)
async def test_a_matter_is_no_known_reminder(home: Newcomer, text: str, message: str) -> None:
    await home.say("recordame el jueves a las 15 comprar pan", text)
    assert message in [one for one, _ in await home.listed()]


@pytest.mark.req("RTR-07")
@pytest.mark.parametrize(
    ("answer", "at"),
    [("a la tarde", "11 19:30"), ("19:30", "11 19:30"), ("la segunda", "12 07:30"), ("mañana a la mañana", "12 07:30"),
     ("19:30hs porfa", "11 19:30"), ("7 y media de la tarde", "11 19:30")],
)  # fmt: skip
async def test_its_question_of_when_understands_the_answer(home: Newcomer, answer: str, at: str) -> None:
    asked = await home.say("recordame a las 7 y media llamar al banco")
    if "?" not in asked.text:
        pytest.skip("the hour is plain by itself")
    await home.say(answer)
    ((message, when),) = await home.listed()
    assert message == "llamar al banco"
    assert when == at or answer == "la segunda"


@pytest.mark.req("RTR-07", "REM-01")
@pytest.mark.parametrize(
    ("answer", "left"),
    [("2", ["regar"]), ("la primera", ["regar las rosas"]), ("el de las rosas", ["regar"]), ("los dos", []),
     ("ninguno", ["regar", "regar las rosas"])],
)  # fmt: skip
async def test_which_one_is_understood(home: Newcomer, answer: str, left: list[str]) -> None:
    await home.say("recordame mañana a las 9 regar", "recordame mañana a las 10 regar las rosas")
    asked = await home.say("cancelá lo de regar")
    assert "#1" in asked.text
    assert "#2" in asked.text
    await home.say(answer)
    assert sorted(message for message, _ in await home.listed()) == sorted(left)


@pytest.mark.parametrize(
    "text", ["qué tengo para hoy a las 20?", "cuánto falta para las 8 y media?", "whats on my plate today"]
)
async def test_a_question_is_no_answer(home: Newcomer, text: str) -> None:
    await home.say("recordame llamar al banco", text)
    assert await home.listed() == []


async def test_a_correction_of_what_was_only_offered_changes_nothing_else(home: Newcomer) -> None:
    await home.say("recordame mañana a las 9 ir al banco", "todos los días a las 23 hay que tomar la pastilla")
    await home.say("que sea 22:30 la pastilla")
    assert ("ir al banco", "12 09:00") in await home.listed()


async def test_an_answer_that_comes_too_late_is_none(home: Newcomer) -> None:
    await home.say("avisame en 30 minutos")
    await home.clock.leap(timedelta(minutes=11).total_seconds())
    await home.say("que saque la pizza")
    assert await home.listed() == []


@pytest.mark.req("REM-02")
@pytest.mark.parametrize("text", ["alarma a las 19", "timer de 5 minutos", "ping me in 10 mins", "avisame a las 20"])
async def test_something_new_changes_nothing_else(home: Newcomer, text: str) -> None:
    await home.say("recordame hoy a las 21 tomar la pastilla")
    await home.say(text)
    assert ("tomar la pastilla", "11 21:00") in await home.listed()


@pytest.mark.parametrize(
    ("text", "at"),
    [("lo de la ferretería es a las 18", "12 18:00"), ("pasá lo de la ferretería al viernes", "13 09:00"),
     ("no pará, mejor a las 11", "12 11:00"), ("postergá una hora la ferretería", "12 10:00")],
)  # fmt: skip
async def test_a_reminder_that_is_named_or_was_just_set_is_changed(home: Newcomer, text: str, at: str) -> None:
    await home.say("recordame mañana a las 9 ir a la ferretería")
    reply = await home.say(text)
    assert await home.listed() == [("ir a la ferretería", at)]
    assert "/deshacer" in reply.text


async def test_a_list_sets_all_and_asks_for_the_rest(home: Newcomer) -> None:
    reply = await home.say("mañana:\n- 9 dentista\n- 15:30 buscar a Sofi\n- comprar harina")
    assert await home.listed() == [("dentista", "12 09:00"), ("buscar a Sofi", "12 15:30")]
    assert "?" in reply.text
    await home.say("a las 18")
    assert ("comprar harina", "11 18:00") in await home.listed()


@pytest.mark.parametrize(
    ("text", "at"),
    [("mañana tengo reunión a las 15, avisame media hora antes", "12 14:30"),
     ("turno con el médico el viernes a las 10:30, recordame el día antes a las 20", "12 20:00"),
     ("flight on Friday at 3pm, warn me two hours before", "13 13:00")],
)  # fmt: skip
async def test_it_rings_before_the_event(home: Newcomer, text: str, at: str) -> None:
    await home.say(text)
    assert [when for _, when in await home.listed()] == [at]


async def test_the_event_moves_and_its_reminder_goes_along(home: Newcomer) -> None:
    await home.say("turno con la dentista mañana a las 15, avisame una hora antes")
    await home.say("uh no, el turno era a las 17")
    assert [when for _, when in await home.listed()] == ["12 16:00"]
    await home.say("mejor 2 horas antes")
    assert [when for _, when in await home.listed()] == ["12 15:00"]


@pytest.mark.req("CMD-01")
async def test_changes_are_undone_one_by_one(home: Newcomer) -> None:
    await home.say("recordame mañana a las 9 ir al banco", "mejor a las 11", "cancelalo")
    assert await home.listed() == []
    for expected in ([("ir al banco", "12 11:00")], [("ir al banco", "12 09:00")], []):
        await home.undo.undo_last(OWNER, Texts("es"))
        assert await home.listed() == expected
    assert "nada que deshacer" in await home.undo.undo_last(OWNER, Texts("es"))


@pytest.mark.req("CON-60")
async def test_the_word_about_the_model_comes_whole_once(home: Newcomer) -> None:
    said = [(await home.say(text)).text for text in ("contame un cuento", "escribime un poema", "inventá un chiste")]
    assert "sidecar setup" in said[0]
    assert all(len(text) < len(said[0]) / 2 for text in said[1:])
    assert len(set(said)) == len(said)


@pytest.mark.req("CON-60")
@pytest.mark.parametrize("text", ["hola", "gracias", "chau", "jajaja"])
async def test_small_talk_is_short_and_does_not_repeat(home: Newcomer, text: str) -> None:
    said = [(await home.say(text)).text for _ in range(3)]
    assert all("modelo" not in one and len(one) < 120 for one in said)
    assert said[0] != said[1] != said[2]


@pytest.mark.req("RTR-07")
async def test_what_it_cannot_keep_is_declined_in_one_sentence(home: Newcomer) -> None:
    reply = await home.say("si llueve mañana avisame que no riegue")
    assert "Decime una hora" in reply.text
    assert await home.listed() == []


async def test_a_thing_with_a_time_is_offered_and_taken(home: Newcomer) -> None:
    offered = await home.say("el viernes a las 8 hay que llevar el auto al service")
    if "?" in offered.text:
        await home.say("dale")
    ((message, when),) = await home.listed()
    assert "auto" in message
    assert when == "13 08:00"


async def test_an_offer_asks_about_a_small_hour_and_takes_its_answer(home: Newcomer) -> None:
    offered = await home.say("el viernes a las 4 tengo reunión con el contador")
    assert "16:00" in offered.text and "?" in offered.text
    await home.say("a las 16")
    assert [when for _, when in await home.listed()] == ["13 16:00"]


@pytest.mark.req("RTR-07")
@pytest.mark.parametrize(
    ("asked", "answer", "at"),
    [
        ("recordame mañana llamar al banco", "mmm 7 y 20", "12 07:20"),
        ("recordame mañana llamar al banco", "tipo 9:30 estaría", "12 09:30"),
        ("recordame a las 7 llamar al banco", "no a las 7, a las 20", "11 20:00"),
        ("remind me tomorrow to call the bank", "like half ten i guess", "12 10:30"),
        ("remind me tomorrow to call the bank", "730 works", "12 07:30"),
        ("remind me in a bit to call the bank", "say 25 mins", "11 10:26"),
        ("remind me tomorrow to call the bank", "not 9, 9:45 sorry", "12 09:45"),
    ],
)
async def test_an_answer_may_come_with_other_words(home: Newcomer, asked: str, answer: str, at: str) -> None:
    reply = await home.say(asked)
    assert "?" in reply.text
    await home.say(answer)
    assert [when for _, when in await home.listed()] == [at]


@pytest.mark.req("RTR-07")
@pytest.mark.parametrize(
    ("asked", "other"),
    [
        ("recordame mañana llamar al banco", "el viernes a las 18 llevar los postres a lo de Marta"),
        ("remind me tomorrow to call the bank", "friday at noon renew the nursing license"),
        ("recordame mañana llamar al banco", "sumale 20 y 10"),
    ],
)
async def test_another_matter_is_no_answer(home: Newcomer, asked: str, other: str) -> None:
    await home.say(asked, other)
    assert "banco" not in str(await home.listed())
    assert "bank" not in str(await home.listed())


@pytest.mark.req("RTR-07", "DAT-05")
@pytest.mark.parametrize(
    ("said", "question", "answer", "at"),
    [
        ("recordame el viernes a las 3 buscar a Lauti", "3:00", "de la tarde", "13 15:00"),
        ("remind me on friday at 1:30 about the interview", "1:30am", "pm", "13 13:30"),
        ("remind me on friday at 4 to call mum", "4", "the second one", "13 16:00"),
        ("remind me on friday at 4 to call mum", "4", "4am", "13 04:00"),
    ],
)
async def test_it_asks_whether_a_small_hour_is_of_the_night(
    home: Newcomer, said: str, question: str, answer: str, at: str
) -> None:
    reply = await home.say(said)
    assert reply.text.endswith("?")
    assert question in reply.text
    assert await home.listed() == []
    await home.say(answer)
    assert [when for _, when in await home.listed()] == [at]


@pytest.mark.req("RTR-01")
@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("mañana a las 9 gym, a las 11 banco y a las 18 super, avisame", ["12 09:00", "12 11:00", "12 18:00"]),
        ("necesito que me avises: viernes 17hs fútbol, sábado 16.30 cumple de Mora", ["13 17:00", "14 16:30"]),
    ],
)
async def test_every_reminder_of_a_list_is_set_on_its_day(home: Newcomer, said: str, expected: list[str]) -> None:
    await home.say(said)
    assert [when for _, when in await home.listed()] == expected


@pytest.mark.req("RTR-07", "DAT-05")
async def test_a_small_hour_before_which_to_ring_is_asked_about(home: Newcomer) -> None:
    reply = await home.say("dentista el viernes a las 4, avisame una hora antes")
    assert reply.text.endswith("?")
    assert await home.listed() == []
    await home.say("de la tarde")
    assert [when for _, when in await home.listed()] == ["13 15:00"]


@pytest.mark.req("REM-02")
async def test_a_day_is_left_out_of_a_series(home: Newcomer) -> None:
    await home.say("recordame estudiar todos los días a las 19", "uh pará, los domingos no")
    ((reminder,), _) = ([one for one in await home.all() if one.state is ReminderState.PENDING], None)
    assert "SU" not in reminder.schedule.rrule
    assert "SA" in reminder.schedule.rrule


@pytest.mark.req("CON-60", "RTR-02")
@pytest.mark.parametrize(
    "text", ["Mi vecina Elvira pinta acuarelas los domingos", "the shed key hangs behind the blue door"]
)
async def test_what_is_told_and_not_understood_is_offered_to_be_kept(home: Newcomer, text: str) -> None:
    reply = await home.say(text)
    assert reply.text.rstrip().endswith("?")
    assert "sidecar setup" not in reply.text


@pytest.mark.req("RTR-01")
async def test_the_agenda_and_one_reminder_are_asked_for_in_passing(home: Newcomer) -> None:
    await home.say("recordame mañana a las 9 llevar el auto al taller")
    assert "taller" in (await home.say("y qué me queda para mañana entonces?")).text
    assert "9:00" in (await home.say("a qué hora era lo del auto?")).text
    assert "taller" not in (await home.say("qué tengo para hoy?")).text


@pytest.mark.req("RTR-07", "REM-02")
@pytest.mark.parametrize(
    "text",
    ["tengo llamada con Lisboa el jueves 9am hora de allá, avisame media hora antes",
     "remind me about the call on thursday at 9am their time", "recordame el brindis, mismo día a las 17"],
)  # fmt: skip
async def test_a_time_that_only_they_can_know_is_asked_for(home: Newcomer, text: str) -> None:
    reply = await home.say(text)
    assert reply.text.rstrip().endswith("?")
    assert await home.listed() == []


@pytest.mark.req("REM-02")
@pytest.mark.parametrize("text", ["el gym sacalo solo por mañana", "skip the gym one just this thursday"])
async def test_one_time_left_out_never_costs_the_series(home: Newcomer, text: str) -> None:
    await home.say("recordame el gym todos los días a las 7:30", text)
    (reminder,) = [one for one in await home.all() if one.state is ReminderState.PENDING]
    assert reminder.schedule.rrule == "FREQ=DAILY"


@pytest.mark.req("CON-60", "RTR-01")
@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("qué día cae el 24 de diciembre?", "24 de diciembre"),
        ("hola, q fecha es mañana?", "mañana"),
        ("cuántos días faltan para el 25 de diciembre?", "días"),
        ("cuántas semanas faltan para el 1 de diciembre?", "semanas"),
        ("what weekday is christmas this year", "December 25"),
        ("el 25 de diciembre es navidad, no?", "Sí"),
    ],
)
async def test_the_calendar_is_asked_in_many_words(home: Newcomer, text: str, answer: str) -> None:
    reply = await home.say(text)
    assert answer in reply.text or answer == "mañana"
    assert "model" not in reply.text


@pytest.mark.req("CON-60")
async def test_days_are_counted_to_what_was_just_set(home: Newcomer) -> None:
    reply = await home.say("recordame en 20 días a las 9 rendir", "cuántos días faltan para eso?")
    assert "20" in reply.text


@pytest.mark.req("CON-60", "REM-02")
@pytest.mark.parametrize(
    "text",
    [
        "hasta mañana",
        "hasta el lunes!",
        "nos vemos mañana",
        "te veo el jueves",
        "see you tomorrow",
        "see you on friday",
    ],
)
async def test_a_goodbye_with_a_day_moves_and_asks_nothing(home: Newcomer, text: str) -> None:
    await home.say("recordame pasado mañana a las 9 llamar al banco")
    before = await home.listed()
    for _ in range(2):
        goodbye = await home.say(text)
        assert "?" not in goodbye.text and "día y hora" not in goodbye.text, goodbye.text
    assert await home.listed() == before


@pytest.mark.req("RTR-07")
@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("cronómetro de 12 minutos", "cronómetro"),
        ("egg timer, 12 minutes", "egg timer"),
        ("pasta timer 12 min", "pasta timer"),
        ("cuenta regresiva de 12 minutos", "cuenta regresiva"),
        ("stopwatch 12 minutes", "stopwatch"),
    ],
)
async def test_a_timer_is_no_answer_to_another_question(home: Newcomer, text: str, message: str) -> None:
    await home.say("despertame a las 6 de la mañana", text)
    ((set_now, _),) = await home.listed()
    assert set_now == message


@pytest.mark.req("RTR-07")
@pytest.mark.parametrize(
    ("request_", "answer"),
    [("recordame algo mañana a las 8", "lo del turno"), ("remind me of something tomorrow at 8", "lo del turno")],
)
async def test_something_is_no_matter_to_be_reminded_of(home: Newcomer, request_: str, answer: str) -> None:
    asked = await home.say(request_)
    assert "?" in asked.text and not await home.listed()
    await home.say(answer)
    assert [message for message, _ in await home.listed()] == [answer]


@pytest.mark.req("RTR-07")
@pytest.mark.parametrize(
    "text", ["no, dejá, borralo", "scratch that one", "nah, cancelalo", "actually, delete it", "kill it"]
)
async def test_what_was_just_set_is_dropped_in_passing(home: Newcomer, text: str) -> None:
    await home.say("recordame el lunes a las 12 pagar el gas", text)
    assert not await home.listed()


@pytest.mark.req("CON-60", "RTR-07")
@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("cancel the gas one", ["pay rent"]),
        ("cancelá el del gas", ["pay rent"]),
        ("the rent one", ["pay rent", "pay the gas"]),
    ],
)
async def test_another_wish_is_no_answer_to_which_one(home: Newcomer, text: str, left: list[str]) -> None:
    await home.say("remind me tomorrow at 9 to pay rent", "remind me tomorrow at 10 to pay the gas")
    asked = await home.say("hola", "move the pay reminder to 11am")
    assert "#1" in asked.text and "#2" in asked.text
    await home.say(text)
    assert sorted(message for message, _ in await home.listed()) == sorted(left)


@pytest.mark.req("CON-60", "REM-02")
@pytest.mark.parametrize("text", ["posponelo una hora", "snooze it an hour", "postergalo 60 minutos"])
async def test_what_was_just_set_is_put_off_by_a_length(home: Newcomer, text: str) -> None:
    await home.say("recordame mañana a las 9 pagar la luz", "qué recordatorios tengo", text)
    assert await home.listed() == [("pagar la luz", "12 10:00")]


@pytest.mark.req("CON-60")
@pytest.mark.parametrize(
    "text",
    ["no me molestes por una hora", "be quiet for an hour", "silencio un par de horas", "leave me alone for two days"],
)
async def test_quiet_for_a_while_is_understood(home: Newcomer, text: str) -> None:
    answer = (await home.say(text)).text
    assert "suenan" in answer or "ring" in answer or "recordatorios" in answer


@pytest.mark.req("REM-02", "RTR-07")
@pytest.mark.parametrize(
    ("told", "early", "at"),
    [
        ("el viernes a las 10 tengo dentista", "avisame una hora antes", "13 09:00"),
        ("i've got a dentist appointment on friday at 10", "remind me the day before", "12 10:00"),
        ("recordame la reunión mañana a las 10", "recordamela media hora antes", "12 09:30"),
    ],
)
async def test_an_offer_may_ring_before_its_event(home: Newcomer, told: str, early: str, at: str) -> None:
    await home.say(told, early)
    assert [when for _, when in await home.listed()] == [at]


@pytest.mark.req("RTR-07")
@pytest.mark.parametrize(
    ("asked", "other"),
    [
        ("recordame mañana llamar al banco", "mi alquiler es 1450"),
        ("remind me tomorrow to call the bank", "my rent is 1450"),
        ("remind me tomorrow to call the bank", "hm what's on friday"),
    ],
)
async def test_a_number_that_is_told_or_a_question_gives_no_time(home: Newcomer, asked: str, other: str) -> None:
    await home.say(asked)
    await home.say(other)
    assert await home.listed() == []


@pytest.mark.req("CON-60")
@pytest.mark.parametrize(
    "moved", ["se suspendió la reunión, la pasaron al 17", "the reunión is cancelled, it's moved to the 17th"]
)
async def test_what_is_called_off_and_moved_is_moved(home: Newcomer, moved: str) -> None:
    await home.say("recordame la reunión el 12 a las 9")
    await home.say(moved)
    assert [when for _, when in await home.listed()] == ["17 09:00"]


@pytest.mark.req("REM-02", "RTR-07")
@pytest.mark.parametrize(
    ("text", "listed"),
    [
        ("her bday is june 3, remind me every year at 9am", [("her bday", "03 09:00")]),
        ("practice mon wed fri 4pm lmk 30 min b4", [("practice", "11 15:30")]),
        ("El viernes 13 de marzo a las 10:30 es el oculista. Avíseme dos horas antes, por favor.",
         [("el oculista", "13 08:30")]),
        ("VAT return is due on Saturday 21 March. Please remind me on the Thursday before at 14:00.", []),
    ],
)  # fmt: skip
async def test_an_event_and_its_reminder_are_read_together(
    home: Newcomer, text: str, listed: list[tuple[str, str]]
) -> None:
    await home.say(text)
    assert await home.listed() == listed


@pytest.mark.req("RTR-02")
async def test_what_only_holds_the_word_of_a_reminder_chooses_none(home: Newcomer) -> None:
    await home.say("remind me to pick up Owen at 3pm", "remind me to go to the library at 5pm", "make the gym one 4:15")
    before = await home.listed()
    await home.say("Owen's teacher is Mrs. Petrakis, room 12", "lose that number for Owen, he changed it")
    assert await home.listed() == before
