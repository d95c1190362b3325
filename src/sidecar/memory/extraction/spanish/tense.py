"""Whether a Spanish statement tells what happened or what is to come, and what comes again every month or year."""

from __future__ import annotations

import re

from sidecar.dates import Tense

_PLANNED = re.compile(
    r"\b(?:reserv|compr|anot|inscrib|program|confirm|pas|cambi|corri|posterg|suspend|adelant|agend|sac)"
    r"(?:ó|aron|ieron|io)\b|\b(?:dieron|decidió|eligió|quedó|quedaron|pusieron)\b"
)
"""What was done, where the day is that of the plan: "le pasaron el turno al martes"."""
_PAST = re.compile(
    r"\b\w{2,}(?:ó|aron|ieron|jeron)\b"
    r"|\b(?:fue|fueron|tuvo|hizo|hubo|vino|puso|dio|vio|dijo|trajo|estuvo|anduvo|supo|quiso|pudo)\b"
)
RECURRING = re.compile(
    r"\b(?:cumple|cumplen|cumpleaños|aniversario|santo)\b|\bnaci(?:ó|o|eron) (?:el|en|un)\b"
    r"|\b(?:cobra|paga|vence|cae)n?\b.*\b(?:el|los) \d{1,2}\b(?! de)|\bfecha de nacimiento\b"
)


def read_tense(text: str) -> Tense:
    """Return the tense of a statement in the third person."""
    small = text.lower()
    if _PLANNED.search(small):
        return Tense.UNCLEAR
    return Tense.PAST if _PAST.search(small) else Tense.COMING
