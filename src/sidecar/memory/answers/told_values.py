"""Recognises in a folded text the kind of value that a question wants: an age, an amount, a time, a name."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from sidecar.memory.answers.question_words import Wanted
from sidecar.memory.facts.parsed_statement import Item

_DIGIT = (
    r"(?:\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|uno|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez)"
)
_NO_AGE = r"(?! (?:de (?:casad|novi|juntos)|ago|later|together|juntos|sin|atras))"
_AGE = (
    rf"\b{_DIGIT}(?: (?:anos|anitos|pirulos|meses|years?|yrs?|months?)\b{_NO_AGE}| ?yo\b| (?:today|hoy|ya)\b)"
    rf"|\b(?:is|turn(?:ed|s|ing)?|he'?s|she'?s|cumpl\w+|tiene|tengo|i'?m|aged|hit) {_DIGIT}\b(?![:%.,]\d|am|pm| \w+s\b)"
)
_OWN_AGE = re.compile(
    rf"^\W*{_DIGIT} (?:anos?|anitos|ya|years?|yo|yrs)\b(?! y\b){_NO_AGE}|\b{_DIGIT} (?:pirulos|today|hoy)\b"
    rf"|\b(?:turn(?:ed|s|ing)?|cumpl\w+|tengo|i'?m|aged|hit) {_DIGIT}\b(?![:%.,]\d|am|pm| \w+s\b(?<!anos)(?<!years))"
)
_NUMBER = re.compile(
    r"\d|\b(?:dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|media?|two|three|four|five|six|seven|eight|nine|ten"
    r"|half|hundred|grand)\b"
)
_TIME = re.compile(
    r"\d|\b(?:lunes|martes|miercoles|jueves|viernes|sabados?|domingos?|mon|tues?|weds?|thu(?:rs?)?|fri|sat|sun"
    r"|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|noon|midnight|mediodia|manana|tomorrow|enero|febrero|marzo|abril"
    r"|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre|jan(?:uary)?|feb(?:ruary)?|march|april|june"
    r"|july|aug(?:ust)?|sept(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\b"
)
_CLOCK = re.compile(
    r"\b\d{1,2}(?:[:.]\d\d)?\s?(?:am|pm|hs?|a|to|-|till|until|and)\b|\b(?:at|in|by|las|a) \d{1,2}\b"
    r"|\b(?:midnight|noon|mediodia)\b"
)
_DATE = re.compile(
    r"\b(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)\w* \d{1,2}(?:st|nd|rd|th)?(?: ?(?:to|-) ?\d{1,2})?"
)
_MONEY = re.compile(r"(?<![\d:])\d{2,}(?![\d:]|am|pm| (?:de|of) )|\d ?(?:k|lucas|mil|palos|grand)\b")
_CAR = re.compile(r"\b(?:19|20)\d\d\b")
_ANOTHERS = re.compile(
    r"\b(?:his|her|their|\w+['’]s) (?:new )?(?:gf|bf|girlfriend|boyfriend|wife|husband|partner)\b|\b(?:novi[oa]|marido"
    r"|mujer|pareja) de\b|\b(?:el|ella) (?:ya )?(?:esta|tiene|anda)\b"
)
_CALLED = re.compile(
    r"\b(?:called|named|names? is|name's|se llama|llamo|le puse|le pusi\w+|le pusieron|me dicen|le dicen)\b"
)
_CALLED_SELF = re.compile(r"\b(?:calls? me|i go by|my name|i'?m called|me llamo|me dicen|mi nombre|me llaman|soy)\b")


def has_value(wanted: Wanted, plain: str, rest: Sequence[Item]) -> bool:
    """Return whether a text has a value of this kind. `rest`: its items beside those that were asked of."""
    match wanted:
        case Wanted.TRUTH:
            return True
        case Wanted.AGE:
            return re.search(_AGE, plain) is not None
        case Wanted.AMOUNT:
            return _NUMBER.search(plain) is not None
        case Wanted.TIME:
            return _TIME.search(plain) is not None
        case Wanted.PLACE:
            return any(item.kinds & {"place", "place_kind", "home"} or item.name or item.unknown for item in rest)
        case Wanted.NAME:
            return any(item.name or "name" in item.kinds or item.unknown for item in rest)
        case Wanted.WHO:
            return any(item.name or item.unknown or item.kinds & {"name", "kin", "being"} for item in rest)
        case Wanted.THING | Wanted.REASON:
            return any(not item.weak and not item.predicate for item in rest)


def fits_aspect(aspect: str, plain: str, kinds: Collection[str]) -> bool:
    """Return whether a value in the text may be one of this aspect: hours are clock times, rent is money."""
    match aspect:
        case "hours":
            return _CLOCK.search(_DATE.sub("", plain)) is not None
        case "rent" | "pay" | "weight" | "height":
            return _MONEY.search(plain) is not None
        case "partner":
            return _ANOTHERS.search(plain) is None
        case "car":
            return "car" in kinds or _CAR.search(plain) is not None
        case _:
            return True


def tells_name(plain: str, *, own: bool) -> bool:
    """Return whether it says what somebody is called, or with `own` the person."""
    return (_CALLED_SELF if own else _CALLED).search(plain) is not None


def tells_own_age(plain: str) -> bool:
    """Return whether it tells the person's own age: "29 ya", "turned 34"."""
    return _OWN_AGE.search(plain) is not None


def tells_age_of(names: Collection[str], plain: str) -> bool:
    """Return whether it tells the age of somebody called so."""
    who = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))
    after = rf"\b(?:{who})\b(?:'?s)?\W+(?:(?!\d)\w+\W+){{0,3}}?{_DIGIT}\b(?![:%.,]\d|am|pm|h){_NO_AGE}"
    before = rf"(?:{_AGE})[^.!?]{{0,25}}\b(?:{who})\b"
    return bool(who) and re.search(f"{after}|{before}", plain) is not None
