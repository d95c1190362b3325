"""What people say of themselves and of theirs in Spanish. The first rule that fits counts."""

from __future__ import annotations

from sidecar.memory.extraction.spanish.rules import health, life, people, plans, self_, tastes, work

RULES = (
    *self_.NAMES, *self_.AGES, *health.RULES, *people.MINE, *people.OTHERS, *tastes.TEAMS, *life.RULES, *work.RULES,
    *plans.AIMS, *tastes.RULES, *plans.ROUTINES, *tastes.PASTIMES,
)  # fmt: skip
