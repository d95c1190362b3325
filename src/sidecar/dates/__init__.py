"""Words ⇄ instants and recurrences, in Spanish and English: pure, without a model, standard library only."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from sidecar.dates.result import DateError, DateErrorCode, DateResult, Instant, Recurrence

if TYPE_CHECKING:
    from sidecar.dates.amendment import change_time, parse_snooze_time
    from sidecar.dates.day_spans import DaySpan, Tense, find_days
    from sidecar.dates.format import format_instant, format_recurrence
    from sidecar.dates.parser import DateMatch, explain, find, parse, split
    from sidecar.dates.rules import next_firings

__all__ = [
    "DateError",
    "DateErrorCode",
    "DateMatch",
    "DateResult",
    "DaySpan",
    "Instant",
    "Recurrence",
    "Tense",
    "change_time",
    "explain",
    "find",
    "find_days",
    "format_instant",
    "format_recurrence",
    "next_firings",
    "parse",
    "parse_snooze_time",
    "split",
]

_MODULES = {
    "DaySpan": "day_spans",
    "Tense": "day_spans",
    "change_time": "amendment",
    "parse_snooze_time": "amendment",
    "find_days": "day_spans",
    "format_instant": "format",
    "format_recurrence": "format",
    "next_firings": "rules",
}


def __getattr__(name: str) -> Any:
    """Load a function's module when it is first used: the grammar takes 40 ms."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f"{__name__}.{_MODULES.get(name, 'parser')}"), name)
