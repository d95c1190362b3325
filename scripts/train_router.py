"""Train the router's classifier on the sentences of `scripts/router_training` and write its weights.

Always the same weights from the same sentences (but for the last bit of a product of matrices): the order is drawn from
a fixed seed. Prints how it does on sentences that it was not trained on: each third of them in turn.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import product
from math import prod
from pathlib import Path
from random import Random

import numpy as np
from numpy.typing import NDArray

from sidecar.language.text_features import BUCKETS
from sidecar.router.classifier import weigh_features
from sidecar.router.message_words import read_words
from sidecar.router.prediction import MessageLabel

HERE = Path(__file__).resolve().parent
SENTENCES = HERE / "router_training"
WEIGHTS = HERE.parent / "src/sidecar/router/classifier.npz"
_SEED, _FOLDS, _EPOCHS, _BATCH, _RATE, _DECAY = 13, 3, 10, 256, 0.08, 1e-4
_FEW = 12
_CHOICE = re.compile(r"\{([^{}]*)\}")

Matrix = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Example:
    label: MessageLabel
    text: str
    pattern: str
    """The line that it came from: sentences of one pattern are never on both sides of a fold."""


def main() -> None:
    examples = read_examples()
    labels = sorted({example.label for example in examples})
    features = vectorize([example.text for example in examples])
    targets = np.array([labels.index(example.label) for example in examples])
    folds = np.array([_hash(example.pattern) % _FOLDS for example in examples])
    scores = np.zeros((len(examples), len(labels)), np.float32)
    for fold in range(_FOLDS):
        held = folds == fold
        scores[held] = features[held] @ fit(features, targets, np.flatnonzero(~held))
    temperature = calibrate(scores, targets)
    report(scores / temperature, targets, labels)
    save(fit(features, targets, np.arange(len(targets))) / temperature, labels)


def read_examples() -> Sequence[Example]:
    random = Random(_SEED)
    lines = [line for file in sorted(SENTENCES.glob("*.tsv")) for line in file.read_text(encoding="utf-8").splitlines()]
    pairs = [line.split("\t") for line in lines if line and not line.startswith("#")]
    return [Example(MessageLabel(label), text, line) for label, line in pairs for text in expand(line, random)]


def expand(pattern: str, random: Random) -> Iterator[str]:
    """Yield sentences of a pattern, "{call|text} Ana": all where they are few, else with each choice once at least."""
    parts = [part.split("|") if index % 2 else [part] for index, part in enumerate(_CHOICE.split(pattern))]
    if prod(map(len, parts)) <= _FEW:
        yield from ("".join(chosen) for chosen in product(*parts))
    else:
        count = max(_FEW, *map(len, parts))
        rounds = range(count // min(map(len, parts)) + 1)
        columns = [[choice for _ in rounds for choice in random.sample(part, len(part))] for part in parts]
        yield from dict.fromkeys(
            "".join(chosen) for _, chosen in zip(range(count), zip(*columns, strict=False), strict=False)
        )


def vectorize(texts: Sequence[str]) -> Matrix:
    """Return a row of features for each text, and a last column of ones."""
    rows = np.zeros((len(texts), BUCKETS + 1), np.float32)
    for row, text in zip(rows, texts, strict=True):
        said = read_words(text)
        assert said is not None, text
        weighed = weigh_features(said)
        row[[*weighed]] = [*weighed.values()]
    rows[:, -1] = 1
    return rows


def fit(features: Matrix, targets: NDArray[np.int64], rows: NDArray[np.int64]) -> Matrix:
    """Fit a softmax regression to some of the rows by Adam; rare labels count for more."""
    count = int(targets.max()) + 1
    random = np.random.default_rng(_SEED)
    weights = np.zeros((features.shape[1], count), np.float32)
    mean, square = np.zeros_like(weights), np.zeros_like(weights)
    balance = np.bincount(targets, minlength=count)[targets].astype(np.float32) ** -0.5
    balance /= balance.mean()
    step = 0
    for epoch in range(_EPOCHS):
        order = random.permutation(rows)
        for start in range(0, len(order), _BATCH):
            step += 1
            batch = order[start : start + _BATCH]
            wrong = softmax(features[batch] @ weights)
            wrong[np.arange(len(batch)), targets[batch]] -= 1
            gradient = features[batch].T @ (wrong * balance[batch, None]) / len(batch) + _DECAY * weights
            mean += 0.1 * (gradient - mean)
            square += 0.01 * (gradient**2 - square)
            rate = _RATE * (1 - epoch / _EPOCHS)
            weights -= rate * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.99**step)) + 1e-6)
    return weights


def softmax(scores: Matrix) -> Matrix:
    powers = np.exp(scores - scores.max(axis=1, keepdims=True))
    return powers / powers.sum(axis=1, keepdims=True)


def calibrate(scores: Matrix, targets: NDArray[np.int64]) -> float:
    """Return the temperature with which the probabilities of held-out sentences are most likely."""
    rows = np.arange(len(targets))

    def surprise(heat: float) -> float:
        return -float(np.log(softmax(scores / heat)[rows, targets] + 1e-9).sum())

    return min(np.geomspace(0.2, 5, 60).tolist(), key=surprise)


def report(scores: Matrix, targets: NDArray[np.int64], labels: Sequence[MessageLabel]) -> None:
    probabilities = softmax(scores)
    found = probabilities.argmax(axis=1)
    sure = probabilities.max(axis=1) >= 0.9
    right = found == targets
    print(
        f"{len(targets)} sentences, held out: {right.mean():.1%} right; "
        f"sure of {sure.mean():.1%}, of which {right[sure].mean():.2%} right"
    )
    for index, label in enumerate(labels):
        own, claimed = targets == index, found == index
        mistaken = Counter(labels[other] for other in found[own & ~right]).most_common(3)
        precision = right[claimed].sum() / max(1, claimed.sum())
        print(
            f"{label:18} {own.sum():5} found {right[own].mean():6.1%} right {precision:6.1%}  "
            + ", ".join(f"{count} {other}" for other, count in mistaken)
        )


def save(weights: Matrix, labels: Sequence[MessageLabel]) -> None:
    scales = np.abs(weights).max(axis=0) / 127
    whole = np.round(weights / scales).astype(np.int8)
    np.savez_compressed(
        WEIGHTS, weights=whole, scales=scales.astype(np.float32), labels=np.array([*labels]), sentences=hash_sentences()
    )
    print(f"{WEIGHTS.name}: {WEIGHTS.stat().st_size / 1000:.0f} kB")


def hash_sentences() -> str:
    """Return what the weights are known by: the hash of all sentences."""
    return sha256(b"".join(file.read_bytes() for file in sorted(SENTENCES.glob("*.tsv")))).hexdigest()


def _hash(text: str) -> int:
    return int(sha256(text.encode()).hexdigest(), 16)


if __name__ == "__main__":
    main()
