"""The answer to what forgetting asks."""

from __future__ import annotations

import re

from sidecar.router.consent import COURTESY, MILD_YES, YES, fold_answer, parse_consent
from sidecar.router.intents import SettleForgetting

_THEM = r"(?:l[oae]s?|me|te|se|me l[oa]s?)?"
_ERASE = (
    rf"(?:borr|elimin|olvid|sac|quit)(?:a|e|ar|alo|ate)?{_THEM}"
    r"|(?:erase|delete|remove|forget|wipe)(?: (?:it|them|those|that|everything))?"
)
_LEAVE = (
    rf"(?:no )?(?:dej|conserv|guard|manten)(?:a|e|alos?|elos?|alas?|ate|emos)?{_THEM}"
    rf"(?: (?:ahi|asi|estar|como estan?))*|no {_THEM} ?(?:borres|elimines|olvides|toques|saques)"
    r"|(?:keep|leave)(?: (?:it|them|those|that|there|as is|alone|everything))*"
    r"|(?:do not|don't) (?:erase|delete|remove|forget)(?: (?:it|them|that))?"
)
_BESIDE = r"(?:los|el) mensajes?|de ahi|the messages?"
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
    rf"(?:(?:{YES}|{MILD_YES}|{_ERASE}|{COURTESY})(?![\w'])[\s,.!;]*)*"
    rf"(?:(?:(?:pero|but|y|and)[\s,]+)?(?:{_MESSAGES_STAY}|{_FACTS})(?![\w'])[\s,.!;]*)+"
    rf"(?:(?:{COURTESY}|[^\w\s])[\s,.!;]*)*"
)


def parse_forget_answer(text: str) -> SettleForgetting | None:
    """Parse a yes or a no and nothing else. None for both at once ("no, borralos")."""
    if _FACTS_ALONE.fullmatch(fold_answer(text)):
        return SettleForgetting(erase=True, messages=False)
    answer = parse_consent(text, yes=_ERASE, no=_LEAVE, beside=_BESIDE)
    if answer is None or answer.always or answer.only:
        return None
    return SettleForgetting(answer.yes)
