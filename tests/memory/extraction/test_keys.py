"""The values that tools need, read from facts."""

from __future__ import annotations

import pytest

from sidecar.memory.extraction import fact_keys
from tests.growth import assert_linear

pytestmark = pytest.mark.req("CON-02")


@pytest.mark.parametrize(
    ("fact", "key", "value"),
    [
        ("Se llama Nora Paz", "name", "Nora Paz"),
        ("Is called Wendell", "name", "Wendell"),
        ("The user's name is Kim", "name", "Kim"),
        ("Le dicen Cacho", "nickname", "Cacho"),
        ("Prefiere respuestas en inglés", "language", "inglés"),
        ("Wants answers in Spanish, always", "language", "Spanish"),
        ("Su usuario de GitHub es nora-paz", "github", "nora-paz"),
        ("GitHub: wendellb", "github", "wendellb"),
        ("Vive en Paraná hace dos años", "city", "Paraná"),
        ("Lives in New York with their wife", "city", "New York"),
        ("Su zona horaria es America/Argentina/Salta", "timezone", "America/Argentina/Salta"),
        ("Timezone: UTC-3", "timezone", "UTC-3"),
        ("Su mail es nora@ejemplo.org", "email", "nora@ejemplo.org"),
        ("Trabaja en Mercosur Textil desde 2020", "employer", "Mercosur Textil"),
        ("Works as a baker at Flour Power", "employer", "Flour Power"),
        ("Su cumpleaños es el 8 de enero", "birthday", "8 de enero"),
        ("Their birthday is on August 9", "birthday", "August 9"),
        ("Su celular es +54 9 343 555-0101", "phone", "+54 9 343 555-0101"),
    ],
)
def test_reads_a_value(fact: str, key: str, value: str):
    assert fact_keys([fact])[key] == value


@pytest.mark.parametrize(
    "fact",
    [
        "Su hermana se llama Delfina", "Their brother lives in Perth", "Ya no vive en Bariloche", "Habla inglés",
        "Trabaja de noche", "Vive en un departamento con balcón", "Works from home", "Le gusta Córdoba",
    ],
)  # fmt: skip
def test_takes_nothing_from_other_statements(fact: str):
    assert fact_keys([fact]) == {}


def test_the_later_fact_counts():
    assert fact_keys(["Vive en Zárate", "Se mudó a Junín"]) == {"city": "Junín"}


def test_the_time_grows_with_the_facts_and_no_faster():
    facts = ["Se llama Nora", "Vive en Paraná", "Le gusta el cine mudo", "Su hermana es médica", "Odia el tránsito"]
    assert_linear(lambda count: fact_keys([f"{fact} {n}" for n in range(count // 5) for fact in facts]), 5_000)
