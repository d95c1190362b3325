"""Text in the form in which it is compared."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sidecar.language.fold import find_original, fold, fold_letters, fold_name, fold_with_offsets


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("  ¿Qué\tHORA  es?\n", "¿que hora es?"),
        ("Ñandú", "nandu"),
        ("STRASSE straße", "strasse strasse"),
        ("São Paulo", "sao paulo"),
        ("", ""),
    ],
)
def test_case_accents_and_white_space_make_no_difference(text: str, folded: str) -> None:
    assert fold(text) == folded


def test_letters_are_folded_where_they_stand() -> None:
    assert fold_letters(" Él  dijo\nSí ") == " el  dijo\nsi "


@pytest.mark.parametrize("name", ["Buenos_Aires", "buenos-aires", "  Buenos Aires ", "Búenos.Aires"])
def test_the_marks_of_a_name_make_no_difference(name: str) -> None:
    assert fold_name(name) == "buenos aires"


@given(st.text())
def test_every_folded_character_knows_where_it_came_from(text: str) -> None:
    folded = fold_with_offsets(text)
    assert len(folded.text) == len(folded.offsets)
    assert folded.offsets == sorted(folded.offsets)
    assert all(letter in fold_letters(text[offset]) for letter, offset in zip(folded.text, folded.offsets, strict=True))


def test_a_span_of_the_folded_text_is_one_of_the_original() -> None:
    text = "el 1º de año ﬁjo"
    folded = fold_with_offsets(text, {"º": "º"})
    assert folded.text == "el 1º de ano fijo"
    start = folded.text.index("fijo")
    first, last = folded.span(start, start + 4)
    assert text[first:last] == "ﬁjo"


@pytest.mark.parametrize(
    ("text", "folded", "found"),
    [("Tomó Café en Córdoba", "cafe en cordoba", "Café en Córdoba"), ("straße 3", "strasse", "straße"), ("a", "", ""),
     ("nada", "cafe", "cafe")],
)  # fmt: skip
def test_words_are_found_as_they_were_written(text: str, folded: str, found: str) -> None:
    assert find_original(text, folded) == found
