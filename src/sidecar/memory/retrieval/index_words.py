"""The words under which a text is indexed: folded, stemmed, without stop words."""

from __future__ import annotations

from functools import lru_cache

from sidecar.language.stems import stem
from sidecar.language.stop_words import STOP_WORDS
from sidecar.language.tokens import split_words

_LONGEST_WORD = 40
"""Longer words are keys or links; their beginning still finds them."""


def index_words(text: str) -> list[str]:
    """List the text's words as they are indexed, in order, with repetitions."""
    return [stem_word(word) for word in split_words(text) if word not in STOP_WORDS]


@lru_cache(maxsize=16384)
def stem_word(word: str) -> str:
    """Stem a folded word by the rules of both languages: in mixed texts that finds as much as knowing the language,
    which a query of two words rarely tells."""
    return stem(stem(word[:_LONGEST_WORD], "es"), "en")
