"""The person's own name, in whatever words a model or a hand writes it down."""

import pytest

from sidecar.domain.fact import Domain, NewFact, Subject
from sidecar.memory.facts.comparator import compare
from sidecar.memory.facts.identity import identity_rank
from sidecar.memory.facts.statement import Relation, Statement

OWN = [
    "Her name is Marnie",
    "The user's name is Marnie",
    "User's name is Marnie",
    "The user is called Marnie",
    "Name is Marnie",
    "Su nombre es Ana",
    "El usuario se llama Rubén",
    "Le dicen Pocho",
    "Se llama Rubén, le dicen Pocho",
]


@pytest.mark.req("MEM-20")
@pytest.mark.parametrize("text", OWN)
def test_it_stays_in_every_prompt(text: str) -> None:
    assert identity_rank(NewFact(text, Domain.PERSONAL)) == 2


@pytest.mark.parametrize("text", ["Her dog's name is Bono", "Su hermana se llama Ana", "Dice que viene Ana"])
def test_a_name_of_others_is_not_theirs(text: str) -> None:
    assert identity_rank(NewFact(text, Domain.PERSONAL, subject=Subject.OTHER)) < 2


@pytest.mark.req("MEM-14")
@pytest.mark.parametrize(
    ("said", "relation"),
    [
        ("me llamo Ana", Relation.CONTRADICTION),
        ("my name is Anna", Relation.CONTRADICTION),
        ("my name is Marnie", Relation.SAME),
        ("her name is Lola", Relation.DIFFERENT),
        ("my dog's name is Lola", Relation.DIFFERENT),
    ],
)
def test_another_own_name_takes_its_place_and_that_of_somebody_else_does_not(said: str, relation: Relation) -> None:
    stored = Statement("The user's name is Marnie", Domain.PERSONAL)
    assert compare(stored, Statement(said, Domain.PERSONAL)).relation is relation
