"""How Spanish speaks of people and animals, refers back to them, and tells what happened from what is to come."""

from __future__ import annotations

import re

from sidecar.dates import Tense
from sidecar.memory.extraction.correction_words import CorrectionWords
from sidecar.memory.extraction.language_pack import compile_choice
from sidecar.memory.extraction.reference_words import Gender, PeopleWords, ReferenceWords
from sidecar.memory.extraction.spanish.verb_forms import first_persons
from sidecar.memory.extraction.spanish.vocabulary import KNOWN
from sidecar.memory.extraction.words import folded_words
from sidecar.memory.lexicon.lexicon import lexicon

PEOPLE = PeopleWords(
    own=folded_words("mi nuestro nuestra"),
    yours=folded_words("tu"),
    told=folded_words("su"),
    mine="mi",
    having=folded_words("tengo tiene tenemos tienen adopté adoptó adoptamos adoptaron"),
    articles=folded_words("un una otro otra"),
    definite=folded_words("el la al del"),
    belonging=folded_words("su"),
    belonging_to=folded_words("de"),
    name_classes=frozenset({"NAME", "GIVEN", "NICK"}),
    before_role=folded_words("mejor ex gran único única primer primera"),
    after_role=folded_words("mayor menor grande chico chica"),
    naming=(
        (), (",",), ("(",), (":",), ("se", "llama"), ("que", "se", "llama"), (",", "se", "llama"), ("llamado",),
        ("llamada",), ("es",),
    ),
    being=folded_words("es"),
    not_names=lexicon("es").stops,
    plural=re.compile(r"\w+s(?<!tres)(?<!dos)"),
    female=folded_words("madre mujer mama mami vieja nuera madrina suegra"),
    male=folded_words(
        "papa papi padre marido pareja dentista terapeuta psiquiatra pediatra oculista analista electricista gasista "
        "colega mascota"
    ),
    female_form=re.compile(r"a$"),
    first_person=folded_words("yo me mí mis nos conmigo nuestro nuestra")
    | {symbol for symbol, tags in KNOWN.tags.items() if KNOWN.tag_of["FIRST"] in tags},
    second_person=folded_words("vos te contigo usted") | first_persons().keys(),
    third_person=folded_words("ella le les lo veterinario veterinaria vete bebé"),
)  # fmt: skip

_AFFECTED = "duele|duelen|dan|dio|dieron|gusta|gustan|encanta|encantan|dicen|hace|hacen|falta|cuesta|da|salió|salio|van"

REFERENCES = ReferenceWords(
    pronouns={"el": Gender.MALE, "ella": Gender.FEMALE},
    after_pronoun=compile_choice(KNOWN, "THIRD|se|no|le|ya|tambien|lo|la"),
    for_pets_only=frozenset(),
    possessives={},
    named=frozenset(),
    missing_subject=compile_choice(
        KNOWN, "(no)? (se | !FIRST) !hay|parece|dice|dijo|cuenta|contó|pide|pregunta|queda|falta THIRD"
    ),
    missing_object=re.compile(
        r"(?:no/\w* )?(?:ya/\w* )?(?:le|lo|la)/\w* (?:[^ /]+(?:aron|ieron|jeron|o\^)/\w* "
        rf"|(?:{_AFFECTED})/\w* )"
    ),
    naming=compile_choice(KNOWN, "se llama|llamó _"),
    newcomer=re.compile(
        r"\bmi (?P<who>(?:mejor |ex )?[a-z]+) (?:[a-z]+ )?(?:tuvo|tiene|adopto|espera) "
        r"(?:al |a |un |una |el |la )+(?:[a-z]+ )?"
        r"(?P<being>bebe|beba|nene|nena|hijo|hija|varon|perro|perra|gato|gata|perrito|gatito|cachorro)\b"
    ),
    theirs=dict.fromkeys(Gender, "el {being} de mi {who}") | {Gender.FEMALE: "la {being} de mi {who}"},
    state=compile_choice(KNOWN, "(muy|re|super)* ILL|DIET|embarazada|embarazado"),
    being="es",
    before_subject=folded_words("y ya ahora tambien encima igual pero a hoy ayer hace_poco ademas"),
    left_out=folded_words("y ya ahora tambien encima igual pero ademas"),
)

_PLANNED = re.compile(
    r"\b(?:reserv|compr|anot|inscrib|program|confirm|pas|cambi|corri|posterg|suspend|adelant|agend|sac)"
    r"(?:ó|aron|ieron|io|ado)\b|\b(?:dieron|decidió|eligió|(?<!se )quedó|quedaron|pusieron)\b"
)
"""What was done, where the day is that of the plan: "le pasaron el turno al martes"."""
_PAST = re.compile(
    r"\b\w{2,}(?:ó|aron|ieron|jeron)\b"
    r"|\b(?:fue|fueron|tuvo|hizo|hubo|vino|puso|dio|vio|dijo|trajo|estuvo|anduvo|supo|quiso|pudo)\b"
    r"|\b(?:ha|han) \w+(?:ado|ido|[hs]to|rto|lto)\b"
)
RECURRING = re.compile(
    r"\b(?:cumple|cumplen|cumpleaños|aniversario|santo)\b|\bnaci(?:ó|o|eron) (?:el|en|un)\b"
    r"|\b(?:cobra|paga|vence|cae)n?\b.*\b(?:el|los) \d{1,2}\b(?! de)|\bfecha de nacimiento\b"
    r"|\bmañana(?:,| y) (?:a la )?(?:tarde|noche)\b"
)


def read_tense(text: str) -> Tense:
    """Return the tense of a statement in the third person."""
    small = text.lower()
    if _PLANNED.search(small):
        return Tense.UNCLEAR
    return Tense.PAST if _PAST.search(small) else Tense.COMING


_VALUE = r"(?:(?:a|de|al|del|a la|de la|a los|a las|el|la|los|las|un|una) )?[\w'-]+(?: (?:de )?[\w'-]+)?"
_BEING = r"(?:(?:es|era|son|eran|soy|tengo|tomo) )?"

CORRECTIONS = CorrectionWords(
    marked=re.compile(
        r"(?:(?:uy|ups|ay|no+|ah)[\s,]+)*(?:perd[oó]n(?:ame)?|quise decir|quiero decir|digo|(?:me )?corrijo"
        r"|correcci[oó]n"
        r"|en realidad(?= (?:no )?(?:es|era|son|se llaman?|le (?:dicen|pus\w+))\b)"
        r"|me equivoqu[eé]|le err[eé]|me confund[ií]|mejor dicho|error m[ií]o"
        r"|(?:(?:bueno|che)\s+)?(?:resulta (?:que|q) )?al final(?= (?:es|se llama|le|lo|la|era|son)\b))\b[\s,:.]*"
        r"(?:(?:quise decir|digo|es|era|son|al final|se llama|le pusieron|le pusimos|le puso|le puse)\s+)*"
    ),
    behind=re.compile(r"[\s,]+(?P<mark>en realidad|perd[oó]n|digo|quise decir)\W*$"),
    opening=re.compile(
        r"\W*(?:(?:uy|ups|ay|no+|ah|che|bueno)[\s,]+)*(?:perd[oó]n(?:ame)?|quise decir|digo"
        r"|(?:me )?corrijo|correcci[oó]n|en realidad|me equivoqu[eé]|le err[eé]|me confund[ií]|mejor dicho"
        r"|error m[ií]o)\b"
    ),
    denied=re.compile(r"(?:(?:uy|ups|ay|che|eh|ah)[\s,]*)?no+(?:[\s,]+no+)*[\s,]+(?!gracias|pasa|hay|importa)"),
    filler=re.compile(r"(?:(?:es|son|era|se llama|se llaman|al final)\s+)+"),
    instead=(
        re.compile(rf"(?P<new>{_VALUE}),? (?:y )?no {_BEING}(?P<old>{_VALUE})\s*(?=$|[,.!])"),
        re.compile(rf"no {_BEING}(?P<old>{_VALUE}),? (?:sino )?(?:que )?{_BEING}(?P<new>{_VALUE})\W*$"),
    ),
    spelled=re.compile(
        r"(?:(?:no|perd[oó]n|che|ojo)[\s,]+)*(?:(?:es|se llama|se escribe)\s+)*(?P<new>[^\W\d_][\w'-]+),? "
        r"(?:con|sin) (?:doble )?(?:\w{1,2}|hache|zeta|ene|ele|jota|ka|ese|ce|te|acento)\b\W*$"
    ),
    moved=re.compile(
        r"\b(?:lo|la|los|las) (?:\w+ )?(?:pasaron|paso|pase|pasamos|corrieron|corrio|corri|patearon|pateo|cambiaron"
        r"|cambio|cambie|movieron|movio|postergaron|postergo|adelantaron|adelanto|atrasaron|dejaron|reprogramaron)\b"
        r"(?: \w+){0,2}? (?=al |para )"
        r"|\bahora (?:es|queda|quedo)\b|\b(?:quedo|queda) para\b"
        r"|\bse (?:paso|corrio|atraso|postergo|adelanto|pospuso|corre|pasa) (?=al|para)"
    ),
    hour=re.compile(r",? a las? \d{1,2}(?:[:.]\d\d)?(?: ?hs?\b)?"),
    same_hour=re.compile(r"\bmism[ao] (?:hora|horario)\b"),
)
