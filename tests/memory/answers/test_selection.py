"""Current facts answer; what was replaced, is over or waits does not come first."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from sidecar.domain.fact import Fact, FactId
from sidecar.memory.answers.question import parse_question
from sidecar.memory.answers.question_words import is_question, split_questions
from sidecar.memory.answers.selection import select_answer
from tests.growth import assert_linear
from tests.memory.answers.lives import TODAY, parse_life

pytestmark = pytest.mark.req("CON-60")


def answers(question: str, facts: list[Fact]) -> list[str]:
    return [fact.text for fact in select_answer(parse_question(question, "es"), facts, TODAY).facts]


def test_the_newest_of_a_slot_answers_alone() -> None:
    doses = parse_life("90 health Toma enalapril 5\n10 health Toma enalapril 20\n40 health Toma enalapril 10")
    assert answers("¿qué tomo?", doses) == ["Toma enalapril 20"]
    assert answers("¿cuánto enalapril tomo?", doses) == ["Toma enalapril 20"]


def test_the_newer_side_of_a_change_that_waits_answers() -> None:
    old, new = parse_life("90 health Toma enalapril 10\n10 health Toma enalapril 20")
    new = replace(new, unconfirmed_change_of=old.id)
    assert answers("¿cuánto enalapril tomo?", [old, new]) == ["Toma enalapril 20"]


def test_what_was_replaced_or_is_over_answers_only_about_the_past() -> None:
    old, trip, new = parse_life(
        "200 personal Vive en Azul\n30 schedule Viaja a Salta el 2 de marzo\n20 personal Vive en Tandil"
    )
    facts = [replace(old, superseded_by=FactId(3)), replace(trip, until=TODAY - timedelta(days=13)), new]
    assert answers("¿dónde vivo?", facts) == ["Vive en Tandil"]
    assert answers("¿cuándo viajo a Salta?", facts) == []
    before = select_answer(parse_question("¿dónde vivía antes?", "es"), facts, TODAY)
    assert ([fact.text for fact in before.facts], before.over) == (["Vive en Azul"], True)


@pytest.mark.parametrize("told", ["Se mudó a Azul", "Moved to York", "Comparte casa con Raúl en Azul"])
def test_another_word_may_hold_the_answer(told: str) -> None:
    assert answers("¿dónde vivo?", parse_life(f"5 personal {told}")) == [told]
    assert not answers("¿dónde vivo?", parse_life("5 personal Planea mudarse a Azul"))


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("¿puedo comer maní?", "Es alérgica al maní"), ("puedo tomar ibuprofeno?", "Toma warfarina"),
        ("¿puedo comer fideos?", "Es celíaca"),
    ],
)  # fmt: skip
def test_health_comes_first_where_food_or_medicine_is_asked_about(question: str, first: str) -> None:
    facts = parse_life(
        "90 health Es alérgica al maní\n80 health Toma warfarina\n70 health Es celíaca\n5 preferences Le gusta el maní"
    )
    found = answers(question, facts)
    assert first in found
    assert "Le gusta el maní" not in found


def test_a_message_may_hold_several_questions() -> None:
    assert split_questions("hola! ¿cómo se llama mi gato? ¿y dónde vivo?") == ["cómo se llama mi gato", "y dónde vivo"]
    assert split_questions("who's my boss and where do i work") == ["who's my boss", "where do i work"]
    assert split_questions("che, ¿cuándo es mi cumple?") == ["cuándo es mi cumple"]


@pytest.mark.parametrize(
    "text",
    [
        "como pan todos los días", "cuando salgo del laburo me voy a nadar", "qué lindo día",
        "cuando pago la luz te aviso", "que hambre tengo",
        "when I run my knee hurts", "what a day", "how nice", "can you write to my boss",
        "do you like me?", "¿cómo estás?", "¿sos real?",
    ],
)  # fmt: skip
def test_what_only_begins_like_a_question_is_none(text: str) -> None:
    assert not is_question(text)


@pytest.mark.parametrize(
    "text",
    ["cuando cumplo años", "como se llama mi gato", "que remedio tomo", "whats my rent", "do i smoke", "who is ivy",
     "cuando llevo el auto al service", "cuando me operan"],
)  # fmt: skip
def test_a_question_needs_no_mark(text: str) -> None:
    assert is_question(text)


@pytest.mark.parametrize(
    "piece", ["what ", "what's called ", "y que, ", "como se llama ", "? ", "¿", ", ", "me puedo "]
)
def test_the_work_on_a_long_message_does_not_grow_with_it(piece: str) -> None:
    def read(count: int) -> None:
        text = piece * count
        is_question(text)
        for question in split_questions(text)[:4]:
            parse_question(question, "en")

    read(10)
    assert_linear(read, 4_000)
