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


@pytest.mark.req("MEM-31")
@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("té", "Merienda con té y tostadas"),
        ("TÉ", "los tés de la India"),
        ("te\u0301", "un té, por favor"),
        ("té", "me tomé un te con miel"),
        ("te verde", "se pasó al té verde"),
        ("te", "toma té negro"),
        ("tv", "se rompió la TV"),
        ("mp", "pagué por MP"),
        ("5k", "corrí los 5k del domingo"),
        ("5 k", "corrí los 5K"),
        ("100", "levotiroxina 100mcg"),
        ("100 mcg", "toma 100mcg"),
        ("b12", "le falta B12"),
        ("ps5", "se compró la PS5 🎮"),
    ],
)
def test_short_words_and_figures_are_found(question: str, text: str) -> None:
    asked = index_words(question)
    assert asked and set(asked) <= set(index_words(text))


@pytest.mark.parametrize(
    "text", ["te quiero", "Te dije que sí", "no te lo tomes", "¿Sí? más", "si te parece", "te lo dejo", "de te extraño"]
)
def test_pronouns_are_no_tea(text: str) -> None:
    assert not set(index_words("té")) & set(index_words(text))


@pytest.mark.parametrize("text", ["💥", "🎵🎵", "👩‍👩‍👧", "❤️", "🏳️‍🌈"])
def test_signs_are_no_words(text: str) -> None:
    assert index_words(text) == []
    assert index_words(f"hola {text} perro") == index_words("hola perro")
