"""The Spanish vocabulary: the lexicon, guesses from the form of other words, and short spellings."""

from __future__ import annotations

import re
from collections.abc import Iterable

from sidecar.language.numerals import CARDINALS
from sidecar.memory.extraction.spanish.verb_forms import present_forms, third_persons
from sidecar.memory.extraction.words import vocabulary

THIRD = third_persons()
PRESENT = present_forms()

_JOB = re.compile(
    r".{3,}(?:olog[oa]|iatra|graf[oa]|urg[oa]|dor(?:a)?|tor(?:a)?|ista|ogerente|enfermer[oa]|analista|i[cs]tr[oa])$"
)
_NO_JOB = re.compile(
    r"(?:optim|pesim|ego|perfeccion|real|femin|mach|tur|minimal|peron|social|rac|material|ideal|derech|izquierd|fatal"
    r"|capital|comun|anarqu|nacional|narcis|alarm|detall|bromist|especial|conform|l|v|p)ista$|(?:trabaj|soñ|encant|ganad"
    r"|perded|luchad|jod|romp|ador|compr|am|mej|pe|may|men|horr|calor|terr|err)(?:ador|edor|or)a?$"
    r"|^(?:trabajador|sonador|ganador|perdedor|luchador|jugador|conocedor|seguidor|lector|fumador|bebedor|madrugador"
    r"|consumidor|procrastinador|encantador|pecador|motor|tractor|doctor_de|acreedor|deudor|admirador|soltador)a?$"
)
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


KNOWN = vocabulary(
    "es",
    _guess,
    {"pa": "para", "xq": "porque", "q": "que", "tmb": "tambien", "toy": "estoy"},
    {"FIRST": THIRD, "NOW": PRESENT, "COUNT": CARDINALS["es"]},
)
