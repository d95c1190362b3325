"""How Spanish asks for a reminder and changes one: the words around the time."""

from __future__ import annotations

import re

from sidecar.dates.languages.es.days import HOW_LONG
from sidecar.dates.languages.patterns import symbols

_HELLO = r"(?:che|hola|buenas|buen dia|dale|bueno|ok|okey|y|por favor|porfa|porfis|porfi|xfa|sidecar)"
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
REQUEST = re.compile(
    rf"[\s¿¡]*(?:{_HELLO}[\s,.!]+)*(?:{_MODAL}\s*)?{_ASK}(?:\s*,?\s*(?:por favor|porfa))?{_LINK}[\s,:]*"
)
COURTESY = re.compile(
    rf"[\s,.;]+(?:por favor|porfa|porfis|porfi|xfa|gracias|muchas gracias|(?:{_MODAL} )?{_ASK})[\s.!?]*$"
)
LEADING = re.compile(r"(?:^| )(?:para|para (?:el|la)|en|el|la|del|desde|y|,|tipo)$")
LENGTH = re.compile(rf"(?<= )(?P<dur>{HOW_LONG})(?= )")
DELAYS = symbols(
    "posponelo posponela posponeme posponer pospone pospon atrasalo atrasala atrasar atrasa correlo correla"
    " corre correr patealo pateala patear demoralo demorala demora retrasalo retrasala retrasa postergalo postergala"
    " postergar aplazalo aplazala aplazar"
)
ADVANCES = symbols("adelantalo adelantala adelantar adelanta adelantamelo anticipalo")
FILLERS = (
    symbols(
        "no mejor perdon perdona digo sino bueno che dale ok okey oka si sip ah uy ay eh em mmm hmm ups esta bien listo"
        " entonces en realidad quise decir queria era iba quiero quisiera es sea seria va que mas bien igual"
        " ponelo ponela poneme ponerlo ponemelo pasalo pasala pasarlo pasamelo pasa pasar movelo movela moverlo mover"
        " cambialo cambiala cambiarlo cambiamelo cambia cambiar dejalo dejala dejarlo deja hacelo hacela hacerlo"
        " reprogramalo reprogramala reprograma agendalo agendala anotalo anotala"
        " avisame avisa recordame recordamelo recordamela recuerdamelo recuerdame"
        " podes podrias puede puedes podras lo la le me te eso ese este esto aviso recordatorio alarma hora horario"
        " por favor porfa porfis xfa gracias para a al de del hasta otro otros otra otras solo nomas directamente"
        " misma mismo Uh mas jaja jajaja"
    )
    | DELAYS
    | ADVANCES
)
NEGATIONS = (frozenset[str](), frozenset({"no"}))
