"""Small lists of words that several grammars share: courtesy, questions, answers. Folded, Spanish and English."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from sidecar.domain.person import Language

GREETINGS: Mapping[Language, tuple[str, ...]] = {
    "es": ("che", "hola", "buenas", "buen dia", "buenos dias", "dale", "bueno", "ok", "okey"),
    "en": ("hey", "hi", "hello", "ok", "okay"),
}
"""What may open a sentence and says nothing."""

PLEASE: Mapping[Language, tuple[str, ...]] = {
    "es": ("por favor", "porfa", "porfis", "porfi", "xfa"),
    "en": ("please", "pls", "plz"),
}

THANKS: Mapping[Language, tuple[str, ...]] = {
    "es": ("gracias", "muchas gracias"),
    "en": ("thanks", "thank you", "thx"),
}

ADDRESSED = "sidecar"
"""How people call the companion."""


def any_word_pattern(*lists: Iterable[str]) -> str:
    """Return a pattern that matches any of the words, longer ones first, as a group of its own."""
    words = {word for words in lists for word in words}
    return f"(?:{'|'.join(sorted(words, key=lambda word: (-len(word), word)))})"
