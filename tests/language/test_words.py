"""Numerals, names of days and months, and the language of a text."""

from __future__ import annotations

from datetime import date

import pytest

from sidecar.domain.person import LANGUAGES, Language
from sidecar.language.detection import detect_language, find_likely_languages
from sidecar.language.fold import fold
from sidecar.language.lexicon import any_word_pattern
from sidecar.language.numerals import CARDINALS, ORDINALS, read_numeral
from sidecar.language.stop_words import STOP_WORDS
from sidecar.language.weekdays_and_months import MONTHS, WEEKDAYS, month_numbers, weekday_numbers


@pytest.mark.parametrize(
    ("words", "language", "read"),
    [
        ("35", "es", (35, 1)),
        ("treinta y cinco dias", "es", (35, 3)),
        ("veinte y", "es", (20, 1)),
        ("cinco mil", "es", (5000, 2)),
        ("cuarto piso", "es", (4, 1)),
        ("twenty five", "en", (25, 2)),
        ("twenty first", "en", (21, 2)),
        ("two hundred", "en", (200, 2)),
        ("twenty y", "en", (20, 1)),
        ("una", "es", None),
        ("casa", "es", None),
        ("cinco", "en", None),
    ],
)
def test_numbers_in_words(words: str, language: Language, read: tuple[int, int] | None) -> None:
    assert read_numeral(words.split(), 0, language) == read


def test_every_numeral_is_folded() -> None:
    words = {word for table in (CARDINALS, ORDINALS) for known in table.values() for word in known}
    assert [word for word in words | STOP_WORDS if fold(word) != word] == []


def test_days_and_months_count_as_dates_do() -> None:
    first = date(2026, 3, 2)
    assert WEEKDAYS["en"][first.weekday()] == "Monday" and MONTHS["es"][first.month - 1] == "marzo"
    for language in LANGUAGES:
        assert [weekday_numbers(language)[fold(name)] for name in WEEKDAYS[language]] == list(range(7))
        assert [month_numbers(language)[fold(name)] for name in MONTHS[language]] == list(range(1, 13))
    assert month_numbers("es")["setiembre"] == month_numbers("en")["sept"] == 9


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("vivo en Quilmes con mi hermana", "es"),
        ("I live in Leeds with my sister", "en"),
        ("what's up?", "en"),
        ("uso linux y odio windows", "es"),
        ("¿Pizza?", "es"),
        ("pizza", None),
        ("", None),
    ],
)
def test_the_language_of_a_text(text: str, language: Language | None) -> None:
    assert detect_language(text) == language


def test_an_undecided_text_may_be_in_any_language_the_preferred_first() -> None:
    assert find_likely_languages("pizza", "en") == ["en", "es"]
    assert find_likely_languages("pizza", "es") == ["es", "en"]
    assert find_likely_languages("vivo en Leeds", "en") == ["es"]


def test_a_longer_phrase_is_found_before_its_beginning() -> None:
    assert any_word_pattern(["ok", "okay"], ["por favor"]) == "(?:por favor|okay|ok)"
