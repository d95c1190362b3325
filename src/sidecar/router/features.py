"""What the classifier sees of a message."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from sidecar.language.text_features import BREAK, weigh_words
from sidecar.router.message_words import MessageWords

_LONGEST_WORDS = 40
"""The rest of a longer message changes nothing of what it is."""


def weigh_features(said: MessageWords) -> Mapping[int, float]:
    return weigh_words(list(_read_words(said)), said.text)


def _read_words(said: MessageWords) -> Iterator[str]:
    for index, word in enumerate(said.words[:_LONGEST_WORDS]):
        if word.breaks and index:
            yield BREAK
        yield word.read
