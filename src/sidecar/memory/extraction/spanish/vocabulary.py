"""The Spanish vocabulary: the lexicon, guesses from the form of other words, and short spellings."""

from __future__ import annotations

import re
from collections.abc import Iterable

from sidecar.language.fold import fold_letters
from sidecar.language.numerals import CARDINALS
from sidecar.memory.extraction.spanish.verb_forms import (
    JUST_NOW,
    PERFECT,
    orders,
    participle_of,
    past_of,
    present_forms,
    subjunctives,
    third_persons,
)
from sidecar.memory.extraction.words import Word, folded_words, join_words, vocabulary
from sidecar.memory.lexicon.lexicon import first_names, word_classes

THIRD = third_persons()
PRESENT = present_forms()
_ORDERS = frozenset(orders())

GIVEN_NAMES = first_names() - folded_words("""
    leon yasmin abril ali alma bea blanca bo cara celeste cesar clara concepcion dan dina ella esperanza eva facu
    flor frances frank german gloria isla jean joy jude kim leo linda logan lola lucas mae mar margarita mark max
    may mia milagros mira morena nina norma pat per rosa sam sean serena sol soledad sue tara tina victoria vivi
    will marga marco art iris lane paris india china carmen rio reed ray ben bill jack grace
""") | {"maria_jose", "juan_cruz", "juan_pablo", "juan_carlos", "maria_laura", "ana_clara"}
"""Written small too, and no other word."""

_NICKNAMES = """
    tano tana ruso rusa gordo gorda flaco flaca negro negra colo colorado chino china turco turca gallego gallega
    polaco polaca pelado rulo chueco toto pipa cabezon enano enana tuerto zurdo rengo rubio rubia chiqui vasco
    vasca mudo cholo chola tucu cordobes uruguayo paraguayo ingles aleman bocha abu chichi pupi pato sol luz caro
    leo alma mia pau clara celeste victoria norma gloria dina mar vale lola eva paz luna rosa blanca dolores
    mercedes pilar lili lean marina alba paloma chelo pepa asun rosario flor bea abril
"""
"""Names of people after "el" or "la" alone: they are other words too."""
_EVENTS = """
    endoscopia colonoscopia biopsia cesarea castracion entrevista examen examenes parcial final vuelo recital
    concierto mudanza audiencia juicio escritura itv vtv torneo oposicion oposiciones revision cirugia operacion
    resonancia eco mamografia electro holter casamiento boda bautismo bautizo comunion cita turno quirofano
    internacion selectividad egreso graduacion defensa infiltracion muestra funcion estreno maraton media_maraton
    asamblea ergometria psicotecnico papanicolau pap laboratorio placa consulta sesion vacuna radiografia
    ortodoncia parto fecha_de_parto cumple cumpleaños fiesta viaje reunion acto cena despedida
"""
"""What has its day."""

_OF_OTHERS = """
    viene vienen esta estan tiene tienen anda andan dirige organiza duerme pesa mide odia ama cocina cuida ayuda
    arregla cobra gana debe lee escribe pinta teje va entra sale empieza llega atiende lleva prepara espera es son
    era
"""
"""Third persons with which a clause may begin whose subject was named before."""

_JOB = re.compile(
    r".{3,}(?:olog[oa]|iatra|graf[oa]|urg[oa]|dor(?:a)?|tor(?:a)?|ista|ogerente|enfermer[oa]|analista|i[cs]tr[oa])$"
)
_NO_JOB = re.compile(
    r"(?:optim|pesim|ego|perfeccion|real|femin|mach|tur|minimal|peron|social|rac|material|ideal|derech|izquierd|fatal"
    r"|capital|comun|anarqu|nacional|narcis|alarm|detall|bromist|especial|conform|l|v|p)ista$|(?:trabaj|soñ|encant|ganad"
    r"|perded|luchad|jod|romp|ador|compr|am|mej|pe|may|men|horr|calor|terr|err)(?:ador|edor|or)a?$"
    r"|^(?:trabajador|sonador|ganador|perdedor|luchador|jugador|conocedor|seguidor|lector|fumador|bebedor|madrugador"
    r"|consumidor|procrastinador|encantador|pecador|motor|tractor|comedor|aparador|andador|monitor|reproductor|ordenador|computador|sector|factor"
    r"|calentador|ventilador|televisor|refrigerador|congelador|mostrador|despertador|secador|colador|cargador|corredor|asador"
    r"|mirador|alrededor|interior|doctor_de|acreedor|deudor|admirador|soltador)a?$"
)
_DIMINUTIVE = re.compile(r"(\w{2,}?)(?:e?c)?it([oa]s?)")
_SMALL = {
    fold_letters(form): name
    for name in ("KIN", "PERSON", "PET", "VEHICLE", "THING")
    for form in word_classes("es")[name]
}
"""The classes of words of which a diminutive is the same: "abuelita", "perrito"."""
_INFINITIVE = re.compile(
    r"(?!lugar|hogar|mujer|azucar|bar$|mar$|ayer|taller|alquiler|celular|particular|popular|familiar)"
    r"\w{2,}(?:ar|er|ir)(?:me|se|nos|l[oae]s?|mel[oa]s?)?"
)
_MED = re.compile(
    r".{4,}(?:pril|sartan|statina|prazol|oxetina|pram|zepam|zolam|tiroxina|formina|cilina|olol|dipina|mab)$"
)


def _guess(symbol: str) -> Iterable[str]:
    if _MED.fullmatch(symbol):
        yield "MED"
    if _JOB.fullmatch(symbol) and not _NO_JOB.search(symbol):
        yield "JOB"
    if _INFINITIVE.fullmatch(symbol):
        yield "INF"
    if symbol in _ORDERS:
        yield "ORDER"
    small = _DIMINUTIVE.fullmatch(symbol)
    if small and (name := _SMALL.get(small[1] + small[2])):
        yield name


def _merge(words: list[Word]) -> list[Word]:
    """Make one word of "he comprado" and "acaban de echar", which patterns see as "compré" and "echaron"."""
    merged: list[Word] = []
    place = 0
    while place < len(words):
        word, symbols = words[place], [each.symbol for each in words[place : place + 3]]
        said, length = "", 2
        if len(symbols) > 1 and word.symbol in PERFECT:
            said = past_of(symbols[1], PERFECT[word.symbol])
        elif len(symbols) > 2 and word.symbol in JUST_NOW and symbols[1] == "de":
            said, length = past_of(participle_of(symbols[2]), JUST_NOW[word.symbol]), 3
        if said and (said in THIRD or word.symbol in {"ha", "han", "acaba", "acaban"}):
            text = join_words(words[place : place + length])
            merged.append(Word(said, text, word.spaced, KNOWN.tags.get(said, "")))
            place += length
        else:
            merged.append(word)
            place += 1
    return merged


KNOWN = vocabulary(
    "es",
    _guess,
    {
        "pa": "para",
        "pal": "para el",
        "x": "por",
        "xq": "porque",
        "pq": "porque",
        "porq": "porque",
        "q": "que",
        "tmb": "tambien",
        "tb": "tambien",
        "tbn": "tambien",
        "toy": "estoy",
        "dsp": "despues",
        "osea": "o sea",
        "feb": "febrero",
        "sept": "septiembre",
        "oct": "octubre",
        "nov": "noviembre",
        "dic": "diciembre",
        "asiq": "asi que",
        "aunq": "aunque",
        "xa": "para",
        "k": "que",
    },
    {
        "FIRST": THIRD,
        "THIRD": THIRD.values(),
        "NOW": PRESENT,
        "COUNT": CARDINALS["es"],
        "NAME": GIVEN_NAMES,
        "GIVEN": GIVEN_NAMES,
        "NICK": _NICKNAMES.split(),
        "EVENT": _EVENTS.split(),
        "HAS": _OF_OTHERS.split(),
        "ORDER": (),
        "SUBJUNCTIVE": subjunctives(),
    },
    _merge,
)
