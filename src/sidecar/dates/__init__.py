"""Words ⇄ instants and recurrences, in Spanish and English: pure, without a model, standard library only."""

from sidecar.dates.reading import Found, explain, find, format_instant, format_recurrence, parse
from sidecar.dates.result import Code, DateError, Instant, Recurrence, Result
from sidecar.dates.rules import next_firings

__all__ = [
    "Code",
    "DateError",
    "Found",
    "Instant",
    "Recurrence",
    "Result",
    "explain",
    "find",
    "format_instant",
    "format_recurrence",
    "next_firings",
    "parse",
]
