"""One folder per language of dates: its words, its grammar (patterns over symbols) and its formatter."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from dataclasses import replace
from functools import cache

from sidecar.dates.date_language import DateLanguage, DateWords, RequestWords
from sidecar.dates.languages.mixture import mix_words
from sidecar.domain.person import LANGUAGES


@cache
def load_date_language(code: str) -> DateLanguage:
    """Load a language by itself when it is first used: its patterns take 30 ms. Raises `ValueError` for an unknown
    code."""
    if code not in LANGUAGES:
        raise ValueError(code)
    return importlib.import_module(f"{__name__}.{code}.grammar").LANGUAGE


def load_spoken_languages(home: str) -> Iterator[DateLanguage]:
    """Yield the languages in which a person's words may be said, with what they borrow from each other: the person's
    own first. All of them answer in that one. Raises `ValueError` for an unknown code."""
    yield from (_load_spoken(code, home) for code in sorted(LANGUAGES, key=lambda code: code != home))


@cache
def load_request_words() -> tuple[RequestWords, ...]:
    """Load how people ask to be reminded, in every language."""
    return tuple(importlib.import_module(f"{__name__}.{code}.words").REQUEST_WORDS for code in LANGUAGES)


@cache
def load_mixed_words(code: str) -> DateWords:
    """Load the words of a language, with what it borrows from the others."""
    words = load_date_language(code).words
    for other in (other for other in LANGUAGES if other != code):
        of_other = importlib.import_module(f"{__name__}.{other}.words").WORDS
        translations = importlib.import_module(f"{__name__}.{code}.words").TRANSLATIONS
        words = mix_words(words, of_other, translations)
    return words


@cache
def _load_spoken(code: str, home: str) -> DateLanguage:
    formatter = load_date_language(home).formatter
    return replace(load_date_language(code), words=load_mixed_words(code), formatter=formatter)
