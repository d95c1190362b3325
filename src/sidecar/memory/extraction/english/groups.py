"""Kin and pets that are told of together, with their names."""

from __future__ import annotations

import re

from sidecar.memory.extraction.groups import GroupWords

GROUPS = GroupWords(
    possessive="my|our",
    having="have|i've got|we've got|ive got|got",
    nouns="kids|children|sons|daughters|boys|girls|twins|brothers|sisters|siblings|grandkids|grandchildren|nieces|nephews"
    "|dogs|cats|pups",
    age=r"(?:\s*\(\s*|,?\s+(?:who is|who's|aged|is)\s+)(?P<age>\d{1,2})\s*\)?",
    unreal=re.compile(r"\b(?:if|wish|imagine|would|as a kid)\b", re.IGNORECASE),
    joint="and",
    called="My {noun} are called {names}.",
    aged="{name} is {age}.",
)
