"""Ranks documents by words, meaning, neighbours, speaker and date. Pure.

The weights were fitted on questions about long conversations, leaving out one conversation at a time, and rounded;
docs/benchmarks.md has the figures.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sidecar.domain.message import Speaker
from sidecar.memory.retrieval.date_mentions import date_closeness
from sidecar.memory.retrieval.document import DocumentId
from sidecar.memory.retrieval.ports import RankingCandidate
from sidecar.memory.retrieval.query import Query

# Okapi BM25: Robertson and Zaragoza, "The Probabilistic Relevance Framework" (2009)
_K1, _B = 1.2, 0.75

_TRUSTED_COVERAGE = 0.7
"""Where the best document has less of the query's words than this, words count for less: a question in another language
shares at most a name or a number with its answer."""
_NEAREST = 180
"""How many count as near: others, found by their words alone, would compress the differences between these."""
_LONG_WORDS = 24
"""Short texts rarely answer anything; beyond this length, more words add nothing."""
_PERSON: str = Speaker.PERSON.value
_LENGTHS = tuple(math.log1p(words) / math.log1p(_LONG_WORDS) for words in range(_LONG_WORDS + 1))


@dataclass(frozen=True, slots=True)
class Weights:
    meaning: float = 3.9
    thread_meaning: float = 2.2
    words: float = 1.0
    thread_words: float = 2.3
    coverage: float = 1.2
    speaker: float = 2.7
    length: float = 1.7
    question: float = -0.7
    date: float = 4.8
    fact: float = 4.0
    told: float = 1.0
    recency: float = 4.0
    """These three are not from conversations of others, but from the lives of bench.life: what is remembered as a fact,
    and what the person told Sidecar, the latest first, count for as much as they are near to the question."""

    @property
    def best(self) -> float:
        """The score of a document that is best in every feature."""
        return sum((
            self.meaning, self.thread_meaning, self.words, self.thread_words, self.coverage, self.speaker, self.length,
            self.date, self.fact, self.recency,
        ))  # fmt: skip


WEIGHTS = Weights()


@dataclass(frozen=True, slots=True)
class WordStatistics:
    """The document frequencies of a collection, for BM25."""

    documents: int
    frequencies: Mapping[str, int]

    def idf(self, word: str) -> float:
        having = min(self.frequencies.get(word, 0), self.documents)
        return math.log(1 + (self.documents - having + 0.5) / (having + 0.5))


@dataclass(frozen=True, slots=True)
class RankedDocument:
    candidate: RankingCandidate
    score: float


def rank(
    query: Query,
    candidates: Sequence[RankingCandidate],
    statistics: WordStatistics,
    similarities: Mapping[DocumentId, float],
    weights: Weights = WEIGHTS,
) -> list[RankedDocument]:
    """Rank all candidates, best first, with scores from 0 to 1. `similarities`: cosines; a document without one counts
    as one in the middle."""
    best = weights.best
    scores = [0.0] * len(candidates)
    for name, marks in features(query, candidates, statistics, similarities).items():
        weight = getattr(weights, name)
        scores = [score + weight * mark for score, mark in zip(scores, marks, strict=True)]
    ranked = [
        RankedDocument(candidate, max(0.0, min(1.0, score / best)))
        for candidate, score in zip(candidates, scores, strict=True)
    ]
    return sorted(ranked, key=lambda one: (-one.score, -one.candidate.id))


def features(
    query: Query,
    candidates: Sequence[RankingCandidate],
    statistics: WordStatistics,
    similarities: Mapping[DocumentId, float],
) -> Mapping[str, Sequence[float]]:
    """Compute each candidate's features, about 0 to 1, by weight name; those that are 0 for all are left out."""
    words, coverage = _words(query, candidates, statistics)
    marks: dict[str, Sequence[float]] = {
        "words": words,
        "thread_words": _best_of_thread(candidates, words),
        "coverage": coverage,
        "length": [_length(candidate) for candidate in candidates],
        "question": [float(candidate.asks) for candidate in candidates],
    }
    nearness = words
    if similarities:
        marks["meaning"] = nearness = _meaning(candidates, similarities)
        marks["thread_meaning"] = _best_of_thread(candidates, nearness)
    marks["fact"] = [near * candidate.fact for near, candidate in zip(nearness, candidates, strict=True)]
    marks["told"] = [near * _is_told(candidate) for near, candidate in zip(nearness, candidates, strict=True)]
    if not query.past:
        marks["recency"] = [near * recent for near, recent in zip(nearness, _recency(candidates), strict=True)]
    if query.speakers:
        marks["speaker"] = [float(candidate.speaker in query.speakers) for candidate in candidates]
    if query.dates:
        marks["date"] = [_date(candidate, query) for candidate in candidates]
    return marks


def _length(candidate: RankingCandidate) -> float:
    """Return how much a text of this length may say. A fact says what it says in few words."""
    return 1.0 if candidate.fact else _LENGTHS[min(_LONG_WORDS, len(candidate.words))]


def _is_told(candidate: RankingCandidate) -> bool:
    return candidate.speaker == _PERSON


def _recency(candidates: Sequence[RankingCandidate]) -> list[float]:
    """Return 1 for the latest that the person told, 0 for the first, and for what others said."""
    own = [one.at.timestamp() if one.at and (one.fact or _is_told(one)) else None for one in candidates]
    times = [at for at in own if at is not None]
    first, last = min(times, default=0.0), max(times, default=0.0)
    return [(at - first) / (last - first) if at is not None and last > first else 0.0 for at in own]


def _date(candidate: RankingCandidate, query: Query) -> float:
    return date_closeness(candidate.at.astimezone(query.timezone).date(), query.dates) if candidate.at else 0.0


def _meaning(candidates: Sequence[RankingCandidate], similarities: Mapping[DocumentId, float]) -> list[float]:
    """Scale cosines so that the nearest is 1 and the farthest that counts 0, since their range differs by model."""
    ordered = sorted(similarities.values(), reverse=True)
    low, high = ordered[min(len(ordered), _NEAREST) - 1], ordered[0]
    if high <= low:
        return [1.0 if candidate.id in similarities else 0.0 for candidate in candidates]
    unknown = ordered[len(ordered) // 2]  # it has no vector yet: what was just told must not come last
    return [max(0.0, similarities.get(candidate.id, unknown) - low) / (high - low) for candidate in candidates]


def _words(
    query: Query, candidates: Sequence[RankingCandidate], statistics: WordStatistics
) -> tuple[list[float], list[float]]:
    """Compute BM25 of each document with its neighbours, scaled to a best of 1, and how much of the query it covers."""
    idf = {word: statistics.idf(word) for word in query.words}
    whole = sum(idf.values())
    scores, coverage = [0.0] * len(candidates), [0.0] * len(candidates)
    if not whole or not candidates:
        return scores, coverage
    lengths = [len(candidate.words) + len(candidate.around) for candidate in candidates]
    mean_length = sum(lengths) / len(lengths) or 1.0
    for place, candidate in enumerate(candidates):
        norm = _K1 * (1 - _B + _B * lengths[place] / mean_length)
        said = {*candidate.words, *candidate.around}
        for word in [word for word in idf if word in said]:
            count = candidate.words.count(word) + candidate.around.count(word)
            scores[place] += idf[word] * count * (_K1 + 1) / (count + norm)
            coverage[place] += idf[word] / whole
    best = max(scores)
    trust = min(1.0, max(coverage) / _TRUSTED_COVERAGE)
    return [trust * score / best if best else 0.0 for score in scores], coverage


def _best_of_thread(candidates: Sequence[RankingCandidate], marks: Sequence[float]) -> list[float]:
    """Return the best value in each document's thread, or its own where it has none."""
    best: dict[str, float] = {}
    for candidate, mark in zip(candidates, marks, strict=True):
        if candidate.thread and mark > best.get(candidate.thread, 0.0):
            best[candidate.thread] = mark
    return [best.get(candidate.thread, mark) for candidate, mark in zip(candidates, marks, strict=True)]
