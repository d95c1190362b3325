"""The place that a question names after "in" or "en"."""

from __future__ import annotations

import re

from sidecar.language.places import COUNTRIES, ZONE_OF_PLACE
from sidecar.router.message_words import MessageWords

_NOT_A_PLACE = re.compile(
    r"(?:el|la|los|las|lo|un|una|mi|mis|tu|su|este|esta|ese|esa|the|a|an|my|your|his|her|their|our|this"
    r"|that|these|those"
    r"|general|particular|serio|fin|cuenta|total|case|which|que|what|order|time|point|mind|love|fact"
    r"|theory|it|which)\b"
)
_HERE = """
    aca, aqui, afuera, mi zona, mi ciudad, mi barrio, mi area, la ciudad, esta ciudad, la zona, esta zona, mi ubicacion,
    mi pueblo, la calle, casa, mi casa, here, outside, my area, my city, my town, the area, the city, this city,
    this area, town, my location, around here, my neighborhood, home, el exterior, exterior, alla, there, alli
"""
_WORDS_FOR_HERE = frozenset(name.strip() for name in _HERE.split(","))
_MOST_WORDS = 5
_LONGEST_KNOWN = 3


def read_place(name: str) -> str | None:
    """Return a folded name that may be a place's, "" for where the person is; None where it is surely none."""
    name = name.strip()
    if name in _WORDS_FOR_HERE:
        return ""
    if name in ZONE_OF_PLACE or name in COUNTRIES:
        return name
    if not name or _NOT_A_PLACE.match(name) or len(name.split()) > _MOST_WORDS or any(sign.isdigit() for sign in name):
        return None
    return name


def find_known_place(said: MessageWords) -> str:
    """Return a place of the lists as it is written somewhere in a message; "" where there is none."""
    words = said.words
    for size in range(_LONGEST_KNOWN, 0, -1):
        for at in range(len(words) - size + 1):
            if is_known_place(" ".join(word.read for word in words[at : at + size])):
                return said.quote_words(words[at : at + size])
    return ""


def is_known_place(name: str) -> bool:
    return name in ZONE_OF_PLACE or name in COUNTRIES
