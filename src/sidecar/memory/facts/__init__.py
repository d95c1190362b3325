"""Facts: how a statement relates to what is known, and how facts age and are ranked."""

from sidecar.memory.facts.ageing import Age, age, eligible, is_stale
from sidecar.memory.facts.compare import compare, compare_all
from sidecar.memory.facts.dedup import (
    AwaitsConfirmation,
    Confirmed,
    New,
    Refines,
    Saved,
    Supersedes,
    candidate_words,
    compare_with,
    confirmed,
    decide,
    refined,
)
from sidecar.memory.facts.scoring import prompt_score, recency
from sidecar.memory.facts.statement import Comparison, Decision, Statement

__all__ = [
    "Age",
    "AwaitsConfirmation",
    "Comparison",
    "Confirmed",
    "Decision",
    "New",
    "Refines",
    "Saved",
    "Statement",
    "Supersedes",
    "age",
    "candidate_words",
    "compare",
    "compare_all",
    "compare_with",
    "confirmed",
    "decide",
    "eligible",
    "is_stale",
    "prompt_score",
    "recency",
    "refined",
]
