"""Reads a yes or a no to a question of Sidecar's: whole messages that say nothing else."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from sidecar.language.fold import fold
from sidecar.language.lexicon import ADDRESSED, PLEASE, THANKS, any_word_pattern

_SKIN_TONE = re.compile("[\U0001f3fb-\U0001f3ff\ufe0f]")
YES = (
    r"s+i+p?|sisi|obvio|por supuesto|de una|perfecto|confirmo|adelante|hacelo|hagalo|metele|afirmativo|correcto"
    r"|de acuerdo|mejor si|tambien|yes+|yeah|yea|yep|yup|sure(?: thing)?|absolutely|definitely|of course"
    r"|go ahead|do it"
    r"|do that|do so|please do|right|correct|confirmed?|[👍👌✅🆗🙌]"
)
MILD_YES = r"dale|ok(?:ay|ey|is|a)?|bueno|listo|claro(?: que si)?|todos|all(?: of (?:it|them|that))?|both of them"
"""A yes by itself, and nothing before a no: "bueno, no"."""
NO = (
    r"(?:no,? )?(?:nada de (?:eso|esto|nada)|ningun[oa] de (?:ell[oa]s|es[oa]s|est[oa]s)"
    r"|none(?: of (?:it|them|those|that))?)"
    r"|(?:por supuesto|claro|obvio|desde luego) que no|(?:of course|absolutely|certainly|definitely) not|hell no|ni ahi"
    r"|mejor no|ni loc[oa]|ni se te ocurra|todavia no|ahora no|negativo|no hace falta|no importa|cancela(?:lo|r)?"
    r"|para nada|no lo hagas|dejalo(?: (?:ahi|asi|nomas))?|never ?mind|not (?:now|yet|really)|cancel|stop|rather not"
    r"|no need|no (?:way|thanks?)|(?:do not|don't)(?: do)?(?: (?:it|that))?|no+p?|nah|nope|[👎❌🚫✋]"
)
_BESIDE = r"(?:a )?tod[oa]s?|esos?|eso|y|igual|nada|nomas|(?:to )?(?:all|everything)|too|also|those|and|[^\w\s]"
COURTESY = any_word_pattern(*PLEASE.values(), *THANKS.values(), [ADDRESSED, "che"])
_NEVER = re.compile(r"\b(?:nunca|jamas|never)\b")
_ALWAYS = (
    r"siempre|para siempre|de (?:aca|ahora|aqui) en (?:mas|adelante)|cada vez|nunca(?: mas)?|jamas"
    r"|(?:y )?no (?:me )?(?:lo )?(?:vuelvas a preguntar(?:me)?(?:lo)?|preguntes(?: mas)?)"
    r"|(?:and )?(?:do not|don't|no need to) ask (?:me )?(?:again|anymore|any more|every time)"
    r"|always|from now on|every time|never(?! ?mind)(?: again)?|ever"
)
_ORDINALS = (r"1|primer[oa]?|first|un[oa]", r"2|segund[oa]|second|dos", r"3|tercer[oa]?|third|tres", "4", "5", "6")
_NUMBER = "|".join(_ORDINALS)
_ONLY = rf"(?:(?:solo|solamente|just|only) )?(?:(?:el|la|lo|the|#|numero|number) ?)?(?:{_NUMBER})(?: one)?"

_WORD = re.compile(rf"(?<!\w)(?:{YES}|{MILD_YES}|{NO})(?!\w)")
_KINDS = {"more_yes": "yes", "more_no": "no"}


@dataclass(frozen=True, slots=True)
class Consent:
    """An answer: `always` counts for the same question later too; `only` picks of several things, from 1."""

    yes: bool
    always: bool = False
    only: frozenset[int] = frozenset()


def parse_consent(text: str, *, yes: str = "", no: str = "", beside: str = "") -> Consent | None:
    """Parse a yes or a no and nothing else. None for both at once ("no, borralos").

    The patterns, on folded text, add what says yes, no or nothing to this question; they precede the general ones.
    """
    said, at, kinds, only = fold_answer(text), 0, set[str | None](), set[int]()
    phrase = _compile(yes, no, beside)
    while at < len(said):
        found = phrase.match(said, at)
        if found is None:
            return None
        kinds.add(_KINDS.get(found.lastgroup or "", found.lastgroup))
        if found.lastgroup == "only":
            only |= {place for place, word in enumerate(_ORDINALS, 1) if re.search(rf"\b(?:{word})\b", found[0])}
        at = found.end()
    no_word = "no" in kinds or (not kinds & {"yes", "mild"} and _NEVER.search(said) is not None)
    if not kinds & {"yes", "no", "mild", "only", "always"} or (no_word and (only or "yes" in kinds)):
        return None
    return Consent(not no_word, "always" in kinds, frozenset(only))


def names_consent(text: str) -> bool:
    """Return whether a yes or a no is among the words, whatever else they say."""
    return _WORD.search(fold_answer(text)) is not None


def fold_answer(text: str) -> str:
    """Return the folded text without the marks around it."""
    return _SKIN_TONE.sub("", fold(text.replace("’", "'"))).strip(" ¿?¡!.,;:")


@lru_cache(maxsize=32)
def _compile(yes: str, no: str, beside: str) -> re.Pattern[str]:
    groups = {
        "more_no": no, "more_yes": yes, "always": _ALWAYS, "no": NO, "yes": YES, "mild": MILD_YES, "only": _ONLY,
    }  # fmt: skip
    named = [f"(?P<{name}>{words})" for name, words in groups.items() if words]
    rest = [words for words in (beside, _BESIDE, COURTESY) if words]
    return re.compile(rf"(?:{'|'.join([*named, *rest])})(?![\w'])[\s,.!;]*")
