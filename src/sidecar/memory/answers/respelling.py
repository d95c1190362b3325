"""Reads a question with a slip of the finger as it was meant: "what am I alergic to"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from sidecar.domain.fact import Fact
from sidecar.domain.person import Language
from sidecar.language.closest_name import find_closest_name
from sidecar.language.fold import fold
from sidecar.memory.answers.question import Question, parse_question
from sidecar.memory.lexicon.lexicon import lexicon

_SHORTEST_CHARS = 5
"""Shorter words are one slip from too many others."""


def respell(question: Question, facts: Sequence[Fact], language: Language) -> Question | None:
    """Return the question with each word that nobody knows as the closest one of the lexicon or of the facts; None
    where there is none."""
    unknown = {item.text for item in question.items if item.unknown and len(item.text) >= _SHORTEST_CHARS}
    told = {word for fact in facts for word in re.findall(r"[^\W\d_]+", fold(fact.text))}
    text = fold(question.text)
    for word in unknown - told:
        meant = find_closest_name(word, _near_words(word, (*told, *(one[0] for one in lexicon(language).exact))))
        text = re.sub(rf"\b{re.escape(word)}\b", meant or word, text)
    return parse_question(text, language) if text != fold(question.text) else None


def _near_words(word: str, words: Iterable[str]) -> Sequence[str]:
    """Return the words of about its length that begin alike: comparing takes time."""
    return sorted({one for one in words if one[:1] == word[:1] and abs(len(one) - len(word)) <= 1})
