"""Words as memory compares them: folded tokens, content words and their stems, and the overlap of two texts."""

from __future__ import annotations

import re
from collections.abc import Set
from functools import lru_cache

from sidecar.language.fold import fold
from sidecar.language.stems import Language, stem
from sidecar.memory.lexicon.lexicon import lexicon

_CONTRACTIONS = tuple(
    (re.compile(pattern), replacement)
    for pattern, replacement in (
        (r"[’‘`´]", "'"),
        (r"\bcan'?t\b", "can not"),
        (r"\bwon'?t\b", "will not"),
        (r"\b(do|does|did|is|are|was|were|have|has|had|could|would|should)n'?t\b", r"\1 not"),
        (r"\b(i)(m|ve)\b", r"\1 \2"),
        (r"'(s|m|re|ve|d|ll)\b", r" \1"),
        (r"(?<=\w)'(?=\s|$)", " "),
    )
)
_THOUSANDS = re.compile(r"\b(\d{1,3})([.,]\d{3})+\b(?!\d)")
_DECIMAL = re.compile(r"(?<=\d),(?=\d)")
_TOKEN = re.compile(r"\d+(?:[:/.-]\d+)*|[^\W\d_]+\d+|[^\W\d_]+|[,;:.!?()—–]|%")
_ENDING = re.compile(r"(?:cito|cita|citos|citas|ito|ita|itos|itas)$")


@lru_cache(maxsize=4096)
def tokens(text: str) -> tuple[str, ...]:
    """Words, numbers and punctuation in order, as they were written (capitals and accents kept)."""
    for pattern, replacement in _CONTRACTIONS:
        text = re.sub(pattern.pattern, replacement, text, flags=re.IGNORECASE)
    text = _THOUSANDS.sub(lambda found: re.sub(r"[.,]", "", found[0]), text)
    return tuple(_TOKEN.findall(_DECIMAL.sub(".", text)))


def folded(text: str) -> tuple[str, ...]:
    """The tokens in lower case and without accents."""
    return tuple(fold(token) for token in tokens(text))


def smaller(word: str) -> str | None:
    """A Spanish diminutive without its ending (perrito → perr), or None for a word that is none."""
    base = _ENDING.sub("", word)
    return base if base != word and len(base) >= _SHORTEST_BASE else None


_SHORTEST_BASE = 3


def detect(text: str) -> Language:
    """Spanish or English, by the words that only one of them has; Spanish when nothing tells."""
    words = [word for word in folded(text) if word.isalpha()]
    score = sum(_leaning(word) for word in words)
    if any(sign in text.lower() for sign in "ñ¿¡áéíóú"):
        score += 1
    return "en" if score < 0 else "es"


def content_stems(text: str, language: Language | None = None) -> frozenset[str]:
    """The stems of the words that carry meaning: without the stop words of both languages and without punctuation."""
    spoken = language or detect(text)
    stops = lexicon("es").stops | lexicon("en").stops
    return frozenset(
        stem(word, spoken) for word in folded(text) if word not in stops and any(sign.isalnum() for sign in word)
    )


def jaccard(one: Set[str], other: Set[str]) -> float:
    """Shared over all, 0..1; two empty sets share nothing."""
    union = one | other
    return len(one & other) / len(union) if union else 0.0


def _leaning(word: str) -> int:
    spanish, english = lexicon("es").has(word), lexicon("en").has(word)
    weight = 2 if word in (lexicon("es").stops ^ lexicon("en").stops) else 1
    return weight * (int(spanish) - int(english))
