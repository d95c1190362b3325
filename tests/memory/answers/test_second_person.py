"""What is stored in the third person is said to the person."""

from __future__ import annotations

import pytest

from sidecar.memory.answers.second_person import address_person


@pytest.mark.req("CON-60")
@pytest.mark.parametrize(
    ("stored", "said"),
    [
        ("Toma enalapril 20", "Tomás enalapril 20"),
        ("Se llama Valeria", "Te llamás Valeria"),
        ("Su hermana vive en Tandil", "Tu hermana vive en Tandil"),
        ("A su hijo le encanta el ajedrez", "A tu hijo le encanta el ajedrez"),
        ("Le gusta el vóley", "Te gusta el vóley"),
        ("No come carne", "No comés carne"),
        ("Se mudó a Azul", "Te mudaste a Azul"),
        ("Vive con su novio y trabaja en una farmacia", "Vivís con tu novio y trabajás en una farmacia"),
        ("Quiere comprarse una bici", "Querés comprarte una bici"),
        ("Lo operaron de la vesícula", "Te operaron de la vesícula"),
        ("Tiene un perro que se llama Otto", "Tenés un perro que se llama Otto"),
        ("Bruno tiene 9 años", "Bruno tiene 9 años"),
        ("Se suspendió la operación", "Se suspendió la operación"),
        ("El 4 de mayo de 2026 a las 9 tiene dentista", "El 4 de mayo de 2026 a las 9 tenés dentista"),
        ("Los lunes y miércoles va a coro", "Los lunes y miércoles vas a coro"),
        ("Desde el 3 de marzo trabaja en un vivero", "Desde el 3 de marzo trabajás en un vivero"),
        ("Their sister is called Ana", "Your sister is called Ana"),
        ("Takes metformin 1000", "You take metformin 1000"),
        ("No longer so: has a torn meniscus", "No longer so: you have a torn meniscus"),
        ("Ya no es así: su mamá toma enalapril", "Ya no es así: tu mamá toma enalapril"),
        ("Is a welder and lives with their dad", "You are a welder and live with your dad"),
        ("Doesn't eat meat", "You don't eat meat"),
        ("Studied geology", "You studied geology"),
        ("Wife is Joan", "Your wife is Joan"),
        ("Ivy is 6", "Ivy is 6"),
    ],
)
def test_the_person_is_addressed(stored: str, said: str) -> None:
    assert address_person(stored) == said


@pytest.mark.req("CON-60")
@pytest.mark.parametrize(
    "stored", ["Darío le pasa 220 mil por mes", "Su hermana vive con su marido", "Joan told them that she is leaving"]
)
def test_what_code_cannot_be_sure_of_is_quoted(stored: str) -> None:
    assert address_person(stored) is None
