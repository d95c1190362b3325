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
