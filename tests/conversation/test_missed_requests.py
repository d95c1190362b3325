"""A reminder that was plainly asked for does not vanish, whatever the model makes of it (RTR-07)."""

from __future__ import annotations

import json

import pytest

from sidecar.brain.window import to_chat_messages
from sidecar.domain.turn import Ending, HandledBy
from sidecar.errors import ModelTimeout
from sidecar.llm import AssistantMessage, ToolMessage
from sidecar.storage.sqlite import SqliteDb
from tests.conversation.stage import TOMORROW_AT_9, World, sets
from tests.loopback.script import Break, CallTool, Refuse, Say, Step, say

PLAIN = "recordame mañana a las 9 llamar al banco"
WITH_NEWS = "Ando a mil con la mudanza. Recordame mañana a las 9 llamar al banco"
"""A model answers what else is said."""
CHAT = "¡Qué bueno! Los bancos abren temprano."


# -- nothing else is said: no model is needed


@pytest.mark.req("RTR-01", "RTR-07", "REM-02")
@pytest.mark.parametrize(
    ("text", "message", "at"),
    [
        (PLAIN, "llamar al banco", TOMORROW_AT_9),
        ("hola! ¿me podés recordar mañana a las 9 lo del banco? gracias 🙏", "lo del banco", TOMORROW_AT_9),
        ("remind me to call the bank on Friday at 10", "call the bank", "viernes 13 de marzo a las 10:00"),
        ("recordame llamar al banco", "llamar al banco", ""),
    ],
)
async def test_what_stands_alone_is_done_without_asking_a_model(db: SqliteDb, text: str, message: str, at: str) -> None:
    world = World(db, say("no se me preguntó"))
    reply = await world.take(text)
    assert (reply.handled_by, world.model.requests) == (HandledBy.ROUTER, [])
    assert at in reply.text
    if not at:
        assert "?" in reply.text
        await world.take("mañana a las 9")
    assert (await world.only()).message == message


@pytest.mark.req("RTR-03", "RTR-07")
@pytest.mark.parametrize("text", ["recordame eso mañana a las 9", "remind me tomorrow at 9 what we talked about"])
async def test_what_points_at_something_said_before_is_for_a_model(db: SqliteDb, text: str) -> None:
    world = World(db, sets("mañana a las 9"), say(f"Listo, {TOMORROW_AT_9}."))
    assert (await world.take(text)).handled_by is HandledBy.MODEL
    assert (await world.only()).message == "llamar al banco"


# -- the model did nothing


@pytest.mark.req("RTR-07", "REM-02")
@pytest.mark.parametrize(
    "text",
    [
        WITH_NEWS,
        "hoy fue un día eterno!! acordame mañana a las 9 de llamar al banco",
        "mañana a las 9 recordame llamar al banco. Qué semana larga",
        "ando a mil y no paro, ¿me podés recordar mañana a las 9 llamar al banco?",
        "Estoy con la mudanza\n\nNecesito un recordatorio mañana a las 9 para llamar al banco, gracias!",
        "contame un chiste y que no me olvide de llamar al banco mañana a las 9",
    ],
)
@pytest.mark.parametrize(
    "answer",
    [
        CHAT,
        "Listo, te aviso.",
        "No puedo poner recordatorios.",
        "¡Dale! ¿Algo más?",
        "Anotado. ¿Cómo va todo?",
        f"Te lo recuerdo {TOMORROW_AT_9}.",
        "¡Hecho, agendado! ¿Algo más para este 12?",
        "Te aviso a las 9. ¿Querés que busque el teléfono para llamar de la mañana?",
        "Listo. ¿Querés que te avise además la noche anterior?",
        "¿Sabías que hay 5 bancos en tu cuadra?",
    ],
)
async def test_a_model_that_only_talks(db: SqliteDb, text: str, answer: str) -> None:
    world = World(db, say(answer))
    reply = await world.take(text)
    assert reply.text.startswith(f"{answer}\n\n⏰")
    assert reply.text.rpartition("⏰")[2].count(TOMORROW_AT_9) == 1
    assert (reply.handled_by, reply.ending) == (HandledBy.MODEL, Ending.COMPLETE)
    kept = await world.only()
    assert (kept.message, kept.schedule.local.isoformat()) == ("llamar al banco", "2026-03-12T09:00:00-03:00")
    assert [(receipt.call.name, receipt.ok) for receipt in reply.receipts] == [("set_reminder", True)]


@pytest.mark.req("RTR-07")
async def test_in_the_language_of_the_person(db: SqliteDb) -> None:
    world = World(db, say("Sure thing!"))
    world.language = "en"
    reply = await world.take("I'm baking! in 20 minutes remind me to check the oven")
    assert reply.text.startswith("Sure thing!\n\n⏰ I'll remind you: check the oven — today at 10:20")


@pytest.mark.req("RTR-07", "REM-02")
async def test_a_later_model_knows_and_a_time_alone_still_changes_it(db: SqliteDb) -> None:
    world = World(db, say(CHAT))
    reply = await world.take(WITH_NEWS)
    said, result, confirmed = to_chat_messages(reply.messages)
    assert isinstance(said, AssistantMessage) and said.text == CHAT
    assert isinstance(result, ToolMessage) and result.call_id == said.tool_calls[0].id
    assert isinstance(confirmed, AssistantMessage) and TOMORROW_AT_9 in confirmed.text
    changed = await world.take("mejor a las 11")
    assert changed.handled_by is HandledBy.ROUTER
    assert (await world.only()).schedule.local.hour == 11


@pytest.mark.req("RTR-07", "DAT-04")
@pytest.mark.parametrize(
    ("text", "then", "local"),
    [
        ("Ando a mil. Recordame mañana llamar al banco", "a las 9", "2026-03-12T09:00"),
        ("Ando a mil. Recordame llamar al banco", "el viernes a las 10", "2026-03-13T10:00"),
        ("Ando a mil. Haceme acordar de llamar al banco", "en una hora", "2026-03-11T11:00"),
    ],
)
async def test_what_is_missing_is_asked_for(db: SqliteDb, text: str, then: str, local: str) -> None:
    world = World(db, say("¡Dale, te aviso! ¿Algo más?"))
    asked = await world.take(text)
    assert asked.text.count("?") > 1
    assert await world.all() == []
    assert (await world.take(then)).handled_by is HandledBy.ROUTER
    kept = await world.only()
    assert (kept.message, kept.schedule.local.strftime("%Y-%m-%dT%H:%M")) == ("llamar al banco", local)


@pytest.mark.req("RTR-07", "RTR-03")
@pytest.mark.parametrize(
    "text",
    [
        "recordame mañana a las 9 llamar al banco y el viernes a las 10 pagar la luz",
        "recordame mañana a las 9 llamar al banco. Además, contame un chiste",
        "remind me to call the bank tomorrow at 9 and to buy milk on Friday at 10",
    ],
)
async def test_of_several_wishes_none_is_guessed_at(db: SqliteDb, text: str) -> None:
    world = World(db, say("¡Jaja!"))
    reply = await world.take(text)
    assert "?" in reply.text
    assert await world.all() == []


@pytest.mark.req("RTR-07")
@pytest.mark.parametrize(
    "failure",
    [Refuse(500, "oops"), Refuse(429, "slow down"), Break("close", ("Dale, ",)), Break("end"), ModelTimeout("slow")],
)
async def test_a_model_that_fails(db: SqliteDb, failure: Step | ModelTimeout) -> None:
    reply = await World(db, failure).take(WITH_NEWS)
    assert reply.ending in (Ending.FAILED, Ending.CUT)
    assert reply.text.count(TOMORROW_AT_9) == 1


# -- the model called a tool


@pytest.mark.req("RTR-07")
@pytest.mark.parametrize(
    "steps",
    [
        (sets("mañana a las 9"), say("Listo.")),
        (sets("tomorrow at 9am", "Llamá al banco, che"), say(f"¡Hecho! {TOMORROW_AT_9}")),
        (sets("mañana"), sets("mañana a las 9", id="b"), say("Listo.")),
        (CallTool("list_reminders"), sets("mañana a las 9", id="b"), say("Te aviso. ¿Algo más?")),
        (Say(("Lo pongo.",), calls=(sets("mañana a las 9"),)), Refuse(500, "oops")),
    ],
)
async def test_what_the_model_has_set_is_not_set_again(db: SqliteDb, steps: tuple[Step, ...]) -> None:
    world = World(db, *steps)
    reply = await world.take(WITH_NEWS)
    assert (await world.only()).schedule.local.hour == 9
    assert reply.text.count("⏰") <= 1


@pytest.mark.req("RTR-07")
async def test_what_the_model_has_changed_is_not_set_again(db: SqliteDb) -> None:
    edit = CallTool("edit_reminder", json.dumps({"which": "1", "when": "mañana a las 9"}), "b")
    world = World(db, sets("hoy a las 20"), say("Listo."), edit, say("Lo pasé."))
    await world.take("Qué día. Recordame hoy a las 20 llamar al banco")
    await world.take(WITH_NEWS)
    assert (await world.only()).schedule.local.isoformat() == "2026-03-12T09:00:00-03:00"


@pytest.mark.req("RTR-07", "CON-21")
@pytest.mark.parametrize(
    "wrong",
    [
        CallTool("set_reminder", "{"),
        CallTool("set_reminder", json.dumps({"text": "llamar al banco", "time": "9"})),
        CallTool("setReminder", json.dumps({"message": "llamar al banco", "when": "mañana a las 9"})),
        sets("09:00 AR"),
        CallTool("list_reminders"),
    ],
)
async def test_a_call_that_fails_is_made_good(db: SqliteDb, wrong: CallTool) -> None:
    world = World(db, wrong, say("¡Listo, te aviso!"))
    reply = await world.take(WITH_NEWS)
    assert (await world.only()).message == "llamar al banco"
    assert reply.text.startswith("¡Listo, te aviso!\n\n⏰")
    assert "?" not in reply.text


@pytest.mark.req("RTR-07", "REM-02")
async def test_the_question_of_a_call_that_failed_is_there_once(db: SqliteDb) -> None:
    world = World(db, sets("en un rato"), say("¡Anotado! ¿Algo más?"))
    reply = await world.take("Ando a mil. Recordame en un rato llamar al banco")
    assert reply.text.count("¿En 30 minutos o en 2 horas?") == 1
    assert (await world.take("en 45 minutos")).handled_by is HandledBy.ROUTER
    assert (await world.only()).message == "llamar al banco"


# -- the model asked


@pytest.mark.req("RTR-07")
@pytest.mark.parametrize(
    ("text", "answer"),
    [
        (WITH_NEWS, "¿A las 9 de la mañana o de la noche?"),
        (WITH_NEWS, "¿Querés que te lo recuerde también un rato antes?"),
        (WITH_NEWS, "Lo agendo mañana a las 9, ¿confirmás?"),
        ("Ando a mil. Recordame llamar al banco", "Dale, ¿a qué hora?"),
        ("Ando a mil. Recordame llamar al banco", "¿Cuándo?"),
        ("What a day! Remind me to call the bank", "Sure. What time should I remind you?"),
    ],
)
async def test_a_question_about_it_is_left_alone(db: SqliteDb, text: str, answer: str) -> None:
    world = World(db, say(answer))
    assert (await world.take(text)).text == answer
    assert await world.all() == []


@pytest.mark.req("RTR-07", "REM-02")
async def test_the_answer_to_the_question_of_the_model_is_taken_by_code(db: SqliteDb) -> None:
    world = World(db, say("Dale, ¿a qué hora te aviso?"))
    await world.take("Ando a mil. Recordame mañana llamar al banco")
    reply = await world.take("a las 16")
    assert reply.handled_by is HandledBy.ROUTER
    kept = await world.only()
    assert (kept.message, kept.schedule.local.isoformat()) == ("llamar al banco", "2026-03-12T16:00:00-03:00")


# -- nothing was asked for


@pytest.mark.req("RTR-07", "RTR-03")
@pytest.mark.parametrize(
    "text",
    [
        "¿podés recordarme cosas?",
        "¿me podés recordar cosas a una hora?",
        "¿cómo hago para que me recuerdes algo mañana a las 9?",
        "¿sabés poner recordatorios para mañana a las 9?",
        "can you remind me of things?",
        "ayer te pedí recordame mañana a las 9 llamar al banco",
        "le dije a Sole: recordame mañana a las 9 llamar al banco",
        "mi mamá siempre me recuerda que a las 9 hay que llamar",
        "avisame mañana a las 9 si llueve",
        "recordame llevar paraguas si llueve mañana a las 8",
        "recordame cuándo es el cumpleaños de Sole",
        "recordame la dirección de Sole",
        "remind me of my sister's birthday",
        "no me recuerdes nada mañana a las 9",
        "cancelá el recordatorio de mañana a las 9",
        "mañana a las 9 llamo al banco",
        "hola",
    ],
)
async def test_what_is_no_request(db: SqliteDb, text: str) -> None:
    world = World(db, say("Vive en Rosario."))
    assert (await world.take(text)).text == "Vive en Rosario."
    assert await world.all() == []


@pytest.mark.req("RTR-07")
async def test_a_thing_to_be_told_again_and_a_model_that_promises_to(db: SqliteDb) -> None:
    reply = await World(db, say("Dale, te lo recuerdo.")).take("recordame la reunión con Sole")
    assert "?" in reply.text


@pytest.mark.req("RTR-07", "CON-23")
async def test_a_turn_that_the_person_stopped_sets_nothing(db: SqliteDb) -> None:
    world = World(db, Say(("Dale",), first_wait_s=30))
    reply = await world.stop_during(WITH_NEWS)
    assert reply.ending is Ending.CANCELLED
    assert await world.all() == []
    assert reply.messages == ()
