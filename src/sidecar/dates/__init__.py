"""Words ⇄ instants and recurrences, in Spanish and English: pure, without a model, standard library only."""

from sidecar.dates.amend import amend, snooze
from sidecar.dates.reading import explain, find, format_instant, format_recurrence, parse, split
from sidecar.dates.result import Code, DateError, Instant, Recurrence, Result
from sidecar.dates.rules import next_firings
from sidecar.dates.sentences import Found

__all__ = [
    "Code",
    "DateError",
    "Found",
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
