"""Corrections of what was said just before."""

import pytest

from tests.memory.extraction.dialogue import read_last

CORRECTED = [
    (["I take ramipril 5mg in the mornings", "actually it's 10mg"], "Takes ramipril 10 mg in the mornings"),
    (["tomo enalapril 10", "es 20 en realidad"], "Toma enalapril 20"),
    (["mi hermana vive en Azul", "no, en Olavarría"], "Su hermana vive en Olavarría"),
    (["mi hermana se llama Ana", "no, Anita"], "Su hermana se llama Anita"),
    (["mi hermana se llama Ana", "S: ¡Lindo nombre, Ana!", "no, Anita"], "Su hermana se llama Anita"),
    (["mi jefa se llama Romina", "perdón, Carina"], "Su jefa se llama Carina"),
    (["tengo turno con el dentista el miércoles", "perdón, el jueves"],
     "Tiene turno con el dentista el 17 de julio de 2025"),
    (["tengo turno con la oculista el 22 de julio", "S: ¿Es el martes?", "no, el 24 de julio"],
     "Tiene turno con la oculista el 24 de julio de 2025"),
    (["tomo levotiroxina 57", "quise decir 75"], "Toma levotiroxina 75"),
    (["tomo levotiroxina 57", "S: Anotado: 57.", "no, 75"], "Toma levotiroxina 75"),
    (["vivo en Leds", "*Leeds"], "Vive en Leeds"),
    (["los martes tengo yoga", "digo, los jueves"], "Los jueves tiene yoga"),
    (["tengo 43 años", "uy perdón, 34"], "Tiene 34 años"),
    (["mi perro se llama Oto", "se llama Otto, no Oto"], "Su perro se llama Otto"),
    (["my sister is called Anna", "no, Hannah"], "Their sister is called Hannah"),
    (["I have a dentist appointment on Wednesday", "I mean Thursday"],
     "Has a dentist appointment on July 17, 2025"),
    (["I live in Leds", "*Leeds"], "Lives in Leeds"),
    (["I live in Leds", "Leeds*"], "Lives in Leeds"),
    (["I take sertraline 75", "sorry, 50"], "Takes sertraline 50"),
    (["my boss is called Megan", "S: Got it.", "it's Morgan not Megan"], "Their boss is called Morgan"),
    (["I'm 43", "oops i meant 34"], "Is 34 years old"),
    (["my dentist appointment is on tuesday", "sorry meant wednesday"],
     "Their dentist appointment is on July 16, 2025"),
    (["rent is going up to 1450", "wait no 1540"], "Rent is going up to 1540"),
    (["my daughter's name is Catherine", "it's Katherine with a K"], "Their daughter's name is Katherine"),
    (["mi sobrina se llama Renata", "no, Renatta con doble t"], "Su sobrina se llama Renatta"),
    (["mi hermana tuvo al bebé, se llama Bruno", "corrijo, al final le pusieron Benicio"],
     "El bebe de su hermana se llama Benicio"),
    (["mi sobrina se llama Isabella", "bueno resulta q al final es Julia"], "Su sobrina se llama Julia"),
    (["mi kinesiólogo se llama Felipe", "no Felipe, Fabián!!"], "Su kinesiólogo se llama Fabián"),
    (["my boss is called Megan", "not Megan, Morgan"], "Their boss is called Morgan"),
    (["soy alérgica al látex", "me corrijo: no es al látex, es al níquel"], "Es alérgica al níquel"),
    (["soy alérgico a la nuez", "perdón, al maní, no a la nuez"], "Es alérgico al maní"),
    (["tomo enalapril 10", "no es enalapril, es losartán"], "Toma losartán 10"),
    (["I'm allergic to latex", "correction: it's not latex, it's nickel"], "Is allergic to nickel"),
    (["I'm allergic to walnuts", "sorry, I meant pecans, not walnuts"], "Is allergic to pecans"),
    (["I drive a red Corolla", "sorry, not red, blue"], "Drives a blue Corolla"),
    (["mi vieja cumple el 14 de marzo", "ah y mi vieja cumple el 15, no el 14"], "Su vieja cumple el 15 de marzo"),
    (["I get off at 5 on fridays", "the fridays one is at 6, not 5"], "Gets off at 6 on fridays"),
    (["vivo en Villa Crespo", "no, en realidad es Almagro, me confundí"], "Vive en Almagro"),
    (["I live in Santa Rosa", "no, it's actually Petaluma"], "Lives in Petaluma"),
    (["me caso en abril!", "me equivoqué: es en mayo, no en abril"], "Se casa en mayo de 2026"),
]  # fmt: skip

NO_CORRECTION = [
    ["mi hermana se llama Ana", "S: ¿Querés que la llame?", "no, Juan"],
    ["mi hermana se llama Ana", "no, gracias"],
    ["tengo turno con el dentista el jueves", "S: ¿Te lo recuerdo hoy?", "no, mañana"],
    ["hola", "no, Anita"],
    ["mi hermana se llama Ana y mi hijo se llama Leo", "no, Pedro"],
    ["tomo levotiroxina 75 y losartán 50", "perdón, 100"],
    ["mi novia Mica trabaja hasta las 9", "mica no trabaja"],
    ["me mudé con Ana", "perdón, no te escuché"],
    ["my sister is called Anna", "no thanks"],
    ["I live in Leeds", "sorry, busy"],
    ["I have two brothers", "S: Two?", "no idea"],
    ["I live in Leeds", "actually the weather is great"],
    ["my boss is called Megan", "actually I went with Sue to the park"],
    ["vivo en Merlo", "al final es tarde"],
    ["nos vemos los jueves 18hs", "no se, capaz"],
    ["tomo mate con azúcar", "sin azúcar"],
    ["soy alérgica al látex", "no es al látex que le tengo miedo"],
    ["trabajo en un banco", "hoy no trabajo"],
    ["I work at a bank", "I'm not at work, I'm home"],
    ["I have a dentist appointment on july 22", "I put the chairs back on friday"],
    ["tengo turno con el dentista el 22 de julio", "lo cambié por otro el jueves"],
    ["tengo turno con el dentista el jueves y el viernes con la oculista", "lo pasaron al 29"],
]


@pytest.mark.req("MEM-14")
@pytest.mark.parametrize(("lines", "told"), CORRECTED)
def test_a_correction_tells_the_fact_again_with_the_right_word(lines: list[str], told: str):
    assert [fact.text for fact in read_last(lines)] == [told]


@pytest.mark.req("MEM-14")
@pytest.mark.parametrize("lines", NO_CORRECTION)
def test_what_may_mean_something_else_corrects_nothing(lines: list[str]):
    assert read_last(lines) == []


@pytest.mark.req("MEM-14")
@pytest.mark.parametrize(
    ("lines", "told", "ended"),
    [
        (["mi hermana se llama Ana", "en realidad mi hermana se llama Anita"], "Su hermana se llama Anita", 1),
        (["mi hermana se llama Ana", "en realidad se llama Anita"], "Su hermana se llama Anita", 1),
        (["mi hijo se llama Juan", "no, perdón, mi hijo se llama Julián"], "Su hijo se llama Julián", 1),
        (["mi vecina se llama Marta", "hola", "uy, me equivoqué, mi vecina se llama Mirta"],
         "Su vecina se llama Mirta", 1),
        (["my dog is called Toto", "actually my dog is called Tito"], "Their dog is called Tito", 1),
        (["my rent is 800", "sorry, my rent is 900"], "Their rent is 900", 1),
        (["mi perro se llama Toto", "perdón, mi gato se llama Tito"], "Su gato se llama Tito", 0),
        (["my son is called Tom", "my son is called Tim"], "Their son is called Tim", 0),
        (["my dog is called Toto", "actually my dog is called Toto"], "Their dog is called Toto", 0),
    ],
)  # fmt: skip
def test_a_whole_sentence_that_puts_right_ends_the_wrong_one(lines: list[str], told: str, ended: int):
    (fact,) = read_last(lines)
    assert (fact.text, len(fact.ends)) == (told, ended)


POSTPONED = [
    (["tengo turno con la reumatóloga el 18 de julio a las 10", "la doctora viaja. me lo pasaron al 22"],
     "Tiene turno con la reumatóloga el 22 de julio de 2025"),
    (["tengo entrevista el jueves 24 a las 11", "me la patearon al lunes 28, misma hora"],
     "Tiene entrevista el 28 de julio de 2025 a las 11"),
    (["smear test booked for july 21 at 8:40", "they've no nurse on the 21st, so it's the 28th"],
     "Smear test booked for July 28, 2025"),
    (["I have a dentist appointment on july 22", "hygienist's got the flu. 24th now, 9am"],
     "Has a dentist appointment on July 24, 2025, 9am"),
    (["I have a dentist appointment on july 22", "they pushed it back to friday"],
     "Has a dentist appointment on July 18, 2025"),
    (["my knee op is on 14 January", "it's been put back to the 28th"], "Their knee op is on January 28, 2026"),
    (["tengo turno con el cardiólogo el 14 de enero", "me lo adelantaron al 7"],
     "Tiene turno con el cardiólogo el 7 de enero de 2026"),
    (["tengo turno con la reumatóloga el 18 de julio a las 10", "el turno lo pasaron al 22"],
     "Tiene turno con la reumatóloga el 22 de julio de 2025"),
]  # fmt: skip


@pytest.mark.req("MEM-14")
@pytest.mark.parametrize(("lines", "told"), POSTPONED)
def test_another_day_is_that_of_the_one_appointment_spoken_of(lines: list[str], told: str):
    (fact,) = read_last(lines)
    assert (fact.text, len(fact.ends)) == (told, 1)


@pytest.mark.req("MEM-14")
def test_a_corrected_fact_keeps_what_it_was():
    (fact,) = read_last(["tomo levotiroxina 57", "quise decir 75"])
    assert (fact.domain.value, fact.critical) == ("health", True)


@pytest.mark.req("MEM-52")
@pytest.mark.parametrize("text", ["el dentista lo pasaron al viernes", "la reunión la movieron para el lunes"])
def test_a_move_of_what_was_never_told_is_no_appointment_with_these_words(text: str):
    assert read_last([text]) == []
