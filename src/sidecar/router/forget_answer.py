"""The answer to what forgetting asks."""

from __future__ import annotations

import re

from sidecar.language.fold import fold
from sidecar.language.lexicon import ADDRESSED, PLEASE, THANKS, any_word_pattern
from sidecar.router.intents import SettleForgetting

_SKIN_TONE = re.compile("[\U0001f3fb-\U0001f3ff\ufe0f]")
_THEM = r"(?:l[oae]s?|me|te|se|me l[oa]s?)?"
_YES = (
    r"s+i+p?|sisi|obvio|por supuesto|de una|perfecto|confirmo|adelante|hacelo|metele|afirmativo|correcto|de acuerdo"
    rf"|mejor si|(?:borr|elimin|olvid|sac|quit)(?:a|e|ar|alo|ate)?{_THEM}|tambien"
    r"|yes+|yeah|yea|yep|yup|sure(?: thing)?|absolutely|definitely|of course|go ahead|do it|do that|do so|please do"
    r"|(?:erase|delete|remove|forget|wipe)(?: (?:it|them|those|that|everything))?|right|correct|confirmed?|[👍👌✅🆗🙌]"
)
_CONSENT = r"dale|ok(?:ay|ey|is|a)?|bueno|listo|claro(?: que si)?|todos|all(?: of (?:it|them|that))?|both of them"
"""A yes by itself, and nothing before a no: "bueno, no"."""
_NO = (
    r"mejor no|ni loc[oa]|todavia no|negativo|no hace falta|no importa|cancela(?:lo|r)?|para nada"
    rf"|(?:no )?(?:dej|conserv|guard|manten)(?:a|e|alos?|elos?|alas?|ate|emos)?{_THEM}"
    rf"(?: (?:ahi|asi|estar|como estan?))*|no {_THEM} ?(?:borres|elimines|olvides|toques|saques)"
    r"|(?:keep|leave)(?: (?:it|them|those|that|there|as is|alone|everything))*"
    r"|(?:do not|don't)(?: (?:erase|delete|remove|forget|do))?(?: (?:it|them|that))?"
    r"|never ?mind|not (?:now|yet|really)|cancel|stop|rather not|no need|no+p?|nah|nope|[👎❌🚫✋]"
)
_BESIDE = (
    r"(?:a )?tod[oa]s?|esos?|eso|(?:los|el) mensajes?|y|de ahi|igual|nada"
    r"|everything|too|also|those|the messages?|and|[^\w\s]"
)
_COURTESY = any_word_pattern(*PLEASE.values(), *THANKS.values(), [ADDRESSED, "che"])
_MESSAGES = r"(?:(?:los|el|mis?) mensajes?|(?:the|my) (?:messages?|chat)|lo demas|el resto|the rest)"
_MESSAGES_STAY = (
    rf"(?:dej|conserv|guard|manten)(?:a|e|en)(?:me)? {_MESSAGES}"
    rf"|no (?:los |me )?(?:borres|toques|elimines|saques) {_MESSAGES}"
    rf"|(?:todo menos|everything (?:but|except)) {_MESSAGES}|sin (?:borrar|tocar|eliminar) {_MESSAGES}"
    rf"|{_MESSAGES} no|(?:keep|leave) {_MESSAGES}(?: alone)?|not {_MESSAGES}"
    rf"|(?:do not|don't) (?:erase|delete|remove|touch) {_MESSAGES}|without (?:erasing|deleting) {_MESSAGES}"
)
_FACTS = (
    r"(?:solo|solamente|unicamente|just|only) (?:el |los |lo |the )?"
    r"(?:hechos?|datos?|que sabes|facts?|what you know)(?: nomas| nada mas)?"
    r"|(?:los hechos|el hecho|los datos|the facts?)(?: (?:si|nomas|nada mas|only|yes))?"
)
_FACTS_ALONE = re.compile(
    rf"(?:(?:{_YES}|{_CONSENT}|{_COURTESY})(?![\w'])[\s,.!;]*)*"
    rf"(?:(?:(?:pero|but|y|and)[\s,]+)?(?:{_MESSAGES_STAY}|{_FACTS})(?![\w'])[\s,.!;]*)+"
    rf"(?:(?:{_COURTESY}|[^\w\s])[\s,.!;]*)*"
)
_PHRASE = re.compile(
    rf"(?:(?P<no>{_NO})|(?P<yes>{_YES})|(?P<consent>{_CONSENT})|{_BESIDE}|{_COURTESY})(?![\w'])[\s,.!;]*"
)


def parse_forget_answer(text: str) -> SettleForgetting | None:
    """Parse a yes or a no and nothing else. None for both at once ("no, borralos")."""
    said, at, kinds = _fold_answer(text), 0, set[str | None]()
    if _FACTS_ALONE.fullmatch(said):
        return SettleForgetting(erase=True, messages=False)
    while at < len(said):
        phrase = _PHRASE.match(said, at)
        if phrase is None:
            return None
        kinds.add(phrase.lastgroup)
        at = phrase.end()
    if {"yes", "no"} <= kinds or not kinds & {"yes", "no", "consent"}:
        return None
    return SettleForgetting(erase="no" not in kinds)


def _fold_answer(text: str) -> str:
    return _SKIN_TONE.sub("", fold(text.replace("’", "'"))).strip(" ¿?¡!.,;:")
