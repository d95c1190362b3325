"""Several people or pets told of together, with their names and ages."""

from __future__ import annotations

import pytest

from sidecar.domain.person import Language
from sidecar.memory.extraction import extract

pytestmark = pytest.mark.req("MEM-51")


def texts(message: str, language: Language) -> set[str]:
    return {fact.text for fact in extract(message, language)}


@pytest.mark.parametrize(
    ("message", "told"),
    [
        ("tengo dos hijos, Fede y Lara", {"Tiene dos hijos, Fede y Lara"}),
        (
            "vivo con mis dos nenas: Lara (3) y Emma (5)",
            {"Lara tiene 3 años", "Emma tiene 5 años"},
        ),
        (
            "tengo dos nenes, Lauti de 8 y Guada de 5",
            {"Tiene dos nenes", "Sus nenes se llaman Lauti y Guada", "Lauti tiene 8 años", "Guada tiene 5 años"},
        ),
        (
            "tengo dos hijos, Bautista de 12 y Lola de 4",
            {"Sus hijos se llaman Bautista y Lola", "Bautista tiene 12 años", "Lola tiene 4 años"},
        ),
        ("mis hermanas Luz y Eva viven en Azul", {"Sus hermanas se llaman Luz y Eva", "Sus hermanas viven en Azul"}),
        ("tengo tres hermanos: Juan, Pedro y Luis", {"Tiene tres hermanos: Juan, Pedro y Luis"}),
    ],
)
def test_every_name_and_age_is_told_in_spanish(message: str, told: set[str]) -> None:
    assert told <= texts(message, "es")


@pytest.mark.parametrize(
    ("message", "told"),
    [
        ("we have two dogs, Rex and Fido", {"Has two dogs, Rex and Fido"}),
        (
            "i live in Hull with my wife and our two boys, Sam (6) and Joe (9)",
            {"Their boys are called Sam and Joe", "Sam is 6", "Joe is 9"},
        ),
        ("my sisters Ann, Sue and Liz live in Hull", {"Their sisters are called Ann, Sue and Liz"}),
    ],
)
def test_every_name_and_age_is_told_in_english(message: str, told: set[str]) -> None:
    assert told <= texts(message, "en")


@pytest.mark.parametrize(
    ("message", "language"),
    [
        ("si tuviera dos hijos, Fede y Lara, no dormiría", "es"), ("¿mis hermanas Luz y Eva viven lejos?", "es"),
        ("i wish i had two kids, Sam and Joe", "en"), ("have you seen my dogs Rex and Fido?", "en"),
    ],
)  # fmt: skip
def test_what_is_not_so_is_not_told(message: str, language: Language) -> None:
    assert not texts(message, language)
