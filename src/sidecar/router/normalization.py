"""Removes greetings, thanks and punctuation around a request."""

from __future__ import annotations

import re

from sidecar.language.fold import fold
from sidecar.language.lexicon import ADDRESSED, GREETINGS, PLEASE, THANKS, any_word_pattern

_COURTESY = any_word_pattern(*GREETINGS.values(), *PLEASE.values(), *THANKS.values(), [ADDRESSED])
_BEFORE = re.compile(rf"{_COURTESY}\b[\s,.!:;]*")
_AFTER = re.compile(rf"[\s,.!;]+{_COURTESY}$")
_AROUND = " \t\n¿?¡!.,;:"


def normalize_request(text: str) -> str:
    """Return the folded request alone: `"Hola, ¿qué hora es, che?"` → `"que hora es"`."""
    core = fold(text.replace("’", "'")).strip(_AROUND)
    while True:
        shorter = core[found.end() :] if (found := _BEFORE.match(core)) else _AFTER.sub("", core)
        if shorter == core:
            return core
        core = shorter.strip(_AROUND)
