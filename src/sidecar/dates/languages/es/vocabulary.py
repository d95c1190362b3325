"""Spanish words and the symbols that the patterns are written in, as people type them on a telephone."""

from __future__ import annotations

_NUMBERS = (
    "cero", "", "dos", "tres", "cuatro", "cinco", "seis", "siete", "ocho", "nueve", "diez", "once", "doce", "trece",
    "catorce", "quince", "dieciseis", "diecisiete", "dieciocho", "diecinueve", "veinte", "veintiuno", "veintidos",
    "veintitres", "veinticuatro", "veinticinco", "veintiseis", "veintisiete", "veintiocho", "veintinueve", "treinta",
)  # fmt: skip
_TENS = {"cuarenta": 40, "cincuenta": 50, "sesenta": 60, "setenta": 70, "ochenta": 80, "noventa": 90, "cien": 100}
_ORDINALS = {
    "primer": 1, "primero": 1, "primera": 1, "segundo": 2, "segunda": 2, "tercer": 3, "tercero": 3, "tercera": 3,
    "cuarta": 4, "quinto": 5, "quinta": 5, "sexto": 6, "septimo": 7, "octavo": 8, "noveno": 9, "decimo": 10,
    "undecimo": 11, "duodecimo": 12, "vigesimo": 20, "trigesimo": 30,
}  # fmt: skip
_WEEKDAYS = (
    ("lunes", "lun"), ("martes",), ("miercoles", "mie", "mier"), ("jueves", "jue"), ("viernes", "vie"),
    ("sabado", "sab"), ("domingo", "dom"),
)  # fmt: skip
_MONTHS = (
    ("enero", "ene"), ("febrero", "feb"), ("marzo", "mzo"), ("abril", "abr"), ("mayo",), ("junio", "jun"),
    ("julio", "jul"), ("agosto", "ago"), ("septiembre", "setiembre", "sep", "sept", "set"), ("octubre", "oct"),
    ("noviembre", "nov"), ("diciembre", "dic"),
)  # fmt: skip
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
    "un": "una", "uno": "una", "veintiun": "21", "veintiuna": "21", "dieciseis": "16",
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


def _words() -> dict[str, str]:
    words = {word: str(number) for number, word in enumerate(_NUMBERS) if word}
    words.update({word: str(number) for word, number in _TENS.items()})
    words.update({word: f"{number}º" for word, number in _ORDINALS.items()})
    for number, names in enumerate(_WEEKDAYS):
        words[names[0]] = f"W{number}"
        words.update(dict.fromkeys(names[1:], f"W{number}a"))
    for number, names in enumerate(_MONTHS, start=1):
        words.update(dict.fromkeys(names, f"M{number}"))
    for symbol, names in _UNITS.items():
        words.update(dict.fromkeys(names, symbol))
    words["miercoles"] = "W2"
    return words | _OTHERS | {"manana": "manana", "pasado": "pasado"}


WORDS = _words()
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
