"""The Spanish grammar: all phrases, longer ones win, then the earlier; and the words between them."""

from __future__ import annotations

from sidecar.dates.languages.es.clocks import CLOCKS, PARTS
from sidecar.dates.languages.es.days import DAYS, LENGTHS
from sidecar.dates.languages.es.marks import SIGNS
from sidecar.dates.languages.es.rules import RULES
from sidecar.dates.languages.patterns import SHARED, symbols

PHRASES = (*SHARED, *RULES, *CLOCKS, *PARTS, *LENGTHS, *DAYS, *SIGNS)
GLUE = symbols(", - ( ) . ; : / y OR e el la los las a al de del en por para proximo este temprano tipo como Hs mismo")
BREAKS = symbols("que porque pero cuando si . ; ! ? sino aunque")
NO_BREAK_AFTER = symbols("tengo tenes tenemos tiene hay habia lo la tendria tendriamos acordar")
TRIGGERS = symbols(
    "recordame recordar recordarme recuerdame recuerdas recuerdes avisame avisarme avisa haceme hacerme"
    " acordar acordate anotame agendame poneme despertame aviso alarma recordatorio che hola por favor porfa"
    " porfi xfa porfis"
)
CORRECTIONS = symbols("no mejor digo perdon sino quise corrijo")
REPEATS = symbols("cada todos anual mensual semanal diario")
