"""The words of Spanish dates, as they are spoken in Argentina and everywhere."""

from __future__ import annotations

from collections.abc import Mapping

from sidecar.dates.date_language import DateWords, RequestWords
from sidecar.dates.languages.patterns import symbols
from sidecar.dates.languages.vocabulary import build_vocabulary
from sidecar.language.lexicon import ADDRESSED, GREETINGS, PLEASE, THANKS

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
    "madrugada": "Pdawn", "madrugadas": "Pdawn", "mananas": "manana", "mananita": "manana", "matina": "manana",
    "mnana": "manana",
    "maniana": "manana", "mediodia": "Pnoon", "mediodias": "Pnoon", "tarde": "Pafternoon", "tardes": "Pafternoon",
    "tardecita": "Pafternoon", "siesta": "Pafternoon", "noche": "Pnight", "noches": "Pnight", "nochecita": "Pnight",
    "q": "que", "k": "que", "d": "de", "x": "por", "pa": "para", "prox": "proximo", "proxima": "proximo",
    "proximos": "proximo", "proximas": "proximo", "entrante": "proximo",
    "ultimo": "ULTIMO", "ultima": "ULTIMO", "todo": "todos", "toda": "todos", "todas": "todos",
    "o": "OR", "u": "OR", "&": "y", "findes": "finde", "fds": "finde", "am": "am", "pm": "pm", "a.m": "am",
    "sabados": "W5s", "domingos": "W6s",
    "lunse": "W0", "luens": "W0", "lunez": "W0", "lnes": "W0", "martez": "W1", "matres": "W1", "juebes": "W3",
    "biernes": "W4", "viernez": "W4", "savado": "W5", "sabdo": "W5", "mnn": "manana", "mnna": "manana",
    "luness": "W0", "lune": "W0", "hoi": "hoy", "nohe": "Pnight", "noce": "Pnight", "nche": "Pnight",
    "pasao": "pasado", "pasdo": "pasado", "psado": "pasado", "dais": "Ud", "oras": "Uh", "ora": "Uh", "tods": "todos",
    "mar": "W1a",
}  # fmt: skip
_TYPO_TARGETS = (
    "miercoles", "jueves", "viernes", "sabado", "domingo", "septiembre", "octubre", "noviembre", "diciembre",
    "febrero", "enero", "marzo", "abril", "junio", "julio", "agosto", "tarde", "manana", "minutos", "semana",
    "mediodia",
)  # fmt: skip
_NO_TYPOS = frozenset({
    "entero", "marco", "abrir", "abrio", "junto", "junior", "julia", "agosta", "tardo", "tarda", "tardar", "tarden",
    "manzana", "mañanero", "vienes", "jueces", "salado", "salgado", "semanal", "minutas", "sabana", "domino", "dominga",
    "domingos", "viernes", "vientes", "juegues", "manada", "maneja", "sobado", "sabido", "sanado", "minuto",
    "semanas", "semanita", "semblanza", "febreros", "humana", "medianoche", "menana", "marana", "montana", "mangana",
    "dominio", "saldado", "sacado", "savado", "saciado",
})  # fmt: skip
_DELAYS = symbols("""
    posponelo posponela posponeme posponer pospone pospon atrasalo atrasala atrasar atrasa correlo correla corre
    correr patealo pateala patear demoralo demorala demora retrasalo retrasala retrasa postergalo postergala
    postergar aplazalo aplazala aplazar
""")
_ADVANCES = symbols("adelantalo adelantala adelantar adelanta adelantamelo anticipalo")
_FILLERS = symbols("""
    no mejor perdon perdona digo sino bueno che dale ok okey oka si sip ah uy ay eh em mmm hmm ups esta bien
    listo entonces en realidad quise decir queria era iba quiero quisiera es sea seria va que mas bien igual
    ponelo ponela poneme ponerlo ponemelo pasalo pasala pasarlo pasamelo pasa pasar movelo movela moverlo mover
    cambialo cambiala cambiarlo cambiamelo cambia cambiar dejalo dejala dejarlo deja hacelo hacela hacerlo
    reprogramalo reprogramala reprograma agendalo agendala anotalo anotala avisame avisa recordame recordamelo
    recordamela recuerdamelo recuerdame podes podrias puede puedes podras lo la le me te eso ese este esto aviso
    recordatorio alarma hora horario por favor porfa porfis xfa gracias para a al de del hasta otro otros otra
    otras solo nomas directamente misma mismo Uh mas jaja jajaja
""")
_TRIGGERS = symbols("""
    recordame recordar recordarme recuerdame recuerdas recuerdes avisame avisarme avisa haceme hacerme acordar
    acordate anotame agendame poneme despertame aviso alarma recordatorio che hola por favor porfa porfi xfa
    porfis
""")
_GLUE = symbols(", - ( ) . ; : / y OR e el la los las a al de del en por para proximo este temprano tipo como Hs mismo")
WORDS = DateWords(
    symbols=build_vocabulary("es", _UNITS, _OTHERS),
    typo_targets=_TYPO_TARGETS,
    no_typos=_NO_TYPOS,
    glue=_GLUE,
    breaks=symbols("que porque pero cuando si . ; ! ? sino aunque"),
    repeats=symbols("cada todos anual mensual semanal diario"),
    corrections=symbols("no mejor digo perdon sino quise corrijo"),
    no_break_after=symbols("tengo tenes tenemos tiene hay habia lo la tendria tendriamos acordar"),
    triggers=_TRIGGERS,
    fillers=_FILLERS | _DELAYS | _ADVANCES,
    delays=_DELAYS,
    advances=_ADVANCES,
    asks=symbols("""
        recordame recordar recordarme recordas recuerdame aviso avisa avisame avisarme alarma recordatorio despertame
        timer temporizador haceme hacerme acordar acordate anotame agendame
    """),
    changes=_DELAYS
    | _ADVANCES
    | symbols("""
        no mejor perdon perdona digo sino realidad quise ponelo ponela ponerlo ponemelo pasalo pasala pasarlo pasamelo
        pasa pasar movelo movela moverlo mover cambialo cambiala cambiarlo cambiamelo cambia cambiar dejalo dejala
        dejarlo deja hacelo hacela hacerlo reprogramalo reprogramala reprograma agendalo agendala anotalo anotala
        recordamelo recordamela recuerdamelo
    """),
    denying=frozenset(),
    denied=symbols("no"),
    tens=frozenset({30, 40, 50, 60, 70, 80, 90}),
    tens_joints=symbols("y"),
    joint_required=True,
)
REQUEST_WORDS = RequestWords(
    greetings=(*GREETINGS["es"], "y", ADDRESSED),
    please=PLEASE["es"],
    thanks=THANKS["es"],
    modal=(
        r"(?:(?:me|nos|te) )?(?:pod(?:es|rias|ras)|pued(?:e|es)|querr?ias"
        r"|(?:quiero|quisiera|necesito|te pido)(?: que)?)"
    ),
    ask=(
        r"(?:(?:me|nos|te) )?(?:(?:no )?(?:te olvides de )?(?:recorda(?:me|mela?o?|nos|r|rme|rnos|s)?"
        r"|recuerd(?:a|ame|amelo|anos|es|as)"
        r"|avisa(?:me|nos|r|rme|s)?|avises|avise)"
        r"|ha(?:ce|z)(?:me|nos|s)? (?:acordar|acuerdo|recordar)|hacer(?:me)? acordar|hagas acordar"
        r"|acorda(?:me|te|rme)|acuerda(?:me|te)|no me dejes olvidar|que no me olvide"
        r"|(?:agenda|anota|programa)(?:me|r|rme)?)"
    ),
    set_=r"(?:me )?(?:agenda|anota|programa|crea|agrega|pone|pon|guarda|deja|arma)(?:me|r|rme|s)?",
    article="un|una|otro|otra",
    reminder="recordatorio|aviso|alerta",
    link="de que|para que|que|q|de|para|sobre",
    leading="para|para (?:el|la)|en|el|la|del|desde|y|,|tipo",
)
TRANSLATIONS: Mapping[str, str] = {
    "every": "cada", "daily": "diariamente", "everyday": "diariamente", "weekly": "semanalmente",
    "monthly": "mensualmente", "yearly": "anualmente", "annually": "anualmente", "hourly": "cada Uh",
    "fortnight": "quincena", "fortnightly": "quincenalmente", "every other": "cada 2", "weekday": "Ud laborables",
    "weekend": "finde", "weekends": "los finde",
    "today": "hoy", "tomorrow": "manana", "tonight": "esta Pnight", "yesterday": "ayer",
    "day after tomorrow": "pasado manana", "the day after tomorrow": "pasado manana",
    "Pmorning": "manana", "Pevening": "Pnight", "in the": "de la", "in the morning": "de la manana",
    "NOON": "al Pnoon", "at noon": "al Pnoon", "at midday": "al Pnoon", "midnight": "a medianoche",
    "at midnight": "a medianoche",
    "at": "a las", "@": "a las", "on": "el", "on the": "el", "the": "el", "in": "en", "within": "dentro de",
    "next": "proximo", "this": "este", "of": "de", "and": "y", "to": "a", "through": "a", "from": "desde",
    "until": "hasta", "starting": "empezando", "beginning": "empezando", "for": "por", "around": "tipo",
    "about": "tipo", "oclock": "en punto", "sharp": "en punto", "an": "una",
    "from now": "a partir de ahora", "now": "ahora", "soon": "pronto", "later": "luego", "before": "antes de",
    "after": "despues de", "except": "excepto",
    "a": "", "ten": "",
}  # fmt: skip
"""What English words are in this grammar; "" for those that mean something else in a Spanish sentence."""
