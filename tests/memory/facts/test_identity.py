"""What stays in every prompt: who the person is, and who is near them."""

import pytest

from sidecar.domain.fact import Domain, NewFact, Subject
from sidecar.memory.facts import identity_rank

FAMILY = [
    "Dad died in 2019", "Su padre falleció en 2019", "Her brother Joe passed away last spring",
    "Su mamá vive en el hogar Los Ceibos, en Paraná", "Mum lives at Ashgrove care home, room 9",
    "Su hija Yani es peluquera", "Sara's birthday is 27 October", "Su pareja trabaja de noche en el hospital",
    "Adoptaron una perrita negra de tres meses", "El gato se llama Moro y es macho", "Has a small black kitten",
]  # fmt: skip

SELF = [
    ("Está de novia con Pablo", Subject.OTHER), ("Is engaged to Meg", Subject.OTHER),
    ("Está casada con Hernán", Subject.USER), ("Cumple años el 28 de junio", Subject.USER),
    ("Birthday is 14 June", Subject.USER), ("Wedding anniversary is 3 May", Subject.USER),
]  # fmt: skip

OTHERS = [
    "Paga 450 mil de alquiler", "Le regalaron una guitarra criolla para el cumpleaños",
    "Has her mom's recipe card for horseradish", "Su mamá quiere vender la casa", "Dad used to drive a bus",
    "Pancho murió", "Su perro murió en mayo", "Su mamá tiene un auto rojo", "Prefers trains to planes",
]  # fmt: skip


@pytest.mark.req("MEM-20", "MEM-40")
@pytest.mark.parametrize("text", FAMILY)
def test_who_is_near_stays_in_every_prompt(text: str):
    assert identity_rank(NewFact(text, Domain.RELATIONSHIPS, Subject.OTHER)) == 1


@pytest.mark.req("MEM-20", "MEM-40")
@pytest.mark.parametrize(("text", "subject"), SELF)
def test_whom_they_love_and_their_own_days_stay(text: str, subject: Subject):
    assert identity_rank(NewFact(text, Domain.RELATIONSHIPS, subject)) >= 1


@pytest.mark.req("MEM-20")
@pytest.mark.parametrize("text", OTHERS)
def test_what_tells_of_no_identity_ages(text: str):
    assert identity_rank(NewFact(text, Domain.PERSONAL)) == 0
