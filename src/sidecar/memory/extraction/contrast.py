"""Repeats a denied verb without its denial for what holds instead: "no tomo más enalapril, | ahora losartán"."""

from __future__ import annotations

from collections.abc import Sequence

from sidecar.memory.extraction.words import Word

_INSTEAD = frozenset({"ahora", "now", "solo", "only", "just", "sino"})
_DENIAL = frozenset({"no", "not", "don't", "dont"})
_AROUND = frozenset({"ya", "longer", "mas", "anymore", "any", "more"})
"""What belongs to the denial: "ya no … más", "no longer", "any more"."""
_CLITICS = frozenset({"me", "te", "se", "lo", "la", "le", "nos", "les"})
_PREPOSITIONS = frozenset({"en", "a", "al", "con", "de", "del", "por", "para", "in", "at", "to", "for", "with", "on"})
_DENIED_WITHIN = 5


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
