"""A second opinion on what a message is: a linear classifier, trained by `scripts/train_router.py`.

It fills no slots; grammars read what is to be done. Importing it takes 0.1 s where numpy was not imported before.
"""

from __future__ import annotations

from sidecar.language.linear_classifier import load_classifier
from sidecar.router.features import weigh_features
from sidecar.router.message_words import MessageWords
from sidecar.router.prediction import MessageLabel, Prediction


def predict(said: MessageWords) -> Prediction:
    probabilities = load_classifier("sidecar.router", "classifier.npz").predict(weigh_features(said))
    return Prediction({MessageLabel(label): probability for label, probability in probabilities.items()})
