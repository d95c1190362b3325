"""What people say about themselves and theirs in English. The first rule that fits counts."""

from __future__ import annotations

from sidecar.memory.extraction.english.rules import (
    appointments,
    family_news,
    health,
    identity,
    medicine,
    people,
    plans,
    tastes,
    work,
)

RULES = (
    *identity.NAMES, *identity.AGES, *appointments.RULES, *medicine.MINE, *medicine.OTHERS, *health.RULES, *people.MINE,
    *people.OTHERS, *tastes.TEAMS, *work.JOBS, *identity.RULES, *work.RULES, *plans.AIMS, *tastes.RULES,
    *plans.ROUTINES, *tastes.PASTIMES, *family_news.INTRODUCED, *family_news.NEWS,
)  # fmt: skip
