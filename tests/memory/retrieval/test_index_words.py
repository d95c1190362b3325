"""The words by which texts are found."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sidecar.language.stop_words import STOP_WORDS
from sidecar.memory.retrieval.index_words import words_of


@pytest.mark.req("MEM-31")
@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("canción", "CANCIONES"),
        ("trabajó", "trabajar"),
        ("niño", "ninos"),
        ("running", "runs"),
        ("adoption", "adopted"),
        ("estudiamos", "estudiar"),
        ("vacación", "vacaciones"),
        ("painted", "paintings"),
        ("café", "cafés"),
        ("médica", "médico"),
    ],
)
def test_forms_of_a_word_are_one(one: str, other: str) -> None:
    assert words_of(one) == words_of(other) != []


@pytest.mark.parametrize(("one", "other"), [("casa", "cama"), ("nuez", "maní"), ("bread", "beard"), ("2019", "2020")])
def test_other_words_stay_apart(one: str, other: str) -> None:
    assert words_of(one) != words_of(other)


def test_words_without_meaning_are_left_out() -> None:
    assert words_of("¿Qué es lo que te dijo de la moto?") == words_of("dijo moto")
    assert words_of("What did she say about the boat?") == words_of("say boat")
    assert words_of("y de la en que") == []


def test_order_and_repetition_are_kept() -> None:
    assert words_of("gato perro gato") == [*words_of("gato"), *words_of("perro"), *words_of("gato")]


def test_a_word_as_long_as_a_key_is_cut() -> None:
    assert len(words_of("x" * 5000)[0]) <= 40


def test_stop_words_are_as_words_are_compared() -> None:
    assert [word for word in STOP_WORDS if not word.isascii() or word != word.lower()] == []


@given(st.text(max_size=200))
def test_words_have_neither_spaces_nor_marks(text: str) -> None:
    assert all(word and "_" not in word and not word.isspace() and " " not in word for word in words_of(text))


@given(st.from_regex(r"[a-záéíóúñ ]{0,60}", fullmatch=True))
def test_capitals_do_not_matter(text: str) -> None:
    assert words_of(text.upper()) == words_of(text)
