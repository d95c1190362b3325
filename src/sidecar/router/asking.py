"""A request without its wrapping: no greeting in front, no thanks behind, no punctuation around."""

from __future__ import annotations

import re

from sidecar.domain.person import Language
from sidecar.language.fold import fold

_COURTESY = r"che|hola|buenas|hey|hi|hello|ok|okay|bueno|dale|por favor|porfa|please|gracias|thanks|sidecar"
_BEFORE = re.compile(rf"(?:{_COURTESY})\b[\s,.!:;]*")
_AFTER = re.compile(rf"[\s,.!;]+(?:{_COURTESY})$")
_SPANISH = re.compile(
    r"\b(?:actual|ahora|calcula(?:me)?|che|cuantos?|da|dame|de|decime|decis|dia|dividido|el|en|es|estamos|fecha|gracias"
    r"|hola|hora|hoy|la|mas|menos|mismo|podes|por|porfa|que|sabes|son|tenes|ya)\b"
)
_ENGLISH = re.compile(
    r"\b(?:at|by|calculate|can|could|current|date|day|divided|do|hello|hey|how|in|is|it|know|minus|much|now|of|percent"
    r"|please|plus|right|tell|thanks|the|times?|today|what|you)\b"
)
_AROUND = " \t\n¿?¡!.,;:"


def core_of(text: str) -> str:
    """`"Hola, ¿qué hora es, che?"` → `"que hora es"`: lower case, no accents."""
    core = fold(text.replace("’", "'")).strip(_AROUND)
    while True:
        shorter = core[found.end() :] if (found := _BEFORE.match(core)) else _AFTER.sub("", core)
        if shorter == core:
            return core
        core = shorter.strip(_AROUND)


def language_of(text: str) -> Language | None:
    """The language of a plain request, when its words make it clear: `3 * 4` is in none."""
    plain = fold(text)
    spanish = len(_SPANISH.findall(plain)) + any(mark in text for mark in "¿¡")
    english = len(_ENGLISH.findall(plain))
    if spanish == english:
        return None
    return "es" if spanish > english else "en"
