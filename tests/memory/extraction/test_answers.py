"""Answers to Sidecar's questions, told as statements."""

import pytest

from tests.growth import assert_linear
from tests.memory.extraction.dialogue import read_last

CERTAIN = [
    (["fui al endócrino", "100 me dijo"], ["Toma levotiroxina 75"], ["Toma levotiroxina 100"]),
    (["tomo sertralina 50", "me la subieron a 75"], [], ["Toma sertralina 75"]),
    (["I'm on losartan", "the doc upped it to 100"], [], ["Takes losartan 100"]),
    (["S: ¿Cuánto tomás ahora?", "100, me la subió la endócrina"], ["Toma levotiroxina 75"], ["Toma levotiroxina 100"]),
    (["S: ¿De 5, no?", "no, de 10"], ["Toma escitalopram 5"], ["Toma escitalopram 10"]),
    (["S: ¿Qué dosis de losartán tomás?", "50"], [], ["Toma losartán 50"]),
    (["S: ¿Sos alérgica a algo?", "a la penicilina"], [], ["Es alérgica a la penicilina"]),
    (["S: ¿Sos alérgico a algo?", "sí, al maní"], [], ["Es alérgico al maní"]),
    (["S: ¿Seguís trabajando en Globant?", "no, desde marzo en una pyme"], [],
     ["Ya no trabaja en Globant", "Trabaja desde marzo de 2025 en una pyme"]),
    (["S: ¿Seguís viviendo en Flores?", "no"], [], ["Ya no vive en Flores"]),
    (["S: ¡Buenísimo! ¿Y qué horario tenés?", "de 9 a 18, bastante bien"], [], ["Trabaja de 9 a 18"]),
    (["S: ¿Te cambia el horario?", "si, 8 a 17"], [], ["Trabaja de 8 a 17"]),
    (["S: ¿Cómo se llama tu suegra?", "olga. nos llevamos bien"], [], ["Su suegra se llama Olga"]),
    (["adoptamos una perra", "S: ¡Qué lindo! ¿Cómo se llama?", "Lola"], [], ["Su perra se llama Lola"]),
    (["mi novia Ro vino a casa", "S: ¿Cuántos años tiene?", "26. estudia en la uba"], [],
     ["Su novia Ro tiene 26", "Su novia Ro estudia en la uba"]),
    (["S: ¿De qué trabajás?", "de enfermera en el Posadas"], [], ["Trabaja de enfermera en el Posadas"]),
    (["S: ¿Dónde vivís?", "en Caseros"], [], ["Vive en Caseros"]),
    (["S: ¿Qué días cursás?", "lunes y miércoles"], [], ["Cursa lunes y miércoles"]),
    (["S: ¿Te gusta el jazz?", "sí"], [], ["Le gusta el jazz"]),
    (["S: ¿Tenés hermanos?", "sí, dos"], [], ["Tiene dos hermanos"]),
    (["S: ¿A qué hora te levantás?", "a las 6"], [], ["Se levanta a las 6"]),
    (["S: ¿Quién es Rulo?", "un amigo de la secundaria"], [], ["Rulo es su amigo de la secundaria"]),
    (["S: ¿Sos vegana?", "sí, obvio"], [], ["Es vegana"]),
    (["S: What's the dog's name?", "Waffles"], [], ["Their dog's name is Waffles"]),
    (["my mom's furnace quit", "S: Oh no. What's her name?", "Peggy. it's older than me"], [],
     ["Their mom's name is Peggy"]),
    (["S: Who's Denny?", "best buddy"], [], ["Denny is their best buddy"]),
    (["S: What should I call you?", "rhi. long story"], [], ["Is called Rhi"]),
    (["S: Do you speak Welsh, then?", "yes"], [], ["Speaks Welsh"]),
    (["S: Are you allergic to anything?", "yeah, shellfish"], [], ["Is allergic to shellfish"]),
    (["S: What hours do you work?", "9 to 5"], [], ["Works 9 to 5"]),
    (["S: Where do you work?", "Costco"], [], ["Works at Costco"]),
    (["S: Where do you live?", "Leeds"], [], ["Lives in Leeds"]),
    (["S: What dose are you on?", "50, up from 25"], ["Takes sertraline 25"], ["Takes sertraline 50"]),
    (["S: Do you still work at Tesco?", "no"], [], ["No longer works at Tesco"]),
    (["S: Do you have any kids?", "two girls"], [], ["Has two girls"]),
    (["S: Who's your boss?", "Priya"], [], ["Their boss is Priya"]),
    (["S: ¿Dónde trabaja tu hermana?", "en un banco"], [], ["Su hermana trabaja en un banco"]),
    (["S: ¿Tu hermana vive en Madrid?", "sí"], [], ["Su hermana vive en Madrid"]),
    (["S: ¿Tu hijo tiene alguna alergia?", "es celíaco"], [], ["Su hijo es celíaco"]),
    (["S: What does your husband do?", "he's a plumber"], [], ["Their husband is a plumber"]),
    (["S: Where does your sister live?", "Leeds"], [], ["Their sister lives in Leeds"]),
    (["S: Is your wife vegetarian?", "yes"], [], ["Their wife is vegetarian"]),
    (["S: ¿Tenés mascotas?", "un perro, Toto, un salchicha"], [], ["Tiene un perro que se llama Toto"]),
    (["S: ¿Hernán es tu pareja?", "sip, 8 meses ya"], [], ["Hernán es su pareja"]),
    (["S: ¿Cómo se llaman tus hijos?", "Joaquín 12, Emilia 6"], [],
     ["Sus hijos se llaman Joaquín y Emilia", "Joaquín tiene 12 años", "Emilia tiene 6 años"]),
    (["S: ¿Tenés hijos?", "dos, Lautaro y Mora"], [], ["Sus hijos se llaman Lautaro y Mora"]),
    (["S: ¿En qué ciudad estás viviendo?", "Bragado"], [], ["Está viviendo en Bragado"]),
    (["S: ¿De qué trabajás?", "kinesióloga"], [], ["Trabaja de kinesióloga"]),
    (["S: ¿Dónde vivís?", "Caseros"], [], ["Vive en Caseros"]),
    (["S: ¿Cuánta gente tenés a cargo?", "6"], [], ["Tiene 6 personas a cargo"]),
    (["S: ¿Cuánto pagás de alquiler?", "340 lucas"], [], ["Paga 340 lucas de alquiler"]),
    (["S: ¿Seguís con la metformina?", "sí, 850"], [], ["Toma metformina 850"]),
    (["S: ¿Seguís con la metformina?", "no"], [], ["Ya no toma metformina"]),
    (["S: ¿Le subió el losartán?", "un poco, a 100"], ["Toma losartán 50"], ["Toma losartán 100"]),
    (["S: ¿Tus viejos viven en Tandil?", "sí, los dos"], [], ["Sus viejos viven en Tandil"]),
    (["adoptamos una perra", "S: ¿Tiene nombre?", "cumbia"], [], ["Su perra se llama Cumbia"]),
    (["S: What are your kids called?", "Joe 12 and Emily 6"], [],
     ["Their kids are called Joe and Emily", "Joe is 12", "Emily is 6"]),
    (["S: Do you have any pets?", "a dog, Rufus"], [], ["Has a dog called Rufus"]),
    (["S: Do you still take the lisinopril?", "yeah, 20 mg"], [], ["Takes lisinopril 20 mg"]),
    (["S: By the way, what's your sister called?", "Ottilie"], [], ["Their sister's name is Ottilie"]),
    (["S: Who's Tyler?", "my sister's husband"], [], ["Tyler is their sister's husband"]),
    (["S: So Devon is your brother?", "yep"], [], ["Devon is their brother"]),
    (["S: What's the rent?", "1450 a month"], [], ["Their rent is 1450 a month"]),
    (["S: Where do you live?", "in Leeds"], [], ["Lives in Leeds"]),
]  # fmt: skip

UNCERTAIN = [
    ["S: ¿Le subió el losartán?", "sí, a 100"],
    ["S: ¿Cuánto pagás?", "20"],
    ["S: ¿Te lo anoto para el martes?", "sí"],
    ["S: ¿Para qué día te lo recuerdo?", "el jueves"],
    ["S: ¿Tenés planes?", "cine y pizza"],
    ["S: ¿Quién es Tito?", "el marido de mi hermana"],
    ["S: What time do you want the reminder?", "6pm"],
    ["S: Do you want me to save that?", "yes"],
    ["me la subieron a 75"],
    ["tomo agua", "100 me dijo que salía"],
    ["S: ¿Sos vegana?", "no"],
    ["S: ¿Sos vegana o vegetariana?", "sí"],
    ["S: ¿Sos alérgica a algo?", "no, nada"],
    ["S: ¿Sos alérgico a algo?", "creo que al maní"],
    ["S: ¿Querés que te recuerde algo?", "sí"],
    ["S: ¿Cuánto tomás?", "100"],
    ["S: ¿Cómo se llama?", "Lola"],
    ["S: ¿Quién es Rulo?", "un genio"],
    ["S: ¿Dónde vivís?", "no te digo"],
    ["S: Anotado.", "Lola"],
    ["S: ¿Dónde vivís?", "¿por qué?"],
    ["mi hermana y mi prima vinieron", "S: ¿Cuántos años tiene?", "26"],
    ["S: Do you take sertraline or lexapro?", "yes"],
    ["S: Do you want me to remind you?", "yes"],
    ["S: Do you have any allergies?", "not really"],
    ["S: What dose are you on?", "50"],
    ["S: What's her name?", "Peggy"],
    ["S: Are you ok?", "yes"],
    ["S: Where do you live?", "guess"],
    ["S: Who's Denny?", "long story"],
]


@pytest.mark.req("MEM-52")
@pytest.mark.parametrize(("lines", "known", "told"), CERTAIN)
def test_question_and_answer_make_a_statement(lines: list[str], known: list[str], told: list[str]):
    assert [fact.text for fact in read_last(lines, known)] == told


@pytest.mark.req("MEM-52")
@pytest.mark.parametrize("lines", UNCERTAIN)
def test_an_answer_that_may_mean_anything_is_no_fact(lines: list[str]):
    assert read_last(lines) == []


@pytest.mark.req("MEM-52")
def test_of_several_medicines_none_is_chosen():
    assert read_last(["S: ¿Cuánto tomás ahora?", "100"], ["Toma levotiroxina 75", "Toma losartán 50"]) == []


@pytest.mark.parametrize("piece", ["de 9 a 18 ", "sí ", "y ", "100, "])
def test_the_time_grows_with_the_answer_and_no_faster(piece: str):
    read_last(["S: ¿Qué horario tenés?", "de 9 a 18"])
    assert_linear(lambda chars: read_last(["S: ¿Qué horario tenés?", piece * (chars // len(piece))]), 8_000)
