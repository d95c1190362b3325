"""What is held of a topic or a person, and what answers a question by who somebody is."""

from __future__ import annotations

import pytest

from sidecar.domain.person import Language
from sidecar.memory.answers.question import parse_question, respell
from sidecar.memory.answers.selection import select_answer
from sidecar.memory.answers.topics import parse_topic, select_topic
from tests.memory.answers.lives import ENGLISH, SPANISH, TODAY, parse_life

pytestmark = pytest.mark.req("CON-60")
LIVES = {"es": parse_life(SPANISH), "en": parse_life(ENGLISH)}


@pytest.mark.parametrize(
    ("text", "there", "absent"),
    [
        ("qué sabés de mi salud?", ("celíaca", "penicilina", "hipertensión"), ("vóley", "Fiat")),
        ("contame de mi familia", ("Norma", "Inés", "Lola"), ("enalapril", "Fiat", "Patricia")),
        ("hablame de mi hermana", ("Inés", "Tandil"), ("Norma",)),
        ("qué me acordás de Bruno", (), ()),
        ("qué recordás de Bruno?", ("9 años",), ("Lola",)),
    ],
)
def test_all_that_is_held_of_a_topic_is_told_and_only_that(
    text: str, there: tuple[str, ...], absent: tuple[str, ...]
) -> None:
    topic = parse_topic(text, "es")
    told = "\n".join(fact.text for fact in select_topic(topic, LIVES["es"], TODAY)) if topic else ""
    assert all(word in told for word in there) and not any(word in told for word in absent), told


@pytest.mark.parametrize("text", ["what do you know about me?", "qué sabés de mí?", "tell me a joke", "who is Joan?"])
def test_no_topic_is_everything_or_nothing_in_particular(text: str) -> None:
    assert parse_topic(text, "en") is None


@pytest.mark.parametrize(
    ("language", "question", "word"),
    [
        ("es", "vivo en Tandil?", "Olavarría"),
        ("es", "quién es Patricia?", "jefa"),
        ("es", "mi papá vive?", "murió"),
        ("es", "tengo pareja?", "Darío"),
    ],
)
def test_a_yes_or_no_question_gets_what_is_so(language: Language, question: str, word: str) -> None:
    answer = select_answer(parse_question(question, language), LIVES[language], TODAY)
    assert answer.facts and word in answer.facts[0].text


def test_a_slip_of_the_finger_is_read_as_it_was_meant() -> None:
    meant = respell(parse_question("what am i alergic to", "en"), (), "en")
    assert meant is not None and "allergic" in meant.text
