"""Denials: what holds instead of what is denied, and what is denied is never told without it."""

from __future__ import annotations

import pytest

from sidecar.domain.fact import Domain
from sidecar.memory.extraction import extract
from sidecar.memory.facts.comparator import compare
from sidecar.memory.facts.statement import Relation, Statement

INSTEAD = [
    ("no tomo más enalapril, ahora losartán 50", ["No toma más enalapril", "Toma losartán 50"]),
    ("mi viejo ya no toma metformina, ahora insulina", ["Su viejo ya no toma metformina", "Su viejo toma insulina"]),
    ("no vivo más en Tandil, ahora en Azul", ["No vive más en Tandil", "Vive en Azul"]),
    ("no entreno los lunes, ahora los martes", ["No entrena los lunes", "Entrena los martes"]),
    ("I don't take ramipril anymore, now losartan 50", ["Doesn't take ramipril anymore", "Takes losartan 50"]),
    ("i no longer work at Tesco, now Aldi", ["No longer works at Tesco", "Works at Aldi"]),
    ("I don't eat meat, just fish", ["Doesn't eat meat", "Eats fish"]),
]


@pytest.mark.req("MEM-17")
@pytest.mark.parametrize(("text", "told"), INSTEAD)
def test_the_denial_ends_with_its_clause(text: str, told: list[str]) -> None:
    assert [fact.text for fact in extract(text)] == told


@pytest.mark.req("MEM-17")
@pytest.mark.parametrize(
    "text", ["no como gluten, lácteos ni huevo", "no tomo nada, solo quería saber", "no soy vegana, solo no como cerdo"]
)
def test_what_is_denied_too_is_never_affirmed(text: str) -> None:
    assert all(fact.text.startswith("No ") for fact in extract(text))


STOPPED = """
    es: ya no estoy tomando enalapril | no estoy tomando más enalapril | no voy a tomar más enalapril
    es: cambié el enalapril por losartán | dejé el enalapril | me sacaron el enalapril | no tomo enalapril desde marzo
    en: i'm not taking ramipril any more | not taking ramipril anymore | i'm not on ramipril | ramipril's been stopped
    en: they switched me from ramipril to losartan | i won't be taking ramipril anymore | they took me off ramipril
"""
KNOWN = {"es": "Toma enalapril 10 a la mañana", "en": "Takes ramipril 5 mg in the mornings"}


@pytest.mark.req("MEM-14", "MEM-17")
@pytest.mark.parametrize(
    ("language", "text"),
    [
        (line[:2], text.strip())
        for line in (line.strip() for line in STOPPED.strip().splitlines())
        for text in line[3:].split("|")
    ],
)
def test_a_medicine_that_is_stopped_contradicts_the_one_that_is_taken(language: str, text: str) -> None:
    (told,) = extract(text)
    known = Statement(KNOWN[language], Domain.HEALTH)
    assert compare(known, Statement(told.text, told.domain)).relation is Relation.CONTRADICTION


@pytest.mark.req("MEM-17", "MEM-52")
@pytest.mark.parametrize(
    "text", ["no me recetaron enalapril", "ya no le doy la pastilla al gato", "no sigo con el enalapril"]
)
def test_a_denial_is_never_told_without_it(text: str) -> None:
    assert extract(text) == []


@pytest.mark.req("MEM-52")
@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("no, tomo enalapril 10", "Toma enalapril 10"),
        ("no sé, soy celíaca", "Es celíaca"),
        ("they switched me to losartan", "Is on losartan"),
        ("no soy más vegetariana", "No es más vegetariana"),
        ("resulta que no soy alérgica a la penicilina", "No es alérgica a la penicilina"),
        ("ya no estoy trabajando en el banco", "Ya no trabaja en el banco"),
        ("terminé el antibiótico", "Terminó el antibiótico"),
    ],
)
def test_denials_of_health_are_told(text: str, told: str) -> None:
    assert [fact.text for fact in extract(text)] == [told]
