"""Facts: how a statement relates to what is known, and how facts age and are ranked.

The word lists take a fifth of a second to load, so they are loaded when a function is first used.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sidecar.memory.facts.ageing import Age, age, eligible, is_stale
    from sidecar.memory.facts.comparing import compare, compare_all
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

_HOMES = {
    "Age": "ageing",
    "AwaitsConfirmation": "dedup",
    "Comparison": "statement",
    "Confirmed": "dedup",
    "Decision": "statement",
    "New": "dedup",
    "Refines": "dedup",
    "Saved": "dedup",
    "Statement": "statement",
    "Supersedes": "dedup",
    "age": "ageing",
    "candidate_words": "dedup",
    "compare": "comparing",
    "compare_all": "comparing",
    "compare_with": "dedup",
    "confirmed": "dedup",
    "decide": "dedup",
    "eligible": "ageing",
    "is_stale": "ageing",
    "prompt_score": "scoring",
    "recency": "scoring",
    "refined": "dedup",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f"{__name__}.{_HOMES[name]}"), name)
