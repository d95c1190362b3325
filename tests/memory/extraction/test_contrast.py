"""What holds instead of what a clause denies is told without the denial."""

from __future__ import annotations

import pytest

from sidecar.memory.extraction import extract

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
