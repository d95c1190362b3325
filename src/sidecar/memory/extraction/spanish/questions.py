"""How Sidecar asks in Spanish, and what the answers say."""

from __future__ import annotations

import re

from sidecar.language.fold import fold_letters
from sidecar.memory.extraction.answer_frames import AnswerKind, AnswerWords, make_frames
from sidecar.memory.extraction.reference_words import Gender
from sidecar.memory.extraction.spanish.verb_forms import first_persons

_FIRST_OF = first_persons()
_SWAPS = {"te": "me", "tu": "mi", "tus": "mis", "vos": "", "ahora": "", "actualmente": "", "contigo": "conmigo"}
_VERB = "|".join(sorted(_FIRST_OF, key=lambda form: (-len(form), form)))
_PLEASING = (
    "gusta",
    "gustan",
    "encanta",
    "encantan",
    "molesta",
    "molestan",
    "interesa",
    "cae",
    "caen",
    "hace",
    "hacen",
)
_SAID = rf"(?P<said>(?:te )?(?:{_VERB})(?: .+)?|te (?:{'|'.join(_PLEASING)}) .+)"
_LASTING = {
    "trabajando": "trabajo", "laburando": "laburo", "viviendo": "vivo", "tomando": "tomo", "usando": "uso",
    "estudiando": "estudio", "yendo": "voy", "haciendo": "hago", "jugando": "juego",
}  # fmt: skip


def _say(asked: str) -> str:
    """Return what is asked as the person would say it, empty where the verb is unknown."""
    words = asked.split()
    symbols = [fold_letters(word) for word in words]
    place = int(symbols[0] == "te")
    lead = "me " if place else ""
    verb = symbols[place] if place < len(symbols) else ""
    if verb in {"seguis", "sigues"}:
        place += 1
        said = _LASTING.get(symbols[place], "") if place < len(symbols) else ""
    else:
        said = verb if place and verb in _PLEASING else _FIRST_OF.get(verb, "")
    rest = (_SWAPS.get(symbol, word) for symbol, word in zip(symbols[place + 1 :], words[place + 1 :], strict=True))
    return " ".join(filter(None, (lead + said, *rest))) if said else ""


_WHO = r"(?:(?P<who>(?:tu|el|la|ella) ?.*|[a-z]+))?"
_HOW_MUCH = (
    r"(?:cuanto|de cuanto|que dosis|cual es la dosis|cuantos (?:mg|miligramos))"
    r"(?: (?:tomas|es|usas|te recetaron|te dieron))?"
)
_TAKING = r"(?:con|tomando)(?: (?:la|el))? (?P<medicine>[a-z]{5,})"
_ASKED = r"(?:que|cual|cuales|donde|cuando|con quien|que (?:dias?|horarios?|medicacion|remedios?))"
FRAMES = [
    *make_frames(
        AnswerKind.NAME,
        (r"como te (?:llamas|llamo|digo|dicen)", "me llamo {a}"),
        (rf"(?:como se llama|(?:que nombre|como) le (?:pusiste|pusieron)(?: a)?) ?{_WHO}", "{who} se llama {a}"),
        (r"(?:ya )?tiene nombre", "{who} se llama {a}"),
    ),
    *make_frames(
        AnswerKind.NAMES,
        (r"como se llaman (?:tus|los|las) (?P<noun>[a-z]+)(?: y .*)?", "mis {noun} se llaman {a}"),
        (r"(?:tenes|tienes) (?P<noun>[a-z]+s)", "mis {noun} se llaman {a}"),
    ),
    *make_frames(
        AnswerKind.AGE,
        (r"(?:cuantos anos|que edad) (?:tenes|tienes)", "tengo {a}"),
        (rf"(?:cuantos anos|que edad) tiene ?{_WHO}", "{who} tiene {a}"),
        (r".*\bde tu edad", "{who} tiene {a}"),
    ),
    *make_frames(AnswerKind.HOURS, (r".*\b(?:horarios?|que hora (?:a|hasta) que hora)\b.*", "trabajo de {a}")),
    *make_frames(
        AnswerKind.NUMBER,
        (rf"{_HOW_MUCH}(?: (?:de )?(?P<medicine>(?!ahora|actual|tomas|tomabas)[a-z]{{5,}}))?"
         r"(?: (?:tomas|ahora|por dia|al dia))*", "tomo {medicine} {a}"),
        (rf"(?:seguis|sigues|estas|andas) {_TAKING}", "tomo {medicine} {a}"),
        (r"(?:te|le) (?:subio|subieron|bajo|bajaron|cambio|cambiaron|ajusto|ajustaron)(?: algo| la dosis)?"
         r"(?: del| de la| el| la) (?P<named>[a-z]{5,})(?: .*)?", "tomo {taken} {a}"),
    ),
    *make_frames(
        AnswerKind.ROLE,
        (r"quien es (?P<name>(?!tu|el|la|ese|esa)[a-z]+)", "{name} es {a}"),
        (r"(?P<name>[a-z]+),? quien es", "{name} es {a}"),
    ),
    *make_frames(
        AnswerKind.COUNT,
        (r"cuanta gente (?:tenes|tienes) (?P<rest>.+)", "tengo {a} personas {rest}"),
        (r"cuant[oa]s (?P<noun>[a-z]+) (?:tenes|tienes) (?P<rest>.+)", "tengo {a} {noun} {rest}"),
    ),
    *make_frames(AnswerKind.COUNT,
                 (r"(?:cuant[oa]s|tenes|tienes)(?: algun[oa]?s?)? (?P<noun>[a-z]+)(?: tenes)?", "tengo {a} {noun}")),
    *make_frames(AnswerKind.SOME, (r"(?:tenes|tienes) .+", "tengo {a}")),
    *make_frames(
        AnswerKind.YES,
        (rf"(?:seguis|sigues|estas|andas) {_TAKING}", "tomo {medicine}"),
        (r"(?P<said>(?:te )?(?:seguis|sigues) .+)", "{said}"),
        (r"(?P<name>(?!tu|el|la|ese|esa)[a-z]+) es tu (?P<what>(?!.*\bo\b).+)", "{name} es mi {what}"),
        (r"(?!.*\b(?:o|alg\w*)\b)tus (?P<noun>[a-z]+) (?P<does>(?:viven|trabajan|estudian|son|toman|tienen) .+)",
         "mis {noun} {does}"),
        (r"(?!.*\b(?:o|alg\w*)\b)(?P<who>tu [a-z]+) (?P<does>(?:vive|trabaja|estudia|es|toma|tiene) .+)",
         "{who} {does}"),
        (rf"(?!.*\b(?:o|alg\w*|que te|no)\b){_SAID}", "{said}"),
    ),
    *make_frames(AnswerKind.NO_BUT, (r"(?P<said>(?:seguis|sigues) .+)", "ya no {said}. {verb} {a}")),
    *make_frames(
        AnswerKind.NO,
        (rf"(?:seguis|sigues) {_TAKING}", "ya no tomo {medicine}"),
        (r"(?P<said>(?:seguis|sigues) .+)", "ya no {said}"),
    ),
    *make_frames(AnswerKind.INSTEAD, (r"(?:.* )?\d+(?: .*)?", "tomo {medicine} {a}")),
    *make_frames(
        AnswerKind.TEXT,
        (r"(?:sos|eres|a que sos) (?P<adj>alergic[oa])(?: a .*)?", "soy {adj} {a}"),
        (r"(?:de|como) que (?:trabajas|laburas)", "trabajo de {a}"),
        (r"en que (?:trabajas|laburas)", "trabajo en {a}"),
        (rf"(?:en|de) que (?:ciudad|pueblo|barrio|zona|localidad|provincia|pais) {_SAID}", "{said} en {a}"),
        (r"cuanto (?P<said>pagas|gastas)(?P<rest> (?:de|por|en) .+)", "{said} {a}{rest}"),
        (r"cuanto (?P<said>cobras|ganas)(?P<rest> .+)?", "{said} {a}{rest}"),
        (r"a cuanto (?:queda|quedo|esta) (?P<what>(?:el|la) .+)", "{what} queda en {a}"),
        (rf"donde {_SAID}", "{said} en {a}"),
        (r"(?:cual|quien|cuando|cuanto|que dia) (?:es|cae|sale) tu (?P<what>.+)", "mi {what} es {a}"),
        (r"(?:de que|en que|donde|que|cuando|a que hora) (?P<does>(?:se )?[a-z]+[ae]) (?P<who>tu .+)",
         "{who} {does} {a}"),
        (r"a que hora (?P<said>.+)", "{said} {a}"),
        (rf"(?:en|a|de|con|por)? ?{_ASKED} {_SAID}", "{said} {a}"),
    ),
]  # fmt: skip

ANSWERS = AnswerWords(
    frames=FRAMES,
    opening=re.compile(r"^\W*(?:(?:y|che|ah|uy|uh|entonces|pero|epa|por cierto|a todo esto)\b[\s,:]*)+"),
    closing=re.compile(r"(?:[\s,]+(?:no|che|entonces|verdad|al final))?\s*$"),
    count=re.compile(r"(?P<count>\d{1,2}|un|una|uno|dos|tres|cuatro|cinco|seis)\b(?!\s*(?:%|[.,:]\d))"),
    continuing=re.compile(r"(?:desde|en|de|para|con|a)\b"),
    task=re.compile(
        r"\b(?:record\w*|avis[oae]\w*|anot\w*|agend\w*|alarma|lista|borr\w*|elimin\w*|guard[oea]\w*|cancel[oae]"
        r"|mand[oea]|llame|busco?|querés|queres|te parece)\b"
    ),
    yes=re.compile(r"(?:s[ií]+p?|sisi|seh?|claro|obvio|exacto|exactamente|correcto|posta|dale|tal cual)\b[\s,.!]*"),
    no=re.compile(r"(?:no+p?|nah|ya no|para nada|nada|ninguno|ninguna|nadie|nunca)\b[\s,.!]*"),
    filler=re.compile(r"(?:(?:ja\w*|uf+|ah|eh|mm+|bueno|che|es|son|se llama|le puse|le pusimos|ahora)\b[\s,:]*)+"),
    doubt=re.compile(r"\b(?:creo|no s[eé]|ni idea|capaz|quiz[aá]s?|depende|puede ser|supongo|m[aá]s o menos)\b"),
    hours=re.compile(r"(?:de )?(?P<hours>\d{1,2}(?:[:.]\d\d)? a \d{1,2}(?:[:.]\d\d)?)(?=\W|$)"),
    age=re.compile(r"(?P<age>\d{1,3}(?: (?:años|anos|meses|semanas))?)(?![\w%])"),
    named="que se llama",
    aged="{name} tiene {age} años",
    and_word="y",
    role=re.compile(r"^(?:mi|un|una|el|la)\s+"),
    sentence=re.compile(r"(?:me|nos|yo|no|ya|soy|tengo|trabajo|laburo|vivo|tomo|estoy|uso|voy)\b"),
    own=re.compile(r"(?:tu|el|la)\s+(?P<role>.+)", re.IGNORECASE),
    dose=re.compile(
        r"^(?:ahora )?(\d+)(?: ?mg)?,? (?:me |la |lo )*(?:dijo|subio|bajo|receto|indico|mando|dejo)\b"
        r"|\bme (?:la|lo) (?:subieron|subio|bajaron|bajo|cambiaron|cambio|pasaron|paso|dejo|dejaron) (?:a|en) (\d+)\b"
    ),
    taking="tomo {medicine} {a}",
    genders={"ella": Gender.FEMALE, "el": Gender.MALE},
    say=_say,
)
