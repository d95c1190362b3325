"""What people say about themselves and theirs in English. The first rule that fits counts."""

from __future__ import annotations

from sidecar.memory.extraction.english.rules import (
    appointments,
    changes,
    family_news,
    health,
    identity,
    medicine,
    money,
    people,
    plans,
    tastes,
    work,
)

RULES = (
    *identity.NAMES, *identity.AGES, *appointments.RULES, *medicine.MINE, *medicine.OTHERS, *health.RULES, *people.MINE,
    *people.OTHERS, *tastes.TEAMS, *work.JOBS, *identity.RULES, *work.RULES, *plans.AIMS, *tastes.RULES,
    *plans.ROUTINES, *tastes.PASTIMES, *money.RULES, *family_news.INTRODUCED, *family_news.NEWS, *appointments.EVENTS,
    *changes.WORK, *changes.PROMOTED, *changes.SENT,
    *changes.HOME, *changes.OWNED, *medicine.DIAGNOSES,
    *medicine.AILMENTS, *changes.ENDINGS, *changes.TASTES, *changes.PLANS,
    *changes.HABITS, *changes.YEAR,
)  # fmt: skip
