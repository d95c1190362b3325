"""The facts that messages hold: by patterns at once (`extract`), by the memory model when there is one (`read_facts`).

Loading it all takes 70 ms, so each module is loaded when one of its names is first used.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sidecar.memory.extraction.context import NO_CONTEXT as NO_CONTEXT
    from sidecar.memory.extraction.context import ExtractionContext as ExtractionContext
    from sidecar.memory.extraction.fact_dates import add_dates as add_dates
    from sidecar.memory.extraction.hints import may_correct as may_correct
    from sidecar.memory.extraction.hints import may_hold_fact as may_hold_fact
    from sidecar.memory.extraction.keys import fact_keys as fact_keys
    from sidecar.memory.extraction.model_extractor import ExtractedFacts as ExtractedFacts
    from sidecar.memory.extraction.model_extractor import InvalidExtraction as InvalidExtraction
    from sidecar.memory.extraction.model_extractor import extraction_request as extraction_request
    from sidecar.memory.extraction.model_extractor import read_facts as read_facts
    from sidecar.memory.extraction.pattern_extractor import extract as extract
    from sidecar.memory.extraction.pattern_extractor import load_language_pack as load_language_pack

_MODULES = {
    "NO_CONTEXT": "context",
    "ExtractionContext": "context",
    "add_dates": "fact_dates",
    "may_correct": "hints",
    "may_hold_fact": "hints",
    "fact_keys": "keys",
    "ExtractedFacts": "model_extractor",
    "InvalidExtraction": "model_extractor",
    "extraction_request": "model_extractor",
    "read_facts": "model_extractor",
    "extract": "pattern_extractor",
    "load_language_pack": "pattern_extractor",
}


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f"{__name__}.{_MODULES[name]}"), name)
