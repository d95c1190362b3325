"""Stems by Snowball."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache
from typing import Any, Literal

Language = Literal["es", "en"]


@lru_cache(maxsize=16384)
def stem(word: str, language: Language) -> str:
    """The stem of a folded word: trabajo, trabaja and trabajar are one."""
    return _stemmer(language)(word)


@cache
def _stemmer(language: Language) -> Callable[[str], str]:
    import snowballstemmer  # pyright: ignore[reportMissingTypeStubs]  # 45 ms: it knows thirty languages

    module: Any = snowballstemmer
    stemmer = module.stemmer("spanish" if language == "es" else "english")
    return stemmer.stemWord
