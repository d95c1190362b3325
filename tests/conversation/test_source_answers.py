"""Without a model: where something known comes from, and what was noted when it is wrong."""

from __future__ import annotations

from dataclasses import replace

import pytest

from sidecar.domain.message import Message, Speaker, TurnId
from sidecar.domain.person import OWNER, Language
from sidecar.errors import NoModel
from tests.conversation.test_turn import AT, World
from tests.memory.answers.lives import parse_life

pytestmark = pytest.mark.req("MEM-16")


def world(language: Language, fact: str, told: str) -> World:
    here = World()
    here.missing = NoModel("No model is configured.")
    here.people = {OWNER: replace(here.people[OWNER], language=language)}
    (known,) = parse_life(f"20 health {fact}")
    here.facts = [replace(known, origin=TurnId(1))]
    here.kept = [Message(Speaker.PERSON, told, AT, TurnId(1), "terminal")]
    return here


@pytest.mark.parametrize(
    ("language", "fact", "told", "question"),
    [
        ("en", "Takes metformin 500", "on metformin 500 btw", "how do you know i take metformin?"),
        ("en", "Takes metformin 500", "on metformin 500 btw", "where did you get that I take metformin?"),
        ("en", "Takes metformin 500", "on metformin 500 btw", "who told you about the metformin"),
        ("es", "Toma levotiroxina 75", "la levo, 75 en ayunas", "¿por qué sabés lo de la levotiroxina?"),
        ("es", "Toma levotiroxina 75", "la levo, 75 en ayunas", "de dónde sacaste que tomo levotiroxina"),
        ("es", "Toma levotiroxina 75", "la levo, 75 en ayunas", "¿cómo sabés que tomo levotiroxina?"),
    ],
)
async def test_the_source_is_in_the_persons_own_words(language: Language, fact: str, told: str, question: str) -> None:
    assert f"“{told}”" in (await world(language, fact, told).take(question)).text


@pytest.mark.parametrize(("language", "question"), [("en", "how do you know that?"), ("es", "¿de dónde sacaste eso?")])
async def test_that_is_what_was_just_said(language: Language, question: str) -> None:
    fact, said = {"en": ("Lives in Leeds", "You live in Leeds."), "es": ("Vive en Lugo", "Vivís en Lugo.")}[language]
    here = world(language, fact, "told so")
    here.kept = [*here.kept, Message(Speaker.COMPANION, said, AT, TurnId(2), "terminal")]
    assert "“told so”" in (await here.take(question)).text


@pytest.mark.parametrize("question", ["how do you know if an egg is bad?", "¿cómo sabés si está crudo?"])
async def test_the_world_has_no_source(question: str) -> None:
    assert "on metformin" not in (await world("en", "Takes metformin 500", "on metformin 500").take(question)).text


@pytest.mark.parametrize("denial", ["that's wrong", "no, that's not true", "I never said that"])
async def test_to_a_denial_the_answer_is_what_was_noted(denial: str) -> None:
    here = world("en", "Lives in Leeds", "where do I live?")
    here.kept = [*here.kept, Message(Speaker.COMPANION, "You live in Leeds.", AT, TurnId(1), "terminal")]
    assert "you live in Leeds" in (await here.take(denial)).text
    here.facts = ()
    assert "noted" not in (await here.take(denial)).text
