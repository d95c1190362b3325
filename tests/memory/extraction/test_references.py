"""Names, pronouns and missing subjects: whom a sentence is about."""

import pytest

from sidecar.domain.fact import Domain
from tests.memory.extraction.dialogue import read_last

NAMES = [
    ("Su hijo Tomi tiene 4 años", "Tomi ya tiene 5", "Su hijo Tomi tiene 5"),
    ("Su hijo Tomi tiene 4 años", "tomi es celíaco", "Su hijo Tomi es celíaco"),
    ("Su cuñada Sole vive en Salta", "sole se separó", "Su cuñada Sole se separó"),
    ("Su perro se llama Otto", "a Otto le diagnosticaron epilepsia", "A su perro Otto le diagnosticaron epilepsia"),
    ("Tiene una gata que se llama Mimí", "Mimí es diabética", "Su gata Mimí es diabética"),
    ("Su hermana mayor Ana tiene 40", "ahora Ana vive en Lobos", "Su hermana mayor Ana vive en Lobos"),
    ("Su mejor amigo Rulo es chef", "rulo se casó", "Su mejor amigo Rulo se casó"),
    ("Has a dog called Biscuit", "Biscuit is diabetic", "Their dog Biscuit is diabetic"),
    ("Their brother-in-law Gus has asthma", "Gus lives in Perth", "Their brother-in-law Gus lives in Perth"),
    ("Denny is their best friend", "denny works at the dock", "Their best friend Denny works at the dock"),
    ("Their daughter is called Iris", "Iris is allergic to eggs", "Their daughter Iris is allergic to eggs"),
    ("Their boss Priya is from Pune", "Priya got married", "Their boss Priya got married"),
]  # fmt: skip

SPOKEN_OF = [
    (["mi hermana Ana vino de visita", "vive en Madrid y trabaja de enfermera"],
     ["Su hermana Ana vive en Madrid", "Su hermana Ana trabaja de enfermera"]),
    (["hoy cené con mi primo", "es bombero"], ["Su primo es bombero"]),
    (["mi suegra está internada", "S: Uh, ¿qué le pasó?", "la operaron de la cadera"],
     ["A su suegra la operaron de la cadera"]),
    (["adopté una gata", "se llama Pelusa"], ["Su gata se llama Pelusa"]),
    (["mi novia Ro vino a cenar", "ella es vegana"], ["Su novia Ro es vegana"]),
    (["mi abuelo se cayó", "S: ¿Está bien?", "sí, zafó. tiene 91 años"], ["Su abuelo tiene 91 años"]),
    (["llevé a mi perro a la veterinaria", "le diagnosticaron artrosis"], ["A su perro le diagnosticaron artrosis"]),
    (["my brother lost his flat", "he lives with us now"], ["Their brother lives with them now"]),
    (["my sister Kate came over", "she lives in Leeds"], ["Their sister Kate lives in Leeds"]),
    (["my daughter starts school soon", "S: What's her name?", "her name is Iris"], ["Their daughter's name is Iris"]),
    (["we had my uncle over", "S: Nice! How is he?", "good. he's diabetic"], ["Their uncle is diabetic"]),
    (["got a new puppy yesterday, hes called Buster"],
     ["Got a new puppy on July 14, 2025", "Their new puppy is called Buster"]),
    (["took my cat to the vet", "it's diabetic"], ["Their cat is diabetic"]),
]  # fmt: skip

UNCLEAR = [
    ["mi vieja y mi hermana vinieron a comer", "es celíaca"],
    ["mi hermano Leo y mi primo Juan llegaron", "vive en Madrid"],
    ["mi hermana vino", "vive en Madrid mi primo"],
    ["Pepo ya tiene 5"],
    ["Biscuit is diabetic"],
    ["she's diabetic"],
    ["es celíaca"],
    ["my sister came over", "he lives in Leeds"],
    ["my brother and my dad came over", "he lives in Leeds"],
    ["my brother came over", "S: Fun!", "what a day", "S: Tell me", "so tired", "S: Rest", "he lives in Leeds"],
    ["el vecino de mi hermana", "vi una peli de un cura", "vive en Roma"],
    ["su hermana me cae bien", "vive en Roma"],
    ["llevé al gato al veterinario", "ahora con prednisona dos veces por día"],
    ["mi hija está con fiebre", "S: ¿Toma algo?", "ibuprofeno 200"],
    ["S: ¿Cómo está tu mamá?", "mejor, tomando enalapril"],
    ["S: ¿Y tu papá?", "alérgico a todo"],
    ["my brother has a dog", "S: Cute!", "it's diabetic"],
    ["mi hermano tiene un perro que se llama Rex", "Rex es diabético"],
]


@pytest.mark.req("MEM-52")
@pytest.mark.parametrize(("known", "message", "told"), NAMES)
def test_a_name_is_told_with_who_it_is(known: str, message: str, told: str):
    assert [fact.text for fact in read_last([message], [known])] == [told]


@pytest.mark.req("MEM-52")
@pytest.mark.parametrize(("lines", "told"), SPOKEN_OF)
def test_a_pronoun_or_no_subject_means_the_one_spoken_of(lines: list[str], told: list[str]):
    assert [fact.text for fact in read_last(lines)] == told


@pytest.mark.req("MEM-52")
@pytest.mark.parametrize("lines", UNCLEAR)
def test_where_it_may_be_several_or_nobody_there_is_no_fact(lines: list[str]):
    assert read_last(lines) == []


@pytest.mark.req("MEM-52")
def test_somebody_of_before_is_meant_only_where_the_message_begins_with_it():
    lines = ["my wife Shawna came home", "had soup at the market, lovely weather there. she lives in Boston now"]
    assert read_last(lines) == []


NEWCOMERS = [
    ("mi hermana tuvo una nena, se llama Renata",
     ["Su hermana tuvo una nena", "La nena de su hermana se llama Renata"]),
    ("mi prima adoptó un gato, se llama Tom", ["Su prima adoptó un gato", "El gato de su prima se llama Tom"]),
    ("my sister had a baby, he's called Bruno", ["Their sister had a baby", "Their sister's baby is called Bruno"]),
    ("my brother got a dog, it's called Rex", ["Their brother got a dog", "Their brother's dog is called Rex"]),
    ("mi hermano tiene una gata. es diabética", ["Su hermano tiene una gata"]),
    ("mi vecina tiene un hijo, es alérgico al maní", ["Su vecina tiene un hijo"]),
    ("mi hija tiene 5 años, se llama Sol", ["Su hija tiene 5 años", "Su hija se llama Sol"]),
]  # fmt: skip


@pytest.mark.req("MEM-52")
@pytest.mark.parametrize(("message", "told"), NEWCOMERS)
def test_a_name_after_a_newcomer_is_the_newcomers(message: str, told: list[str]):
    assert [fact.text for fact in read_last([message])] == told


STATES = [
    ("my dad is diabetic and allergic to penicillin",
     ["Their dad is diabetic", "Their dad is allergic to penicillin"]),
    ("my sister's 30, vegan and pregnant",
     ["Their sister is 30", "Their sister is vegan", "Their sister is pregnant"]),
    ("my wife's Dana. I'm diabetic, allergic to nuts",
     ["Their wife is Dana", "Is diabetic", "Is allergic to nuts"]),
    ("my dad came over. allergic to penicillin", []),
    ("mi papá vino a casa. alérgico a la penicilina", []),
    ("allergic to nuts", ["Is allergic to nuts"]),
]  # fmt: skip


@pytest.mark.req("MEM-52")
@pytest.mark.parametrize(("message", "told"), STATES)
def test_a_state_after_somebody_is_theirs_or_nobodys(message: str, told: list[str]):
    assert [fact.text for fact in read_last([message])] == told


@pytest.mark.req("MEM-52")
def test_who_somebody_is_is_not_told_again():
    assert read_last(["Gemma just told us some gossip"], ["Their boss is called Gemma"]) == []


@pytest.mark.req("MEM-52")
def test_a_name_that_is_another_word_too_is_known_once_something_was_told_of_it():
    (told,) = read_last(["tengo dos hijos, Bauti de 9 y Lola de 6", "Lola es alérgica al maní"])
    assert (told.text, told.domain, told.critical) == ("Lola es alérgica al maní", Domain.HEALTH, True)
    assert read_last(["Lola es alérgica al maní"]) == []
