"""A plain request to forget something that was told."""

from __future__ import annotations

import re
from dataclasses import dataclass

from sidecar.language.fold import find_original
from sidecar.language.lexicon import PLEASE, any_word_pattern
from sidecar.router.normalization import normalize_request

_ASKING = (
    r"(?:(?:me )?(?:podes|podras|podrias|puedes|queres) |quiero |(?:(?:me )?gustaria|quiero|quisiera|necesito|te pido"
    r"|prefiero) que (?:te )?|(?:can|could|would|will) you |i(?:'d| would)? (?:want|need|like) you to |you can |y )?"
)
_WHEN = (
    r"(?: (?:ayer|recien|antes|hoy|hace (?:un )?(?:rato|poco)|el otro dia"
    r"|yesterday|earlier|before|today|the other day))?"
)

_MEMORY_ES = r"(?:de (?:tu |la )?(?:memoria|cabeza|registro)|de tus (?:datos|registros|recuerdos))"
_ABOUT_ES = r"(?:sobre|acerca de|respecto (?:a|de)|del?)"
_TOLD_ES = (
    r"lo que (?:(?:te )?(?:dije|conte|comente|mencione|hable|haya dicho|haya contado)"
    rf"|sabes|sepas|tengas?|tenes|hay|recordas|recuerdas|anotaste)(?: anotado| guardado)?{_WHEN}"
)
_LEAD_ES = (
    rf"(?:(?:todo )?{_TOLD_ES} (?:{_ABOUT_ES} |que )"
    r"|(?:todo )?(?:lo del? |lo mio con |sobre |acerca de )"
    r"|(?:el |la )?(?:tema|asunto|historia|dato|hecho) (?:del? que |del? )|eso de que "
    rf"|(?:todo|cualquier cosa|(?:toda )?la informacion|(?:todos )?los datos) {_ABOUT_ES} )"
)
"""What introduces what to forget: "lo de", "todo lo que te conté ayer sobre", "el hecho de que"."""
_NO_MORE_ES = r"(?:no (?:quiero que )?|deja(?:r)? de )(?:te )?(?:acuerdes|recuerdes|acordes|acordarte|recordar)"
_SPANISH = (
    # to forget, no longer to remember: always about what was told
    rf"(?:(?<!quiero )olvid(?:a(?:te|r|rte|lo)?|es|as)|{_NO_MORE_ES}(?: (?:mas|nunca mas|ya))?)(?: {_MEMORY_ES})? "
    rf"(?:de(?=l? )l? ?)?(?:{_LEAD_ES}|que |(?=mis? )|(?P<bare>(?<=de )|(?<=del )|a ))"
    r"|hace(?:te)? (?:de cuenta|como)(?: que)? (?:nunca|no) te (?:dije|conte) que "
    # to delete: also about other things, so that it must name the memory, or what was told
    r"|(?:borr|elimin|sac|quit)(?:a(?:me|te|r|lo)?|es) (?:"
    rf"(?:{_MEMORY_ES} )?(?:{_LEAD_ES}|que (?=soy|tengo|vivo|trabajo|estoy|me |mi ))"
    rf"|{_MEMORY_ES} (?:que |a )?|(?=[^.,;]+ {_MEMORY_ES}$))"
)

_MEMORY_EN = r"(?:from (?:your |the )?(?:memory|records|notes))"
_TOLD_EN = (
    r"(?: that)? (?:you (?:know|have|remember|noted|saved|learned)"
    r"|i(?:'ve)? (?:just |ever )?(?:said|told you|mentioned))(?: anything| something)?"
)
_LEAD_EN = (
    rf"(?:(?:all )?(?:the |that )?(?:(?:every|any|some)?thing|stuff|all|what(?:ever)?)?(?:{_TOLD_EN})?{_WHEN}"
    r"(?: (?:about|regarding) | that )|(?:the fact )?that (?!one\b)|about )"
)
_NO_NAME_EN = (
    r"(?:the|an?|it|to|this|that|these|those|him|her|them|me|us|you|about|how|what|where|when|why|who|which|i|all"
    r"|everything|anything|my|your|for|until|if|yesterday|today)\b"
)
_SAID_EN = r"(?:that )?i(?:'ve)? (?:ever )?(?:said|told you|mentioned)(?: anything| something)? (?:about |that )"
_ENGLISH = (
    rf"forget (?:{_SAID_EN}|{_LEAD_EN}|(?=i'm |i am |i have |my )|(?=(?!{_NO_NAME_EN})[a-z]))"
    r"|(?:(?:do not|don't|no longer|i (?:do not|don't) want you to) remember|stop remembering) "
    rf"(?:{_LEAD_EN}|(?=.* (?:anymore|any more)$)|(?=my ))"
    r"|pretend i (?:never|didn't) (?:told|tell|said|say|mention(?:ed)?)(?: you)? (?:that |about )?"
    rf"|(?:delete|erase|remove|wipe|get rid of) (?:{_LEAD_EN}|(?=[^.,;]+ {_MEMORY_EN}))"
)
_REQUEST = re.compile(rf"{_ASKING}(?:{_SPANISH}|{_ENGLISH})(?P<what>\S.*)")

_AT_THE_END = re.compile(
    r"(?: (?:anymore|any more|again|ever again|forever|completely|mas|nunca mas|para siempre|por completo|ya"
    rf"|{_MEMORY_EN}|{_MEMORY_ES}))+$"
)
_PLEASE_WITHIN = re.compile(rf",? {any_word_pattern(*PLEASE.values())},? ")
_NOTHING_NAMED = re.compile(
    r"(?:ayer|hoy|manana|(?:el )?mundo|yesterday|today|tomorrow|eso|esto|esa|ese|ello|todo|todas?|todos|el|ella|ellos"
    r"|mi|vos|nada|it|this|that|them|him|her|me|us|everything|all|anything|nothing|(?:todo )?(?:esto|eso)"
    r"|all (?:of )?(?:it|this|that)|lo (?:que dije|anterior|ultimo|que te dije)"
    r"|(?:what|everything) i(?: just)? said|what i (?:just )?told you)"
)
_REMINDER = re.compile(r"\b(?:recordatorios?|alarmas?|avisos?|reminders?|alarms?|timers?|temporizador(?:es)?)\b")
_INFINITIVE = re.compile(
    r"(?!(?:ayer|mujer|lugar|hogar|mar|bar|celular|placer|taller)\b)\w+[aei]r(?:me|te|se|l[aeo]s?|nos)*\b"
)
_GERUND = re.compile(r"(?!\w*thing\b|wedding\b|\w+ring\b|king\b|building\b)\w{3,}ing\b")
_ANOTHER_CLAUSE = re.compile(r"[.;:!?¿¡\n]\s*\S|,")
_LONGEST_WORDS = 14


@dataclass(frozen=True, slots=True)
class Forget:
    """`what` are the person's own words for it."""

    what: str


def parse_forget_request(text: str) -> Forget | None:
    """Parse a plain request that names what to forget, in one clause.

    None for what names nothing ("forget it"), for a reminder, for something not to be done ("olvidate de comprar pan")
    and for a correction ("olvidá que soy celíaco, ya no lo soy").
    """
    core = _PLEASE_WITHIN.sub(" ", normalize_request(text))
    request = _REQUEST.fullmatch(core)
    if request is None:
        return None
    what = _AT_THE_END.sub("", request["what"]).strip(" \"'“”«»")
    deed = _INFINITIVE if request["bare"] is not None else _GERUND
    if (
        not what
        or deed.match(what)
        or _NOTHING_NAMED.fullmatch(what)
        or _REMINDER.search(what)
        or _ANOTHER_CLAUSE.search(what)
        or len(what.split()) > _LONGEST_WORDS
    ):
        return None
    return Forget(find_original(text, what))
