"""Spanish words and the symbols that the patterns are written in, as people type them on a telephone."""

from __future__ import annotations

from sidecar.dates.languages.vocabulary import read_words

_UNITS = {
    "Us": ("segundos", "seg", "segs"),
    "Um": ("minuto", "minutos", "min", "mins", "m", "minutitos", "minutito"),
    "Uh": ("hora", "horas", "horita", "horitas"),
    "Hs": ("h", "hs", "hr", "hrs"),
    "Ud": ("dia", "dias"),
    "Uw": ("semana", "semanas", "sem"),
    "Uo": ("mes", "meses"),
    "Uy": ("ano", "anos"),
}
_OTHERS = {
    "un": "una", "uno": "una", "una": "una", "manana": "manana", "pasado": "pasado",
    "media": "HALF", "medio": "HALF", "cuarto": "QUARTER", "cuartos": "QUARTER",
    "madrugada": "Pdawn", "madrugadas": "Pdawn", "mananas": "manana", "mananita": "manana", "mnana": "manana",
    "maniana": "manana", "mediodia": "Pnoon", "mediodias": "Pnoon", "tarde": "Pafternoon", "tardes": "Pafternoon",
    "tardecita": "Pafternoon", "siesta": "Pafternoon", "noche": "Pnight", "noches": "Pnight", "nochecita": "Pnight",
    "q": "que", "k": "que", "d": "de", "x": "por", "pa": "para", "prox": "proximo", "proxima": "proximo",
    "proximos": "proximo", "proximas": "proximo", "entrante": "proximo",
    "ultimo": "ULTIMO", "ultima": "ULTIMO", "todo": "todos", "toda": "todos", "todas": "todos",
    "o": "OR", "u": "OR", "findes": "finde", "fds": "finde", "am": "am", "pm": "pm", "a.m": "am",
    "sabados": "W5s", "domingos": "W6s",
    "lunse": "W0", "luens": "W0", "lunez": "W0", "lnes": "W0", "martez": "W1", "matres": "W1", "juebes": "W3",
    "biernes": "W4", "viernez": "W4", "savado": "W5", "sabdo": "W5", "mnn": "manana", "mnna": "manana",
    "luness": "W0", "lune": "W0", "hoi": "hoy", "nohe": "Pnight", "noce": "Pnight", "nche": "Pnight",
    "pasao": "pasado", "pasdo": "pasado", "psado": "pasado", "dais": "Ud", "oras": "Uh", "ora": "Uh", "tods": "todos",
    "mar": "W1a",
}  # fmt: skip
WORDS = read_words("es", _UNITS, _OTHERS)
TYPO_TARGETS = (
    "miercoles", "jueves", "viernes", "sabado", "domingo", "septiembre", "octubre", "noviembre", "diciembre",
    "febrero", "enero", "marzo", "abril", "junio", "julio", "agosto", "tarde", "manana", "minutos", "semana",
    "mediodia",
)  # fmt: skip
NO_TYPOS = frozenset({
    "entero", "marco", "abrir", "abrio", "junto", "junior", "julia", "agosta", "tardo", "tarda", "tardar", "tarden",
    "manzana", "mañanero", "vienes", "jueces", "salado", "salgado", "semanal", "minutas", "sabana", "domino", "dominga",
    "domingos", "viernes", "vientes", "juegues", "manada", "maneja", "sobado", "sabido", "sanado", "minuto",
    "semanas", "semanita", "semblanza", "febreros", "humana", "medianoche", "menana", "marana", "montana", "mangana",
    "dominio", "saldado", "sacado", "savado", "saciado",
})  # fmt: skip
