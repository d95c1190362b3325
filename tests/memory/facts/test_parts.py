"""A statement that joins several things is one statement for each of them."""

from __future__ import annotations

import pytest

from sidecar.domain.fact import Domain, FactId, NewFact
from sidecar.memory.facts.parts import split_joined, split_parts

pytestmark = pytest.mark.req("MEM-17")

JOINED = {
    "an illness and an allergy": (
        "soy celíaca y alérgica a la nuez | soy celíaca | soy alérgica a la nuez",
        "Es alérgica a la nuez y celíaca | Es alérgica a la nuez | Es celíaca",
        "Is diabetic and allergic to penicillin | Is diabetic | Is allergic to penicillin",
        "I'm allergic to penicillin and diabetic | I'm allergic to penicillin | I'm diabetic",
        "Has asthma and a peanut allergy | Has asthma | Has a peanut allergy",
        "Tiene alergia al maní y asma | Tiene alergia al maní | Tiene asma",
    ),
    "lists": (
        "Es alérgica al maní, la nuez y el kiwi | Es alérgica al maní | Es alérgica a la nuez | Es alérgica al kiwi",
        "Is allergic to peanuts, shellfish and latex"
        " | Is allergic to peanuts | Is allergic to shellfish | Is allergic to latex",
        "Es celíaca, hipotiroidea y alérgica a la penicilina"
        " | Es celíaca | Es hipotiroidea | Es alérgica a la penicilina",
        "Is celiac, lactose intolerant and takes levothyroxine"
        " | Is celiac | Is lactose intolerant | Takes levothyroxine",
    ),
    "medicines": (
        "Toma losartán y metformina | Toma losartán | Toma metformina",
        "Toma losartán 50 a la mañana y metformina 850 con la cena"
        " | Toma losartán 50 a la mañana | Toma metformina 850 con la cena",
        "Takes losartan 50 in the morning and metformin 500 at night"
        " | Takes losartan 50 in the morning | Takes metformin 500 at night",
        "Hernán toma Prolopa y pramipexol | Hernán toma Prolopa | Hernán toma pramipexol",
    ),
    "somebody else": (
        "Su hijo Teo es asmático y alérgico al maní | Su hijo Teo es asmático | Su hijo Teo es alérgico al maní",
        "Her son Max is asthmatic and allergic to eggs | Her son Max is asthmatic | Her son Max is allergic to eggs",
    ),
    "clauses": (
        "Su hermana vive en Madrid y trabaja de médica | Su hermana vive en Madrid | Su hermana trabaja de médica",
        "Se mudó a Salta y su hijo Teo es asmático | Se mudó a Salta | Su hijo Teo es asmático",
        "Es vegetariana y no toma alcohol | Es vegetariana | No toma alcohol",
        "Works as a nurse and is allergic to latex | Works as a nurse | Is allergic to latex",
    ),
    "what is not eaten": (
        "No come gluten ni lactosa | No come gluten | No come lactosa",
        "Doesn't eat meat or dairy | Doesn't eat meat | Doesn't eat dairy",
    ),
}
WHOLE = (
    "Le gusta el café con leche",
    "Le gusta el café con leche y medialunas",
    "Vive con su madre y su hermana",
    "Tiene dos hijos, Ana y Teo",
    "Tiene un gato, Lola",
    "Él y su mujer viven en Salta",
    "Ensaya martes y jueves",
    "Toma el colectivo y el subte para ir al trabajo",
    "Le gusta el rock and roll",
    "Es de Tierra del Fuego, cerca de Ushuaia",
    "Likes mac and cheese",
    "Likes gin and tonic",
    "Lives in Leeds with his wife and two kids",
    "Mom and dad live in Leeds",
    "Drinks coffee with milk and sugar",
    "Takes losartan in the morning and at night",
)


@pytest.mark.parametrize("row", [row for rows in JOINED.values() for row in rows])
def test_each_thing_is_a_statement(row: str) -> None:
    text, *parts = row.split(" | ")
    assert list(split_parts(text)) == parts


@pytest.mark.parametrize("text", WHOLE)
def test_what_belongs_together_stays(text: str) -> None:
    assert split_parts(text) == (text,)


def test_only_the_part_of_health_is_protected() -> None:
    joined = NewFact("Es celíaca y trabaja en una imprenta", Domain.HEALTH, critical=True)
    health, work = split_joined(joined)
    assert (health.domain, health.critical) == (Domain.HEALTH, True)
    assert (work.domain, work.critical, work.domain_is_known) == (Domain.GENERAL, False, False)


def test_an_allergy_is_protected_whatever_it_was_told_with() -> None:
    _, allergy = split_joined(NewFact("Trabaja en una imprenta y es alérgica al látex", Domain.WORK))
    assert (allergy.domain, allergy.critical) == (Domain.HEALTH, True)


def test_what_the_whole_ends_one_part_ends() -> None:
    first, second = split_joined(NewFact("Toma losartán y metformina", Domain.HEALTH, ends=(FactId(3),)))
    assert (first.ends, second.ends) == ((3,), ())
