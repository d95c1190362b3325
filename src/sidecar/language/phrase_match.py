"""How people name one thing among many: by its number, or by some of its words."""

from __future__ import annotations

import re

from sidecar.language.fold import fold

_EMPTY_WORDS = frozenset(
    {"el", "la", "los", "las", "lo", "un", "una", "de", "del", "al", "a", "que", "para", "con", "mi", "tu", "su", "en",
     "y", "recordatorio", "the", "an", "of", "to", "about", "my", "your", "and", "in", "on", "that", "reminder", "one"}
)  # fmt: skip
_LONGEST_ID = 18


def id_in(words: str) -> int | None:
    """The number in `12` or `#12`; None for anything else."""
    plain = words.strip().removeprefix("#").strip()
    return int(plain) if plain.isascii() and plain.isdigit() and len(plain) <= _LONGEST_ID else None


def words_fit(text: str, named: str) -> bool:
    """Whether every telling word of `named` begins a word of `text`, accents and plurals aside. Never for no words."""
    wanted = telling_words(named)
    there = _words(text)
    return bool(wanted) and all(any(word.startswith(start) for word in there) for start in wanted)


def telling_words(named: str) -> list[str]:
    """The words that tell something, folded and without the mark of a plural."""
    return [word.rstrip("s") for word in _words(named) if word not in _EMPTY_WORDS]


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", fold(text))
