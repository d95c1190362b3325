"""Facts: how a statement relates to what is known, and how facts age and are ranked.

Loading it all takes 45 ms, so each module is loaded when one of its names is first used. The word lists take another
quarter of a second: `preload_word_lists` reads them.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sidecar.memory.facts.candidates import candidate_words as candidate_words
    from sidecar.memory.facts.candidates import lookup_words as lookup_words
    from sidecar.memory.facts.capitals import is_first_name as is_first_name
    from sidecar.memory.facts.capitals import names_a_thing as names_a_thing
    from sidecar.memory.facts.capitals import person_names as person_names
    from sidecar.memory.facts.comparator import compare as compare
    from sidecar.memory.facts.dedup import build_fact_changes as build_fact_changes
    from sidecar.memory.facts.dedup import decide as decide
    from sidecar.memory.facts.dedup import find_left_out as find_left_out
    from sidecar.memory.facts.dedup import is_due as is_due
    from sidecar.memory.facts.dedup import is_repetition as is_repetition
    from sidecar.memory.facts.dedup import is_replaced as is_replaced
    from sidecar.memory.facts.dedup import preload_word_lists as preload_word_lists
    from sidecar.memory.facts.dedup import split_stored as split_stored
    from sidecar.memory.facts.dedup import tell_former as tell_former
    from sidecar.memory.facts.dedup import tell_over as tell_over
    from sidecar.memory.facts.fact_age import Age as Age
    from sidecar.memory.facts.fact_age import age as age
    from sidecar.memory.facts.fact_age import is_eligible as is_eligible
    from sidecar.memory.facts.fact_age import is_stale as is_stale
    from sidecar.memory.facts.identity import identity_rank as identity_rank
    from sidecar.memory.facts.parts import split_joined as split_joined
    from sidecar.memory.facts.scope import find_scope as find_scope
    from sidecar.memory.facts.scope import limit_to_session as limit_to_session
    from sidecar.memory.facts.score import prompt_score as prompt_score
    from sidecar.memory.facts.score import recency as recency
    from sidecar.memory.facts.statement import Comparison as Comparison
    from sidecar.memory.facts.statement import Relation as Relation
    from sidecar.memory.facts.statement import Statement as Statement
    from sidecar.memory.facts.things import is_akin as is_akin
    from sidecar.memory.facts.things import name_in_all_forms as name_in_all_forms
    from sidecar.memory.facts.things import name_things as name_things

_NAMES = {
    "fact_age": "Age age is_eligible is_stale",
    "candidates": "candidate_words lookup_words",
    "capitals": "is_first_name names_a_thing person_names",
    "comparator": "compare",
    "dedup": "build_fact_changes decide preload_word_lists find_left_out is_due is_repetition is_replaced"
    " split_stored tell_former tell_over",
    "identity": "identity_rank",
    "parts": "split_joined",
    "scope": "find_scope limit_to_session",
    "score": "prompt_score recency",
    "statement": "Comparison Relation Statement",
    "things": "is_akin name_in_all_forms name_things",
}
_MODULES = {name: module for module, names in _NAMES.items() for name in names.split()}


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f"{__name__}.{_MODULES[name]}"), name)
