"""Appointments, journeys and exams of one day."""

from __future__ import annotations

from sidecar.domain.fact import Domain
from sidecar.memory.extraction.english.rules.shorthands import SHORTHANDS
from sidecar.memory.extraction.grammar import parse_rules

RULES = parse_rules(Domain.SCHEDULE, """
    $DATE (at NUMBER)? ,? ME have|got|have_got|AM_having (a|an|my|the|another|_)* VISIT
    $DATE (at NUMBER)? ,? ME fly|leave|move|AM_flying|AM_leaving|AM_moving|are_flying|are_leaving|are_moving
    |AM_getting_married|are_getting_married|graduate|AM_having_surgery|start_at|AM_starting
    """, SHORTHANDS, passing=True)  # fmt: skip
