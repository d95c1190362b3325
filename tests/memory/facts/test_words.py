"""Folding, languages and numbers in words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sidecar.language.stems import Language
from sidecar.memory.facts.numerals import day_of_month, numeral_at, same_numeral
from sidecar.memory.facts.tokens import content_stems, detect, folded, jaccard
from sidecar.memory.lexicon.lexicon import concepts, lexicon


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
    assert detect(text) == language


@pytest.mark.req("MEM-11")
def test_content_words_are_stems_without_stop_words() -> None:
    assert content_stems("Trabaja en una panadería") == content_stems("trabajo en la panaderia")
    assert jaccard(content_stems("i run a bakery"), content_stems("runs bakeries")) == 1
    assert jaccard(frozenset(), frozenset()) == 0


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
    values = [numeral_at(folded(text), 0, language) for text in (one, other)]
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


@pytest.mark.parametrize("code", ["es", "en"])
def test_every_word_of_a_pack_names_a_known_concept(code: str) -> None:
    known = set(concepts().kinds) | {"stop", "soft"}
    unknown = {name for names in lexicon(code).exact.values() for name in names} - known
    assert unknown == set()


def test_brother_and_sister_are_two_concepts() -> None:
    assert lexicon("es").exact["hermano",] != lexicon("es").exact["hermana",]
