"""Spanish that patterns may take for something else: words to Sidecar, other people's illnesses, missing accents."""

from __future__ import annotations

from datetime import date

import pytest

from sidecar.domain.fact import Subject
from sidecar.memory.extraction import ExtractionContext, extract

ASIDES = """
    y soy alérgico a la penicilina, anotalo = Es alérgico a la penicilina
    soy celíaca, no te olvides = Es celíaca
    soy alérgica al maní no te olvides porfa = Es alérgica al maní
    soy alergico al polen y a los gatos, tenelo en cuenta = Es alergico al polen + Es alergico a los gatos
    tomo enalapril de 10, agendalo = Toma enalapril de 10
    soy alérgica a los mariscos, mi hermana también = Es alérgica a los mariscos
    soy alergico a la aspirina asi que ojo con eso = Es alergico a la aspirina
    yo tomo metformina y mi mujer levotiroxina = Toma metformina
    soy alérgica a las almendras, desde chica = Es alérgica a las almendras, desde chica
    soy alérgico al maní, kiwi y soja, acordate = Es alérgico al maní + Es alérgico a kiwi + Es alérgico a soja
"""


WITHIN_A_SENTENCE = """
    Alérgica a los gatos = Es alérgica a los gatos
    Vegetariana desde 2019 = Es vegetariana desde 2019
    Casada con Juan = Está casada con Juan
    Hincha de Racing = Es hincha de Racing
    Vegan since 2019 = Is vegan since 2019
    Allergic to cats = Is allergic to cats
    Not a fan of jazz = Is not a fan of jazz
    mi hija se llama Mia = Su hija se llama Mia
    Mia es mi hermana = Mia es su hermana
    mi perra Mia tiene 3 años = Su perra Mia tiene 3 años
    A Toto le dan enalapril a él = A Toto le dan enalapril
    desde hoy tomo losartán y metformina = Desde hoy toma losartán + Desde hoy toma metformina
"""


def _rows(table: str) -> list[tuple[str, list[str]]]:
    lines = [line.split(" = ") for line in table.strip().splitlines()]
    return [(message.strip(), told.strip().split(" + ")) for message, told in lines]


@pytest.mark.req("MEM-52")
@pytest.mark.parametrize(("message", "told"), _rows(ASIDES))
def test_words_to_sidecar_are_part_of_no_fact(message: str, told: list[str]):
    assert [fact.text for fact in extract(message, "es")] == told


@pytest.mark.req("MEM-52")
@pytest.mark.parametrize(("message", "told"), _rows(WITHIN_A_SENTENCE))
def test_what_began_a_sentence_is_written_as_within_one(message: str, told: list[str]):
    assert [fact.text for fact in extract(message, None)] == told


@pytest.mark.req("MEM-10")
@pytest.mark.parametrize(
    "message",
    [
        "Pancho anda mal, tiene un soplo, le dan pimobendan a él",
        "a mi vieja le subió la presión, toma losartán",
        "mi suegro está internado, tiene neumonía y diabetes",
        "mi hermano está re mal, le dio hepatitis",
        "pobre Pancho, soplo en el corazón",
        "el Bicho tiene epilepsia, pobrecito",
        "tiene artritis hace años",
        "le encontraron un tumor a mi tía",
    ],
)
def test_the_illness_of_another_is_not_ones_own(message: str):
    assert {fact.subject for fact in extract(message, "es")} <= {Subject.OTHER}


@pytest.mark.req("MEM-52")
def test_goes_on_about_the_one_whom_a_sentence_begins_with():
    told = [fact.text for fact in extract("Pancho anda mal, tiene un soplo, le dan enalapril", "es")]
    assert told == ["Pancho tiene un soplo", "A Pancho le dan enalapril"]


@pytest.mark.req("MEM-52")
@pytest.mark.parametrize("message", ["soy alérgico a los lunes", "soy alérgica al trabajo jaja"])
def test_what_nobody_is_allergic_to_is_a_joke(message: str):
    assert extract(message, "es") == []


@pytest.mark.req("MEM-52")
@pytest.mark.parametrize(
    ("message", "told"),
    [
        ("mi viejo fallecio en mayo", "Su viejo falleció en mayo de 2025"),
        ("el medico me saco el enalapril", "El medico le sacó el enalapril"),
        ("mi tio se caso en junio", "Su tio se casó en junio de 2025"),
    ],
)
def test_reads_the_past_without_its_accent(message: str, told: str):
    assert [fact.text for fact in extract(message, "es", ExtractionContext(date(2025, 7, 15)))][:1] == [told]


@pytest.mark.req("MEM-52")
@pytest.mark.parametrize(
    "message",
    [
        "y que deje el ibuprofeno o no me opera nadie",
        "quiere que me opere de la rodilla",
        "y chau yoga, martes a la tarde ya fue",
        "descartaron lupus",
        "soy alérgico a todo jaja",
        "contó que el 4 de octubre se va a Málaga a vivir",
        "mi viejo hace como un mes que no me llama",
    ],
)
def test_is_silent_where_a_pattern_would_guess(message: str):
    assert extract(message, "es") == []


TALK = """
    me he mudado a Valencia con mi novia = Se ha mudado a Valencia con su novia
    nos hemos comprado un piso en Getafe = Se han comprado un piso en Getafe
    me han echado del trabajo = Le han echado del trabajo
    me acaban de operar de la vesícula = Le acaban de operar de la vesícula
    mi hermano se ha ido a vivir a Dublín = Su hermano se ha ido a vivir a Dublín
    he dejado el café = Ha dejado el café
    mi abuelita vive en Puebla = Su abuelita vive en Puebla
    mi carnal trabaja en una obra = Su carnal trabaja en una obra
    mi suegra dejó el cigarrillo = Su suegra dejó el cigarrillo
    mi prima arrancó medicina en la UBA = Su prima arrancó medicina en la UBA
    rento un cuarto en Coyoacán = Renta un cuarto en Coyoacán
    fanática de Sabina = Es fanática de Sabina
    encargada nueva, Luciana = Su encargada nueva se llama Luciana
    en Semana Santa nos vamos a Tandil = En Semana Santa se van a Tandil
    ya no puedo comer frituras = Ya no puede comer frituras
    en casa nadie toma alcohol = En casa nadie toma alcohol
    pues yo trabajo en correos = Trabaja en correos
    los findes alternos duermo en lo de mi vieja = Los findes alternos duerme en lo de su vieja
"""


@pytest.mark.req("MEM-52")
@pytest.mark.parametrize(("message", "told"), _rows(TALK))
def test_reads_how_spanish_is_spoken_elsewhere(message: str, told: list[str]):
    assert [fact.text for fact in extract(message, "es")] == told
