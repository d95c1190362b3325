"""Words ⇄ instants and recurrences, in Spanish and English: pure, without a model, standard library only.

The grammars take a tenth of a second to load, so they are loaded when a function is first used.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from sidecar.dates.result import Code, DateError, Instant, Recurrence, Result

if TYPE_CHECKING:
    from sidecar.dates.amendment import amend, snooze
    from sidecar.dates.parser import explain, find, format_instant, format_recurrence, parse, split
    from sidecar.dates.rules import next_firings
    from sidecar.dates.sentences import DateMatch

__all__ = [
    "Code",
    "DateError",
    "DateMatch",
    "Instant",
    "Recurrence",
    "Result",
    "amend",
    "explain",
    "find",
    "format_instant",
    "format_recurrence",
    "next_firings",
    "parse",
    "snooze",
    "split",
]

_HOMES = {
    "amend": "amendment",
    "snooze": "amendment",
    "next_firings": "rules",
    "DateMatch": "sentences",
}


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f"{__name__}.{_HOMES.get(name, 'parser')}"), name)
