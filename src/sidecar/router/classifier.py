"""A second opinion on what a message is: a linear classifier, trained by `scripts/train_router.py`.

It fills no slots; grammars read what is to be done. Importing it takes 0.1 s where numpy was not imported before.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from sidecar.language.linear_classifier import load_classifier
from sidecar.language.text_features import BREAK, weigh_words
from sidecar.router.message_words import MessageWords
from sidecar.router.prediction import MessageLabel, Prediction

_LONGEST_WORDS = 40
"""The rest of a longer message changes nothing of what it is."""


def predict(said: MessageWords) -> Prediction:
    probabilities = load_classifier("sidecar.router", "classifier.npz").predict(weigh_features(said))
    return Prediction({MessageLabel(label): probability for label, probability in probabilities.items()})


def weigh_features(said: MessageWords) -> Mapping[int, float]:
    """Return what the classifier sees of a message."""
    return weigh_words(list(_read_words(said)), said.text)


def _read_words(said: MessageWords) -> Iterator[str]:
    for index, word in enumerate(said.words[:_LONGEST_WORDS]):
        if word.breaks and index:
            yield BREAK
        yield word.read
