"""Kin and pets that are told of together, with their names."""

from __future__ import annotations

import re

from sidecar.memory.extraction.groups import GroupWords

GROUPS = GroupWords(
    possessive="mis|nuestros|nuestras",
    having="tengo|tenemos|con los|con las",
    nouns="hij[oa]s|nen[ea]s|chic[oa]s|peques|mellizos|gemel[oa]s|herman[oa]s|niet[oa]s|sobrin[oa]s|perr[oa]s|gat[oa]s",
    age=r"(?:\s*\(\s*|,?\s+de\s+)(?P<age>\d{1,2})(?:\s*años)?\s*\)?",
    unreal=re.compile(r"\b(?:si tuviera|ojalá|ojala|imagin\w+|ponele|de chica|de chico)\b", re.IGNORECASE),
    joint="y",
    called="Mis {noun} se llaman {names}.",
    aged="{name} tiene {age} años.",
)
