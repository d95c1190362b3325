"""Questions about how things were, and questions about how they are."""

from __future__ import annotations

from datetime import date

import pytest

from sidecar.memory.retrieval.date_mentions import find_dates
from sidecar.memory.retrieval.past_questions import is_about_the_past

TODAY = date(2026, 3, 18)


def about_the_past(question: str) -> bool:
    return is_about_the_past(question, find_dates(question, TODAY), TODAY)


@pytest.mark.parametrize(
    "question",
    [
        "¿qué dosis tomaba antes?",
        "dónde vivía yo en aquella época",
        "cuánto pagaba de expensas",
        "quién era mi jefa anterior",
        "en qué laburaba en 2024",
        "¿adónde solíamos ir de vacaciones?",
        "what dose did I use to take",
        "where did I live before",
        "what was my previous rent",
        "who was my old boss?",
        "where were we living back then",
        "which gym did I go to in 2024?",
        "what did I weigh last year",
    ],
)
def test_about_how_things_were(question: str) -> None:
    assert about_the_past(question)


@pytest.mark.parametrize(
    "question",
    [
        "¿qué dosis tomo?",
        "dónde vivo",
        "¿cómo se llamaba mi jefe?",
        "cuándo es el turno con la dentista",
        "qué tengo que hacer antes de viajar",
        "¿qué hago el 6 de mayo?",
        "tengo alergia a algo",
        "how old is my son?",
        "what should I do before the surgery",
        "where do I work",
        "what do I have on April 3",
        "which medicine am I on",
        "",
    ],
)
def test_about_how_things_are(question: str) -> None:
    assert not about_the_past(question)
