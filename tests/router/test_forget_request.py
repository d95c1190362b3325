"""Requests to forget in plain words, what only sounds like one, and the answer to what forgetting asks."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from sidecar.domain.message import Message, Speaker, TurnId
from sidecar.router.forget_answer import parse_forget_answer
from sidecar.router.forget_request import parse_forget_request
from sidecar.router.intents import Forget, SettleForgetting
from sidecar.router.match_context import MatchContext
from sidecar.router.matcher import match

pytestmark = pytest.mark.req("MEM-16")

NOW = datetime(2026, 3, 11, 13, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("olvidate de lo de mi ex", "mi ex"),
        ("olvidá que soy celíaco", "soy celíaco"),
        ("borrá lo de la operación", "la operación"),
        ("no te acuerdes más de mi deuda con el banco", "mi deuda con el banco"),
        ("Che, olvidate de Marcos por favor", "Marcos"),
        ("olvidá todo lo que sabés de mi jefe", "mi jefe"),
        ("¿podés olvidar que vivo en Rosario?", "vivo en Rosario"),
        ("quiero que olvides lo de mi hermana", "mi hermana"),
        ("necesito que te olvides de mi dirección", "mi dirección"),
        ("borrá todo lo que te dije sobre mi divorcio", "mi divorcio"),
        ("eliminá de tu memoria que tengo diabetes", "tengo diabetes"),
        ("hacé de cuenta que nunca te dije que me separé", "me separé"),
        ("olvidate del tema de la adopción", "la adopción"),
        ("olvidate lo de la mudanza", "la mudanza"),
        ("sacá de tu memoria lo del despido", "despido"),
        ("olvidá mi dirección", "mi dirección"),
        ("no quiero que te acuerdes de mi deuda", "mi deuda"),
        ("borrá mi dirección de tu memoria", "mi dirección"),
        ("olvidate, por favor, de mi ex", "mi ex"),
        ("podés olvidarte de lo que te dije ayer sobre mi mamá?", "mi mamá"),
        ("hacé como que no te dije que fumo", "fumo"),
        ("borra toda la información sobre mi ex", "mi ex"),
        ("quiero borrar lo de mi operación", "mi operación"),
        ("forget that I'm allergic to nuts", "I'm allergic to nuts"),
        ("Forget everything about Marcos", "Marcos"),
        ("forget what I told you about my divorce", "my divorce"),
        ("please forget about my ex-husband", "my ex-husband"),
        ("Can you forget that I live in Boston?", "I live in Boston"),
        ("I want you to forget my address", "my address"),
        ("don't remember that I smoke anymore", "I smoke"),
        ("stop remembering that I smoke", "I smoke"),
        ("erase everything you know about my boss", "my boss"),
        ("delete what you know about my salary, please", "my salary"),
        ("remove my address from your memory", "my address"),
        ("forget I ever said anything about the miscarriage", "the miscarriage"),
        ("forget Marcos", "Marcos"),
        ("I don't want you to remember my address", "my address"),
        ("hey, forget what I told you yesterday about Ana", "Ana"),
        ("forget the stuff I told you about my boss", "my boss"),
        ("pretend I never told you about the affair", "the affair"),
        ("no anotes lo que te dije de Martín", "Martín"),
        ("ya no quiero que tengas lo de mi embarazo", "mi embarazo"),
        ("no quiero que sepas nada más de mi ex", "mi ex"),
        ("hacé como si nunca te hubiera hablado de Martín", "Martín"),
        ("olvidate que te dije que estoy embarazada", "estoy embarazada"),
        ("no, mejor olvidate de lo del préstamo", "préstamo"),
        ("che, lo de Martín olvidalo", "Martín"),
        ("lo que te dije de mi hermano, borralo", "mi hermano"),
        ("eliminá mi dirección", "mi dirección"),
        ("quiero que borres todo lo relacionado con mi ex", "mi ex"),
        ("olvidá el nombre de mi ex", "el nombre de mi ex"),
        ("me gustaría que olvidaras lo de mi papá", "mi papá"),
        ("que no quede registrado lo de mi ex", "mi ex"),
        ("borrá todo lo de mi ex novio y olvidate de él", "mi ex novio"),
        ("forget I mentioned the loan", "the loan"),
        ("never mind what I said about Dana", "Dana"),
        ("ignore what I told you about my boss", "my boss"),
        ("would you mind forgetting what I said about Martin?", "Martin"),
        ("I'd rather you forgot about the loan", "the loan"),
        ("stop storing stuff about my ex", "my ex"),
        ("don't save what I said about my weight", "my weight"),
        ("could you please delete the info about my surgery", "my surgery"),
        ("take Martin out of your memory", "Martin"),
        ("delete my phone number", "my phone number"),
        ("I don't want you to know about the loan anymore", "the loan"),
        ("the thing about Martin, forget it", "Martin"),
    ],
)
def test_a_plain_request_names_what_to_forget(text: str, what: str) -> None:
    assert parse_forget_request(text) == Forget(what)


@pytest.mark.parametrize(
    "text",
    ["no guardes eso", "no lo anotes", "borrá eso último", "olvidate de lo que te conté recién",
    "borrá lo último que te dije",
     "olvidá mi último mensaje", "que eso no quede registrado", "scrap that", "don't save that",
     "don't keep that, please",
     "forget what I just said", "delete my last message", "keep that off the record",
     "never mind what I just told you"],
)  # fmt: skip
def test_the_last_message_can_be_meant(text: str) -> None:
    assert parse_forget_request(text) == Forget("")


@pytest.mark.parametrize(
    ("text", "what"),
    [("olvidate de eso", "eso"), ("Che, mejor olvidate de eso, por favor", "eso"), ("no te acuerdes más de eso", "eso"),
     ("¿podés olvidar esto?", "esto"), ("borrá eso", "eso"), ("forget that", "that"),
     ("could you forget about that please?", "that"), ("don't remember this anymore", "this"),
     ("no, delete that", "that")],
)  # fmt: skip
def test_what_was_told_or_answered_just_now_can_be_meant(text: str, what: str) -> None:
    assert parse_forget_request(text) == Forget(what)


@pytest.mark.parametrize("text", ["scrap that", "forget that", "olvidate de eso"])
def test_after_a_request_for_a_reminder_the_reminder_is_meant(text: str) -> None:
    said = Message(Speaker.PERSON, "recordame mañana a las 9 comprar pan", NOW, TurnId(1), "terminal")
    assert match(text, MatchContext((said,), NOW, ZoneInfo("UTC"), "es")) is None


@pytest.mark.parametrize(
    "text",
    ["sacá lo de la heladera", "quitá lo de la mesa", "lo del horno, sacalo", "sacá el tema de mi ex",
     "tachá lo de la lista", "borrá lo de la lista de compras", "sacá todo lo de la baulera",
     "borrá mi número de la agenda de mamá", "get rid of that guy", "delete that file", "remove that stain",
     "clear everything that is in the fridge", "drop that idea", "delete my number from the list", "forget that plan"],
)  # fmt: skip
def test_to_take_something_out_of_a_place_is_not_to_forget(text: str) -> None:
    assert parse_forget_request(text) is None


@pytest.mark.parametrize(
    "text",
    [
        "olvidate", "olvidate, no importa", "olvidalo", "forget it", "forget about it", "never mind, forget it",
        "me olvidé las llaves", "no te olvides de comprar pan", "don't forget to call mom",
        "no olvides que soy celíaco", "don't forget that I'm celiac", "don't let me forget that I have a meeting",
        "ya me olvidé de Marcos",
        "olvidate del recordatorio de la pastilla", "forget about the reminder for the pill",
        "delete the last reminder", "forget me",
        "olvidá todo", "forget everything", "borrá todo",
        "olvidate de comprar pan", "forget about buying the milk", "olvidate de la pizza, hoy comemos asado",
        "olvidá que soy celíaco, ya no lo soy", "te olvidaste de mi cumpleaños?", "I forget everything about chemistry",
        "borrá el archivo", "borrá la lista", "quiero olvidarme de mi ex", "mi vieja se olvida de todo",
        "remind me to forget about Marcos", "how do I forget my ex?", "cómo hago para olvidarme de mi ex",
        "no recuerdo lo que te dije", "don't remember where I left the keys", "remove the stain from the carpet",
        "quiero olvidar a mi ex", "I can't forget my ex", "que no se te olvide lo de mi ex", "sacá la basura",
        "tengo que olvidar lo de Juan", "clear everything on the table", "olvidate de ayer", "forget the milk",
        "no borres lo de Martín", "no me olvides", "don't delete anything about Martin", "scrap that idea",
        "no anotes nada",
        "ignore what my boss said about me", "clear that up about Martin", "no guardes eso en el archivo",
        "ni te olvides",
        "I'll never forget Martín", "no te olvides de la pastilla", "lo de Martín fue terrible", "no grabes la reunión",
        "te olvidás de todo lo que te digo", "stop reminding me about Ana", "quiero que te acuerdes de mi cumple",
    ],
)  # fmt: skip
def test_what_only_sounds_like_it_is_none(text: str) -> None:
    assert parse_forget_request(text) is None


@pytest.mark.parametrize(
    "text",
    ["sí", "si, dale", "dale", "Sí, borralos.", "dale, borrá todo", "ok", "sip", "claro", "sí por favor", "bueno dale",
     "sí, borrá los mensajes", "yes", "yes please", "yes, erase them", "sure, go ahead", "delete them all",
     "yes, all of them", "yep thanks", "👍", "👍🏽", "dale 😊", "sí!! 🙏"],
)  # fmt: skip
def test_a_yes(text: str) -> None:
    assert parse_forget_answer(text) == SettleForgetting(erase=True)


@pytest.mark.parametrize(
    "text",
    ["no", "no, dejalos", "no gracias", "no los borres", "dejalos ahí", "no hace falta", "nope", "leave them",
     "no, keep the messages", "keep them", "no thanks", "mejor no"],
)  # fmt: skip
def test_a_no(text: str) -> None:
    assert parse_forget_answer(text) == SettleForgetting(erase=False)


@pytest.mark.parametrize(
    "text",
    ["sí, pero dejá los mensajes", "solo los hechos", "keep the messages", "just the facts",
    "yes, only the facts please",
     "olvidalo pero no borres los mensajes", "los hechos sí, los mensajes no", "everything but the messages",
     "sí, todo menos los mensajes", "yes, but not the messages", "👍 pero dejá los mensajes"],
)  # fmt: skip
def test_the_facts_and_not_the_messages(text: str) -> None:
    assert parse_forget_answer(text) == SettleForgetting(erase=True, messages=False)


@pytest.mark.parametrize(
    "text",
    ["sí, mañana voy", "no sé", "no me acuerdo", "¿y vos?", "dale, nos vemos", "todo bien?", "no quiero ir", "hola",
     "ok y mañana qué hago", "si llueve no voy", "eso", "y", "", "I don't know", "no idea", "yes I went there"],
)  # fmt: skip
def test_anything_else_is_no_answer(text: str) -> None:
    assert parse_forget_answer(text) is None


@pytest.mark.parametrize(
    "text",
    [
        "ok " * 3_000 + "k",
        "no " * 3_000 + "z",
        "forget " + "the " * 3_000 + "x",
        "sí, pero " * 2_000 + "x",
        "lo de " * 3_000 + "x",
        "👍 " * 3_000 + "x",
    ],
)
def test_long_nonsense_is_read_in_no_time(text: str) -> None:
    """Each word is read once: an alternative that is tried again for every word would take until tomorrow."""
    assert parse_forget_answer(text) is None and parse_forget_request(text) is None


def test_a_yes_counts_only_after_the_question() -> None:
    asked = MatchContext((), NOW, ZoneInfo("UTC"), "es", asked_to_erase=True)
    found = match("sí", asked)
    assert found is not None and found.intent == SettleForgetting(erase=True)
    unasked = match("sí", MatchContext((), NOW, ZoneInfo("UTC"), "es"))
    assert unasked is None or not isinstance(unasked.intent, SettleForgetting)
