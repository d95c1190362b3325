"""Matches unknown words that mean the same: by root, as abbreviations, or as cognates."""

from __future__ import annotations

import re
from functools import lru_cache

from sidecar.memory.facts.parsed_statement import Item

_COGNATE_ENDINGS = (
    (re.compile(r"(?:cion|tion|sion)(?:es|s)?$"), "cion"),
    (re.compile(r"(?:dad|dades|ty|ties)$"), "ty"),
    (re.compile(r"(?:logia|logy|logias|logies)$"), "logy"),
    (re.compile(r"(?:logo|loga|logist|logista)$"), "log"),
    (re.compile(r"(?:ico|ica|icos|icas|ical|ics|ic)$"), "ic"),
    (re.compile(r"(?:ista|ist|istas|ists)$"), "ist"),
    (re.compile(r"(?:mente|ly)$"), "ly"),
    (re.compile(r"(?:oso|osa|ous)$"), "os"),
    (re.compile(r"(?:ario|aria|ary)$"), "ary"),
    (re.compile(r"(?:encia|ence|ency|ancia|ance|ancy)$"), "nce"),
)
_DERIVED = re.compile(
    r"(?:adores|adoras|ador|adora|antes|ante|istas|ista|eros|eras|ero|era|eria|ajes|aje|aciones|acion|iones|ion|amiento|"
    r"imiento|idad|ados|adas|ado|ada|uras|ura|ings|ing|ers|er|ists|ist|ations|ation|ments|ment|ian|ia|ias|os|as|es|o|a|e|"
    r"ar|ir|s|y|ed|al)$"
)
_NO_FAMILY = frozenset(
    {"drug", "food", "place", "kin", "name", "number", "unit", "day", "month", "side", "body", "team"}
)
"""Kinds in which alike is not the same: amoxicilina and ampicilina, Paula and Paulina."""
_SHORTEST_COGNATE, _SHORTEST_CUT, _SHORTEST_ROOT = 4, 4, 5
_SHORTENED_BY = 3
"""A word that is cut short lacks at least this many letters."""


def same_family(item: Item, other: Item) -> bool:
    """Match unknown words of one root, or one cut short: jardinero, jardinería; kine, kinesióloga."""
    if item.name or other.name or (item.kinds | other.kinds) & _NO_FAMILY or not (item.unknown or other.unknown):
        return False
    short, long = sorted((item, other), key=lambda one: len(one.text))
    missing = len(long.text) - len(short.text)
    is_cut = short.unknown and len(short.text) >= _SHORTEST_CUT and missing >= _SHORTENED_BY
    if is_cut and long.text.startswith(short.text):
        return True
    one, two = strip_derivation(item.text), strip_derivation(other.text)
    return one == two and len(one) >= _SHORTEST_ROOT


def are_cognates(item: Item, other: Item) -> bool:
    """Match unknown words or names of two languages that differ by regular spelling alone."""
    if not (item.kinds & {"word", "name"} and other.kinds & {"word", "name"}):
        return False
    one, two = normalize_spelling(item.text), normalize_spelling(other.text)
    return one == two and len(one) >= _SHORTEST_COGNATE


@lru_cache(maxsize=4096)
def strip_derivation(word: str) -> str:
    """Strip the endings of derived trades, arts and actions."""
    return _DERIVED.sub("", word)


@lru_cache(maxsize=4096)
def normalize_spelling(word: str) -> str:
    """Normalize what Spanish and English spell differently: cinematografía, cinematography."""
    for ending, common in _COGNATE_ENDINGS:
        if ending.search(word):
            word = ending.sub(common, word)
            break
    word = word.replace("ph", "f").replace("th", "t").replace("y", "i").replace("k", "c").replace("qu", "c")
    word = re.sub(r"^es(?=[ptck])", "s", word)
    return re.sub(r"(.)\1", r"\1", word).rstrip("aeos")
