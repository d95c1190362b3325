"""Detects the language of a text by the function words that only one language has."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sidecar.domain.person import LANGUAGES, Language
from sidecar.language.stop_words import STOP_WORDS_BY_LANGUAGE
from sidecar.language.tokens import split_words

_SPANISH_SIGNS = frozenset("ñ¿¡")

_OTHER_WORDS: Mapping[Language, str] = {
    "es": """
        actual ahora anda buenas calcula calculame che cuanto cuantos da dale dame decime decis dia dias dividido
        estamos fecha gracias hola hora horas hoy laburo manana menos nunca podes porfa quiero recordame sabes siempre
        son sos tenes trabajo vivo""",
    "en": """
        calculate current date day days divided hello hi hey im know like live minus much never percent please plus
        remind right see tell thank thanks time times today tomorrow want work works""",
}  # fmt: skip
"""Frequent words of requests that are no stop words."""

_TELLING_WORDS: Mapping[Language, frozenset[str]] = {
    "es": (STOP_WORDS_BY_LANGUAGE["es"] | set(_OTHER_WORDS["es"].split())) - STOP_WORDS_BY_LANGUAGE["en"],
    "en": (STOP_WORDS_BY_LANGUAGE["en"] | set(_OTHER_WORDS["en"].split())) - STOP_WORDS_BY_LANGUAGE["es"],
}


def score_languages(text: str) -> Mapping[Language, int]:
    """Count the words of the text that only that language has; ñ, ¿ and ¡ are one more for Spanish."""
    words = split_words(text)
    scores: dict[Language, int] = {code: sum(word in _TELLING_WORDS[code] for word in words) for code in LANGUAGES}
    scores["es"] += not _SPANISH_SIGNS.isdisjoint(text.lower())
    return scores


def detect_language(text: str) -> Language | None:
    """Return the language that more of the words tell of; None when it is undecided: `3 * 4` is in none."""
    likely = find_likely_languages(text)
    return likely[0] if len(likely) == 1 else None


def find_likely_languages(text: str, preferred: Language | None = None) -> Sequence[Language]:
    """Return the languages with the highest score: one, or all of them when undecided, the preferred first."""
    scores = score_languages(text)
    best = max(scores.values())
    return sorted((code for code in LANGUAGES if scores[code] == best), key=lambda code: code != preferred)
