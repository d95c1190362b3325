"""Plain requests for a reminder: what, when, and everything that is no request."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sidecar.router.reminder_request import parse_reminder_request

WHAT = (
    "sacar la ropa del lavarropas",
    "la reunión con Ñandú & Cía",
    "Llamar al plomero",
    "darle de comer al gato Milo",
)
ENGLISH_WHAT = ("check the oven", "call Aunt Rose", "the parents' evening")

SPANISH = {
    "recordame mañana a las 9 {what}": "mañana a las 9",
    "Recordame {what} el jueves a las 15:30": "el jueves a las 15:30",
    "¿me podés recordar {what} en 20 minutos?": "en 20 minutos",
    "che, ¿podrías recordarme a las 18 {what}?": "a las 18",
    "hola! haceme acordar de {what} pasado mañana a las 10, porfa": "pasado mañana a las 10",
    "¿Me hacés acordar el 3 de mayo a las 11 de {what}?": "el 3 de mayo a las 11",
    "no me dejes olvidar {what} hoy a las 22": "hoy a las 22",
    "quiero que me recuerdes {what} mañana a las 7": "mañana a las 7",
    "necesito que me recuerdes en dos horas {what}, gracias": "en dos horas",
    "recuérdame el viernes a las 8 {what}": "el viernes a las 8",
    "poneme un recordatorio para mañana a las 6: {what}": "mañana a las 6",
    "agregá un recordatorio: {what} todos los lunes a las 8": "todos los lunes a las 8",
    "recordatorio: {what} cada 8 horas": "cada 8 horas",
    "avisame en media hora que tengo que {what}": "en media hora",
    "me avisás a las 19:45 para {what}?": "a las 19:45",
    "sidecar, recordame de lunes a viernes a las 7:30 {what}": "de lunes a viernes a las 7:30",
    "buenas, recordame {what} en un rato": "en un rato",
    "recordame {what} la semana que viene": "la semana que viene",
}
ENGLISH = {
    "remind me tomorrow at 9 to {what}": "tomorrow at 9",
    "can you remind me in 20 minutes to {what}?": "in 20 minutes",
    "Please remind me to {what} on Friday at 5pm, thanks": "on Friday at 5pm",
    "hey sidecar, could you please remind me about {what} at noon?": "at noon",
    "don't let me forget to {what} tomorrow at 8": "tomorrow at 8",
    "set a reminder to {what} every weekday at 7:30": "every weekday at 7:30",
    "set me a reminder in an hour: {what}": "in an hour",
    "I want you to remind me on March 3 at 6pm to {what}": "on March 3 at 6pm",
    "alert me at 3pm to {what}": "at 3pm",
}


def wanted(text: str) -> tuple[str, str] | None:
    """What and when."""
    found = parse_reminder_request(text)
    return (found.message, found.when) if found else None


@pytest.mark.req("CON-60", "REM-01")
@pytest.mark.parametrize("sentence", SPANISH)
@pytest.mark.parametrize("what", WHAT)
def test_spanish(sentence: str, what: str) -> None:
    found = wanted(sentence.format(what=what))
    assert found is not None
    message, when = found
    assert message.removeprefix("tengo que ") == what
    assert when.removeprefix("para ") == SPANISH[sentence]


@pytest.mark.req("CON-60", "REM-01")
@pytest.mark.parametrize("sentence", ENGLISH)
@pytest.mark.parametrize("what", ENGLISH_WHAT)
def test_english(sentence: str, what: str) -> None:
    assert wanted(sentence.format(what=what)) == (what, ENGLISH[sentence])


@pytest.mark.req("CON-60")
@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("recordame comprar yerba", "comprar yerba"),
        ("haceme acordar de llamar a Sole, porfa", "llamar a Sole"),
        ("remind me to buy stamps", "buy stamps"),
        ("poneme un recordatorio", ""),
        ("recordame", ""),
    ],
)
def test_without_a_time_the_tool_will_ask(text: str, message: str) -> None:
    assert wanted(text) == (message, "")


@pytest.mark.req("CON-60")
@pytest.mark.parametrize("text", ["avisame en 10 minutos", "recordame mañana", "remind me at 5pm"])
def test_without_a_text_the_tool_will_ask(text: str) -> None:
    found = wanted(text)
    assert found is not None
    assert found[0] == "" and found[1]


@pytest.mark.req("CON-60")
@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("recordame mañana a las 9 preguntarle a Tomi si viene", "preguntarle a Tomi si viene"),
        ("recordame el lunes a las 10 ver si llegó el paquete", "ver si llegó el paquete"),
        ("remind me tomorrow at 9 to ask Kim if she can drive", "ask Kim if she can drive"),
    ],
)
def test_a_whether_is_no_condition(text: str, message: str) -> None:
    found = wanted(text)
    assert found is not None
    assert found[0] == message


@pytest.mark.req("CON-60")
@pytest.mark.parametrize(
    "text",
    [
        # a condition: code cannot know when it is met
        "avisame cuando llegue el pedido",
        "recordame llevar paraguas si llueve mañana a las 8",
        "recordame comprar velas apenas salga del trabajo",
        "remind me when I get home to water the plants",
        "remind me to take a coat if it gets cold",
        # a question to the memory
        "recordame cómo se llama mi dentista",
        "recordame como era la receta",
        "recordame qué te dije del viaje",
        "recordame quién ganó el partido",
        "recordame dónde dejé las llaves",
        "recordame de qué hablamos ayer",
        "recordame lo que hablamos anoche",
        "remind me what my sister's address is",
        "remind me who painted it",
        "remind me about yesterday's call",
        # something to be remembered, not to be said
        "acordate que soy alérgico al maní",
        "acordate de que no como carne",
        "recordá que me gusta el mate amargo",
        "¿te acordás de mi hermana?",
        "¿recordás cuando fuimos a Tandil?",
        "me acordé de llamar",
        # about reminders
        "¿qué recordatorios tengo?",
        "mis recordatorios",
        "recordatorios",
        "cancelá el recordatorio del lunes a las 9",
        "what reminders do I have?",
        "no me recuerdes nada mañana a las 9",
        "ya no me recuerdes lo del gimnasio",
        "don't remind me tomorrow at 9",
        # nothing of the kind
        "avisame cómo te fue",
        "avisame",
        "el recordatorio de ayer estuvo bien",
        "mañana a las 9 tengo turno",
        "this photo will remind me of you",
        "hola",
        "",
        "¿?",
    ],
)
def test_what_is_no_request_for_a_reminder(text: str) -> None:
    assert wanted(text) is None


@given(st.text(max_size=60))
def test_nothing_breaks_it(text: str) -> None:
    for sentence in (text, f"recordame {text}", f"remind me {text} tomorrow at 9"):
        found = wanted(sentence)
        assert found is None or all(word in sentence for part in found for word in part.split())
