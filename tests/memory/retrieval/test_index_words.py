"""The words by which texts are found."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sidecar.language.stop_words import STOP_WORDS
from sidecar.memory.retrieval.index_words import index_words


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
    assert index_words(one) == index_words(other) != []


@pytest.mark.parametrize(("one", "other"), [("casa", "cama"), ("nuez", "maní"), ("bread", "beard"), ("2019", "2020")])
def test_other_words_stay_apart(one: str, other: str) -> None:
    assert index_words(one) != index_words(other)


def test_words_without_meaning_are_left_out() -> None:
    assert index_words("¿Qué es lo que te dijo de la moto?") == index_words("dijo moto")
    assert index_words("What did she say about the boat?") == index_words("say boat")
    assert index_words("y de la en que") == []


def test_order_and_repetition_are_kept() -> None:
    assert index_words("gato perro gato") == [*index_words("gato"), *index_words("perro"), *index_words("gato")]


def test_a_word_as_long_as_a_key_is_cut() -> None:
    assert len(index_words("x" * 5000)[0]) <= 40


def test_stop_words_are_as_words_are_compared() -> None:
    assert [word for word in STOP_WORDS if not word.isascii() or word != word.lower()] == []


@given(st.text(max_size=200))
def test_words_have_neither_spaces_nor_marks(text: str) -> None:
    assert all(word and "_" not in word and not word.isspace() and " " not in word for word in index_words(text))


@given(st.from_regex(r"[a-záéíóúñ ]{0,60}", fullmatch=True))
def test_capitals_do_not_matter(text: str) -> None:
    assert index_words(text.upper()) == index_words(text)
