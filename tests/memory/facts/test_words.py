"""Pieces, languages and numbers in words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sidecar.language.stems import Language
from sidecar.memory.facts import candidate_words
from sidecar.memory.facts.numerals import day_of_month, numeral_at, same_numeral
from sidecar.memory.facts.tokens import detect_statement_language, fold_pieces, split_statement


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("tengo un perro", "es"),
        ("i have a dog", "en"),
        ("soy celiaco", "es"),
        ("Brother lives in Madrid", "en"),
        ("Programador", "es"),
        ("", "es"),
    ],
)
def test_the_language_is_told_from_the_words(text: str, language: str) -> None:
    assert detect_statement_language(text) == language


@pytest.mark.req("MEM-11")
def test_a_fact_is_found_by_stems_without_stop_words() -> None:
    assert candidate_words("Trabaja en una panadería") == candidate_words("trabajo en la panaderia")
    assert candidate_words("i run a bakery") <= candidate_words("runs bakeries")
    assert candidate_words("the and of") == frozenset()


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("I don't smoke, can't drive", "I do not smoke , can not drive"),
        ("im Ana’s half-sister", "i m Ana s half sister"),
        ("debe 1.500 (o 1,5)", "debe 1500 ( o 1.5 )"),
        ("50mg de T4 a las 8:30...", "50 mg de T4 a las 8:30 . . ."),
    ],
)
def test_a_statement_comes_apart_into_pieces(text: str, pieces: str) -> None:
    assert split_statement(text) == tuple(pieces.split())


@pytest.mark.req("MEM-17")
@pytest.mark.parametrize(
    ("one", "other", "language"),
    [
        ("8:30", "ocho y media", "es"),
        ("20:00 hs", "8 de la noche", "es"),
        ("17:00", "5 de la tarde", "es"),
        ("12 de la noche", "medianoche", "es"),
        ("34", "treinta y cuatro", "es"),
        ("1,80", "un metro ochenta", "es"),
        ("180 cm", "1,80 m", "es"),
        ("6:30", "half past six", "en"),
        ("7 pm", "7 in the evening", "en"),
        ("41", "forty-one", "en"),
    ],
)
def test_numbers_are_one_however_they_are_written(one: str, other: str, language: Language) -> None:
    values = [numeral_at(fold_pieces(text), 0, language) for text in (one, other)]
    first, second = values
    assert first is not None and second is not None
    assert same_numeral(first[0], second[0])


@pytest.mark.req("MEM-17")
def test_the_order_of_a_date_is_that_of_the_language() -> None:
    assert day_of_month("5/10", "es") == ("#5", "october")
    assert day_of_month("5/10", "en") == ("#10", "may_month")
    assert day_of_month("40/80", "es") is None


@given(st.integers(0, 1500), st.integers(0, 1500))
def test_equality_of_times_is_symmetric(one: int, other: int) -> None:
    assert same_numeral(f"@{one}", f"#{other}") == same_numeral(f"#{other}", f"@{one}")
    assert same_numeral(f"@{one}?", f"@{other}") == same_numeral(f"@{other}", f"@{one}?")
