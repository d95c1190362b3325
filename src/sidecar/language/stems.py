"""Stems by Snowball."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from sidecar.domain.person import Language


@lru_cache(maxsize=16384)
def stem(word: str, language: Language) -> str:
    """Return the stem of a folded word: trabajo, trabaja and trabajar are one."""
    return _get_stemmer(language)(word)


_of_this_thread = threading.local()


def _get_stemmer(language: Language) -> Callable[[str], str]:
    """Return the stemmer of this thread: a stemmer keeps the word it works on."""
    known: Callable[[str], str] | None = getattr(_of_this_thread, language, None)
    if known is None:
        known = _make_stemmer(language)
        setattr(_of_this_thread, language, known)
    return known


def _make_stemmer(language: Language) -> Callable[[str], str]:
    import snowballstemmer  # pyright: ignore[reportMissingTypeStubs]  # 45 ms: it knows thirty languages

    module: Any = snowballstemmer
    stemmer = module.stemmer("spanish" if language == "es" else "english")
    return stemmer.stemWord
