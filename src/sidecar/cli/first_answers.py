"""What is said at the two questions of the first start: a language, a name, or words for the conversation."""

from __future__ import annotations

import re

from sidecar.domain.person import Language
from sidecar.language.detection import detect_language
from sidecar.language.fold import fold
from sidecar.language.stop_words import STOP_WORDS_BY_LANGUAGE
from sidecar.memory.files.user_file import parse_language
from sidecar.router.route import RouteStage, route

_LONGEST_LANGUAGE, _LONGEST_NAME = 4, 5
"""Words of an answer: "hablemos en español, dale"; "María de los Ángeles Paz"."""
_CODE = 2
"""Letters of `es` and `en`, which are words of sentences too: "en 10 minutos avisame"."""
_INTRODUCTION = re.compile(
    r"(?i)(?:(?:hola|buenas|hi|hello|hey)[\s,.!]+)?(?:(?P<surely>me llamo|me dicen|mi nombre es|decime|llam[aá]me"
    r"|pod[eé]s decirme|my name(?:'s| is)|(?:you can )?(?:just )?call me)|soy|i['’]?m|i am|it['’]?s)\s+(?P<name>\S.*)"
)
_NAME_WORD = re.compile(r"[^\W\d_]+(?:['’.-][^\W\d_]*)*")
_PARTICLES = frozenset({"de", "del", "la", "las", "los", "y", "van", "von", "da", "dos", "di", "san", "i", "will"})
_DECLINED = frozenset({"no", "nope", "nada", "none", "skip", "paso", "ninguno", "mejor no", "rather not"})
_STOP_WORDS = (STOP_WORDS_BY_LANGUAGE["es"] | STOP_WORDS_BY_LANGUAGE["en"]) - _PARTICLES


def read_language(answer: str) -> Language | None:
    """Return the language that the answer names, and does little else; None for any other words."""
    words = re.findall(r"[^\W\d_]+", answer)
    names = [word for word in words if len(word) > _CODE or len(words) == 1 or word == answer.partition("_")[0]]
    if len(words) > _LONGEST_LANGUAGE:
        return None
    named: list[Language] = [found for word in names if (found := parse_language(word)) is not None]
    return named[-1] if named else None


def read_name(answer: str) -> str | None:
    """Return the name without "me llamo"; "" for no answer, None for words that are none."""
    introduced = _INTRODUCTION.fullmatch(answer)
    name = (introduced["name"] if introduced else answer).strip(" .,!¡")
    words = name.split()
    told = introduced is not None and (introduced["surely"] is not None or name[:1].isupper())
    is_name = len(words) <= _LONGEST_NAME and all(_NAME_WORD.fullmatch(word) for word in words)
    if fold(name) in _DECLINED:
        return ""
    if told or not is_name:
        return name if is_name else None
    ordinary = introduced is not None or is_request(answer) or not _STOP_WORDS.isdisjoint(map(fold, words))
    return None if ordinary else name


def is_request(words: str) -> bool:
    """Return whether the words ask for something, or greet."""
    return words.startswith("/") or route(words, detect_language(words) or "es").stage is RouteStage.GRAMMAR


def is_said(words: str) -> bool:
    """Return whether the words are more than a slip at a question for the language."""
    return len(words.split()) > 1 or detect_language(words) is not None or is_request(words)
