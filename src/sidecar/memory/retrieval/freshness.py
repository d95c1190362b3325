"""Puts what holds now before what held once. Pure."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import replace

from sidecar.memory.retrieval.document import DocumentId
from sidecar.memory.retrieval.ports import RankingCandidate, ToldFact
from sidecar.memory.retrieval.ranking import RankedDocument

_OUTDATED_SHARE = 0.7
"""What is left of a document's score when it holds no longer: it is found, but behind what is current."""
_COMPARED = 20
"""How many of the best are compared with each other."""
_NEAR = 0.05
_SAME_WORDS = 0.5


def find_outdated(
    ranked: Sequence[RankedDocument], told: Mapping[DocumentId, Sequence[ToldFact]]
) -> Mapping[DocumentId, ToldFact]:
    """Return the documents that tell what no longer holds, with the fact that says so.

    Of several facts of a message the one counts that fits the question best.
    """
    scores = {one.candidate.id: one.score for one in ranked}
    outdated: dict[DocumentId, ToldFact] = {}
    for id, facts in told.items():
        best = max(facts, key=lambda fact: (scores.get(fact.document, 0.0), fact.holds))
        if not best.holds:
            outdated[id] = best
    return outdated


def put_last(ranked: Sequence[RankedDocument], asked: Container[DocumentId]) -> list[RankedDocument]:
    """Put what was only asked behind all that was told."""
    told = [one for one in ranked if one.candidate.id not in asked]
    least = told[-1].score if told else 1.0
    return told + [replace(one, score=min(one.score, least)) for one in ranked if one.candidate.id in asked]


def put_current_first(
    ranked: Sequence[RankedDocument], outdated: Mapping[DocumentId, ToldFact], addable: Container[DocumentId]
) -> list[RankedDocument]:
    """Lower what is outdated, and raise what took its place to where it was, adding it if it was not found."""
    scores = {one.candidate.id: one.score for one in ranked}
    known = {one.candidate.id: one.candidate for one in ranked}
    for id, fact in outdated.items():
        if id not in scores:
            continue
        best, scores[id] = scores[id], scores[id] * _OUTDATED_SHARE
        if (heir := fact.replaced_by) and (heir in scores or heir in addable):
            scores[heir] = max(scores.get(heir, 0.0), best)
            known.setdefault(heir, RankingCandidate(heir, ()))
    found = [RankedDocument(known[id], score) for id, score in scores.items()]
    return prefer_newer(sorted(found, key=lambda one: -one.score))


def prefer_newer(ranked: Sequence[RankedDocument]) -> list[RankedDocument]:
    """Let the newer of two stand first that say nearly the same and fit nearly as well."""
    ordered = list(ranked)
    for later in range(1, min(len(ordered), _COMPARED)):
        for earlier in range(later):
            one, other = ordered[earlier], ordered[later]
            if one.score - other.score <= _NEAR and _is_newer_version(other.candidate, one.candidate):
                ordered.insert(earlier, replace(ordered.pop(later), score=one.score))
                break
    return ordered


def _is_newer_version(one: RankingCandidate, other: RankingCandidate) -> bool:
    words, others = set(one.words), set(other.words)
    newer = one.at is not None and other.at is not None and one.at > other.at
    return newer and one.speaker == other.speaker and len(words & others) >= _SAME_WORDS * len(words | others) > 0
