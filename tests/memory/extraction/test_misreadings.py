"""What tells nothing of the person, in either language: a day of nothing, a dream, a friend's friend."""

from __future__ import annotations

from datetime import date

import pytest

from sidecar.domain.person import Language
from sidecar.memory.extraction import ExtractionContext, extract

NOTHING: list[tuple[Language, str]] = [
    ("es", "recién salgo de folklore, voy los martes, quedo muerta"),
    ("es", "queda los domingos ahora"),
    ("es", "me toca jueves y viernes 15hs"),
    ("es", "me llamó mi banco"), ("es", "me llamo mi banco"), ("es", "me dicen mis hijas que exagero"),
    ("es", "mi hermana se casó en el sueño con el almacenero"),
    ("es", "en la tele una señora vive con doce perros"),
    ("es", "se fue Marta recién"), ("es", "el dentista? un riñón me sale"), ("es", "me sale un ojo de la cara"),
    ("en", "first class tonight. fridays 6 to 8"),
    ("en", "my mate's mate lives in a lighthouse"), ("en", "my neighbour's builder starts at six every day"),
    ("en", "my sister's friend is moving in with a drummer"),
    ("en", "my brother got married in the dream, to a horse"), ("en", "i lived in Rome once. in the sims"),
    ("en", "Dave's gone to fetch the pizza"),
    ("en", "name is gonna be something silly"),
]  # fmt: skip


@pytest.mark.req("MEM-52")
@pytest.mark.parametrize(("language", "message"), NOTHING)
def test_what_tells_nothing_of_the_person_is_no_fact(language: Language, message: str):
    assert [fact.text for fact in extract(message, language, ExtractionContext(date(2025, 7, 15)))] == []


@pytest.mark.req("MEM-52")
@pytest.mark.parametrize(
    ("language", "message", "told"),
    [("es", "voy a yoga los martes", "Va a yoga los martes"), ("es", "los lunes nado", "Los lunes nada"),
     ("en", "my sister's wife is called Jo", "Their sister's wife is called Jo")],
)  # fmt: skip
def test_what_names_it_is_one(language: Language, message: str, told: str):
    assert [fact.text for fact in extract(message, language)] == [told]
