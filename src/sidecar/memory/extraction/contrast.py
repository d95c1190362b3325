"""Reads denials: what holds instead of what is denied, and whether a denial was lost in the telling."""

from __future__ import annotations

import re
from collections.abc import Sequence

from sidecar.language.fold import fold
from sidecar.memory.extraction.words import Word

_LOST = re.compile(r"(?:no|ya no|nunca|tampoco|jamas|not|never|no longer|\w+n't|dont|cant|doesnt|isnt|aint)")
_TOLD_DENIED = re.compile(
    r"\b(?:no|nunca|tampoco|jamas|sin|not|never|off|without|stopped|quit|dej\w+|suspend\w+|sac\w+)\b|n't\b"
)
_INSTEAD = frozenset({"ahora", "now", "solo", "only", "just", "sino"})
_DENIAL = frozenset({"no", "not", "don't", "dont"})
"""Before a verb whose form stays without it."""
_AROUND = frozenset({"ya", "longer", "mas", "anymore", "any", "more"})
"""What belongs to the denial: "ya no … más", "no longer", "any more"."""
_CLITICS = frozenset({"me", "te", "se", "lo", "la", "le", "nos", "les"})
_PREPOSITIONS = frozenset({"en", "a", "al", "con", "de", "del", "por", "para", "in", "at", "to", "for", "with", "on"})
_DENIED_WITHIN = 5


def loses_denial(words: Sequence[Word], told: str) -> bool:
    """Return whether `words`, which are told so, hold a denial that the telling lacks: "no estoy tomando X" is never
    "Toma X". Before a comma it belongs to something else."""
    at = max((at for at, word in enumerate(words) if _LOST.fullmatch(word.symbol)), default=-1)
    return at >= 0 and all(word.symbol != "," for word in words[at:]) and not _TOLD_DENIED.search(fold(told))


def affirm(words: Sequence[Word], denied: Sequence[Word]) -> list[Word]:
    """Return the clause that says what holds instead of `denied`; nothing where `words` do not say it."""
    instead = next((at for at, word in enumerate(words) if word.symbol not in _INSTEAD), len(words))
    at = next((at for at, word in enumerate(denied[:_DENIED_WITHIN]) if word.symbol in _DENIAL), None)
    if not instead or at is None or instead == len(words) or any(word.symbol in _DENIAL for word in words):
        return []
    subject = [word for word in denied[:at] if word.symbol not in _AROUND]
    said = [word for word in denied[at + 1 :] if word.symbol not in _AROUND]
    verb = next((place for place, word in enumerate(said) if word.symbol not in _CLITICS), len(said))
    first = words[instead]
    shared = 1 + any(
        word.symbol in _PREPOSITIONS and first.symbol not in _PREPOSITIONS for word in said[verb + 1 : verb + 2]
    )
    return [*subject, *said[: verb + shared], *words[instead:]] if said[verb:] else []
