"""The words by which a text is found: folded, stemmed, without those that carry no meaning."""

from __future__ import annotations

from functools import lru_cache

from sidecar.language.stems import stem
from sidecar.language.stop_words import STOP_WORDS
from sidecar.language.tokens import words_in

_LONGEST_WORD = 40
"""Anything longer is a key or a link, which nobody looks for by heart; its beginning still finds it."""


def words_of(text: str) -> list[str]:
    """The text's words as the index has them, in their order, each as often as it stands there."""
    return [index_form(word) for word in words_in(text) if word not in STOP_WORDS]


@lru_cache(maxsize=16384)
def index_form(word: str) -> str:
    """The stem of a folded word. Both languages' rules are applied to every word, whatever its language: in mixed
    texts that finds as much as knowing the language, and a query of two words rarely tells it."""
    return stem(stem(word[:_LONGEST_WORD], "es"), "en")
