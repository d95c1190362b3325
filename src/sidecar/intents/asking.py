"""A request without its wrapping: no greeting in front, no thanks behind, no punctuation around."""

from __future__ import annotations

import re

from sidecar.domain.folding import fold

_COURTESY = r"che|hola|buenas|hey|hi|hello|ok|okay|bueno|dale|por favor|porfa|please|gracias|thanks|sidecar"
_BEFORE = re.compile(rf"(?:{_COURTESY})\b[\s,.!:;]*")
_AFTER = re.compile(rf"[\s,.!;]+(?:{_COURTESY})$")
_AROUND = " \t\n¿?¡!.,;:"


def core_of(text: str) -> str:
    """`"Hola, ¿qué hora es, che?"` → `"que hora es"`: lower case, no accents."""
    core = fold(text.replace("’", "'")).strip(_AROUND)
    while True:
        shorter = core[found.end() :] if (found := _BEFORE.match(core)) else _AFTER.sub("", core)
        if shorter == core:
            return core
        core = shorter.strip(_AROUND)
