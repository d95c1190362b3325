"""Plain requests in every form people use, and what only looks like one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sidecar.router.intents import (
    AddNote,
    BeQuiet,
    CancelReminder,
    CorrectFact,
    EditReminder,
    Intent,
    ListNotes,
    ListReminders,
    MemoryQuestion,
    SetReminder,
    SmallTalk,
    SmallTalkKind,
    SnoozeReminder,
    StatusQuestion,
    TellFact,
    TimeQuestion,
    UnitConversion,
    WeatherQuestion,
)
from sidecar.router.plain_request import read_plain_request
from sidecar.router.route import RouteStage, route
from tests.growth import assert_linear

REQUESTS: dict[str, Intent] = {
    "alarma a las 6:40": SetReminder("alarma", "a las 6:40"),
    "timer 25 min": SetReminder("timer", "25 min"),
    "poneme una alarma mañana a las 5 para el vuelo": SetReminder("el vuelo", "mañana a las 5"),
    "ey, ping me in 20 mins": SetReminder("", "in 20 mins"),
    "agendá cena con Rita el sábado a las 21": SetReminder("cena con Rita", "el sábado a las 21"),
    "che, can you recordarme a las 7pm lo del taller? 🙏": SetReminder("lo del taller", "a las 7pm"),
    "recordme mañana a las 10 pagar la luz": SetReminder("pagar la luz", "mañana a las 10"),
    "remimd me tomorrow at 10 to pay the gas": SetReminder("pay the gas", "tomorrow at 10"),
    "jajaja dale, recordame comprar hielo el viernes a las 19, gracias genio": SetReminder(
        "comprar hielo", "el viernes a las 19"
    ),
    "remind me on friday at 18 to say thanks": SetReminder("say thanks", "on friday at 18"),
    "clima en Mar del Plata el sábado": WeatherQuestion("Mar del Plata", "el sábado"),
    "me gusta el mate": TellFact("me gusta el mate", asked=False),
    "no, en realidad se llama Anita": CorrectFact("se llama Anita"),
    "wake me up at 6:15 tomorrow": SetReminder("wake up", "at 6:15 tomorrow"),
    "qué tengo para el jueves?": ListReminders("para el jueves"),
    "what do I have tomorrow?": ListReminders("tomorrow"),
    "mostrame los recordatorios del gimnasio": ListReminders("", "gimnasio"),
    "how many reminders do I have?": ListReminders(),
    "borrá el recordatorio de la veterinaria": CancelReminder("la veterinaria"),
    "cancel all my reminders": CancelReminder("", "", every=True),
    "delete the piano reminder please": CancelReminder("the piano"),
    "dejá de recordarme lo del seguro": CancelReminder("seguro"),
    "posponelo 15 minutos": SnoozeReminder("", "15 minutos"),
    "snooze the dentist one until monday at 9": SnoozeReminder("dentist", "until monday at 9"),
    "pasá el recordatorio del taller al martes a las 10": EditReminder("taller", "al martes a las 10"),
    "va a llover el domingo en Tandil?": WeatherQuestion("Tandil", "el domingo"),
    "do I need an umbrella tomorrow": WeatherQuestion("", "tomorrow"),
    "pronóstico para mañana": WeatherQuestion("", "mañana"),
    "hola! qué hora es en Lima?": TimeQuestion("Lima"),
    "could you tell me the time?": TimeQuestion(),
    "cuántos gramos son 3 libras": UnitConversion(3.0, "libras", "gramos"),
    "anotá: la llave está en el cajón": AddNote("la llave está en el cajón"),
    "show me my notes": ListNotes(),
    "acordate de que mi hermana es celíaca": TellFact("mi hermana es celíaca", asked=True),
    "remember that I prefer tea": TellFact("I prefer tea", asked=True),
    "soy vegetariana": TellFact("soy vegetariana", asked=False),
    "qué sabés de mí?": MemoryQuestion(),
    "no me mandes nada hasta mañana": BeQuiet("hasta mañana"),
    "qué modelo estás usando?": StatusQuestion(),
}


@pytest.mark.req("RTR-01", "RTR-02")
@pytest.mark.parametrize("text", REQUESTS)
def test_a_plain_request(text: str) -> None:
    assert read_plain_request(text, "es") == REQUESTS[text]


@pytest.mark.req("RTR-01")
@pytest.mark.parametrize("text", ["que hora es", "clima en Bilbao", "recordame mañana a las 9 lo del gas"])
@pytest.mark.parametrize(
    "around", ["hola sidecar, {}", "{} porfa 🙂", "jaja {} jaja", "buenas! che {}, mil gracias", "¡¿{}?!"]
)
def test_what_is_around_a_request_changes_nothing(text: str, around: str) -> None:
    assert read_plain_request(around.format(text)) == read_plain_request(text)


@pytest.mark.req("CON-60")
@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("holaaa", SmallTalkKind.GREETING),
        ("buenas noches, hasta mañana", SmallTalkKind.GOODBYE),
        ("muchas gracias!!", SmallTalkKind.THANKS),
        ("hey, how are you?", SmallTalkKind.HOW_ARE_YOU),
        ("quién sos?", SmallTalkKind.WHO_ARE_YOU),
        ("what can you do?", SmallTalkKind.WHAT_CAN_YOU_DO),
        ("dale, perfecto", SmallTalkKind.ASSENT),
        ("jajajaja", SmallTalkKind.LAUGHTER),
        ("😂", SmallTalkKind.LAUGHTER),
        ("sos un inútil", SmallTalkKind.INSULT),
    ],
)
def test_small_talk_is_of_its_kind_and_goes_nowhere(text: str, kind: SmallTalkKind) -> None:
    assert read_plain_request(text) == SmallTalk(kind)
    assert route(text).label == "other"


@pytest.mark.req("RTR-03")
@pytest.mark.parametrize(
    "text",
    [
        "recordame el lunes a las 9 llamar a Leo y contame un chiste",
        "what's the weather in Rome and remind me to pack",
        "si sale el sol recordame lavar el auto",
        "avisame cuando llegue el cartero",
        "remind me when mum calls",
        "ayer puse un recordatorio y no sonó",
        "podés poner recordatorios que se repitan?",
        "cómo funcionan los recordatorios?",
        'mi hermano dijo "recordame mañana lo del auto"',
        "no me recuerdes lo de ayer",
        "decile a Marta que me recuerde lo del jueves",
        "recordale a papá lo del turno",
        "hizo un frío tremendo en la cancha",
        "por qué llueve tanto en abril?",
        "what does under the weather mean?",
        "contame una historia sobre la lluvia",
        "el horno tiene que estar a 180 grados",
        "pasame 100 dólares a pesos",
        "soy alérgico al polvo pero mi novia tiene tres gatos, qué hago?",
        "anotá que sos un desastre",
        "me olvidé las llaves otra vez",
        "cuánto tiempo falta para que termine el partido",
        "escribí un mail para recordarle a Eva la reunión del viernes",
        "poneme algo de rock",
        "what's the alarm code?",
        "cuál es la clave de la alarma?",
    ],
)
def test_what_only_looks_like_a_request_goes_to_the_brain(text: str) -> None:
    found = route(text, "es")
    assert found.label == "other"


def test_a_route_says_who_decided() -> None:
    assert route("qué hora es").stage is RouteStage.GRAMMAR
    assert route("explicame la fotosíntesis").stage is RouteStage.BRAIN


@pytest.mark.req("RTR-02")
@pytest.mark.parametrize("sign", [".", ",", ";", "?", "(", " .", "¿"])
def test_a_row_of_signs_takes_linear_time(sign: str) -> None:
    assert_linear(lambda size: read_plain_request("recordame " + sign * size), 8_000)


@given(st.text(max_size=80), st.sampled_from(["", "recordame ", "cancelá ", "weather ", "qué ", "anotá ", "move "]))
def test_any_text_can_be_read(text: str, start: str) -> None:
    found = route(start + text)
    assert 0 <= found.confidence <= 1
