"""A name is no verb and no noun, and a parting ends a bond: never somebody's health, nor a medicine."""

from __future__ import annotations

import pytest

from sidecar.domain.fact import Domain
from sidecar.memory.facts import Relation, Statement, compare
from tests.memory.stage import Mind


def relation(stored: str, said: str, domain: Domain = Domain.RELATIONSHIPS) -> Relation:
    return compare(Statement(stored, domain), Statement(said, Domain.RELATIONSHIPS)).relation


@pytest.mark.req("MEM-12", "MEM-14")
@pytest.mark.parametrize(
    ("stored", "said"),
    [
        ("Toma enalapril 10 a la noche", "Cortó con Tomás"),
        ("Toma enalapril 10 a la noche", "corté con tomás"),
        ("Toma losartán", "Dejó a Tomás"),
        ("Toma mate amargo", "Terminó con Tomas"),
        ("Le gusta el sol de la mañana", "Cortó con Sol"),
        ("Le gusta el sol de la mañana", "corté con sol"),
        ("Su color favorito es el rosa", "Rompió con Rosa"),
        ("Usa una lámpara de luz cálida", "Cortó con Luz"),
        ("Maneja un Mercedes", "Se peleó con Mercedes"),
        ("Sufre de dolores de cabeza", "Cortó con Dolores"),
        ("Takes sertraline every May", "Broke up with May"),
        ("Their birthday is in April", "Split up with April"),
        ("Drew a portrait of the dog", "Broke up with Drew"),
    ],
)
def test_a_name_is_neither_a_verb_nor_a_noun(stored: str, said: str) -> None:
    assert relation(stored, said) is Relation.DIFFERENT


@pytest.mark.req("MEM-14")
@pytest.mark.parametrize(
    ("stored", "said"),
    [
        ("Su novio se llama Tomás", "Cortó con Tomás"),
        ("Su novio se llama Tomás", "corté con tomás"),
        ("Su novia se llama Sol", "terminé con Sol"),
        ("Su novia se llama Luz", "rompió con Luz"),
        ("Their girlfriend is called April", "Split up with April"),
        ("Their boyfriend is called Mark", "Dumped Mark"),
    ],
)
def test_who_is_left_is_the_partner_no_longer(stored: str, said: str) -> None:
    assert relation(stored, said) is Relation.CONTRADICTION


@pytest.mark.req("MEM-13", "MEM-14")
@pytest.mark.parametrize(
    ("stored", "said"),
    [
        ("Su esposa tiene asma", "Se separó"),
        ("Su novio toma insulina", "Cortó con su novio"),
        ("Su mujer es celíaca", "Se divorció"),
        ("Their wife has lupus", "Got divorced"),
        ("Their boyfriend takes warfarin", "Broke up with their boyfriend"),
    ],
)
def test_a_parting_ends_nobodys_health(stored: str, said: str) -> None:
    assert relation(stored, said, Domain.HEALTH) is Relation.DIFFERENT


@pytest.mark.req("MEM-14")
@pytest.mark.parametrize(
    ("partner", "parting", "former"),
    [
        ("Su esposo se llama Ramiro", "Se separó", "Su ex se llama Ramiro"),
        ("Está casada con Elías", "Se divorció", "Su ex se llama Elías"),
        ("Their husband is called Grant", "Got divorced", "Their ex is called Grant"),
    ],
)
async def test_a_former_partner_keeps_the_name(mind: Mind, partner: str, parting: str, former: str) -> None:
    await mind.remember(partner, Domain.RELATIONSHIPS)
    await mind.remember(parting, Domain.RELATIONSHIPS)
    assert await mind.texts() == [parting, former]
