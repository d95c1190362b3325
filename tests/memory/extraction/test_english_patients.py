"""Whose illness it is: what is said of an animal, of somebody else, in irony or as a tag is no fact of the person."""

from __future__ import annotations

import pytest

from sidecar.domain.fact import Domain, Subject
from sidecar.memory.extraction import extract
from tests.memory.extraction.dialogue import read_last

OF_OTHERS = """
toto's not well, he has a murmur, they put him on enalapril
took the dog to the vet. on prednisone now
biscuit had his checkup. arthritis. on meloxicam
vet visit for max today. kidney disease. started on benazepril
dropped mum at the hospital. diabetic, on insulin now
visited gran. on donepezil now
cat's been to the vet. allergic to chicken
dog threw up again. allergic to beef, so new food
my son went to the allergist. allergic to peanuts
husband back from doctors. diabetic. started metformin
mom's bp is up so she's on losartan
saw my sister in law. coeliac. can't have gluten
the kitten isn't great. back on antibiotics
"""
NOT_MEANT = """
oh sure im a vegan now lol
yeah im a vegan now. had one salad. alert the media
because obviously i'm a doctor now
and he's like im vegan now and i take b12
my flatmate was all i'm allergic to dust
im married to my job
i live for fridays
i work with idiots
doc wants to put me on statins but im not keen
they're thinking of putting me on lithium
my sister's so annoying, i'm allergic to her fiance
pregnant!! steph i mean, not me
"""
TAGGED = {
    "and i'm allergic to penicillin, note that down": ["Is allergic to penicillin"],
    "i'm allergic to nuts, duh": ["Is allergic to nuts"],
    "allergic to shellfish, seriously": ["Is allergic to shellfish"],
    "im vegetarian, dont forget": ["Is vegetarian"],
}
OF_THE_PERSON = {
    "my wife made me see someone. started metformin": "Started metformin",
    "went to the doctor. started metformin": "Started metformin",
    "mum's diabetic and im coeliac": "Is coeliac",
    "dad's not well. i'm on sertraline": "Is on sertraline",
    "switched to losartan 50": "Switched to losartan 50",
}


@pytest.mark.req("MEM-52")
@pytest.mark.parametrize("message", OF_OTHERS.strip().splitlines())
def test_takes_no_illness_of_others_for_the_persons(message: str):
    assert not [fact for fact in extract(message) if fact.domain is Domain.HEALTH and fact.subject is Subject.USER]


@pytest.mark.req("MEM-52")
@pytest.mark.parametrize("message", NOT_MEANT.strip().splitlines())
def test_takes_no_joke_for_a_fact(message: str):
    assert not [fact for fact in extract(message) if fact.subject is Subject.USER]


@pytest.mark.req("MEM-52")
@pytest.mark.parametrize(("message", "told"), TAGGED.items())
def test_leaves_out_what_is_said_to_sidecar(message: str, told: list[str]):
    assert [fact.text for fact in extract(message)] == told


@pytest.mark.req("MEM-52")
@pytest.mark.parametrize(("message", "told"), OF_THE_PERSON.items())
def test_reads_what_the_person_says_of_themselves(message: str, told: str):
    assert told in [fact.text for fact in extract(message)]


@pytest.mark.req("MEM-52")
def test_looks_at_whom_the_last_messages_spoke_of():
    assert not read_last(["took the cat in today", "S: How is she doing?", "diabetic. started insulin"])
    assert [
        fact.text for fact in read_last(["took the cat in today", "S: And how are you?", "back on sertraline"])
    ] == ["Is back on sertraline"]
