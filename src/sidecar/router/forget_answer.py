"""The answer to what forgetting asks."""

from __future__ import annotations

import re
from dataclasses import dataclass

from sidecar.language.fold import fold
from sidecar.language.lexicon import ADDRESSED, GREETINGS, PLEASE, THANKS, any_word_pattern

_LONGEST_CHARS = 80
_COURTESY = (*GREETINGS["es"], *GREETINGS["en"], *PLEASE["es"], *PLEASE["en"], *THANKS["es"], *THANKS["en"], ADDRESSED)
_THEM = r"(?:l[oae]s?|me|te|se|me l[oa]s?)?"
_YES = (
    r"s+i+p?(?: si)*|sisi|dale|ok(?:ay|ey|is)?|oka|claro(?: que si)?|obvio|por supuesto|de una|bueno|perfecto|listo"
    r"|confirmo|adelante|hacelo|metele|afirmativo|correcto|de acuerdo|mejor si"
    rf"|(?:si )?(?:que )?(?:borr|elimin|olvid|sac|quit)(?:a|e|ar|alo|ate)?{_THEM}|por favor|tambien|todos"
    r"|yes+|yeah|yea|yep|yup|sure(?: thing)?|ye|absolutely|definitely|of course|go ahead|do it|do that|do so|please do"
    r"|(?:erase|delete|remove|forget|wipe)(?: (?:it|them|those|that|everything))?|(?:all|both) of (?:it|them|that)"
    r"|right|correct|confirmed?"
)
_BESIDE_YES = (
    r"(?:a )?tod[oa]s?|esos?|eso|los mensajes|el mensaje|y|todo eso|de ahi|igual|all|everything|too|also|those"
    r"|the messages?|and"
)
_NO = (
    r"no+p?|nop|nah|nope|para nada|mejor no|ni loc[oa]|todavia no|negativo|no hace falta|no importa|cancela(?:lo|r)?"
    rf"|(?:no )?(?:dej|conserv|guard|manten)(?:a|e|alos?|elos?|alas?|ate|emos)?{_THEM}"
    r"(?: (?:ahi|asi|estar|como estan?))*"
    rf"|no {_THEM} ?(?:borres|elimines|olvides|toques|saques)|asi|ahi|nada"
    r"|(?:keep|leave)(?: (?:it|them|those|that|there|as is|alone|everything))*"
    r"|(?:do not|don't)(?: \w+)?(?: (?:it|them))?"
    r"|never ?mind|not (?:now|yet|really)|cancel|stop|rather not|no need"
)
_WORDS_BETWEEN = rf"[\s,.!;]*(?:{any_word_pattern(_COURTESY)}\b[\s,.!;]*)*"
_SAYS_YES = re.compile(rf"(?=.*\b(?:{_YES})\b)(?:(?:{_YES}|{_BESIDE_YES})\b{_WORDS_BETWEEN})+")
_SAYS_NO = re.compile(rf"(?:(?:{_NO}|{_YES}|{_BESIDE_YES})\b{_WORDS_BETWEEN})+")
_BEGINS_WITH_NO = re.compile(rf"(?:{_NO})\b")


@dataclass(frozen=True, slots=True)
class SettleForgetting:
    """The answer to the question whether what is left is erased, too."""

    erase: bool


def parse_forget_answer(text: str) -> SettleForgetting | None:
    """Parse a yes or a no and nothing else."""
    said = fold(text.replace("’", "'")).strip(" ¿?¡!.,;:")  # words of courtesy stay: "dale" is a yes
    if len(said) > _LONGEST_CHARS:
        return None
    if _SAYS_YES.fullmatch(said):
        return SettleForgetting(erase=True)
    if _BEGINS_WITH_NO.match(said) and _SAYS_NO.fullmatch(said):
        return SettleForgetting(erase=False)
    return None
