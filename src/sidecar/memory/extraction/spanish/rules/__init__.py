"""What people say about themselves and theirs in Spanish. The first rule that fits counts."""

from __future__ import annotations

from sidecar.memory.extraction.spanish.rules import (
    appointments,
    contents,
    health,
    identity,
    mentions,
    people,
    plans,
    tastes,
    work,
)

RULES = (
    *identity.NAMES, *identity.AGES, *appointments.RULES, *health.RULES, *people.MINE, *people.OTHERS, *tastes.TEAMS,
    *identity.RULES, *work.RULES, *plans.AIMS, *tastes.RULES, *plans.ROUTINES, *tastes.PASTIMES,
    *contents.RULES, *mentions.MENTIONS,
)  # fmt: skip
