"""Tells names by how they are written, and by the verb after them."""

from __future__ import annotations

import itertools

from sidecar.domain.person import Language
from sidecar.language.fold import fold_letters
from sidecar.memory.facts.lookup import collect_kinds, find_word, is_finite
from sidecar.memory.facts.tokens import split_statement
from sidecar.memory.lexicon.lexicon import first_names, function_words

PUNCTUATION = frozenset(",;:.!?()—–-")
NAMES_TOO = frozenset({"predicates", "synonyms", "tech", "nature", "color", "month", "day", "quality", "car"})
"""Kinds of words that are names of people, too: Tomás, Will, Sol, Rosa, April, Mercedes."""
_LANGUAGES: tuple[Language, ...] = ("es", "en")


def is_named_subject(raw: tuple[str, ...], at: int, clause_began: int, language: Language) -> bool:
    """Return whether a capitalised word begins a clause about somebody: "Lucho vive", "El Tano se fue"."""
    titles = function_words("title")
    if not raw[at][:1].isupper() or fold_letters(raw[at]) in titles:
        return False
    if not all(fold_letters(word) in titles for word in raw[clause_began:at]):
        return False
    after = next((word for word in raw[at + 1 :] if not word[:1].isupper()), "")
    folded = fold_letters(after)
    return is_finite(folded, language) or folded in function_words("before_verb")


def is_capital(raw: tuple[str, ...], at: int) -> bool:
    """Return whether a word is capitalised inside a sentence."""
    if not raw[at][:1].isupper() or raw[at] == "I" or at == 0:
        return False
    abbreviated = at > 1 and raw[at - 1] == "." and fold_letters(raw[at - 2]) in function_words("title")
    return abbreviated or raw[at - 1] not in PUNCTUATION


def capitalized_words(text: str) -> frozenset[str]:
    """Return the folded words that are capitalised inside a sentence: most likely names."""
    raw = split_statement(text)
    return frozenset(
        fold_letters(word)
        for before, word in itertools.pairwise(raw)
        if word[:1].isupper() and before not in PUNCTUATION
    )


def person_names(text: str) -> frozenset[str]:
    """Return the folded words that are capitalised inside a sentence and are names of people, whatever else they may
    mean written small."""
    return frozenset(word for word in capitalized_words(text) if word in first_names() or names_a_thing(word))


def is_first_name(word: str) -> bool:
    return word in first_names()


def names_a_thing(word: str) -> bool:
    """Return whether a folded word that may be a name is a verb or a noun, too."""
    found = [match for code in _LANGUAGES if (match := find_word(word, code, begins=False))]
    kinds = frozenset(kind for match in found for kind in collect_kinds(match.concepts))
    return bool(kinds) and kinds <= NAMES_TOO | {"marks"}
