"""A calculation told as people tell it: "12 dozen at 6800", "si cobro 412.000 y me descuentan el 3 %, cuánto queda".

Only for what the classifier holds for a sum. What stands between two numbers must say what is done with them, and the
answer shows the sum that was read.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from sidecar.domain.person import Language
from sidecar.language.detection import detect_language
from sidecar.language.fold import fold
from sidecar.language.numerals import CARDINALS
from sidecar.language.tokens import split_words
from sidecar.router.calculation import read_number
from sidecar.router.classifier import predict
from sidecar.router.intents import Calculation
from sidecar.router.prediction import MessageLabel

_PROBABLE, _POSSIBLE = 0.3, 0.1
_ASKS = re.compile(r"\b(?:cuant[oa]s?|(?:que|q) (?:me )?(?:queda|%)|how (?:much|many)|what (?:do|is|percent)|total)\b")
_SHARES = (
    (re.compile(r"\b(?:un|one|a) (?:tercio|third) (?:de|of)\b"), " 1/3 of "),
    (re.compile(r"\b(?:la |una? )?(?:mitad de|half of)\b"), " 1/2 of "),
    (re.compile(r"\b(?:un|one|a) (?:cuarto|quarter) (?:de|of)\b"), " 1/4 of "),
    (re.compile(r"\b(?:tres cuart[oa]s|three quarters) (?:de|of)\b"), " 3/4 of "),
)
_TERM = re.compile(
    r"(?<![\w.,])[$£€]?(?:(?P<share>\d{1,3}/\d{1,3}(?=\s+(?:de|of)\b))|(?P<number>\d[\d.,]*\d|\d))"
    r"(?P<half> y medi[ao]\b| and a half\b)?(?P<thousands> ?(?:mil|lucas|k|grand)\b)?(?P<pence>p\b)?"
    r"(?P<percent> ?(?:%|por ?ciento\b|percent\b)|(?= de (?:iva|recargo|descuento|interes)\b))?(?![.,]?\d)"
)
_SIGNS: Sequence[tuple[str, re.Pattern[str]]] = (
    ("/", re.compile(r"/|÷|\b(?:divid\w+|repart\w+|entre|split|between|into|among)\b")),
    (
        "*",
        re.compile(
            r"[×*@]|\b(?:x|por|times|multipl\w+|cada|each|per)\b|\b(?:a|at|of|de)\s*(?:los |las |unos |\$)?$"
            r"|^an? \w+,?(?: (?:and|y))?$|\b(?:la|el|the|an?) (?:hora|hour|dia|day|mes|month)\b"
        ),
    ),
    ("-", re.compile(r"-|\b(?:menos|minus|less|rest\w+|take away)\b")),
    ("+", re.compile(r"\+|\b(?:mas|plus|sum\w+)\b")),
)
_ADDS = re.compile(r"\+|\b(?:mas|plus)\b")
_SPENDS = re.compile(r"\b(?:gast\w+|pag(?:o|ue)|spen[dt]\w*|paid)\b")
_LISTS = re.compile(r"^(?:\W|\b(?:y|and|then|luego|despues)\b)*$")
_ON_THE_SIDE = re.compile(r"^\W*(?:on top|extra|aparte|ademas|more)\b")
_AREA = re.compile(r"\b(?:area|superficie|square|cuadrados|m2)\b")
_NO_SUM = re.compile(r"\ba las (?:1?\d|2[0-4])\b(?! (?:pesos|mil|lucas))|\b(?:mph|kph|km/?h)\b")
"""An hour, or how fast one goes: what is asked then is another quantity than a product."""
_AVERAGE = re.compile(r"\b(?:promedio|average|mean)\b")
_NEEDS = re.compile(r"\b(?:necesito|need)\b")
_SHARE_ASKED = re.compile(r"\b(?:(?:que|q|what) (?:porcentaje|percent\w*)|(?:que|q|what) %)")
_GROWS = re.compile(r"\bfrom\b.*\bto\b|\bpas\w+ de\b")
_GAIN = re.compile(r"\b(?:gan[oae]\w*|profit|margen|margin|make|made|queda)\b")
_BUYS = re.compile(r"\b(?:pag[oue]\w*|compr\w+|cuestan?|salen?|cost\w*|buy|bought|paid|pay)\b")
_SELLS = re.compile(r"\b(?:vend\w+|cobr\w+|sell\w*|sold|charg\w+)\b")
_UNIT_ASKED = re.compile(r"\bcuant[oa]s? (\w{5,}s) (?:son|es|hacen|da)\b|\bhow many (\w{4,}s) (?:is|are)\b")
_TOTAL = re.compile(r"\b(?:total|add up|sum\w*|juntos|altogether)\b")
_EACH = re.compile(r"\b(?:cada uno|cada una|each|per (?:person|head)|por (?:persona|cabeza))\b")
_ANOTHER_SUM = re.compile(
    r"\b(?:raiz|sqrt|root|interes|interest|instead of|en (?:vez|lugar) de|cuantas horas|how many h(?:ou)?rs)\b"
    r"|[()]|\d:\d|\b\d\d? ?(?:am|pm|hs)\b"
)
_OTHER_NUMBERS = frozenset(word for words in CARDINALS.values() for word, number in words.items() if 1 < number < 100)
_THEN = re.compile(r"\b(?:then|luego|despues)\b")
_CHANGE = re.compile(r"\b(?:vuelto|cambio|change|quedan?|sobran?|left)\b")
_OF = re.compile(r"\b(?:of|on|de|del|sobre)\b")
_OFF = re.compile(r"\b(?:descuent\w*|menos|baj\w+|rebaj\w+|quit\w+|retien\w+|sac\w+|off|discount|less|drop\w*|minus)\b")
_ON_TOP = re.compile(
    r"\b(?:sub\w+|aument\w+|pon\w+|recarg\w+|mas|agreg\w+|sum\w+|iva|impuestos?|propina|gana\w*|markup|plus|rais\w+|tip"
    r"|tax|increas\w+|go(?:es)? up)\b"
)
_LEAST, _MOST = 2, 6


@dataclass(frozen=True, slots=True)
class _Term:
    """A number, and the words from it to the next."""

    value: str
    percent: bool
    after: str


def read_spoken_calculation(text: str, language: Language | None) -> Calculation | None:
    """Read a sum with words around its numbers; None where it is none, or where it is not plain what is meant."""
    plain = fold(text.replace("’", "'"))
    likely, asks = predict(text), _ASKS.search(plain) is not None
    if likely is None or likely.probabilities[MessageLabel.SUM] < (_POSSIBLE if asks else _PROBABLE):
        return None
    for share, figures in _SHARES:
        plain = share.sub(figures, plain)
    if _NO_SUM.search(plain) or _ANOTHER_SUM.search(plain) or _OTHER_NUMBERS & set(split_words(plain)):
        return None
    plain = re.sub(r"\bby\b", "x", plain) if _AREA.search(plain) else re.sub(r"\bc/u\b", "", plain)
    if (unit := _UNIT_ASKED.search(plain)) and plain.count((unit[1] or unit[2]).rstrip("s")) < _LEAST:
        return None  # of another unit than the numbers
    terms = _list_terms(plain, detect_language(text) or language)
    if not _LEAST <= len(terms) <= _MOST or not all(term.value for term in terms):
        return None
    *before, last = terms
    if _SHARE_ASKED.search(plain):
        return _make(_find_share(terms, plain))
    if (gain := _find_gain(terms, plain)) is not None:
        return _make(gain)
    if _AVERAGE.search(plain):
        values = [term.value for term in terms]
        listed = not _NEEDS.search(plain) and all(_LISTS.match(term.after) for term in before)
        return _make(f"({' + '.join(values)}) / {len(values)}") if listed else None
    if last.percent:
        return _change_by_share(before, last, plain)
    if terms[0].percent and len(terms) == _LEAST:
        of, off = _OF.search(terms[0].after), _OFF.search(terms[0].after)
        share = f"{terms[0].value}%"
        return _make(f"{last.value} * (1 - {share})" if off else f"{share} * {last.value}") if of or off else None
    return _make(_join(terms, asked=_CHANGE.search(plain) is not None) or _relate(terms, plain))


def _find_share(terms: Sequence[_Term], plain: str) -> str | None:
    """Return how much one of two numbers is of the other, or how much it has grown, as a percentage."""
    if len(terms) != _LEAST or any(term.percent for term in terms):
        return None
    first, second = (term.value for term in terms)
    if _ON_TOP.search(plain) or _OFF.search(plain) or _GROWS.search(plain):
        return f"({second} - {first}) / {first} * 100"
    small, large = sorted((first, second), key=float)
    return f"{small} / {large} * 100" if float(large) else None


def _find_gain(terms: Sequence[_Term], plain: str) -> str | None:
    """Return what is left of things bought at one price and sold at another: "24 at 780, sold at 1150"."""
    buys, sells = _BUYS.search(plain), _SELLS.search(plain)
    if not (buys and sells and _GAIN.search(plain)) or any(term.percent for term in terms):
        return None
    values = [term.value for term in terms]
    low, high = values[-2:] if buys.start() < sells.start() else values[:-3:-1]
    return {2: f"{high} - {low}", 3: f"{values[0]} * ({high} - {low})"}.get(len(terms))


def _list_terms(plain: str, language: Language | None) -> Sequence[_Term]:
    found = list(_TERM.finditer(plain))
    ends = [*(term.start() for term in found[1:]), len(plain)]
    return [
        _Term(_read_value(term, language), term["percent"] is not None, plain[term.end() : end].strip(" ,;:?!."))
        for term, end in zip(found, ends, strict=True)
    ]


def _read_value(term: re.Match[str], language: Language | None) -> str:
    if term["share"]:
        return f"({term['share'].replace('/', ' / ')})"
    value = read_number(term["number"], language)
    if value and term["pence"]:
        return f"{float(value) / 100:.10g}"
    if value and term["half"]:
        value = f"{value}.5" if value.isdecimal() else ""
    return f"{float(value) * 1000:.10g}" if value and term["thousands"] else value


def _join(terms: Sequence[_Term], *, asked: bool = False) -> str | None:
    """Join numbers by the signs that the words between them stand for."""
    total = terms[0].value
    for term, following in pairwise(terms):
        sign = "+" if _ADDS.search(term.after) or _ON_THE_SIDE.match(following.after) else None
        sign = sign or next((sign for sign, words in _SIGNS if words.search(term.after)), None)
        sign = "-" if sign is None and asked and _SPENDS.search(term.after) else sign
        if sign is None or term.percent or following.percent:
            return None
        total = f"({total})" if _THEN.search(term.after) else total
        total = f"{total} {sign} {following.value}"
    return total


def _relate(terms: Sequence[_Term], plain: str) -> str | None:
    """Relate numbers without a sign between them by what is asked for: the change, everybody's part, the total."""
    values = [term.value for term in terms]
    if _TOTAL.search(plain) and all(_LISTS.match(term.after) for term in terms[:-1]):
        return " + ".join(values)
    asked = _EACH.search(terms[-1].after) or _CHANGE.search(terms[-1].after)
    if len(terms) != _LEAST or asked is None or any(term.value[0] == "(" for term in terms):
        return None
    small, large = sorted(values, key=float)
    return f"{large} {'/' if asked.re is _EACH else '-'} {small}"


def _change_by_share(before: Sequence[_Term], share: _Term, plain: str) -> Calculation | None:
    """Take a percentage off what stands before it, or put it on top."""
    base = before[0].value if len(before) == 1 else _join(before)
    off, on_top = _OFF.search(plain), _ON_TOP.search(plain)
    if base is None or any(term.percent for term in before) or bool(off) == bool(on_top):
        return None
    return _make(f"{base if len(before) == 1 else f'({base})'} * (1 {'-' if off else '+'} {share.value}%)")


def _make(expression: str | None) -> Calculation | None:
    return Calculation(expression, spoken=True) if expression else None
