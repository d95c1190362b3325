"""What people ask about themselves after some months: the current fact, or that they never told."""

from __future__ import annotations

import pytest

from sidecar.domain.person import Language
from sidecar.memory.answers.question import parse_question
from sidecar.memory.answers.selection import select_answer
from tests.memory.answers.lives import (
    ENGLISH,
    ENGLISH_QUESTIONS,
    SPANISH,
    SPANISH_QUESTIONS,
    TODAY,
    parse_life,
    parse_questions,
)

CASES: list[tuple[Language, str, tuple[str, ...]]] = [
    *(("es", question, words) for question, words in parse_questions(SPANISH_QUESTIONS)),
    *(("en", question, words) for question, words in parse_questions(ENGLISH_QUESTIONS)),
]
LIVES = {"es": parse_life(SPANISH), "en": parse_life(ENGLISH)}


@pytest.mark.req("CON-60")
@pytest.mark.parametrize(("language", "question", "words"), CASES)
def test_a_question_gets_the_current_fact_or_none(language: Language, question: str, words: tuple[str, ...]) -> None:
    answer = select_answer(parse_question(question, language), LIVES[language], TODAY)
    texts = [fact.text for fact in answer.facts]
    assert bool(texts) == bool(words), texts
    assert not words or any(word in texts[0] for word in words), texts
    assert all(any(word in text for text in texts) for word in words), texts


@pytest.mark.req("CON-60")
@pytest.mark.parametrize(
    ("language", "facts", "question", "told"),
    [
        ("en", "9 health Is vegetarian|1 health Eats chicken now", "am I vegetarian?", "Eats chicken now"),
        ("es", "9 health Es vegetariana|1 health Come pescado", "¿soy vegetariana?", "Come pescado"),
        ("en", "1 health Shellfish makes their throat swell up", "what am I allergic to?", "Shellfish makes"),
        ("es", "1 health Los mariscos le cierran la garganta", "¿a qué soy alérgica?", "Los mariscos"),
        ("en", "1 relationships Dumped Kyle", "what's my ex called?", "Dumped Kyle"),
        ("es", "1 relationships Cortó con Tomás", "¿quién es mi ex?", "Cortó con Tomás"),
        ("en", "9 work Works at Acme|1 work Started at Globant", "where do I work?", "Started at Globant"),
        ("es", "9 work Trabaja en Acme|1 work Arrancó en Globant", "¿dónde trabajo?", "Arrancó en Globant"),
        ("en", "1 personal Is called Jess|9 relationships Has a goldfish named Sushi", "what's my name?", "Is called"),
    ],
)
def test_what_is_told_in_other_words_answers_the_newest_first(
    language: Language, facts: str, question: str, told: str
) -> None:
    answer = select_answer(parse_question(question, language), parse_life(facts.replace("|", "\n")), TODAY)
    assert answer.facts[0].text.startswith(told)
    assert not any("goldfish" in fact.text for fact in answer.facts)
