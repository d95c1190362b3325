"""Plain searches to compare with: BM25, cosine, and their mixes by scores stretched to 0..1."""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import Any

import numpy as np

from sidecar.language.fold import fold
from sidecar.language.stop_words import STOP_WORDS

_K1, _B = 1.2, 0.75


class PlainBM25:
    """Okapi BM25 over folded words, as they stand, with or without stop words."""

    def __init__(self, texts: Sequence[str], *, stop_words: frozenset[str] = frozenset()) -> None:
        self._stop_words = stop_words
        documents = [self._words(text) for text in texts]
        self._lengths = np.array([len(words) for words in documents], float)
        self._found: dict[str, list[tuple[int, int]]] = defaultdict(list)
        for place, words in enumerate(documents):
            for word, count in Counter(words).items():
                self._found[word].append((place, count))

    def scores(self, question: str) -> Any:
        scores = np.zeros(len(self._lengths))
        norm = _K1 * (1 - _B + _B * self._lengths / self._lengths.mean())
        for word in self._words(question):
            if found := self._found.get(word):
                places = np.array([place for place, _ in found])
                counts = np.array([count for _, count in found], float)
                idf = math.log(1 + (len(self._lengths) - len(found) + 0.5) / (len(found) + 0.5))
                scores[places] += idf * counts * (_K1 + 1) / (counts + norm[places])
        return scores

    def _words(self, text: str) -> list[str]:
        return [word for word in re.findall(r"[^\W_]+", fold(text)) if word not in self._stop_words]


def without_stop_words(texts: Sequence[str]) -> PlainBM25:
    return PlainBM25(texts, stop_words=STOP_WORDS)


def stretched(scores: Any) -> Any:
    low, high = scores.min(), scores.max()
    return (scores - low) / (high - low) if high > low else np.zeros_like(scores)


def best(scores: Any, k: int) -> list[int]:
    return [int(place) for place in np.argsort(-scores, kind="stable")[:k]]
