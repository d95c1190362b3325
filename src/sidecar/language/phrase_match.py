"""Finds one thing among many by its number or by some of its words."""

from __future__ import annotations

from sidecar.language.tokens import split_words

_EMPTY_WORDS = frozenset(
    {"el", "la", "los", "las", "lo", "un", "una", "de", "del", "al", "a", "que", "para", "con", "mi", "tu", "su", "en",
     "y", "recordatorio", "the", "an", "of", "to", "about", "my", "your", "and", "in", "on", "that", "reminder", "one"}
)  # fmt: skip
_LONGEST_ID = 18


def parse_id(words: str) -> int | None:
    """Return the number in `12` or `#12`; None for anything else."""
    plain = words.strip().removeprefix("#").strip()
    return int(plain) if plain.isascii() and plain.isdigit() and len(plain) <= _LONGEST_ID else None


def has_words(text: str, named: str) -> bool:
    """Return whether every telling word of `named` begins a word of `text`, accents and plurals aside; not for none."""
    wanted = find_key_words(named)
    there = split_words(text)
    return bool(wanted) and all(any(word.startswith(start) for word in there) for start in wanted)


def find_key_words(named: str) -> list[str]:
    """Return the words that tell one thing from another, folded and without the mark of a plural."""
    return [word.rstrip("s") for word in split_words(named) if word not in _EMPTY_WORDS]
