"""What the classifier sees of a message: its words, pairs of neighbours and pieces of words, hashed into buckets."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from zlib import crc32

from sidecar.router.message_words import MessageWords

BUCKETS = 1 << 13
_PIECES = (3, 4, 5)
_LONGEST_WORDS = 40
"""The rest of a longer message changes nothing of what it is."""
_NUMBER = re.compile(r"\d+(?:[.,:/\-]\d+)*")
_DRAWN_OUT = re.compile(r"([a-z])\1{2,}")
"""Letters repeated for their sound: "holaaa"."""
_SIGN = re.compile(r"[¿?¡!\"“”«»%]|[\U0001f300-\U0001faff☀-➿]")


def weigh_features(said: MessageWords) -> Mapping[int, float]:
    """Return the buckets of a message's features with their weights; each kind of feature counts the same in all."""
    weights: Counter[int] = Counter()
    for features in _list_features(said):
        buckets = {crc32(feature.encode()) % BUCKETS for feature in features}
        for bucket in buckets:
            weights[bucket] += len(buckets) ** -0.5
    return weights


def _list_features(said: MessageWords) -> Iterator[Sequence[str]]:
    """Yield the words, the pairs of neighbours, the signs with the length, and the pieces of words."""
    words = list(_read_words(said))
    yield [f"w {word}" for word in words]
    yield [f"b {first} {second}" for first, second in pairwise(["^", *words, "$"])]
    yield [*_SIGN.findall(said.text), f"n {len(words).bit_length()}"]
    marked = [f"<{word}>" for word in words]
    yield [word[at : at + size] for word in marked for size in _PIECES for at in range(len(word) - size + 1)]


def _read_words(said: MessageWords) -> Iterator[str]:
    for index, word in enumerate(said.words[:_LONGEST_WORDS]):
        if word.breaks and index:
            yield "|"
        yield "0" if _NUMBER.fullmatch(word.read) else _DRAWN_OUT.sub(r"\1", word.read)
