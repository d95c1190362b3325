"""A plain request to forget something that was told, and the answer to what forgetting asks."""

from __future__ import annotations

import re
from dataclasses import dataclass

from sidecar.language.fold import fold, fold_with_offsets
from sidecar.language.lexicon import ADDRESSED, GREETINGS, PLEASE, THANKS, any_word_pattern
from sidecar.router.normalization import normalize_request

_ASKING = (
    r"(?:(?:me )?(?:podes|podras|podrias|puedes|queres) |(?:quiero|quisiera|necesito|te pido|prefiero) que (?:te )?"
    r"|(?:can|could|would|will) you (?:please )?|i(?:'d)? (?:want|need|like) you to |please |y )?"
)
_FROM_MEMORY_ES = r"(?:de (?:tu |la )?(?:memoria|cabeza|registro)|de tus (?:datos|registros|recuerdos))"
_FROM_MEMORY_EN = r"(?:from (?:your |the )?(?:memory|records|notes))"
_TOLD_ES = r"(?:te )?(?:dije|conte|comente|mencione|hable|haya dicho|haya contado)"
_ABOUT_ES = r"(?:sobre|acerca de|respecto (?:a|de)|de|del)"
_SAID_ES = (
    rf"(?:todo |cualquier cosa )?lo que (?:{_TOLD_ES}|sabes|sepas|tengas?|tenes|hay|recordas|recuerdas|anotaste)"
    rf"(?: anotado| guardado)? (?:{_ABOUT_ES} |que )?"
)
_SAID_EN = (
    r"(?:everything|anything|all|what(?:ever)?)(?: that)?(?: (?:you (?:know|have|remember|noted|saved|learned)"
    r"|i(?:'ve)? (?:ever )?(?:said|told you|mentioned)))?(?: to do)?(?: (?:about|on|with|regarding) | that )"
)
_REQUEST = re.compile(
    _ASKING + r"(?:(?:"
    # certain to be about what was told: to forget, no longer to remember
    r"olvida(?:te|r|rte|lo)?|olvides|olvidas|olvidarte|olvidate"
    r"|no (?:te acuerdes|recuerdes|te acordes)(?: (?:mas|nunca mas|ya))?|deja de (?:acordarte|recordar)"
    r"|hace(?:te)? de cuenta(?: que)? (?:nunca|no) (?:te )?(?:dije|conte)"
    rf")(?: {_FROM_MEMORY_ES})? (?:(?:ya )?(?:de )?"
    rf"(?:{_SAID_ES}|(?:todo )?lo del? |lo mio con |(?:el|del) (?:tema|asunto) del? )"
    r"|(?:de )?(?:todo )?(?:sobre |acerca de )|(?:de )?que |(?P<bare>del? |a ))"
    # deleting is about other things, too: it must name the memory, or what was told
    rf"|(?:borra(?:me|r|lo)?|borres|elimina(?:r|me)?|elimines|saca(?:te|r)?|saques|quita(?:r|te)?|quites)"
    rf" (?:(?:{_FROM_MEMORY_ES} )?(?:(?:todo )?lo del? |{_SAID_ES}|(?:el dato|el hecho|eso) de que )"
    rf"|{_FROM_MEMORY_ES} (?:que |a |lo de )?|que (?=soy|tengo|vivo|trabajo|estoy|me |mi ))"
    # English
    r"|forget (?:(?:that )?i(?:'ve)? (?:ever )?(?:said|told you|mentioned)(?: anything| something)? (?:about |that )"
    rf"|{_SAID_EN}|(?:the fact )?that (?!one\b)|about |(?=i'm |i am |i have |my ))"
    rf"|(?:do not|don't) remember (?:{_SAID_EN}|that |about |(?=.* (?:anymore|any more)$))"
    rf"|stop remembering (?:{_SAID_EN}|that |about )?"
    r"|pretend i (?:never|didn't) (?:told|tell|said|say)(?: you)? (?:that |about )?"
    rf"|(?:delete|erase|remove|wipe|clear) (?:{_SAID_EN}|(?:the fact )?that (?=i|my|we)|(?=[^.,;]+ {_FROM_MEMORY_EN}))"
    r")(?P<what>\S.*)"
)
_MUCH_LATER = re.compile(rf"(?: (?:anymore|any more|again|ever again|mas|nunca mas|para siempre|por completo|forever"
                         rf"|completely|please|{_FROM_MEMORY_EN}|{_FROM_MEMORY_ES}|ya))+$")  # fmt: skip
_NOTHING_NAMED = re.compile(
    r"(?:eso|esto|esa|ese|ello|todo|todas?|todos|el|ella|ellos|mi|vos|nada|it|this|that|them|him|her|me|us|everything|all"
    r"|anything|nothing|(?:todo )?(?:esto|eso)|all (?:of )?(?:it|this|that)|lo (?:que dije|anterior|ultimo|que te dije)"
    r"|(?:what|everything) i(?: just)? said|what i (?:just )?told you)"
)
_REMINDER = re.compile(
    r"\b(?:recordatorios?|alarmas?|avisos?|reminders?|alarms?|timers?|temporizador(?:es)?|citas? de la agenda)\b"
)
_INFINITIVE = re.compile(
    r"(?!ayer\b|mujer\b|lugar\b|hogar\b|mar\b|bar\b|celular\b|placer\b|taller\b)\w+[aei]r(?:me|te|se|lo|la|le|nos|los|las|les)*\b"
)
_GERUND = re.compile(r"(?!\w*thing\b|wedding\b|\w+ring\b|king\b|building\b)\w{3,}ing\b")
_ANOTHER_CLAUSE = re.compile(r"[.;:!?¿¡\n]\s*\S|,")
_LONGEST_WORDS = 14

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
class Forget:
    """`what` are the person's own words for it."""

    what: str


@dataclass(frozen=True, slots=True)
class SettleForgetting:
    """The answer to the question whether what is left is erased, too."""

    erase: bool


def parse_forget_request(text: str) -> Forget | None:
    """Parse a plain request that names what to forget, in one clause.

    None for what names nothing ("forget it"), for a reminder, for something not to be done ("olvidate de comprar pan")
    and for a correction ("olvidá que soy celíaco, ya no lo soy").
    """
    core = normalize_request(text)
    request = _REQUEST.fullmatch(core)
    if request is None:
        return None
    what = _MUCH_LATER.sub("", request["what"]).strip(" \"'“”«»")
    first_is_deed = (request["bare"] and _INFINITIVE.match(what)) or (" about " in core and _GERUND.match(what))
    if (
        not what
        or first_is_deed
        or _NOTHING_NAMED.fullmatch(what)
        or _REMINDER.search(what)
        or _ANOTHER_CLAUSE.search(what)
        or len(what.split()) > _LONGEST_WORDS
    ):
        return None
    return Forget(_as_written(what, text))


def parse_forget_answer(text: str) -> SettleForgetting | None:
    """Parse a yes or a no and nothing else."""
    said = fold(text.replace("’", "'")).strip(" ¿?¡!.,;:")  # words of courtesy stay: "dale" is a yes
    if _SAYS_YES.fullmatch(said):
        return SettleForgetting(erase=True)
    if _BEGINS_WITH_NO.match(said) and _SAYS_NO.fullmatch(said):
        return SettleForgetting(erase=False)
    return None


def _as_written(what: str, text: str) -> str:
    """Return the words with their accents and capitals."""
    folded = fold_with_offsets(text)
    start = folded.text.find(what)
    return text[slice(*folded.span(start, start + len(what)))] if start >= 0 else what
