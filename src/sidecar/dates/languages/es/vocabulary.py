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
    "cuarta": 4, "quinto": 5, "quinta": 5,
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
    "Um": ("minuto", "minutos", "min", "mins", "minuto", "minutitos", "minutito"),
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
    "tardecita": "Pafternoon", "noche": "Pnight", "noches": "Pnight", "nochecita": "Pnight",
    "q": "que", "k": "que", "d": "de", "x": "por", "pa": "para", "prox": "proximo", "proxima": "proximo",
    "proximos": "proximo", "proximas": "proximo", "entrante": "proximo",
    "ultimo": "ULTIMO", "ultima": "ULTIMO", "todo": "todos", "toda": "todos", "todas": "todos",
    "o": "OR", "u": "OR", "findes": "finde", "fds": "finde", "am": "am", "pm": "pm", "a.m": "am",
    "sabados": "W5s", "domingos": "W6s", "mar": "W1a",
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
    "febrero", "manana", "minutos", "semana", "mediodia",
)  # fmt: skip
NO_TYPOS = frozenset({
    "manzana", "mañanero", "vienes", "jueces", "salado", "salgado", "semanal", "minutas", "sabana", "domino", "dominga",
    "domingos", "viernes", "vientes", "juegues", "manada", "maneja", "sobado", "sabido", "sanado", "minuto",
    "semanas", "semanita", "semblanza", "febreros", "humana", "medianoche", "menana", "marana", "montana", "mangana",
    "dominio", "saldado", "sacado", "savado", "saciado",
})  # fmt: skip
