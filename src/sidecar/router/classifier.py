"""A second opinion on what a message is: a linear classifier, trained by `scripts/train_router.py`.

It fills no slots; grammars read what is to be done. Importing it takes 0.1 s where numpy was not imported before.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

import numpy as np
from numpy.typing import NDArray

from sidecar.router.features import BUCKETS, weigh_features
from sidecar.router.message_words import MessageWords
from sidecar.router.prediction import MessageLabel, Prediction


@dataclass(frozen=True)
class Classifier:
    """`weights` has a row for each bucket and a last one for the bias, in units of the `scales` of its columns."""

    labels: Sequence[MessageLabel]
    weights: NDArray[np.int8]
    scales: NDArray[np.float32]

    def predict(self, said: MessageWords) -> Prediction:
        weighed = weigh_features(said)
        rows = self.weights[[*weighed, BUCKETS]].astype(np.float32)
        scores = np.array([*weighed.values(), 1.0], np.float32) @ rows * self.scales
        powers = np.exp(scores - scores.max())
        return Prediction(dict(zip(self.labels, (powers / powers.sum()).tolist(), strict=True)))


@cache
def load_classifier() -> Classifier:
    with (files("sidecar.router") / "classifier.npz").open("rb") as file, np.load(file) as saved:
        return Classifier([MessageLabel(label) for label in saved["labels"]], saved["weights"], saved["scales"])
