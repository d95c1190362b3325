"""The lexicon: word forms, concepts, and the classes of the grammars."""

from __future__ import annotations

import pytest

from sidecar.domain.person import Language
from sidecar.language.fold import fold
from sidecar.memory.lexicon.lexicon import concepts, lexicon, word_classes, word_forms


@pytest.mark.parametrize("code", ["es", "en"])
def test_every_word_names_a_known_concept(code: Language) -> None:
    known = set(concepts().kinds) | {"stop", "soft"}
    unknown = {name for names in lexicon(code).exact.values() for name in names} - known
    assert unknown == set()


def test_brother_and_sister_are_two_concepts() -> None:
    assert lexicon("es").exact["hermano",] != lexicon("es").exact["hermana",]


@pytest.mark.parametrize("code", ["es", "en"])
def test_no_word_stands_twice_for_grammars_and_for_comparing(code: Language) -> None:
    """What a grammar needs of a word that has a concept is written beside the word."""
    named = {fold(form.text) for form in word_forms(code) if form.concept}
    unnamed = {fold(form.text) for form in word_forms(code) if not form.concept}
    assert unnamed & named == set()


def test_a_form_has_the_classes_of_its_line_and_its_own() -> None:
    forms = {form.text: set(form.classes) for form in word_forms("en") if form.concept == "celiac"}
    assert forms["celiac disease"] == {"COND", "SERIOUS"}
    assert forms["celiac"] == {"COND", "SERIOUS", "ILL", "GRAVE"}
    assert "celiac" in word_classes("en")["GRAVE"]


def test_the_names_of_days_and_months_are_those_that_dates_read() -> None:
    assert lexicon("es").exact["miercoles",] == {"wednesday"}
    assert lexicon("en").exact["may",] >= {"may_month"}
    assert {"lunes", "enero"} <= {*word_classes("es")["DAY"], *word_classes("es")["MONTH"]}
