"""What a linear classifier sees of a text: its words, pairs of neighbours and pieces of words, hashed into buckets."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from zlib import crc32

BUCKETS = 1 << 13
BREAK = "|"
"""Stands among the words where a sign ends a clause."""
_PIECES = (3, 4, 5)
_NUMBER = re.compile(r"\d+(?:[.,:/\-]\d+)*")
_DRAWN_OUT = re.compile(r"([a-z])\1{2,}")
"""Letters repeated for their sound: "holaaa"."""
_SIGN = re.compile(r"[¿?¡!\"“”«»%]|[\U0001f300-\U0001faff☀-➿]")


def weigh_words(words: Sequence[str], text: str) -> Mapping[int, float]:
    """Return the buckets of a text's features with their weights; each kind of feature counts the same in all. `words`:
    the folded words of the text, with its breaks."""
    weights: Counter[int] = Counter()
    for features in _list_features([_plain(word) for word in words], text):
        buckets = {crc32(feature.encode()) % BUCKETS for feature in features}
        for bucket in buckets:
            weights[bucket] += len(buckets) ** -0.5
    return weights


def _list_features(words: Sequence[str], text: str) -> Iterator[Sequence[str]]:
    """Yield the words, the pairs of neighbours, the signs with the length, and the pieces of words."""
    yield [f"w {word}" for word in words]
    yield [f"b {first} {second}" for first, second in pairwise(["^", *words, "$"])]
    yield [*_SIGN.findall(text), f"n {len(words).bit_length()}"]
    marked = [f"<{word}>" for word in words]
    yield [word[at : at + size] for word in marked for size in _PIECES for at in range(len(word) - size + 1)]


def _plain(word: str) -> str:
    return "0" if _NUMBER.fullmatch(word) else _DRAWN_OUT.sub(r"\1", word)
