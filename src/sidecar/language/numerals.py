"""Numbers in words, folded, in Spanish and English."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sidecar.domain.person import Language


def _number(words: str, start: int, *endings: str) -> dict[str, int]:
    return {
        f"{word}{ending}": number
        for number, word in enumerate(words.split(), start)
        for ending in endings or [""]
    }  # fmt: skip


CARDINALS: Mapping[Language, Mapping[str, int]] = {
    "es": _number("""
        cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciseis diecisiete
        dieciocho diecinueve veinte veintiuno veintidos veintitres veinticuatro veinticinco veintiseis veintisiete
        veintiocho veintinueve treinta""", 0) | {
        "un": 1, "una": 1, "veintiun": 21, "veintiuna": 21, "cuarenta": 40, "cincuenta": 50, "sesenta": 60,
        "setenta": 70, "ochenta": 80, "noventa": 90, "cien": 100, "ciento": 100, "doscientos": 200, "trescientos": 300,
        "cuatrocientos": 400, "quinientos": 500, "seiscientos": 600, "setecientos": 700, "ochocientos": 800,
        "novecientos": 900,
    },
    "en": _number("""
        zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen
        eighteen nineteen twenty""", 0) | {
        "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90, "hundred": 100,
    },
}  # fmt: skip

ORDINALS: Mapping[Language, Mapping[str, int]] = {
    "es": _number("primer segund tercer cuart quint sext septim octav noven decim undecim duodecim", 1, "o", "a") | {
        "primer": 1, "tercer": 3, "vigesimo": 20, "vigesima": 20, "trigesimo": 30, "trigesima": 30,
    },
    "en": _number("""
        first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth
        fifteenth sixteenth seventeenth eighteenth nineteenth twentieth""", 1) | {"thirtieth": 30},
}  # fmt: skip

ARTICLES: Mapping[Language, frozenset[str]] = {"es": frozenset({"un", "una", "uno"}), "en": frozenset({"one", "a"})}
"""Words for one that are as often no number."""

_MOST_DIGITS = 18
"""Longer ones are keys or noise, and Python itself refuses to read thousands of digits."""
_MULTIPLIERS = {"mil": 1000, "hundred": 100, "thousand": 1000}


def read_numeral(words: Sequence[str], at: int, language: Language) -> tuple[int, int] | None:
    """Return the number that begins at this folded word and how many words it takes; None where none begins.

    Reads digits, cardinals with what joins them ("treinta y cinco", "twenty five", "dos mil") and ordinals as their
    number ("twenty first"). A word that is an article too ("un", "one", "a") is no number.
    """
    if words[at].isdecimal():
        return (int(words[at]), 1) if len(words[at]) <= _MOST_DIGITS else None
    value = None if words[at] in ARTICLES[language] else _find_value(words[at], language)
    if value is None:
        return None
    taken = 1
    if value in range(20, 100, 10):
        joint = 2 if language == "es" and "y" in words[at + 1 : at + 2] else 1
        ones = _find_value(words[at + joint], language) or 0 if at + joint < len(words) else 0
        if 0 < ones < 10:
            value, taken = value + ones, joint + 1
    if at + taken < len(words) and (times := _MULTIPLIERS.get(words[at + taken])):
        value, taken = value * times, taken + 1
    return value, taken


def _find_value(word: str, language: Language) -> int | None:
    return CARDINALS[language].get(word, ORDINALS[language].get(word))
