"""Finds texts in SQL by the beginnings of words, whatever their case and accents."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

_VARIANTS = {"a": "áàâäãå", "c": "ç", "e": "éèêë", "i": "íìîï", "n": "ñ", "o": "óòôöõ", "u": "úùûü", "y": "ýÿ"}

_MARKS = "*[\u0300-\u036f]*"
"""A text with accents as characters of their own, as macOS writes file names and some keyboards do."""


@dataclass(frozen=True, slots=True)
class Condition:
    """An SQL condition and the values of its parameters."""

    sql: str
    values: Mapping[str, str]


def match_any(beginnings: Sequence[str], column: str) -> Condition:
    """Return a condition that holds for every text with one of these folded beginnings, and for few others."""
    whole = {f"glob_{number}": f"*{_pattern(one)}*" for number, one in enumerate(beginnings)}
    apart = {f"marked_{number}": f"*{_pattern(one, mark='*')}*" for number, one in enumerate(beginnings)}
    if not beginnings:
        return Condition("(false)", {})
    sql = f"({_or(column, whole)} or ({column} glob :marks and ({_or(column, apart)})))"
    return Condition(sql, {**whole, **apart, "marks": _MARKS})


def _or(column: str, values: Iterable[str]) -> str:
    return " or ".join(f"{column} glob :{name}" for name in values)


def _pattern(folded: str, mark: str = "") -> str:
    """Return a pattern of the letters with and without accents; `mark` stands for an accent of its own."""
    return "".join(_any_form(letter) + (mark if letter in _VARIANTS else "") for letter in folded)


def _any_form(letter: str) -> str:
    if not letter.isascii():
        return "?"
    forms = letter + letter.upper() + (found := _VARIANTS.get(letter, "")) + found.upper()
    return f"[{''.join(dict.fromkeys(forms))}]"
