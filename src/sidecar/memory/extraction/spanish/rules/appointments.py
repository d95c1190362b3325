"""Appointments, journeys and exams of one day."""

from __future__ import annotations

from sidecar.domain.fact import Domain
from sidecar.memory.extraction.grammar import parse_rules
from sidecar.memory.extraction.spanish.rules.shorthands import SHORTHANDS

_WITH = "(un|una|el|la|mi|turno|consulta|cita|con|de|para|en|al|a|lo)*"

RULES = (
    *parse_rules(Domain.HEALTH, """
        $DATE (a la|las NUMBER)? ,? me opero|operan|internan|sacan
        me opero|operan|internan|sacan (!, _)* $DATE
        """, SHORTHANDS, passing=True),
    *parse_rules(Domain.SCHEDULE, """
        tengo|saque|consegui $WITH VISIT|turno (!, _)* $DATE
        $DATE (a la|las NUMBER)? ,? tengo $WITH VISIT|turno
        $DATE (a la|las NUMBER)? ,? viajo|viajamos|rindo|rendimos|vuelvo|volvemos|debuto|expongo|me_mudo|nos_mudamos
        |me_caso|nos_casamos|me_voy|nos_vamos|me_entregan
        """, {"WITH": _WITH, **SHORTHANDS}, passing=True),
)  # fmt: skip
