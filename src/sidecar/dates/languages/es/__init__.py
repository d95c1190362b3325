"""Spanish as it is spoken in Argentina, and what every Spanish speaker says."""

from __future__ import annotations

import re

from sidecar.dates.date_language import DateLanguage
from sidecar.dates.languages.es.clocks import CLOCKS, PARTS
from sidecar.dates.languages.es.days import DAYS, HOW_LONG, LENGTHS
from sidecar.dates.languages.es.formatter import FORMATTER
from sidecar.dates.languages.es.marks import SIGNS
from sidecar.dates.languages.es.rules import RULES
from sidecar.dates.languages.es.vocabulary import NO_TYPOS, TYPO_TARGETS, WORDS
from sidecar.dates.languages.patterns import SHARED, symbols
from sidecar.dates.tree import DayPart
from sidecar.language.lexicon import ADDRESSED, GREETINGS, PLEASE, THANKS, either

_HELLO = either(GREETINGS["es"], PLEASE["es"], ("y", ADDRESSED))
_THANKS = either(PLEASE["es"], THANKS["es"])
_MODAL = (
    r"(?:(?:me|nos|te) )?(?:pod(?:es|rias|ras)|pued(?:e|es)|querr?ias|(?:quiero|quisiera|necesito|te pido) (?:que )?)"
)
_ASK = (
    r"(?:(?:me|nos|te) )?(?:(?:no )?(?:te olvides de )?(?:recorda(?:me|mela?o?|nos|r|rme|rnos|s)?"
    r"|recuerd(?:a|ame|amelo|anos|es|as)"
    r"|avisa(?:me|nos|r|rme|s)?|avises|avise)"
    r"|ha(?:ce|z)(?:me|nos|s)? (?:acordar|acuerdo|recordar)|hacer(?:me)? acordar|hagas acordar"
    r"|acorda(?:me|te|rme)|acuerda(?:me|te)|no me dejes olvidar|que no me olvide"
    r"|(?:(?:agenda|anota|programa|crea|agrega|pone|pon|guarda|deja|arma)(?:me|r|rme|s)? )?(?:un |una |otro |otra )?"
    r"(?:recordatorio|aviso|alerta)"
    r"|(?:agenda|anota|programa)(?:me|r|rme)?)(?![a-z])"
)
_LINK = r"(?: (?:de que|para que|que|q|de|para|sobre)(?![a-z]))?"
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

SPANISH = DateLanguage(
    code="es",
    words=WORDS,
    typo_targets=TYPO_TARGETS,
    no_typos=NO_TYPOS,
    glue=_GLUE,
    breaks=symbols("que porque pero cuando si . ; ! ? sino aunque"),
    repeats=symbols("cada todos anual mensual semanal diario"),
    corrections=symbols("no mejor digo perdon sino quise corrijo"),
    no_break_after=symbols("tengo tenes tenemos tiene hay habia lo la tendria tendriamos acordar"),
    triggers=_TRIGGERS,
    fillers=_FILLERS | _DELAYS | _ADVANCES,
    delays=_DELAYS,
    advances=_ADVANCES,
    negations=(frozenset[str](), frozenset({"no"})),
    request=re.compile(
        rf"[\s¿¡]*(?:{_HELLO}[\s,.!]+)*(?:{_MODAL}\s*)?{_ASK}(?:\s*,?\s*(?:por favor|porfa))?{_LINK}[\s,:]*"
    ),
    courtesy=re.compile(rf"[\s,.;]+(?:{_THANKS}|(?:{_MODAL} )?{_ASK})[\s.!?]*$"),
    leading=re.compile(r"(?:^| )(?:para|para (?:el|la)|en|el|la|del|desde|y|,|tipo)$"),
    length=re.compile(rf"(?<= )(?P<dur>{HOW_LONG})(?= )"),
    phrases=(*SHARED, *RULES, *CLOCKS, *PARTS, *LENGTHS, *DAYS, *SIGNS),
    formatter=FORMATTER,
    tens=frozenset({30, 40, 50, 60, 70, 80, 90}),
    tens_joints=frozenset({"y"}),
    joint_required=True,
    month_first=False,
    noon_morning=True,
    part_hours={
        DayPart.DAWN: (5, 6),
        DayPart.MORNING: (9, 11),
        DayPart.NOON: (12, 13),
        DayPart.AFTERNOON: (15, 18),
        DayPart.EVENING: (19, 20),
        DayPart.NIGHT: (21, 22),
    },
)
