"""A linear classifier of texts, whose weights a script has trained. Importing it takes 0.1 s where numpy was not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

import numpy as np
from numpy.typing import NDArray

from sidecar.language.text_features import BUCKETS


@dataclass(frozen=True)
class LinearClassifier:
    """`weights` has a row for each bucket and a last one for the bias, in units of the `scales` of its columns."""

    labels: Sequence[str]
    weights: NDArray[np.int8]
    scales: NDArray[np.float32]

    def predict(self, weighed: Mapping[int, float]) -> Mapping[str, float]:
        """Return the probabilities of the labels for a text with these features."""
        rows = self.weights[[*weighed, BUCKETS]].astype(np.float32)
        scores = np.array([*weighed.values(), 1.0], np.float32) @ rows * self.scales
        powers = np.exp(scores - scores.max())
        return dict(zip(self.labels, (powers / powers.sum()).tolist(), strict=True))


@cache
def load_classifier(package: str, name: str) -> LinearClassifier:
    """Load the weights of this name from a package."""
    with (files(package) / name).open("rb") as file, np.load(file) as saved:
        return LinearClassifier(saved["labels"].tolist(), saved["weights"], saved["scales"])
