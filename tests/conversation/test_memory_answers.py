"""Without a model: what the person told is said to them, or that they never told it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from sidecar.domain.fact import FactId, FactSource, Subject
from sidecar.domain.message import Message, Speaker, TurnId
from sidecar.domain.person import OWNER, Language
from sidecar.errors import NoModel
from sidecar.memory.recall import MemoryHit
from tests.conversation.test_turn import AT, World
from tests.memory.answers.lives import ENGLISH, SPANISH, parse_life

pytestmark = pytest.mark.req("CON-60")


def world(language: Language = "es") -> World:
    here = World()
    here.missing = NoModel("No model is configured.")
    here.facts = parse_life(SPANISH if language == "es" else ENGLISH)
    here.people = {OWNER: replace(here.people[OWNER], language=language)}
    return here


async def said(here: World, text: str) -> str:
    return (await here.take(text)).text


async def test_the_answer_is_in_the_second_person_with_its_day() -> None:
    assert await said(world(), "¿dónde vive mi hermana?") == "Tu hermana vive en Tandil (me lo dijiste el 8/6/2025)."
    assert await said(world("en"), "how old is my mom?") == "Your mom is 70 (you told me on Feb 13)."


async def test_what_was_never_told_has_one_text() -> None:
    assert await said(world(), "¿qué edad tiene mi perra?") == "Eso no me lo contaste."
    assert await said(world("en"), "what's my blood type") == "You haven't told me that."


@pytest.mark.parametrize(
    ("before", "question"),
    [("", "which airline are we on?"), ("", "how much am I on at the gym?"), ("", "cuánto mido?"),
     ("how's my son doing", "what's his middle name?"), ("mi perrita está enorme", "de qué raza es?")],
)  # fmt: skip
async def test_what_only_the_person_can_know_was_not_told_and_needs_no_model(before: str, question: str) -> None:
    language: Language = "es" if question.startswith(("cu", "de")) else "en"
    here = world(language)
    here.facts = ()
    never = "Eso no me lo contaste." if language == "es" else "You haven't told me that."
    here.kept = [Message(Speaker.PERSON, before, AT, TurnId(1), "terminal")] * bool(before)
    assert await said(here, question) == never


async def test_a_question_about_the_world_is_not_theirs_to_have_told() -> None:
    assert "sidecar setup" in await said(world(), "¿cuál es la capital de Mongolia?")
    assert "sidecar setup" in await said(world("en"), "who painted the Mona Lisa?")


async def test_several_questions_get_a_line_each() -> None:
    lines = (await said(world(), "¿cómo se llama mi gato? ¿y dónde trabajo?")).splitlines()
    assert len(lines) == 2
    assert "Tano" in lines[0] and "farmacia" in lines[1]


async def test_everything_is_listed_by_domain() -> None:
    told = await said(world(), "¿qué sabés de mí?")
    assert "**Salud**: " in told and "sos celíaca" in told.lower() and "/datos" in told
    assert len(told.splitlines()) <= 10
    assert "**Health**: " in await said(world("en"), "what do you know about me?")
    empty = world()
    empty.facts = ()
    assert "Todavía no sé nada" in await said(empty, "¿qué sabés de mí?")


async def test_a_message_is_quoted_only_where_no_fact_holds_it_and_never_a_question() -> None:
    here = world()
    here.recalled = [
        MemoryHit("message", "1", "¿dónde guardé el pasaporte?", "2026-01-02", "person", 0.9),
        MemoryHit("message", "2", "che, escuchá. guardé el pasaporte en la caja azul", "2026-01-03", "person", 0.8),
        MemoryHit("message", "3", "El pasaporte está en Marte.", "2026-01-04", "companion", 0.7),
    ]
    told = await said(here, "¿dónde está mi pasaporte?")
    assert told.endswith("“guardé el pasaporte en la caja azul” (3/1)")
    here.recalled = here.recalled[:1]
    assert await said(here, "¿dónde está mi pasaporte?") == "Eso no me lo contaste."


async def test_a_message_whose_fact_was_replaced_is_not_quoted() -> None:
    here = world()
    here.recalled = [MemoryHit("message", "2", "guardé el pasaporte en la caja azul", "2026-01-03", "person", 0.8)]
    here.outdated = {"2"}
    assert await said(here, "¿dónde está mi pasaporte?") == "Eso no me lo contaste."


async def test_general_health_is_told_where_nothing_is_known_of_the_thing() -> None:
    told = (await said(world(), "¿puedo comer kiwi?")).splitlines()
    assert told[0].startswith("De eso no me contaste nada")
    assert any("celíaca" in line for line in told[1:])


async def test_a_question_about_somebody_named_before() -> None:
    here = world()
    told = (await said(here, "¿cómo se llama mi hermana? ¿y dónde vive?")).splitlines()
    assert "Inés" in told[0] and "Tandil" in told[1]
    assert "Olavarría" not in await said(here, "¿y dónde vive?")
    here.kept = [Message(Speaker.PERSON, "¿cómo se llama mi hermana?", AT, TurnId(1), "terminal")]
    assert "Tandil" in await said(here, "¿y dónde vive?")
    english = world("en")
    told = (await said(english, "who's my brother? where does he live?")).splitlines()
    assert "Denver" in told[-1]


def message(id: int, text: str, similarity: float | None = None) -> MemoryHit:
    return MemoryHit("message", f"{id}", text, f"2026-01-{id:02}", "person", 0.9, similarity=similarity)


@pytest.mark.parametrize(
    ("language", "told", "question"),
    [
        ("es", "la llave de la baulera se la dejé a Norberto", "¿a quién le dejé la llave de la baulera?"),
        ("es", "el sobrino de Marta es escribano, se ocupa de la sucesión", "¿quién se ocupa de la sucesión?"),
        ("es", "el código del portón del galpón es 7719", "¿cuál es el código del portón?"),
        ("en", "the combination of the bike lock is 2206", "what's the combination of the bike lock?"),
        ("en", "Nora's uncle is a roofer, he'll fix the gutters", "who's fixing the gutters?"),
    ],
)
async def test_a_message_that_holds_all_that_is_asked_of_is_quoted(
    language: Language, told: str, question: str
) -> None:
    here = world(language)
    here.recalled = [message(3, "hoy comí fideos" if language == "es" else "had noodles today"), message(4, told)]
    assert f"“{told}”" in await said(here, question)


async def test_the_newest_message_is_quoted() -> None:
    here = world("en")
    here.recalled = [message(5, "the alarm code is 1180"), message(9, "the alarm code is 3307 now")]
    assert "3307" in await said(here, "what's the alarm code?")


async def test_a_message_that_is_over_is_not_quoted() -> None:
    here = world("en")
    here.recalled = [replace(message(5, "the chimney sweep comes on the 12th at 6", 0.95), outdated=True)]
    assert await said(here, "when does the chimney sweep come?") == "You haven't told me that."


async def test_a_message_about_somebody_else_is_not_quoted_for_the_person() -> None:
    here = world("es")
    here.facts = ()
    here.recalled = [message(5, "vive en Bariloche, labura en un hotel")]
    assert await said(here, "¿dónde vivo?") == "Eso no me lo contaste."


async def test_the_nearest_message_is_quoted_whatever_its_words_if_it_is_near_enough() -> None:
    here = world("en")
    here.facts = ()
    here.recalled = [message(5, "the fitness place unlocks its doors at 6:15", 0.9)]
    assert "6:15" in await said(here, "what time does my gym open?")
    here.recalled = [message(5, "the fitness place unlocks its doors at 6:15", 0.86)]
    assert await said(here, "what time does my gym open?") == "You haven't told me that."
    here.recalled = [message(5, "loved that bakery on the corner", 0.9)]
    assert await said(here, "what time does my gym open?") == "You haven't told me that.", "it holds no time"


@pytest.mark.parametrize(
    ("language", "told", "question"),
    [
        ("es", "mi prima Abril se compró un terreno en Lobos", "¿de qué trabaja Abril?"),
        ("es", "le cambié la correa a la camioneta", "¿qué patente tiene la camioneta?"),
        ("en", "Rosa adopted a whippet called Juno", "how old is Juno?"),
        ("en", "picked up the canoe from Walt", "what color is the canoe?"),
    ],
)
async def test_what_is_near_the_question_and_does_not_answer_it_is_not_quoted(
    language: Language, told: str, question: str
) -> None:
    here = world(language)
    here.recalled = [message(4, told, 0.87)]
    never = "Eso no me lo contaste." if language == "es" else "You haven't told me that."
    assert await said(here, question) == never


@pytest.mark.parametrize(
    ("source", "fact", "question", "answer"),
    [
        (FactSource.FILE, "Takes metformin 500", "what do i take?", "You take metformin 500 (noted on Feb 23)."),
        (
            FactSource.INFERRED,
            "Takes metformin 500, which she hates",
            "what do i take?",
            "You told me on Feb 23: “Takes metformin 500, which she hates”.",
        ),
    ],
)
async def test_every_answer_has_its_day(source: FactSource, fact: str, question: str, answer: str) -> None:
    here = world("en")
    here.facts = [replace(one, source=source) for one in parse_life(f"20 health {fact}")]
    assert await said(here, question) == answer


@pytest.mark.parametrize(
    ("facts", "question", "answer"),
    [
        (["Su nieta se llama Pilar", "Su nieta cumple el 3 de marzo"], "¿cuándo cumple Pilar?", "3 de marzo"),
        (
            ["Su nieta se llama Pilar", "Su nieta cumple el 3 de marzo"],
            "cuanto falta para el cumple de Pilar",
            "Faltan",
        ),
        (["Tiene dentista el 27 de noviembre de 2026"], "cuánto falta para el dentista?", "27 de noviembre"),
        ([], "cuanto falta para el cumple de Pilar", "No me contaste cuándo"),
    ],
)
async def test_a_day_that_was_told_is_found_by_name_and_counted_to(
    facts: list[str], question: str, answer: str
) -> None:
    here = world()
    told = replace(here.facts[0], pinned=0, subject=Subject.OTHER)
    here.facts = tuple(replace(told, id=FactId(900 + n), text=text) for n, text in enumerate(facts))
    assert answer in await said(here, question)


async def test_a_question_about_the_world_with_a_word_of_time_is_not_theirs_to_have_told() -> None:
    here = world()
    here.facts = (*here.facts, replace(here.facts[0], id=FactId(900), text="Corre a la mañana"))
    assert "no me lo contaste" not in await said(here, "¿a qué hora sale el sol mañana?")


async def test_the_name_of_a_pet_that_died_is_still_known() -> None:
    here = world()
    fact = replace(here.facts[0], id=FactId(900), text="Su gata Mishi murió el 3 de mayo", subject=Subject.OTHER)
    here.facts = (fact,)
    assert "Mishi" in await said(here, "¿cómo se llama mi gata?")
