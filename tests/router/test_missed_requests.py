"""Which messages ask plainly for a reminder that a model has done nothing about (RTR-07)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sidecar.domain.tool import ToolCall, ToolReceipt
from sidecar.router.embedded_request import find_reminder_request
from sidecar.router.intents import SetReminder
from sidecar.router.match_context import MatchContext
from sidecar.router.matcher import Precedence, match
from sidecar.router.missed_requests import asks_about_reminder, find_missed_request

pytestmark = pytest.mark.req("RTR-07", "RTR-03")


NOBODY_SAID_ANYTHING = MatchContext((), datetime(2026, 3, 11, 13, 0, tzinfo=UTC), ZoneInfo("UTC"), "es")


def missed(text: str, answer: str, receipts: Sequence[ToolReceipt] = ()) -> SetReminder | None:
    """What the matcher finds in the text, and the model has left undone."""
    found = match(text, NOBODY_SAID_ANYTHING)
    if found is None or found.precedence is not Precedence.IF_MISSED:
        return None
    assert isinstance(found.intent, SetReminder)
    return find_missed_request(found.intent, text, answer, receipts)


def receipt(name: str, error: str = "") -> ToolReceipt:
    return ToolReceipt(ToolCall("1", name, "{}"), "", error)


@pytest.mark.parametrize(
    "text",
    [
        "haceme acordar el sábado a las 11 de regar las macetas",
        "recordame que tengo que renovar el registro el 4 de mayo a las 10",
        "recordame cada lunes a las 8 sacar los reciclables",
        "acordame a las 22:30 de apagar el calefón",
        "me hacés acordar mañana a las 7 de la mañana que lleve el DNI?",
        "avisame en 45 minutos que saque el budín",
        "avisame a las 20 para poner la mesa",
        "porfa recordame pasado mañana a las 18 pasar por la ferretería",
        "che recordame en 2 horas tomar la pastilla",
        "agendame el jueves a las 15 el turno con la oculista",
        "poneme un recordatorio el viernes a las 9 para pagar el alquiler",
        "necesito que me recuerdes mañana a las 13 mandar la factura",
        "¿me podrías recordar el domingo a las 10 llamar a la abuela?",
        "quiero que me avises a las 17 que empieza el partido",
        "en media hora avisame que baje el fuego",
        "el lunes a las 8 recordame llevar los papeles",
        "no te olvides de recordarme a las 21 la medicación",
        "recordanos mañana a las 20 la cena",
        "recordame comprar yerba",
        "recordame llamar al plomero",
        "recordame de sacar turno",
        "recordame q mañana a las 9 tengo dentista",
        "RECORDAME MAÑANA A LAS 9 PAGAR LA LUZ!!!",
        "recordame lo del gas mañana a las 10",
        "remind me to water the ficus on Sunday at 11",
        "remind me at 6pm to call the vet",
        "can you remind me in 45 minutes to take the bread out?",
        "please set a reminder for Friday at 9am to pay rent",
        "tomorrow at 8 remind me to bring the charger",
        "don't let me forget to send the form on Monday at 10",
        "remind me every weekday at 7:30 to stretch",
        "I need you to remind me tomorrow at noon about the meeting",
        "could you please remind me to buy milk",
        "remind me to renew my passport",
        "would you ping me at 3pm about the build?",
        "i'd like a reminder tomorrow at 9 to call Ana",
        "mandame un recordatorio mañana a las 9 para llamar a Ana",
        "dejame un recordatorio para el martes a las 10: dentista",
        "podés hacerme acordar mañana a las 9 de llamar?",
        "avisame mañana a las 9 lo del banco",
        "set reminder to feed the hens at 6pm tomorrow",
        "give me a reminder on Monday at 8am for the bins",
        "i need a reminder to call the plumber tomorrow at 10",
        "put a reminder tomorrow at 9: passports",
        "manda un recordatorio mañana a las 9 para regar",
        "configurar un recordatorio para la reunión el lunes a las 9",
    ],
)
@pytest.mark.parametrize("news", ["Ando a mil. ", "What a day! ", "estoy con la mudanza, "])
def test_a_plain_request_beside_other_words(news: str, text: str) -> None:
    text = news + text
    request = missed(text, "Sure!")
    assert request is not None and request.message
    assert missed(text, "Ok.", [receipt("list_reminders"), receipt("set_reminder", "unclear")]) == request
    for name in ("set_reminder", "edit_reminder", "snooze_reminder"):
        assert missed(text, "Ok.", [receipt(name)]) is None


@pytest.mark.parametrize(
    "text",
    [
        "¿podés recordarme cosas?",
        "¿qué recordatorios tengo para mañana?",
        "¿me vas a recordar lo de mañana a las 9?",
        "¿ya me recordaste lo del banco?",
        "¿por qué no me recordaste ayer lo del banco?",
        "Juan me pidió que le recuerde mañana a las 9 lo del banco",
        "si mañana a las 9 llueve recordame el paraguas",
        "recordame llevar el paraguas si mañana llueve",
        "avisame cuando llegues",
        "recordame cuánto le debo a Pedro",
        "recordame de dónde era tu tía",
        "recordame el apellido de la doctora",
        "recordame la clave del wifi",
        "remind me what we said about Monday at 9",
        "remind me how to boil eggs",
        "remind me who called",
        "do you remind people of things?",
        "how do reminders work?",
        "she reminded me yesterday at 9",
        "this song reminds me of summer",
        "cancel the reminder for tomorrow at 9",
        "move the reminder to tomorrow at 9",
        "pasá el recordatorio para mañana a las 9",
        "borrá el recordatorio de mañana",
        "el recordatorio de las 9 no sonó",
        "gracias por el recordatorio de mañana a las 9",
        "mañana a las 9 tengo turno",
        "recordás que mañana a las 9 tengo turno?",
        "te acordás que mañana tengo turno a las 9?",
        "escribime un mail que diga: recordame mañana a las 9 la reunión",
        'traducí "remind me tomorrow at 9 to call Ana"',
        '¿cómo se dice "recordame mañana a las 9" en inglés?',
        "contame un cuento donde alguien dice recordame mañana a las 9",
        "quería que me recordaras algo pero ya fue",
        "no hace falta que me recuerdes mañana a las 9",
        "dejá de recordarme todos los días a las 9 lo del agua",
        "me recordó mañana a las 9",
    ],
)
def test_no_plain_request(text: str) -> None:
    assert missed(text, "Vive en Rosario.") is None


@pytest.mark.parametrize(
    ("answer", "about_it"),
    [
        ("¿A qué hora?", True),
        ("¿Para cuándo lo querés?", True),
        ("¿Te lo agendo igual?", True),
        ("¿A las 9 de la mañana?", True),
        ("Dale. ¿Cuándo te lo recuerdo?", True),
        ("When should I remind you?", True),
        ("At 9 in the morning or in the evening?", True),
        ("Which day?", True),
        ("¿Algo más?", False),
        ("¿Cómo andás? Te aviso a las 9.", False),
        ("¿Qué le vas a decir?", False),
        ("Anything else I can do?", False),
        ("When was the last time you called her?", False),
        ("Te aviso mañana a las 9.", False),
        ("", False),
    ],
)
def test_a_question_about_it(answer: str, about_it: bool) -> None:
    assert asks_about_reminder(answer) is about_it


@given(st.text(max_size=60), st.text(max_size=60))
def test_nothing_breaks_it(text: str, answer: str) -> None:
    for said in (text, f"recordame {text}", f"{text} remind me {text} tomorrow at 9"):
        assert missed(said, answer) in (None, SetReminder("", ""), find_reminder_request(said))
