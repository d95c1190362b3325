"""A second opinion on what a message is, by a linear classifier that `scripts/train_router.py` trains.

It fills no slots: grammars read what is to be done. Asked for its opinion first, it imports numpy: 0.1 s.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

from sidecar.language.text_features import BREAK, weigh_words
from sidecar.router.intents import Calculation, Intent, SmallTalk, UnitConversion
from sidecar.router.message_words import MessageWords, read_words
from sidecar.router.prediction import HARD_NEGATIVES, MessageLabel, Prediction

_LONGEST_WORDS = 40
"""The rest of a longer message changes nothing of what it is."""
_CONTRARY = 0.97
"""A grammar that accounts for every word is wrong once in 250 times: only more than that speaks against it."""
_GRAMMAR_ODDS = 250.0
_NO_REQUEST = HARD_NEGATIVES | {MessageLabel.OTHER}
_PRIOR = 0.3
"""How much of what the classifier learned from is no request."""


@lru_cache(maxsize=16)
def predict(text: str) -> Prediction | None:
    """Return what the classifier holds a message for; None for one that is too long to be a plain request."""
    from sidecar.language.linear_classifier import load_classifier  # numpy: 0.1 s, and no message may ever come

    said = read_words(text)
    if said is None:
        return None
    probabilities = load_classifier("sidecar.router", "classifier.npz").predict(weigh_features(said))
    return Prediction({MessageLabel(label): probability for label, probability in probabilities.items()})


def weigh_features(said: MessageWords) -> Mapping[int, float]:
    return weigh_words(list(_list_words(said)), said.text)


def contradicts(prediction: Prediction, reading: Intent) -> bool:
    """Return whether what a grammar read only looks like a request. Figures and small talk are what they are."""
    settled = isinstance(reading, Calculation | UnitConversion | SmallTalk)
    return not settled and prediction.sum(HARD_NEGATIVES) >= _CONTRARY


def weigh_reading(prediction: Prediction) -> float:
    """Return the probability that a grammar's reading is right, as Bayes combines both opinions."""
    doubt = min(max(prediction.sum(_NO_REQUEST), 0.001), 0.999)
    odds = _GRAMMAR_ODDS * (1 - doubt) / doubt * _PRIOR / (1 - _PRIOR)
    return odds / (1 + odds)


def _list_words(said: MessageWords) -> Iterator[str]:
    for index, word in enumerate(said.words[:_LONGEST_WORDS]):
        if word.breaks and index:
            yield BREAK
        yield word.read
