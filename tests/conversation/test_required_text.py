"""What a reminder's tool says the person must read is in the reply, whatever the model says (REM-02)."""

from __future__ import annotations

import pytest

from sidecar.conversation.notices import find_left_out_texts
from sidecar.domain.message import MessageKind
from sidecar.domain.tool import RequiredText, ToolCall, ToolReceipt
from sidecar.domain.turn import Ending, HandledBy
from sidecar.errors import NoModel
from sidecar.storage.sqlite import SqliteDb
from tests.conversation.stage import TOMORROW_AT_9, World, sets
from tests.loopback.script import Break, Refuse, Say, Step, say

# -- the model answers


@pytest.mark.req("REM-02")
async def test_the_model_shows_the_time_and_nothing_is_added(db: SqliteDb) -> None:
    answer = f"¡Dale! Te lo recuerdo **{TOMORROW_AT_9.upper()}**."
    reply = await World(db, sets("mañana a las 9"), say(answer)).take(
        "Ando a mil. Recordame mañana a las 9 llamar al banco"
    )
    assert reply.text == answer
    assert (reply.ending, reply.handled_by) == (Ending.COMPLETE, HandledBy.MODEL)


@pytest.mark.req("REM-02")
@pytest.mark.parametrize("answer", ["¡Dale, te aviso!", "Listo: mañana a las 9.", "Te aviso el 2026-03-12 09:00."])
async def test_the_model_does_not_and_code_adds_it(db: SqliteDb, answer: str) -> None:
    world = World(db, sets("mañana a las 9"), say(answer))
    reply = await world.take("Ando a mil. Recordame mañana a las 9 llamar al banco")
    assert reply.text.startswith(f"{answer}\n\n⏰")
    assert reply.text.count(TOMORROW_AT_9) == 1
    assert "llamar al banco" in reply.text
    assert [message.kind for message in reply.messages][-2:] == [MessageKind.SAID, MessageKind.REQUIRED]
    assert (await world.only()).schedule.local.isoformat() == "2026-03-12T09:00:00-03:00"


@pytest.mark.req("REM-02", "DAT-05")
async def test_the_note_about_a_small_hour_is_added_when_it_is_left_out(db: SqliteDb) -> None:
    answer = "Te aviso mañana a las 4:00 (America/Argentina/Buenos_Aires)."
    reply = await World(db, sets("mañana a las 4"), say(answer)).take("Ando a mil. Recordame mañana a las 4 el horno")
    assert "madrugada" in reply.text


@pytest.mark.req("REM-02", "DAT-09")
async def test_of_a_rule_the_next_two_firings_are_shown(db: SqliteDb) -> None:
    reply = await World(db, sets("todos los jueves a las 19"), say("¡Anotado!")).take("coro los jueves a las 19")
    assert "todos los jueves a las 19:00" in reply.text
    assert "mañana a las 19:00" in reply.text and "19 de marzo a las 19:00" in reply.text


@pytest.mark.req("REM-02")
async def test_each_of_two_reminders_is_shown(db: SqliteDb) -> None:
    both = Say((), calls=(sets("mañana a las 9", id="a"), sets("el viernes a las 10", "el dentista", id="b")))
    reply = await World(db, both, say(f"Listo, {TOMORROW_AT_9} lo del banco.")).take("dos cosas")
    assert reply.text.count("llamar al banco") == 0
    assert "el dentista" in reply.text and "viernes 13 de marzo a las 10:00" in reply.text


@pytest.mark.req("REM-02")
@pytest.mark.parametrize(
    "failure", [Refuse(500, "oops"), Refuse(400, "bad"), Break("close", ("Te lo ",)), Break("end")]
)
async def test_the_model_fails_after_it_was_set_and_the_time_is_shown_all_the_same(db: SqliteDb, failure: Step) -> None:
    world = World(db, sets("mañana a las 9"), failure)
    reply = await world.take("Ando a mil. Recordame mañana a las 9 llamar al banco")
    assert reply.ending in (Ending.FAILED, Ending.CUT)
    assert TOMORROW_AT_9 in reply.text
    assert (await world.only()).message == "llamar al banco"


# -- the tool asks


@pytest.mark.req("REM-02", "DAT-04")
async def test_a_question_that_the_model_swallows_is_asked_by_code(db: SqliteDb) -> None:
    world = World(db, sets("en un rato"), say("¡Anotado!"))
    reply = await world.take("Ando a mil. Recordame en un rato llamar al banco")
    assert reply.text.startswith("¡Anotado!")
    assert "¿En 30 minutos o en 2 horas?" in reply.text


@pytest.mark.req("REM-02")
async def test_a_question_that_the_model_asks_is_not_asked_twice(db: SqliteDb) -> None:
    answer = "¿A qué hora querés que te avise?"
    reply = await World(db, sets("mañana"), say(answer)).take("Ando a mil. Recordame mañana llamar al banco")
    assert reply.text == answer


@pytest.mark.req("REM-02")
async def test_what_was_done_at_the_second_try_is_not_asked_about(db: SqliteDb) -> None:
    world = World(db, sets("mañana"), sets("mañana a las 9", id="b"), say("Listo."))
    reply = await world.take("Ando a mil. Recordame mañana tipo 9 llamar al banco")
    assert TOMORROW_AT_9 in reply.text
    assert "?" not in reply.text


# -- the next message is only a time


@pytest.mark.req("REM-02")
@pytest.mark.parametrize(
    ("text", "local"),
    [
        ("a las 16", "2026-03-12T16:00"),
        ("no, pasado mañana", "2026-03-13T09:00"),
        ("mejor el lunes a las 11", "2026-03-16T11:00"),
        ("una hora antes", "2026-03-12T08:00"),
    ],
)
async def test_a_time_alone_changes_it_by_code(db: SqliteDb, text: str, local: str) -> None:
    world = World(db, sets("mañana a las 9"), say("Listo."))
    await world.take("Ando a mil. Recordame mañana a las 9 llamar al banco")
    asked = len(world.model.requests)
    reply = await world.take(text)
    assert len(world.model.requests) == asked
    assert reply.handled_by is HandledBy.ROUTER
    assert [(receipt.call.name, receipt.ok) for receipt in reply.receipts] == [("edit_reminder", True)]
    assert (await world.only()).schedule.local.strftime("%Y-%m-%dT%H:%M") == local
    assert "America/Argentina/Buenos_Aires" in reply.text and "llamar al banco" in reply.text
    assert (await world.take("a las 20")).handled_by is HandledBy.ROUTER
    assert (await world.only()).schedule.local.hour == 20


@pytest.mark.req("REM-02", "CLI-02")
async def test_a_changed_time_is_told_in_the_language_that_was_asked_for(db: SqliteDb) -> None:
    world = World(db, sets("mañana a las 9"), say("Listo."))
    await world.take("Ando a mil. Recordame mañana a las 9 llamar al banco")
    reply = await world.take("at 4pm", answer_in="en")
    assert reply.handled_by is HandledBy.ROUTER
    assert "Changed: llamar al banco — tomorrow at 4:00pm" in reply.text


@pytest.mark.req("REM-02")
async def test_a_time_that_cannot_be_is_asked_about_and_then_taken(db: SqliteDb) -> None:
    world = World(db, sets("hoy a las 18"), say("Listo."))
    await world.take("Ando a mil. Recordame hoy a las 18 llamar al banco")
    refused = await world.take("a las 9 de la mañana")
    assert refused.handled_by is HandledBy.ROUTER and "?" in refused.text
    assert (await world.only()).schedule.local.hour == 18
    assert (await world.take("a las 19")).handled_by is HandledBy.ROUTER
    assert (await world.only()).schedule.local.hour == 19


@pytest.mark.req("REM-02")
@pytest.mark.parametrize("text", ["gracias!", "a las 16 salgo", "¿a las 16 qué hago?", "cancelalo"])
async def test_any_other_text_goes_to_the_model(db: SqliteDb, text: str) -> None:
    world = World(db, sets("mañana a las 9"), say("Listo."), say("Bueno."))
    await world.take("Ando a mil. Recordame mañana a las 9 llamar al banco")
    reply = await world.take(text)
    assert (reply.text, reply.handled_by) == ("Bueno.", HandledBy.MODEL)
    assert (await world.only()).revision == 0


@pytest.mark.req("REM-02", "CON-60")
async def test_without_a_model_the_whole_conversation_works(db: SqliteDb) -> None:
    world = World(db)
    world.missing = NoModel("none")
    asked = await world.take("recordame el viernes llamar al banco")
    assert asked.handled_by is HandledBy.ROUTER and "?" in asked.text
    answered = await world.take("a las 10")
    assert answered.handled_by is HandledBy.ROUTER
    assert "viernes 13 de marzo a las 10:00" in answered.text
    changed = await world.take("no, a las 11")
    assert "viernes 13 de marzo a las 11:00" in changed.text
    assert (await world.only()).schedule.local.isoformat() == "2026-03-13T11:00:00-03:00"


# -- the decision alone


def receipt(shown: RequiredText | None, *, error: str = "", name: str = "set_reminder") -> ToolReceipt:
    return ToolReceipt(ToolCall("1", name, "{}"), "content", error, required_text=shown)


@pytest.mark.req("REM-02")
def test_what_is_missing() -> None:
    at_nine = receipt(RequiredText("⏰ at nine", ("at 9:00 (Europe/Madrid)", "early")))
    assert find_left_out_texts("At 9:00 (Europe/Madrid), EARLY", [at_nine]) == []
    assert find_left_out_texts("At `9:00` (_Europe_/Madrid) and **éarly**", [at_nine]) == []
    assert find_left_out_texts("At 9:00 (Europe/Madrid)", [at_nine]) == ["⏰ at nine"]
    assert find_left_out_texts("", [at_nine, at_nine]) == ["⏰ at nine"]
    assert find_left_out_texts("anything", [receipt(None), receipt(None, error="broken")]) == []
    asks = receipt(RequiredText("When?"), error="unclear")
    assert find_left_out_texts("I see.", [asks]) == ["When?"]
    assert find_left_out_texts("I see. Which day?", [asks]) == []
    assert find_left_out_texts("Done.", [asks, receipt(None)]) == []
    assert find_left_out_texts("Done.", [asks, receipt(None, name="list_reminders")]) == ["When?"]
