"""Conversions of units of measure: "70 kg a libras", "how many cm are 2 feet"."""

from __future__ import annotations

import re

from sidecar.domain.person import Language
from sidecar.language.detection import detect_language
from sidecar.language.fold import fold, fold_name
from sidecar.language.numerals import CARDINALS
from sidecar.language.unit_names import CURRENCIES, UNITS
from sidecar.router.calculation import read_number
from sidecar.router.intents import UnitConversion
from sidecar.router.message_words import MessageWords

_VALUE = (
    r"(?P<value>\d[\d.,]*\d|\d|(?:un|una|a|an|one|media|medio|half an?|dos|tres|cuatro|cinco|diez|two"
    r"|three|four|five|ten))"
)
_UNIT = r"[^\W\d][\w°º/²³ ]*?"
_TO = r"(?:a|en|to|in|into|as|son en|es en|hacia)"
_DEGREES = r"(?:(?:grados?|degrees?) )?"
_CONVERT = (
    r"(?:(?:(?:me |podes |puedes |can you |could you |please )*(?:conv[ie]+rt(?:e|i|ir|ime|eme|irme|ir)"
    r"|pas(?:a|ame|ar|arme)|convert|change|transform(?:a|ame|ar)?|traduci(?:me)?|turn)"
    r"|(?:a )?cuantos? (?:es|son|equivalen?|seria|hay)|how much (?:is|are)|what (?:is|are)|what's|decime"
    r"|dime|calcula(?:me)?) )?"
)
_FORMS = (
    re.compile(rf"{_CONVERT}{_VALUE} ?(?P<source>{_UNIT}) {_TO} (?P<target>{_UNIT})"),
    re.compile(
        rf"(?:a )?(?:cuant[oa]s?|how many|how much) (?P<target>{_UNIT}) (?:son|es|equivalen? a|equivale|hay en"
        rf"|tiene|tienen|entran en|are(?: there)?(?: in)?|is|in|make|makes up"
        rf"|are equal to) {_VALUE} ?(?P<source>{_UNIT})"
    ),
)
_AND_A_HALF = re.compile(r" (?:y medi[ao]|and a half)\b")
_WORTH = {"media": 0.5, "medio": 0.5, "half a": 0.5, "half an": 0.5, "a": 1.0, "an": 1.0}


def read_unit_conversion(said: MessageWords, language: Language | None) -> UnitConversion | None:
    if not said.words:
        return None
    core = fold(said.text[said.words[0].start :].replace("’", "'")).strip(" ?¿!.")
    half = _AND_A_HALF.search(core)
    core = _AND_A_HALF.sub("", core, count=1)
    for form in _FORMS:
        if (found := form.fullmatch(core)) is not None:
            source, target = _find_unit(found["source"]), _find_unit(found["target"])
            value = _read_value(found["value"], detect_language(said.text) or language)
            if source and target and source != target and value is not None:
                return UnitConversion(value + (0.5 if half else 0), source, target)
    return None


def _find_unit(written: str) -> str:
    """Return the name as the table of units knows it; "" for what is no unit, or money."""
    name = fold_name(written)
    name = next((n for n in (name, re.sub(rf"^{_DEGREES}", "", name)) if n in UNITS), "")
    return "" if name in CURRENCIES else name


def _read_value(written: str, language: Language | None) -> float | None:
    if written[0].isdigit():
        number = read_number(written, language)
        return float(number) if number else None
    return _WORTH.get(written) or next(
        (float(numbers[written]) for numbers in CARDINALS.values() if written in numbers), None
    )
