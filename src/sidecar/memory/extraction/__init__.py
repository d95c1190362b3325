"""The facts that messages hold: by patterns at once (`extract`), by the memory model when there is one (`reading`)."""

from sidecar.memory.extraction.hints import may_hold_fact
from sidecar.memory.extraction.keys import fact_keys
from sidecar.memory.extraction.model_extractor import InvalidExtraction, extraction_request, read_facts
from sidecar.memory.extraction.pattern_extractor import extract

__all__ = ["InvalidExtraction", "extract", "extraction_request", "fact_keys", "may_hold_fact", "read_facts"]
