"""A plain request to forget something that was told."""

from __future__ import annotations

import re

from sidecar.language.fold import find_original, fold
from sidecar.language.lexicon import ADDRESSED, GREETINGS, PLEASE, THANKS, any_word_pattern
from sidecar.language.whole_memory import means_everything
from sidecar.router.classifier import predict
from sidecar.router.intents import POINTING_WORDS, Forget
from sidecar.router.prediction import MessageLabel

_ASKING = (
    r"(?:no, )?(?:mejor |y |just )?"
    r"(?:(?:me )?(?:podes|podras|podrias|puedes|queres) |quiero |(?:(?:me )?gustaria|quiero"
    r"|quisiera|necesito|te pido|prefiero|preferiria) que (?:te )?|(?:can|could|would"
    r"|will) you (?:please )?(?:mind )?"
    r"|i(?:'d| would)? (?:want|need|like|prefer) you to |i'd (?:rather|prefer it if) you |you can )?"
)
_WHEN = (
    r"(?: (?:ayer|recien|antes|hoy|hace (?:un )?(?:rato|poco)|el otro dia"
    r"|yesterday|earlier|before|today|the other day|just now))?"
)

_MEMORY_ES = r"(?:de (?:tu |la )?(?:memoria|cabeza|registro)|de tus (?:datos|registros|recuerdos|notas))"
_ABOUT_ES = r"(?:sobre|acerca de|respecto (?:a|de)|del?)"
_TOLD_ES = (
    r"lo que (?:(?:te )?(?:dije|conte|comente|mencione|hable|haya dicho|haya contado)"
    rf"|sabes|sepas|tengas?|tenes|hay|recordas|recuerdas|anotaste)(?: anotado| guardado)?{_WHEN}"
)
_LEAD_ES = (
    rf"(?:(?:todo )?{_TOLD_ES} (?:{_ABOUT_ES} |que )"
    r"|(?:todo )?(?:lo del? |lo mio con |sobre |acerca de )"
    r"|todo lo (?:relacionado|vinculado|referido|que tenga que ver|que tiene que ver) (?:con|al?) "
    r"|(?:que )?te (?:dije|conte|mencione|hable) (?:que |lo del? |sobre |del? )"
    r"|(?:el |la )?(?:tema|asunto|historia|dato|hecho) (?:del? que |del? )|eso de que "
    rf"|(?:todo|nada(?: mas)?|cualquier cosa|(?:toda )?la informacion|(?:todos )?(?:los|mis) datos) {_ABOUT_ES} )"
)
"""What introduces what to forget: "lo de", "todo lo que te conté ayer sobre", "el hecho de que"."""
_NO_MORE_ES = r"(?:no (?:quiero que )?|deja(?:r)? de )(?:te )?(?:acuerdes|recuerdes|acordes|acordarte|recordar)"
_KEEP_ES = r"(?:guard|anot|registr|archiv|conserv|almacen|grab)"
_ERASE_ES = r"(?:borr|elimin|suprim)"
_DELETE_ES = rf"(?:{_ERASE_ES}|sac|quit|tach|descart)"
_TAKE_OUT_ES = rf"(?:sac|quit|tach|descart)(?=\w* .*(?:{_MEMORY_ES}|{_TOLD_ES}))"
"""Things are taken out of places, too: it must name the memory, or what was told."""
_DATUM_ES = (
    r"(?=mis? (?:direccion|domicilio|telefono|celular|numero|mail|correo|nombre|apellido|edad|cumple(?:anos)?"
    r"|dni|documento|sueldo|salario|peso|altura|trabajo|enfermedad|diagnostico|medicacion)\b)"
)
_SPANISH = (
    # to forget, no longer to remember: always about what was told
    rf"(?:(?<!quiero )olvid(?:a(?:te|r|rte|lo|ras|ses)?|es|as)|{_NO_MORE_ES}(?: (?:mas|nunca mas|ya))?)"
    rf"(?: {_MEMORY_ES})? (?:de(?=l? )l? ?)?(?:todo (?=lo ))?"
    rf"(?:{_LEAD_ES}|que |(?=mis? )|(?=(?:el|la|los|las) \w+ de mis? )|(?P<bare>(?<=de )|(?<=del )|a ))"
    r"|hace(?:te)? (?:de cuenta|como)(?: que| si)? (?:nunca|no) te (?:dije|conte|hable|mencione"
    r"|hubiera (?:dicho|contado|hablado|mencionado)) (?:que |lo del? |sobre |del? )"
    # not to keep
    rf"|(?:no (?:lo |los |la )?(?:quiero que )?|que no )(?:{_KEEP_ES}(?:es|ues)|tengas en cuenta"
    rf"|quede (?:{_KEEP_ES}(?:ado|rado)|registro de)) {_LEAD_ES}"
    rf"|(?:ya )?no quiero que (?:sepas|tengas|sigas sabiendo) (?:(?:mas )?{_LEAD_ES})"
    # to delete: also about other things, so that it must name the memory, or what was told
    rf"|(?:(?:{_ERASE_ES}|{_TAKE_OUT_ES})(?:a(?:me|te|r|lo|ras)?|es|ues|aras)|(?:desestim|ignor)(?:a|es|ar)) "
    rf"(?:{_DATUM_ES}|(?:{_MEMORY_ES} )?(?:todo (?=lo ))?(?:{_LEAD_ES}|que (?=soy|tengo|vivo|trabajo|estoy|me |mi ))"
    rf"|{_MEMORY_ES} (?:que |a )?|(?=[^.,;]+ {_MEMORY_ES}$))"
)

_MEMORY_EN = r"(?:(?:from|out of) (?:your |the )?(?:memory|records|notes|head))"
_TOLD_EN = (
    r"(?: that)? (?:you (?:know|have|remember|noted|saved|learned)"
    r"|i(?:'ve)? (?:just |ever )?(?:said|told you|mentioned))(?: anything| something)?"
)
_THINGS_EN = (
    r"(?:all )?(?:the |that )?"
    r"(?:(?:every|any|some)?thing|stuff|bit|part|info(?:rmation)?|data|details|all|what(?:ever)?)?"
)
_LEAD_EN = (
    rf"(?:{_THINGS_EN}(?:{_TOLD_EN})?{_WHEN}(?: (?:about|regarding) | that )"
    r"|(?:the fact )?that (?!(?:one|bit|up|off|out|down)\b|\w+$)|about )"
)
_FACT_LEAD_EN = (
    rf"(?:{_THINGS_EN}(?:{_TOLD_EN})?{_WHEN} (?:about|regarding) |{_THINGS_EN}{_TOLD_EN}{_WHEN} that "
    r"|(?:the fact )?that (?=(?:i|you|we|he|she|they|my|our|his|her|their)\b)|about )"
)
"""After words that things can be done with, too: "that file" is no fact, "that I smoke" is one."""
_NO_NAME_EN = (
    r"(?:the|an?|it|to|this|that|these|those|him|her|them|me|us|you|about|how|what|where|when|why|who|which|i|all"
    r"|everything|anything|my|your|for|until|if|yesterday|today)\b"
)
_NO_MORE_EN = r"(?:(?:do not|don't|no longer|i (?:do not|don't) want you to) remember|stop remembering)"
_SAID_EN = (
    r"(?:that )?i(?:'ve)? (?:ever )?"
    r"(?:(?:said|told you)(?: anything| something)? (?:about |that )|mentioned (?:that )?)"
)
_WHAT_I_SAID_EN = rf"(?:(?:every|any)?thing|all|what(?:ever)?|stuff){_TOLD_EN}{_WHEN} (?:about |regarding |that )"
_DATUM_EN = (
    r"(?=my (?:home )?(?:address|phone|number|email|name|surname|age|birthday|salary|weight|height|job|diagnosis"
    r"|medication|illness)\b)"
)
_DELETE_EN = r"(?:delete|erase|remove|wipe|clear|purge|drop|scrub|get rid of)"
_KEEP_EN = r"(?:save|store|keep|record|log|retain|note|write down)"
_ENGLISH = (
    r"(?:forget|forgot|forgetting|unlearn) "
    rf"(?:{_SAID_EN}|{_LEAD_EN}|(?=i'm |i am |i have |my )|(?=(?!{_NO_NAME_EN})[a-z]))"
    rf"|{_NO_MORE_EN} "
    rf"(?:{_LEAD_EN}|(?=.* (?:anymore|any more)$)|(?=my ))"
    rf"|(?:do not|don't|i (?:do not|don't) want you to) {_KEEP_EN} "
    rf"(?:{_WHAT_I_SAID_EN}|(?:anything|stuff) (?:about|on) |(?:the fact )?that (?=i\b|i'|my )"
    r"|the (?:thing|stuff|part) about )"
    r"|stop (?:saving|storing|keeping|recording|noting)(?: down)? "
    rf"(?:{_WHAT_I_SAID_EN}|(?:anything|things|stuff) about )"
    r"|i (?:do not|don't) want you to (?:know|have) (?:anything )?about (?=.* (?:anymore|any more)$)"
    r"|pretend i (?:never|didn't) (?:told|tell|said|say|mention(?:ed)?)(?: you)?(?: anything)? (?:that |about )?"
    rf"|(?:disregard|ignore|never ?mind|strike|scrap) (?:{_WHAT_I_SAID_EN})"
    rf"|(?:{_DELETE_EN}|take) (?=[^.,;]+ {_MEMORY_EN})|{_DELETE_EN} (?:{_DATUM_EN}|{_FACT_LEAD_EN})"
)
_NAMED_FIRST = (
    rf"(?:(?:todo )?{_TOLD_ES} (?:{_ABOUT_ES} |que )|lo del? )(?P<es>[^.,;]+),? (?:mejor )?"
    rf"(?:olvid(?:alo|ate)|{_ERASE_ES}alo|no lo {_KEEP_ES}(?:es|ues))"
    rf"|(?:{_WHAT_I_SAID_EN}|the (?:thing|stuff) about )(?P<en>[^.,;]+), (?:just )?"
    rf"(?:forget|{_DELETE_EN}|scrap|(?:do not|don't) {_KEEP_EN}) (?:about )?it"
)
_REQUEST = re.compile(rf"{_ASKING}(?:{_SPANISH}|{_ENGLISH})(?P<what>\S.*)")
_NAMED_BEFORE = re.compile(_NAMED_FIRST)

_AT_THE_END = re.compile(
    r"(?: (?:anymore|any more|again|ever again|forever|completely|mas|nunca mas|para siempre|por completo|ya"
    rf"|(?:y|and) (?:olvid|{_DELETE_ES}|forget|{_DELETE_EN})\w*"
    r"(?: (?:about|de))?(?: (?:it|el|ella|ellos|eso|todo|him|her))?"
    rf"|{_MEMORY_EN}|{_MEMORY_ES}))+$"
)
_LAST_ES = (
    r"(?:(?:eso |lo )ultimo(?: que (?:te )?(?:dije|conte|escribi|puse))?"
    r"|lo que (?:te )?acabo de (?:decir|contar|escribir)(?:te)?"
    r"|lo que te (?:dije|conte)(?: recien| hace un rato)?|mi ultimo mensaje|mi mensaje (?:anterior|de recien))"
)
_LAST_EN = (
    r"(?:what i(?:'ve)? (?:just )?(?:said|told you|wrote|mentioned)(?: just now)?"
    r"|(?:the|that|my) last (?:thing|message|part)"
    r"(?: i (?:just )?(?:said|told you|wrote|sent))?|my (?:previous|last) message)"
)
_LAST = re.compile(
    rf"{_ASKING}(?:"
    rf"(?:olvid(?:a(?:te|r|rte)?|es)(?: de)?|{_DELETE_ES}(?:a(?:me|r)?|es|ues)|no {_KEEP_ES}(?:es|ues)) {_LAST_ES}"
    rf"|no (?:lo {_KEEP_ES}(?:es|ues)|(?:quiero que )?{_KEEP_ES}(?:es|ues) (?:nada de )?(?:eso|esto))"
    rf"|que (?:eso|esto) no quede {_KEEP_ES}(?:ado|rado)|{_DELETE_ES}a (?:eso|esto) {_MEMORY_ES}"
    rf"|(?:forget|forgetting|{_DELETE_EN}|scrap|disregard|ignore|strike|never ?mind) {_LAST_EN}"
    rf"|(?:do not|don't|i (?:do not|don't) want you to) {_KEEP_EN} (?:that|this|it|any of that|{_LAST_EN})(?: down)?"
    rf"|scrap that|(?:keep|leave) (?:that|this|it) off the record|{_DELETE_EN} (?:that|this) {_MEMORY_EN})"
)
_JUST_NOW = re.compile(
    rf"{_ASKING}(?:olvid(?:a(?:te|r|rte)?|es)(?: de)?|{_NO_MORE_ES}(?: mas)? de|{_ERASE_ES}(?:a(?:me|r)?|es)"
    rf"|(?:forget|forgetting)(?: about)?|{_NO_MORE_EN}|delete|erase) "
    rf"(?P<what>{'|'.join(POINTING_WORDS)})(?: anymore| any more)?"
)
_IN_A_LIST = re.compile(
    rf"\b(?:{_ERASE_ES}|{_DELETE_EN})\w* .*\b(?:del?|en|from|in|on|off|out of) "
    r"(?:las? |el |los |mis? |tus? |the |my |our )?(?:\w+ )?"
    r"(?:listas?|lists?|agendas?|calendarios?|calendars?|archivos?|files?|carpetas?|folders?|documentos?|documents?"
    r"|planillas?|spreadsheets?|contactos|contacts)\b"
)
_ALL_OF_IT = re.compile(
    rf"{_ASKING}(?:(?:olvid(?:a(?:te|r|rte)?|es)(?: de)?|{_ERASE_ES}(?:a(?:me|r)?|es)|vacia(?:r|me)?|limpia(?:r|me)?"
    rf"|forget|forgetting|{_DELETE_EN}) )(?P<what>.+)"
)
_PLEASE_WITHIN = re.compile(rf",? {any_word_pattern(*PLEASE.values())},? ")
_NOTHING_NAMED = re.compile(
    r"(?:ayer|hoy|manana|(?:el )?mundo|yesterday|today|tomorrow|eso|esto|esa|ese|ello|todo|todas?|todos|el|ella|ellos"
    r"|mi|vos|nada|it|this|that|them|him|her|me|us|everything|all|anything|nothing|(?:todo )?(?:esto|eso)"
    r"|all (?:of )?(?:it|this|that)|lo (?:que dije|anterior|ultimo|que te dije)"
    r"|(?:what|everything) i(?: just)? said|what i (?:just )?told you)"
)
_REMINDER = re.compile(
    r"\b(?:recordatorios?|alarmas?|avisos?|reminders?|alarms?|timers?|temporizador(?:es)?"
    r"|reserv\w+|booking|calendario?|flight|vuelo|lista|list)\b"
)
_INFINITIVE = re.compile(
    r"(?!(?:ayer|mujer|lugar|hogar|mar|bar|celular|placer|taller)\b)\w+[aei]r(?:me|te|se|l[aeo]s?|nos)*\b"
)
_GERUND = re.compile(r"(?!\w*thing\b|wedding\b|\w+ring\b|king\b|building\b)\w{3,}ing\b")
_ANOTHER_CLAUSE = re.compile(r"[.;:!?¿¡\n]\s*\S|,")
_LONGEST_WORDS = 14
_COURTESY = any_word_pattern(*GREETINGS.values(), *PLEASE.values(), *THANKS.values(), [ADDRESSED])
_BEFORE = re.compile(rf"{_COURTESY}\b[\s,.!:;]*")
_AFTER = re.compile(rf"[\s,.!;]+{_COURTESY}$")
_AROUND = " \t\n¿?¡!.,;:"


_PROBABLE = 0.25
_FIRST_WORDS = re.compile(
    r"^(?:(?:uy|uh|ah|no|nah|oh|oops|sabes (?:que|q)|mira|mejor|actually|jaja|haha|ok|listo)\b\W*)+"
)
_WITHOUT_REASON = re.compile(
    r"\s*(?:[,.;]|\b(?:que|q|porque|because|cause|since) (?!(?:te|soy|tengo|vivo|trabajo|i|sepas|sabes)\b))"
)
_THE_THING = re.compile(r"^forget (?:the|that) (?P<what>.+?)(?: (?:thing|one|stuff|bit))?$")


def parse_forget_request(text: str) -> Forget | None:
    """Parse a plain request that names what to forget, in one clause, or that means what was said just now.

    None for what drops a subject ("forget it"), for a reminder, for something not to be done ("olvidate de comprar
    pan") and for a correction ("olvidá que soy celíaco, ya no lo soy").
    """
    core = _PLEASE_WITHIN.sub(" ", _normalize(text))
    if _LAST.fullmatch(core):
        return Forget("")
    if that := _JUST_NOW.fullmatch(core):
        return Forget(that["what"])
    if (whole := _ALL_OF_IT.fullmatch(core)) and means_everything(whole["what"]):
        return Forget(find_original(text, whole["what"]))
    named, bare = _find_named(core)
    what = _AT_THE_END.sub("", named).strip(" \"'“”«»")
    deed = _INFINITIVE if bare else _GERUND
    if (
        not what
        or deed.match(what)
        or _NOTHING_NAMED.fullmatch(what)
        or _REMINDER.search(what)
        or _IN_A_LIST.search(core)
        or _ANOTHER_CLAUSE.search(what)
        or len(what.split()) > _LONGEST_WORDS
    ):
        return None
    return Forget(find_original(text, what))


def parse_likely_forget(text: str) -> Forget | None:
    """Parse a request with a reason after it, or one that a grammar does not wholly account for, where the classifier
    holds it for one: "borrá lo del auto, lo estoy vendiendo"."""
    likely = predict(text)
    if likely is None or likely.probabilities[MessageLabel.FORGET] < _PROBABLE:
        return None
    core = _FIRST_WORDS.sub("", _normalize(text))
    named = _THE_THING.sub(r"forget about \g<what>", _WITHOUT_REASON.split(core, maxsplit=1)[0])
    return parse_forget_request(find_original(text, named) if named in core else named)


def _find_named(core: str) -> tuple[str, bool]:
    """Return the words that say what to forget, "" for none, and whether nothing but "de" introduces them."""
    if found := _NAMED_BEFORE.fullmatch(core):
        return found["es"] or found["en"], False
    found = _REQUEST.fullmatch(core)
    return (found["what"], found["bare"] is not None) if found else ("", False)


def _normalize(text: str) -> str:
    """Return the folded request alone: `"Hola, ¿qué hora es, che?"` → `"que hora es"`."""
    core = fold(text.replace("’", "'")).strip(_AROUND)
    while True:
        shorter = core[found.end() :] if (found := _BEFORE.match(core)) else _AFTER.sub("", core)
        if shorter == core:
            return core
        core = shorter.strip(_AROUND)
