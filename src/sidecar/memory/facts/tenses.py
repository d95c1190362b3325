"""Tells by the form of a verb, and by the words around it, what is past and what is still to come."""

from __future__ import annotations

import re
from collections.abc import Sequence

from sidecar.domain.person import Language
from sidecar.memory.facts.lookup import collect_kinds
from sidecar.memory.lexicon.lexicon import concept_group, lexicon

_HAD = frozenset({"tuve", "tuvo", "tuvimos", "tenia", "teniamos", "had", "estuve", "estuvo", "estaba"})
_WAS = frozenset({"was", "were", "era", "eran"})
"""Before a name or a number these tell of what is no longer so: "rent was 900", "su jefa era Elena"."""
_PERFECT = frozenset({"have", "has", "been"})
"""After these a past form tells what lasts until now."""
_INFINITIVE = re.compile(r"[aei]r(?:me|te|se|nos|l[aeo]s?)*$")
_NO_INFINITIVES = frozenset({"primer", "tercer"})
_IMPERFECT_ENDINGS = ("aba", "ábamos", "abamos", "ía", "íamos")
_PAST_ENDINGS = (*_IMPERFECT_ENDINGS, "ó", "ed")
_PAST_IRREGULAR = frozenset({"taught", "drank", "drove", "viví", "vivi", "vivia", "vivio", "trabajé", "estudié"})

_NOUNS_TOO = frozenset({"corte", "cortes", "cambio", "cambios", "deje", "cut", "change", "break", "end"})
_ARTICLES = frozenset({"el", "un", "los", "unos", "del", "al", "su", "este", "the", "a", "an", "their", "this"})
"""After one of these, "corte" is a haircut and nothing that somebody ended."""


def begins_past(raw: tuple[str, ...], words: tuple[str, ...], at: int) -> bool:
    """Return whether an auxiliary stands here that tells of the past: "tenía", "had", "was 900"."""
    if words[at] in _HAD:
        return not is_perfect(words, at)
    following = raw[at + 1 : at + 2]
    return words[at] in _WAS and bool(following) and (following[0][0].isupper() or following[0].isdigit())


def is_past_form(word: str, concepts: frozenset[str]) -> bool:
    """Return whether a verb with these concepts is told as past. `word` is lower, with its accents."""
    if concepts & concept_group("habitual") and word.endswith(_IMPERFECT_ENDINGS):
        return True
    past = word.endswith(_PAST_ENDINGS) or word in _PAST_IRREGULAR
    return past and bool(concepts & concept_group("lasting"))


def is_perfect(words: tuple[str, ...], at: int) -> bool:
    return bool(_PERFECT & set(words[max(0, at - 2) : at]))


def future_at(raw: tuple[str, ...], words: tuple[str, ...], at: int, language: Language) -> int:
    """Return of how many tokens the plan is that begins here: "voy a viajar", "going to run"; 0 where none does."""
    if language == "es":
        after = words[at + 2 : at + 3]
        goes = words[at] in {"voy", "va", "vamos", "van"} and words[at + 1 : at + 2] == ("a",)
        return 2 * bool(goes and after and _INFINITIVE.search(after[0]) and after[0] not in _NO_INFINITIVES)
    if raw[at] == "may":
        return int(at + 1 < len(words) and words[at + 1].isalpha())
    verb = lexicon("en").exact.get(words[at + 2 : at + 3], frozenset[str]())
    return 2 * (words[at : at + 2] == ("going", "to") and "predicates" in collect_kinds(verb))


def is_noun(words: Sequence[str], at: int) -> bool:
    """Return whether a word that may be a verb of ending or changing stands after an article."""
    return at > 0 and words[at] in _NOUNS_TOO and words[at - 1] in _ARTICLES
