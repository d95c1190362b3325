"""Requests to forget in plain words, what only sounds like one, and the answer to what forgetting asks."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from sidecar.router.forget_answer import SettleForgetting, parse_forget_answer
from sidecar.router.forget_request import Forget, parse_forget_request
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
    ],
)
def test_a_plain_request_names_what_to_forget(text: str, what: str) -> None:
    assert parse_forget_request(text) == Forget(what)


@pytest.mark.parametrize(
    "text",
    [
        "olvidate", "olvidate, no importa", "olvidalo", "forget it", "forget about it", "never mind, forget it",
        "me olvidé las llaves", "no te olvides de comprar pan", "don't forget to call mom",
        "no olvides que soy celíaco", "don't forget that I'm celiac", "don't let me forget that I have a meeting",
        "ya me olvidé de Marcos",
        "olvidate del recordatorio de la pastilla", "forget about the reminder for the pill",
        "delete the last reminder", "olvidate de eso", "forget that", "forget me",
        "olvidá todo", "forget everything", "borrá todo",
        "olvidate de comprar pan", "forget about buying the milk", "olvidate de la pizza, hoy comemos asado",
        "olvidá que soy celíaco, ya no lo soy", "te olvidaste de mi cumpleaños?", "I forget everything about chemistry",
        "borrá el archivo", "borrá la lista", "quiero olvidarme de mi ex", "mi vieja se olvida de todo",
        "remind me to forget about Marcos", "how do I forget my ex?", "cómo hago para olvidarme de mi ex",
        "no recuerdo lo que te dije", "don't remember where I left the keys", "remove the stain from the carpet",
        "quiero olvidar a mi ex", "I can't forget my ex", "que no se te olvide lo de mi ex", "sacá la basura",
        "tengo que olvidar lo de Juan", "clear everything on the table", "olvidate de ayer", "forget the milk",
        "te olvidás de todo lo que te digo", "stop reminding me about Ana", "quiero que te acuerdes de mi cumple",
    ],
)  # fmt: skip
def test_what_only_sounds_like_it_is_none(text: str) -> None:
    assert parse_forget_request(text) is None


@pytest.mark.parametrize(
    "text",
    ["sí", "si, dale", "dale", "Sí, borralos.", "dale, borrá todo", "ok", "sip", "claro", "sí por favor", "bueno dale",
     "sí, borrá los mensajes", "yes", "yes please", "yes, erase them", "sure, go ahead", "delete them all",
     "yes, all of them", "yep thanks"],
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
    ["sí, mañana voy", "no sé", "no me acuerdo", "¿y vos?", "dale, nos vemos", "todo bien?", "no quiero ir", "hola",
     "ok y mañana qué hago", "si llueve no voy", "eso", "y", "", "I don't know", "no idea", "yes I went there"],
)  # fmt: skip
def test_anything_else_is_no_answer(text: str) -> None:
    assert parse_forget_answer(text) is None


@pytest.mark.parametrize("text", ["ok " * 3_000 + "k", "no " * 3_000 + "z", "forget " + "the " * 3_000 + "x"])
def test_long_nonsense_is_read_in_no_time(text: str) -> None:
    """Each word is read once: an alternative that is tried again for every word would take until tomorrow."""
    assert parse_forget_answer(text) is None and parse_forget_request(text) is None


def test_a_yes_counts_only_after_the_question() -> None:
    asked = MatchContext((), NOW, ZoneInfo("UTC"), "es", asked_to_erase=True)
    found = match("sí", asked)
    assert found is not None and found.intent == SettleForgetting(erase=True)
    assert match("sí", MatchContext((), NOW, ZoneInfo("UTC"), "es")) is None
