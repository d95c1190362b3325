"""Stems by Snowball."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import lru_cache
from typing import Any, Literal

Language = Literal["es", "en"]


@lru_cache(maxsize=16384)
def stem(word: str, language: Language) -> str:
    """The stem of a folded word: trabajo, trabaja and trabajar are one."""
    return _stemmer(language)(word)


_of_this_thread = threading.local()


def _stemmer(language: Language) -> Callable[[str], str]:
    """A stemmer keeps the word it works on: each thread has its own."""
    known: Callable[[str], str] | None = getattr(_of_this_thread, language, None)
    if known is None:
        known = _new_stemmer(language)
        setattr(_of_this_thread, language, known)
    return known


def _new_stemmer(language: Language) -> Callable[[str], str]:
    import snowballstemmer  # pyright: ignore[reportMissingTypeStubs]  # 45 ms: it knows thirty languages

    module: Any = snowballstemmer
    stemmer = module.stemmer("spanish" if language == "es" else "english")
    return stemmer.stemWord
