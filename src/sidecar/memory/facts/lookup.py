"""Finds the words of a statement in the lexicon: the longest phrase that begins at a token, or the word alone."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass
from functools import cache, lru_cache

from sidecar.language.stems import Language, stem
from sidecar.memory.lexicon.lexicon import (
    Lexicon,
    concepts,
    function_words,
    lexicon,
    longest_phrases,
    stemmed,
)

_SMALL = frozenset({"stop", "soft"})
_NOT_BORROWED = frozenset({"marks", "predicates", "kin"})
_SHORTEST_SINGULAR = 3
_INFINITE = ("r", "ndo", "cion")
_THIRD_PERSON = ("s", "ed")


@dataclass(frozen=True, slots=True)
class ConceptMatch:
    """Concepts of a phrase, and how many tokens it has."""

    concepts: frozenset[str]
    length: int


def find_phrase(words: tuple[str, ...], at: int, language: Language, *, begins: bool) -> ConceptMatch | None:
    """Find the longest phrase of two tokens or more, as written or by stems. `begins`: a clause begins here."""
    known, word = longest_phrases(language), words[at]
    longest = max(known.get(word, 1), known.get(stem(word, language), 1))
    phrases = (words[at : at + length] for length in range(min(longest, len(words) - at), 1, -1))
    return next((found for phrase in phrases if (found := _find(phrase, language, begins))), None)


def find_word(word: str, language: Language, *, begins: bool) -> ConceptMatch | None:
    """Find a word, as written, by its stem, or in the singular."""
    return _find((word,), language, begins)


@lru_cache(maxsize=8192)
def _find(phrase: tuple[str, ...], language: Language, begins: bool) -> ConceptMatch | None:
    own, other = lexicon(language), lexicon("en" if language == "es" else "es")
    found = _written(own, phrase, begins=begins) or _inflected(phrase, language)
    if not found and len(phrase) == 1:
        found = _plural(own, phrase[0])
    found = found or _borrowed(other, phrase)
    return ConceptMatch(found, len(phrase)) if found or phrase in own.prepositions else None


def collect_kinds(names: Set[str]) -> frozenset[str]:
    """Return the kinds of some concepts; none for small words."""
    kinds = concepts().kinds
    return frozenset(kind for name in names for kind in kinds.get(name, ()))


def is_finite(word: str, language: Language) -> bool:
    """Return whether a folded word is a verb of which the word before it may be the subject."""
    if word in _auxiliaries():
        return True
    if (word,) not in lexicon(language).verbs:
        return False
    return not word.endswith(_INFINITE) if language == "es" else word.endswith(_THIRD_PERSON)


@cache
def _auxiliaries() -> frozenset[str]:
    return function_words("being") | function_words("having") | function_words("finite")


def _written(own: Lexicon, phrase: tuple[str, ...], *, begins: bool) -> frozenset[str]:
    found = own.exact.get(phrase, frozenset())
    return found | own.at_start.get(phrase, frozenset()) if begins else found


def _inflected(phrase: tuple[str, ...], language: Language) -> frozenset[str]:
    return stemmed(language).get(tuple([stem(word, language) for word in phrase]), frozenset())


def _plural(own: Lexicon, word: str) -> frozenset[str]:
    for ending in ("es", "s"):
        singular = word.removesuffix(ending)
        if singular != word and len(singular) >= _SHORTEST_SINGULAR:
            found = own.exact.get((singular,), frozenset())
            if found - _SMALL:
                return found
    return frozenset()


def _borrowed(other: Lexicon, phrase: tuple[str, ...]) -> frozenset[str]:
    """Return a thing by its name in the other language ("coach"); no small words, predicates or people."""
    return frozenset(name for name in other.exact.get(phrase, ()) if collect_kinds({name}) - _NOT_BORROWED)
