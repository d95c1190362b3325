"""What is told plainly is kept and what it changes is changed: names, losses, misspelt health, outright requests."""

from __future__ import annotations

import pytest

from sidecar.domain.fact import Domain
from sidecar.memory import extraction
from sidecar.memory.fact_request import find_request
from sidecar.memory.outcome import Replacement
from tests.memory.stage import Mind


@pytest.mark.req("MEM-14")
@pytest.mark.parametrize(
    ("stored", "said"), [("Se llama Julia", "Se llama Julián"), ("Is called Beth", "Is called Seth")]
)
async def test_a_person_has_one_name(mind: Mind, stored: str, said: str) -> None:
    await mind.remember("Su gato se llama Ulises", Domain.RELATIONSHIPS)
    await mind.remember(stored, Domain.PERSONAL)
    await mind.remember(said, Domain.PERSONAL)
    assert await mind.texts() == ["Su gato se llama Ulises", said]


@pytest.mark.req("MEM-13", "MEM-14")
@pytest.mark.parametrize(
    ("stored", "said"),
    [
        ("Está embarazada de 3 meses", "perdimos el embarazo"),
        ("Está embarazada", "tuve un aborto espontáneo"),
        ("Is pregnant", "I miscarried on Sunday"),
        ("Is 12 weeks pregnant", "we lost the baby"),
    ],
)
async def test_a_lost_pregnancy_is_over_and_nobody_asks_whether(mind: Mind, stored: str, said: str) -> None:
    await mind.remember(stored, Domain.HEALTH, critical=True)
    (read,) = extraction.extract(said, "es" if stored.startswith("Está") else "en")
    assert read.domain is Domain.HEALTH
    assert isinstance(await mind.remember(read.text, Domain.HEALTH, critical=True), Replacement)
    assert await mind.texts() == [read.text]


@pytest.mark.req("MEM-10", "MEM-13")
@pytest.mark.parametrize("text", ["im alergic to kiwi", "i hav an alergy to latex", "i hav astma"])
def test_misspelt_health_is_health(text: str) -> None:
    assert [fact.domain for fact in extraction.extract(text, "en")] == [Domain.HEALTH]


@pytest.mark.req("MEM-10")
@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("please remember my gym code is 8812", "my gym code is 8812"),
        ("Acordate de que el portón traba de noche", "el portón traba de noche"),
        ("don't forget to buy bread", None),
        ("acordate de llamar a Inés", None),
        ("do you remember my code?", None),
    ],
)
def test_what_is_asked_for_outright_is_found(text: str, kept: str | None) -> None:
    assert find_request(text) == kept


@pytest.mark.req("MEM-10")
async def test_what_is_asked_for_outright_is_kept_in_their_words(mind: Mind) -> None:
    await mind.say("please remember my gym code is 8812")
    await mind.note_what_waits()
    assert await mind.texts() == ["my gym code is 8812"]
