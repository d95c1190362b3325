"""The words under which a text is indexed: folded, stemmed, without stop words; figures apart from their units."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from sidecar.language.stems import stem
from sidecar.language.stop_words import STOP_WORDS
from sidecar.language.tokens import split_words

_LONGEST_WORD = 40
"""Longer words are keys or links; their beginning still finds them."""


_TEA = re.compile(
    r"\bt(?:é|e\u0301)\b"
    r"|\b(un|del|tomo|toma|tomar|tomando|tazas? de|saquitos? de) te\b(?! l[aeo]s?\b)"
    r"|\bte\b(?= (?:verde|negro|rojo|blanco|chai|helado|fr[ií]o|caliente|matcha|digestivo|ingl[eé]s)\b)"
    r"|\A\W*te\W*\Z",
    re.IGNORECASE,
)
"""The drink: folded it would be the pronoun. People leave the accent out, so what stands beside it tells, too."""
_TEAS = r"\1 tes "
_FIGURE = re.compile(r"(\d+)([^\W\d_]+)")
"""A figure with its unit: "100mcg" and "100 mcg" are the same."""


def index_words(text: str) -> list[str]:
    """List the text's words as they are indexed, in order, with repetitions."""
    return [stem_word(word) for word in _split(_TEA.sub(_TEAS, text)) if word not in STOP_WORDS]


def _split(text: str) -> Iterator[str]:
    for word in split_words(text):
        if figure := _FIGURE.fullmatch(word):
            yield from figure.groups()
        else:
            yield word


@lru_cache(maxsize=16384)
def stem_word(word: str) -> str:
    """Stem a folded word by the rules of both languages: in mixed texts that finds as much as knowing the language,
    which a query of two words rarely tells."""
    return stem(stem(word[:_LONGEST_WORD], "es"), "en")
