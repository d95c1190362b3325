"""Which facts the patterns find in a message, and where they stay silent."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sidecar.domain.fact import FACT_MAX_CHARS, Domain, FactSource, Subject
from sidecar.memory.extraction import extract
from tests.growth import assert_linear

D = Domain

ONE_ES = [
    ("me llamo Griselda", "Se llama Griselda", D.PERSONAL),
    ("me dicen Cacho", "Le dicen Cacho", D.PERSONAL),
    ("tengo 47 años", "Tiene 47 años", D.PERSONAL),
    ("cumplo el 30 de mayo", "Cumple el 30 de mayo", D.PERSONAL),
    ("nací en Resistencia", "Nació en Resistencia", D.PERSONAL),
    ("che, vivo en Paraná hace un tiempo", "Vive en Paraná hace un tiempo", D.PERSONAL),
    ("soy de San Rafael", "Es de San Rafael", D.PERSONAL),
    ("soy entrerriana", "Es entrerriana", D.PERSONAL),
    ("ya no vivo en Bariloche", "Ya no vive en Bariloche", D.PERSONAL),
    ("me mudé a Junín con mi novia", "Se mudó a Junín con su novia", D.PERSONAL),
    ("estudio kinesiología en la UNSAM", "Estudia kinesiología en la UNSAM", D.PERSONAL),
    ("tengo un Peugeot 208 bordó", "Tiene un Peugeot 208 bordó", D.PERSONAL),
    ("soy ambidiestro", "Es ambidiestro", D.PERSONAL),
    ("trabajo en una ferretería", "Trabaja en una ferretería", D.WORK),
    ("laburo de encargado en Once", "Labura de encargado en Once", D.WORK),
    ("soy fonoaudióloga", "Es fonoaudióloga", D.WORK),
    ("me echaron de la agencia", "Le echaron de la agencia", D.WORK),
    ("renuncié a la consultora ayer", "Renunció a la consultora ayer", D.WORK),
    ("me jubilé el año pasado", "Se jubiló el año pasado", D.WORK),
    ("vendo empanadas por encargo", "Vende empanadas por encargo", D.WORK),
    ("soy celíaca", "Es celíaca", D.HEALTH),
    ("soy alérgico a los camarones", "Es alérgico a los camarones", D.HEALTH),
    ("tomo enalapril 10mg a la mañana", "Toma enalapril 10 mg a la mañana", D.HEALTH),
    ("me diagnosticaron artritis", "Le diagnosticaron artritis", D.HEALTH),
    ("me operaron de la hernia", "Le operaron de la hernia", D.HEALTH),
    ("estoy embarazada de tres meses", "Está embarazada de tres meses", D.HEALTH),
    ("no como carne desde los 15", "No come carne desde los 15", D.HEALTH),
    ("dejé de fumar en marzo", "Dejó de fumar en marzo", D.HEALTH),
    ("los mariscos me hinchan la garganta", "Los mariscos le hinchan la garganta", D.HEALTH),
    ("se me cierra la garganta con el maní", "Se le cierra la garganta con el maní", D.HEALTH),
    ("el kiwi me da urticaria", "El kiwi le da urticaria", D.HEALTH),
    ("me cae mal la cebolla", "Le cae mal la cebolla", D.HEALTH),
    ("tengo dos hermanas, Lía y Vera", "Tiene dos hermanas, Lía y Vera", D.RELATIONSHIPS),
    ("estoy de novia con Ramón", "Está de novia con Ramón", D.RELATIONSHIPS),
    ("me separé de Julio", "Se separó de Julio", D.RELATIONSHIPS),
    ("tengo una tortuga, Manuelita", "Tiene una tortuga, Manuelita", D.RELATIONSHIPS),
    ("me encantan los asados", "Le encantan los asados", D.PREFERENCES),
    ("a mí me gusta la cumbia", "Le gusta la cumbia", D.PREFERENCES),
    ("no me gusta el hígado", "No le gusta el hígado", D.PREFERENCES),
    ("odio el tránsito", "Odia el tránsito", D.PREFERENCES),
    ("prefiero el tren", "Prefiere el tren", D.PREFERENCES),
    ("soy fanático de los Redondos", "Es fanático de los Redondos", D.PREFERENCES),
    ("quiero aprender a nadar", "Quiere aprender a nadar", D.GOALS),
    ("estoy ahorrando para una bici", "Está ahorrando para una bici", D.GOALS),
    ("decidí no vender la casa", "Decidió no vender la casa", D.DECISIONS),
    ("estoy armando un podcast de ajedrez", "Está armando un podcast de ajedrez", D.PROJECTS),
    ("los jueves tengo ensayo", "Los jueves tiene ensayo", D.SCHEDULE),
    ("todos los sábados juego al básquet", "Todos los sábados juega al básquet", D.SCHEDULE),
    ("tengo turno con el oculista el 27 a las 11", "Tiene turno con el oculista el 27 a las 11", D.SCHEDULE),
    ("cobro el 3 de cada mes", "Cobra el 3 de cada mes", D.SCHEDULE),
    ("acordate que soy vegano", "Es vegano", D.HEALTH),
    ("mi cumple es el 8 de enero", "Su cumple es el 8 de enero", D.PERSONAL),
]  # fmt: skip

ONE_EN = [
    ("my name is Wendell", "Is called Wendell", D.PERSONAL),
    ("I'm 52", "Is 52 years old", D.PERSONAL),
    ("my birthday is on August 9", "Their birthday is on August 9", D.PERSONAL),
    ("I was born in Tulsa", "Was born in Tulsa", D.PERSONAL),
    ("I live in a cottage near Truro", "Lives in a cottage near Truro", D.PERSONAL),
    ("I'm from Galway", "Is from Galway", D.PERSONAL),
    ("we moved to Ghent in spring", "Moved to Ghent in spring", D.PERSONAL),
    ("I no longer live in Denver", "No longer lives in Denver", D.PERSONAL),
    ("I speak Portuguese", "Speaks Portuguese", D.PERSONAL),
    ("I drive an old Volvo", "Drives an old Volvo", D.PERSONAL),
    ("I'm ambidextrous", "Is ambidextrous", D.PERSONAL),
    ("I work at a garden centre", "Works at a garden centre", D.WORK),
    ("I'm a structural engineer", "Is a structural engineer", D.WORK),
    ("I quit my job at the mill", "Quit their job at the mill", D.WORK),
    ("I teach physics", "Teaches physics", D.WORK),
    ("I'm allergic to walnuts", "Is allergic to walnuts", D.HEALTH),
    ("penicillin gives me hives", "Penicillin gives them hives", D.HEALTH),
    ("brazil nuts make my throat close up", "Brazil nuts make their throat close up", D.HEALTH),
    ("I have epilepsy", "Has epilepsy", D.HEALTH),
    ("I take 40mg of omeprazole", "Takes 40 mg of omeprazole", D.HEALTH),
    ("I'm vegetarian", "Is vegetarian", D.HEALTH),
    ("I don't eat pork", "Doesn't eat pork", D.HEALTH),
    ("I'm 22 weeks pregnant", "Is 22 weeks pregnant", D.HEALTH),
    ("I stopped smoking two years ago", "Stopped smoking two years ago", D.HEALTH),
    ("I have a dog called Frida", "Has a dog called Frida", D.RELATIONSHIPS),
    ("I'm married to Ingrid", "Is married to Ingrid", D.RELATIONSHIPS),
    ("Omar and I broke up", "Broke up with Omar", D.RELATIONSHIPS),
    ("I have two brothers", "Has two brothers", D.RELATIONSHIPS),
    ("I love Ethiopian food", "Loves Ethiopian food", D.PREFERENCES),
    ("I can't stand olives", "Can't stand olives", D.PREFERENCES),
    ("my favourite author is Le Guin", "Their favourite author is Le Guin", D.PREFERENCES),
    ("please don't use emojis", "Asks: don't use emojis", D.PREFERENCES),
    ("I want to learn Welsh", "Wants to learn Welsh", D.GOALS),
    ("I'm training for a triathlon", "Is training for a triathlon", D.GOALS),
    ("we've decided to sell the boat", "Has decided to sell the boat", D.DECISIONS),
    ("I'm restoring a motorbike", "Is restoring a motorbike", D.PROJECTS),
    ("on Mondays I have pottery class", "Has pottery class on Mondays", D.SCHEDULE),
    ("every Friday I play chess", "Plays chess every Friday", D.SCHEDULE),
    ("I get up at 5:45", "Gets up at 5:45", D.SCHEDULE),
    ("retired in June", "Retired in June", D.WORK),
]  # fmt: skip

OTHERS = [
    ("es", "mi hermana se llama Delfina", "Su hermana se llama Delfina", D.RELATIONSHIPS),
    ("es", "mi cuñado Beto es diabético", "Su cuñado Beto es diabético", D.HEALTH),
    ("es", "a mi abuela la operaron de la rodilla", "A su abuela la operaron de la rodilla", D.HEALTH),
    ("es", "mi tía falleció en abril", "Su tía falleció en abril", D.RELATIONSHIPS),
    ("es", "mi primo vive en Trelew", "Su primo vive en Trelew", D.PERSONAL),
    ("es", "mi gata se llama Pelusa", "Su gata se llama Pelusa", D.RELATIONSHIPS),
    ("en", "my brother is called Ned", "Their brother is called Ned", D.RELATIONSHIPS),
    ("en", "my daughter is allergic to eggs", "Their daughter is allergic to eggs", D.HEALTH),
    ("en", "my uncle lives in Perth", "Their uncle lives in Perth", D.PERSONAL),
    ("en", "my cat's name is Soot", "Their cat's name is Soot", D.RELATIONSHIPS),
]  # fmt: skip

SEVERAL = [
    ("es", "soy bombero y vivo en Zárate", ["Es bombero", "Vive en Zárate"]),
    ("es", "hablo inglés y un poco de alemán", ["Habla inglés", "Habla un poco de alemán"]),
    ("es", "soy alérgica al polen y a la aspirina", ["Es alérgica al polen", "Es alérgica a la aspirina"]),
    ("es", "tengo un perro, Otto, y una gata, Mimí", ["Tiene un perro, Otto", "Tiene una gata, Mimí"]),
    ("es", "soy Nora, 61, jubilada", ["Se llama Nora", "Tiene 61 años", "Es jubilada"]),
    ("es", "quiero bajar cinco kilos y correr más", ["Quiere bajar cinco kilos", "Quiere correr más"]),
    ("es", "los lunes nado y los jueves tengo coro", ["Los lunes nada", "Los jueves tiene coro"]),
    ("en", "I'm Bea, 33, nurse from Hull", ["Is called Bea", "Is 33 years old", "Is nurse from Hull"]),
    ("en", "I live in Kent and work as a baker", ["Lives in Kent", "Works as a baker"]),
    ("en", "I want to lose weight and run a marathon", ["Wants to lose weight", "Wants to run a marathon"]),
    ("en", "I'm vegan. My son has asthma.", ["Is vegan", "Their son has asthma"]),
    ("en", "my aunt's 80 and lives in Cork", ["Their aunt is 80", "Their aunt lives in Cork"]),
]  # fmt: skip

SILENT_ES = """
    tengo un sueño que me caigo|estoy muerta de cansancio|soy un queso para el fútbol|soy todo oídos|hoy estoy bajoneado
    estoy en el subte|tengo frío|me duele la muela|¿vivís en Mendoza?|qué como si soy celíaco?|será que soy alérgico?
    si fuera rico viviría en Capri|si consigo trabajo me mudo|ojalá tuviera pileta|me gustaría saber inglés
    dicen que el mate hace mal|mi amigo dice que es astronauta|leí que los gatos ven de noche|traducí: tengo dos hijos
    cómo se dice "soy vegetariano" en ruso|hacé de cuenta que sos mi jefe y yo trabajo en el correo
    corregime: "yo vivo en Salta"|la letra dice: vivo en la calle|recordame que tengo turno el martes
    anotá huevos y pan|buscame un restaurante vegano|mañana tengo que ir al banco|este finde viajo a Rosario
    mi hermana está enojada|mi jefe es un pesado|Borges nació en Buenos Aires|capaz renuncio|no sé si soy intolerante
    trabajaba en una imprenta cuando era joven|es joda, no soy médico|soy yo de nuevo|me gusta esa opción
    prefiero la segunda|odio esto|tengo una duda con el excel|estoy yendo al súper|gracias, sos un genio"""
SILENT_EN = """
    i'm so hungry i could eat a horse|i'm dead lol|i'm all ears|i'm on the train|my feet hurt|are you allergic to cats?
    what can i eat if i'm celiac?|if i had a car i'd drive to Spain|i wish i lived by the sea|maybe i'll quit
    they say coffee is bad|my friend says he's a spy|i heard she lives in Rome|translate this: i have two dogs
    how do you say "i am a vegan" in Dutch|pretend you are my boss and i work at a bank|fix my grammar: i lives in Kent
    the song goes "i was born in the USA"|remind me that i have therapy tomorrow|add eggs and bread
    find me a vegan restaurant|i have to go to the bank|i'm having soup tonight|my sister is angry at me
    Einstein was born in Ulm|i used to live in Ohio|just kidding, i'm not a doctor|it's me again|i like that one
    i prefer the second option|i hate this|i have a question about excel|i'm going to bed|thanks, you're a star
    do you live in Boston?|i lost my keys|see you on friday|vegan places near me"""


def _listed(text: str) -> list[str]:
    return [entry.strip() for line in text.strip().splitlines() for entry in line.split("|")]


@pytest.mark.req("MEM-52")
@pytest.mark.parametrize(("message", "told", "domain"), ONE_ES)
def test_tells_one_fact_in_spanish(message: str, told: str, domain: Domain):
    assert [(fact.text, fact.domain, fact.subject) for fact in extract(message, "es")] == [(told, domain, Subject.USER)]


@pytest.mark.req("MEM-52")
@pytest.mark.parametrize(("message", "told", "domain"), ONE_EN)
def test_tells_one_fact_in_english(message: str, told: str, domain: Domain):
    assert [(fact.text, fact.domain, fact.subject) for fact in extract(message, "en")] == [(told, domain, Subject.USER)]


@pytest.mark.req("MEM-17", "MEM-52")
@pytest.mark.parametrize(("language", "message", "told", "domain"), OTHERS)
def test_tells_facts_about_others(language, message: str, told: str, domain: Domain):
    assert [(f.text, f.domain, f.subject) for f in extract(message, language)] == [(told, domain, Subject.OTHER)]


@pytest.mark.req("MEM-52")
@pytest.mark.parametrize(("language", "message", "told"), SEVERAL)
def test_tells_each_fact_of_a_message(language, message: str, told: list[str]):
    assert [fact.text for fact in extract(message, language)] == told


@pytest.mark.req("MEM-52")
@pytest.mark.parametrize("message", _listed(SILENT_ES))
def test_is_silent_in_spanish(message: str):
    assert extract(message, "es") == []


@pytest.mark.req("MEM-52")
@pytest.mark.parametrize("message", _listed(SILENT_EN))
def test_is_silent_in_english(message: str):
    assert extract(message, "en") == []


@pytest.mark.req("MEM-52")
@pytest.mark.parametrize("message", ["soy celíaca, qué puedo cenar?", "soy celíaca. ¿Qué puedo cenar?"])
def test_a_statement_before_a_question_counts(message: str):
    assert [fact.text for fact in extract(message, "es")] == ["Es celíaca"]


@pytest.mark.req("MEM-52")
def test_a_statement_after_a_request_counts():
    assert [fact.text for fact in extract("buscame un lugar para comer, soy vegano", "es")] == ["Es vegano"]


@pytest.mark.req("MEM-10")
@pytest.mark.parametrize(
    "message",
    ["soy alérgica al látex", "tomo sertralina 50", "tengo epilepsia", "I'm allergic to bees", "I have diabetes"],
)
def test_what_may_be_dangerous_is_critical(message: str):
    facts = extract(message)
    assert [(fact.critical, fact.domain, fact.source) for fact in facts] == [(True, D.HEALTH, FactSource.INFERRED)]


@pytest.mark.req("MEM-52")
def test_the_message_decides_its_language_not_the_setting():
    assert [fact.text for fact in extract("I live in Leeds with my wife", "es")] == ["Lives in Leeds with their wife"]


@pytest.mark.req("MEM-17")
def test_tells_at_most_ten_facts():
    message = ". ".join(f"tengo un hermano en la ciudad {number}" for number in range(30))
    assert len(extract(message, "es")) == 10


def test_the_same_fact_is_told_once():
    assert len(extract("soy celíaca. Soy celíaca. soy CELÍACA", "es")) == 1


_TELLING = [
    "soy celíaca",
    "vivo en ",
    "I am vegan. ",
    "my sister's name is ",
    "trabajo de ",
    "tengo un perro que se llama ",
]


@given(st.lists(st.sampled_from(_TELLING) | st.text(max_size=20), max_size=30).map("".join))
def test_never_fails_and_keeps_to_the_limits(message: str):
    assert extract("soy celíaca")
    facts = extract(message)
    assert len(facts) <= 10
    assert all(0 < len(fact.text) <= FACT_MAX_CHARS and fact.text == fact.text.strip() for fact in facts)


_WORDS = [
    "soy",
    "tengo",
    "mi",
    "hermana",
    "y",
    ",",
    ".",
    "los",
    "martes",
    "que",
    "no",
    "a",
    "perro",
    "i",
    "am",
    "have",
    "on",
]


@given(st.lists(st.sampled_from(_WORDS), max_size=120))
def test_is_deterministic_on_any_order_of_its_words(words: list[str]):
    assert extract(" ".join(words)) == extract(" ".join(words))


_LONG = [
    "soy celíaca y ",
    "a ",
    ", y ",
    "(",
    "los martes ",
    "i am a ",
    "on mondays and ",
    "tengo un perro y ",
    '"',
    "\n",
]


@pytest.mark.parametrize("piece", _LONG)
def test_the_time_grows_with_the_message_and_no_faster(piece: str):
    for message in ("soy vegano", "I am vegan"):
        assert extract(message)  # loads its language
    assert_linear(lambda chars: extract(piece * (chars // len(piece))), 25_000)
