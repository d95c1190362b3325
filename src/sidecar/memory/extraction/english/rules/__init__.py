"""What people say about themselves and theirs in English. The first rule that fits counts."""

from __future__ import annotations

from sidecar.memory.extraction.english.rules import appointments, health, identity, people, plans, tastes, work

RULES = (
    *identity.NAMES, *identity.AGES, *appointments.RULES, *health.RULES, *people.MINE, *people.OTHERS, *tastes.TEAMS,
    *work.JOBS, *identity.RULES, *work.RULES, *plans.AIMS, *tastes.RULES, *plans.ROUTINES, *tastes.PASTIMES,
)  # fmt: skip
