"""A request without its wrapping: no greeting in front, no punctuation around."""

from __future__ import annotations

import re

from sidecar.domain.folding import fold

_COURTESY = re.compile(r"^(?:che|hola|hey|hi|hello|ok|bueno|por favor|please|sidecar)\b[\s,]*")
_AROUND = " \t\n¿?¡!.,"


def core_of(text: str) -> str:
    """`"Hola, ¿qué hora es?"` → `"que hora es"`."""
    plain = fold(text).strip(_AROUND)
    while (shorter := _COURTESY.sub("", plain).strip(_AROUND)) != plain:
        plain = shorter
    return plain
