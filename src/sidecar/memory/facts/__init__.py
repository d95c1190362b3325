"""Facts: how a statement relates to what is known, and how facts age and are ranked.

Loading it all takes 45 ms, so each module is loaded when one of its names is first used. The word lists take another
quarter of a second: `load` reads them.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sidecar.memory.facts.ageing import Age as Age
    from sidecar.memory.facts.ageing import age as age
    from sidecar.memory.facts.ageing import eligible as eligible
    from sidecar.memory.facts.ageing import is_stale as is_stale
    from sidecar.memory.facts.candidates import candidate_words as candidate_words
    from sidecar.memory.facts.comparing import compare as compare
    from sidecar.memory.facts.dedup import change_for as change_for
    from sidecar.memory.facts.dedup import decide as decide
    from sidecar.memory.facts.dedup import load as load
    from sidecar.memory.facts.dedup import repeats as repeats
    from sidecar.memory.facts.scoring import prompt_score as prompt_score
    from sidecar.memory.facts.scoring import recency as recency
    from sidecar.memory.facts.statement import Comparison as Comparison
    from sidecar.memory.facts.statement import Relation as Relation
    from sidecar.memory.facts.statement import Statement as Statement

_NAMES = {
    "ageing": "Age age eligible is_stale",
    "candidates": "candidate_words",
    "comparing": "compare",
    "dedup": "change_for decide load repeats",
    "scoring": "prompt_score recency",
    "statement": "Comparison Relation Statement",
}
_MODULES = {name: module for module, names in _NAMES.items() for name in names.split()}


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f"{__name__}.{_MODULES[name]}"), name)
