"""Somebody who suffers gets kind words and whom to call: never a form, a joke or a word about models."""

from __future__ import annotations

from zoneinfo import ZoneInfo

import pytest

from sidecar.conversation.distress import find_helpline
from sidecar.domain.person import Preferences
from sidecar.errors import ModelTimeout, NoModel
from sidecar.router.distress import is_crisis, is_sad_news
from sidecar.storage.sqlite import SqliteDb
from tests.conversation.stage import World
from tests.loopback.script import say

pytestmark = pytest.mark.req("CON-60", "RTR-03")
CRISIS = [
    "I'm so depressed I don't want to live anymore",
    "estoy re mal, me quiero matar",
    "no le encuentro sentido a la vida",
    "anoche pensé en suicidarme",
    "no quiero vivir más",
    "mis hijos estarían mejor sin mí",
    "a veces tengo ganas de morirme",
    "ojalá no me despertara mañana",
    "everybody would be better off without me",
    "ive been thinking about ending it",
    "I want to kill myself",
    "my brother says he wants to die, what do I do",
    "mi hermana se quiere suicidar",
    "i keep hurting myself",
]
NO_CRISIS = [
    "me quiero morir de la vergüenza",
    "me quiero matar jajaja me olvidé las llaves",
    "no quiero vivir más en este departamento",
    "no quiero vivir con mi suegra",
    "I don't want to live in Ohio anymore",
    "i don't want to wake up at 6",
    "kill the timer",
    "matá la alarma de las 7",
    "me corté el pelo",
    "want to die of laughter lol",
    "¿qué es el modo suicida de un proceso?",
    "mi planta se va a morir si no la riego",
    "quiero desaparecer los duplicados de la lista",
]


@pytest.mark.parametrize("text", CRISIS)
def test_a_crisis_is_recognised(text: str) -> None:
    assert is_crisis(text)


@pytest.mark.parametrize("text", NO_CRISIS)
def test_a_manner_of_speaking_is_none(text: str) -> None:
    assert not is_crisis(text)


@pytest.mark.parametrize(
    "text",
    [
        "hoy se cumple un año de la muerte de papá",
        "me duele la cabeza hace 3 días, estoy preocupada",
        "tengo miedo",
        "se murió mi abuelo, estoy hecha mierda",
        "my mom passed away last night",
        "I got laid off today",
        "perdí el embarazo",
        "we broke up",
        "ando medio bajón",
        "i feel so lonely",
    ],
)
def test_sad_news_is_recognised(text: str) -> None:
    assert is_sad_news(text)


@pytest.mark.parametrize(
    "text", ["¿cuándo murió Borges?", "who died in 1986?", "recordame el turno", "me muero de risa jajaja", "estoy acá"]
)
def test_what_is_not_sad(text: str) -> None:
    assert not is_sad_news(text)


@pytest.mark.parametrize("text", CRISIS)
async def test_without_a_model_a_crisis_gets_a_person_to_call(db: SqliteDb, text: str) -> None:
    world = World(db)
    world.missing = NoModel("none")
    reply = await world.take(text)
    assert "0800 999 0091" in reply.text
    assert "modelo" not in reply.text and "model" not in reply.text.split()
    assert await world.all() == []


async def test_with_a_model_the_number_is_there_all_the_same(db: SqliteDb) -> None:
    world = World(db, say("Lamento mucho que estés así. ¿Qué pasó?"), say("Llamá al 0800-999-0091, por favor."))
    first = await world.take("no quiero vivir más")
    assert first.text.startswith("Lamento mucho") and "0800 999 0091" in first.text
    second = await world.take("pienso en matarme")
    assert "0800 999 0091" not in second.text


async def test_another_number_of_the_model_is_not_the_line(db: SqliteDb) -> None:
    reply = await World(db, say("Son 10800 999 00912 estrellas. Llamá al 135.")).take("no quiero vivir más")
    assert "Llamá al 0800 999 0091" in reply.text


async def test_a_model_that_fails_leaves_nobody_alone(db: SqliteDb) -> None:
    reply = await World(db, ModelTimeout("slow")).take("no quiero vivir más")
    assert "0800 999 0091" in reply.text


@pytest.mark.parametrize(
    "text", ["hoy se cumple un año de la muerte de papá", "me duele la cabeza hace 3 días, estoy preocupada"]
)
async def test_sad_news_are_no_reminder(db: SqliteDb, text: str) -> None:
    world = World(db)
    world.missing = NoModel("none")
    reply = await world.take(text)
    assert "recuerdo" not in reply.text and "modelo" not in reply.text


@pytest.mark.parametrize(
    ("zone", "number"),
    [
        ("America/Argentina/Cordoba", "0800 999 0091"),
        ("America/Buenos_Aires", "0800 999 0091"),
        ("Europe/Madrid", "024"),
        ("America/Chicago", "988"),
        ("US/Pacific", "988"),
        ("Europe/London", "116 123"),
        ("America/Mexico_City", "800 911 2000"),
    ],
)
def test_the_line_is_that_of_the_country(zone: str, number: str) -> None:
    line = find_helpline(Preferences(timezone=ZoneInfo(zone)).timezone.key)
    assert line is not None and number in line.number


def test_where_no_line_is_known() -> None:
    assert find_helpline("Asia/Tokyo") is None
    assert find_helpline("UTC") is None
