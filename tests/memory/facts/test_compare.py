"""How a statement relates to a stored fact."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sidecar.domain.fact import Domain
from sidecar.memory.facts import Relation, Statement, compare
from tests.memory.facts.pairs import Pair, pairs

SURE_SHARE = {"same": 0.88, "contradiction": 0.85, "refinement": 0.9}


def decision(stored: str, said: str, domain: Domain | None = None) -> str:
    return compare(Statement(stored, domain), Statement(said, domain)).relation


@pytest.mark.req("MEM-12", "MEM-17")
@pytest.mark.parametrize("pair", pairs("different"), ids=lambda pair: f"{pair.stored.text} / {pair.said.text}")
def test_what_differs_stays_apart(pair: Pair) -> None:
    assert compare(pair.stored, pair.said).relation == Relation.DIFFERENT


@pytest.mark.req("MEM-11", "MEM-12", "MEM-14", "MEM-17")
@pytest.mark.parametrize("label", sorted(SURE_SHARE))
def test_most_relations_are_found(label: str) -> None:
    missed = [pair for pair in pairs(label) if compare(pair.stored, pair.said).relation != label]
    texts = "\n".join(f"{pair.stored.text} / {pair.said.text}" for pair in missed)
    assert len(missed) <= (1 - SURE_SHARE[label]) * len(pairs(label)), texts


@pytest.mark.req("MEM-11", "MEM-17")
def test_nothing_is_merged_that_is_not_the_same() -> None:
    merged = [pair for pair in pairs() if pair.label != "same" and compare(pair.stored, pair.said).relation == "same"]
    assert merged == []


@pytest.mark.req("MEM-12")
@pytest.mark.parametrize(
    ("stored", "said"),
    [
        ("Es alérgico al maní", "soy alérgico a la nuez"),
        ("Le gusta el café", "a mi esposa le gusta el café"),
        ("Prefiere películas de acción", "prefiero series de acción"),
        ("Su hermano vive en Madrid", "mi hermana vive en madrid"),
        ("Hace frontend", "hago backend"),
        ("Is allergic to peanuts", "i'm allergic to tree nuts"),
        ("Likes coffee", "my wife likes coffee"),
        ("Brother lives in Madrid", "my sister lives in madrid"),
        ("Does frontend work", "i do backend work"),
    ],
)
def test_the_pairs_of_the_specification_stay_apart(stored: str, said: str) -> None:
    assert decision(stored, said) == "different"


@pytest.mark.req("MEM-12")
@pytest.mark.parametrize(
    "said",
    [
        "soy celíaco",
        "soy celiaca",
        "el usuario es celíaco",
        "celíaca soy",
        "tengo celiaquía",
        "I am celiac",
        "i'm coeliac",
    ],
)
def test_person_gender_accents_and_language_make_no_difference(said: str) -> None:
    assert decision("Es celíaca", said, Domain.HEALTH) == "same"


@pytest.mark.req("MEM-17")
@pytest.mark.parametrize(
    ("stored", "said"),
    [
        ("Le debe 300 pesos a Inés", "inés me debe 300 pesos"),
        ("Toma 10 mg de enalapril", "tomo 10 mg de losartán"),
        ("Le duele el codo derecho", "me duele el codo izquierdo"),
        ("Tiene coro los lunes", "tengo inglés los lunes"),
        ("Su cuñado es plomero", "mi suegro es plomero"),
        ("No come pescado", "no come pescado mi sobrino"),
        ("Casi se recibe de médica", "me recibí de médica"),
        ("Su ex vive en Lugano", "mi novio vive en lugano"),
    ],
)
def test_one_differing_key_term_keeps_them_apart(stored: str, said: str) -> None:
    assert decision(stored, said) == "different"


@pytest.mark.req("MEM-14")
@pytest.mark.parametrize(
    ("stored", "said"),
    [
        ("Trabaja en Google", "renuncié, estoy en una startup"),
        ("Vive en Olivos", "nos mudamos a Tigre"),
        ("Su novio se llama Bruno", "corté con bruno"),
        ("Le gusta el karaoke", "ya no me gusta el karaoke"),
        ("Works at the library", "i quit the library"),
        ("Likes karaoke", "i don't like karaoke anymore"),
    ],
)
def test_a_change_contradicts(stored: str, said: str) -> None:
    assert decision(stored, said) == "contradiction"


@pytest.mark.req("MEM-17")
@pytest.mark.parametrize(
    "said", ["ya no vivo en córdoba, barrio güemes", "casi vivo en córdoba", "mi ex vive en Córdoba"]
)
def test_a_change_of_meaning_does_not_refine(said: str) -> None:
    assert decision("Vive en Córdoba", said) not in {"refinement", "same"}


@pytest.mark.req("MEM-17")
def test_detail_refines_and_less_detail_repeats() -> None:
    short, long = "Vive en Córdoba", "vivo en Córdoba, barrio Güemes"
    assert decision(short, long) == "refinement"
    assert decision("Vive en Córdoba, barrio Güemes", "vivo en córdoba") == "same"
    assert decision("No come carne roja", "no come carne") == "different"


@pytest.mark.req("MEM-11")
def test_likeness_decides_a_clear_case_only() -> None:
    stored, said = Statement("Toca música con zancos"), Statement("toco música con zanquitos viejos")
    assert compare(stored, said, 0.99).relation == "different"
    health = (
        Statement("Tiene una molestia rarísima", Domain.HEALTH),
        Statement("tengo una molestia extrañísima", Domain.HEALTH),
    )
    assert compare(*health, 0.99).relation == "different"
    plain = Statement("Tiene una colección rarísima"), Statement("tengo una colección extrañísima")
    assert compare(*plain, 0.99).relation == "same"
    assert compare(*plain, 0.5).relation == "different"
    assert compare(Statement("Le gusta Vivaldi"), Statement("me gusta Corelli"), 0.99).relation == "different"


@given(st.sampled_from(pairs()))
def test_a_statement_is_the_same_as_itself_in_any_case(pair: Pair) -> None:
    for text in (pair.stored.text, pair.stored.text.upper(), f"  {pair.stored.text}. "):
        assert compare(pair.stored, Statement(text, pair.stored.domain)).relation in {"same", "different"}
    assert compare(pair.stored, pair.stored).relation == "same"


@given(st.text(max_size=200), st.text(max_size=200))
def test_any_two_texts_get_an_answer_and_always_the_same(stored: str, said: str) -> None:
    first = compare(Statement(stored), Statement(said))
    assert first == compare(Statement(stored), Statement(said))
    assert first.reason
