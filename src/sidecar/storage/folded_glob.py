"""Finds texts in SQL by the beginnings of words, whatever their case and accents."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

_VARIANTS = {"a": "áàâäãå", "c": "ç", "e": "éèêë", "i": "íìîï", "n": "ñ", "o": "óòôöõ", "u": "úùûü", "y": "ýÿ"}


@dataclass(frozen=True, slots=True)
class Condition:
    """An SQL condition and the values of its parameters."""

    sql: str
    values: Mapping[str, str]


def match_any(beginnings: Sequence[str], column: str) -> Condition:
    """Return a condition that holds for every text with one of these folded beginnings, and for few others."""
    values = {f"glob_{number}": f"*{_pattern(one)}*" for number, one in enumerate(beginnings)}
    return Condition(f"({' or '.join(f'{column} glob :{name}' for name in values) or 'false'})", values)


def _pattern(folded: str) -> str:
    return "".join(_any_form(letter) for letter in folded)


def _any_form(letter: str) -> str:
    if not letter.isascii():
        return "?"
    forms = letter + letter.upper() + (found := _VARIANTS.get(letter, "")) + found.upper()
    return f"[{''.join(dict.fromkeys(forms))}]"
