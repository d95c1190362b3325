"""What two people told over some months, and what they ask of it. None: they never told."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta

from sidecar.domain.fact import Confidence, Domain, Fact, FactId, FactSource, Subject
from sidecar.domain.person import OWNER
from sidecar.memory.facts import identity_rank

TODAY = date(2026, 3, 15)

SPANISH = """
300 personal      Se llama Valeria
300 personal      Vive en Olavarría
300 relationships Su hijo se llama Bruno
300 relationships Bruno tiene 9 años
290 relationships Su hija se llama Lola
290 relationships Su mamá se llama Norma
280 relationships Su hermana se llama Inés
280 personal      Su hermana vive en Tandil
270 work          Trabaja en una farmacia
270 health        Es alérgica a la penicilina
260 health        Tiene hipertensión
260 health        Toma enalapril 10
250 health        Es celíaca
240 relationships Su perra se llama Mora
230 preferences   Le gusta el vóley
220 preferences   Odia el cilantro
210 schedule      Va a pilates los martes y jueves
200 personal      Tiene un Fiat Cronos
190 relationships Está de novia con Darío
180 personal      Su cumpleaños es el 4 de noviembre
170 work          Su jefa se llama Patricia
160 personal      Paga 380 mil de alquiler
150 relationships Su papá murió en 2019
140 relationships Su mejor amiga se llama Flor
130 health        Toma enalapril 20
120 preferences   Prefiere el té
100 goals         Quiere aprender a nadar
90  relationships Inés trabaja en un banco
80  personal      Estudió bioquímica
70  relationships Su gato se llama Tano
60  schedule      Tiene turno con el dentista el 20 de marzo
50  personal      Habla portugués
40  health        Usa anteojos
30  relationships Su mamá tiene 71 años
20  work          Gana 900 mil por mes
10  relationships Su hermana espera un bebé
"""

SPANISH_QUESTIONS = """
¿cómo me llamo?|Valeria
dónde vivo?|Olavarría
¿cómo se llama mi hijo?|Bruno
¿cuántos años tiene Bruno?|9
qué edad tiene mi hijo?|9
y mi nena cómo se llama?|Lola
¿cómo se llaman mis hijos?|Bruno|Lola
¿cómo se llama mi vieja?|Norma
¿cuántos años tiene mi mamá?|71
¿dónde vive mi hermana?|Tandil
¿cómo se llama mi hermana?|Inés
¿de qué trabaja mi hermana?|banco
¿qué hace mi hermana?|banco
¿qué hace mi mamá?|
¿dónde trabajo?|farmacia
en qué laburo yo?|farmacia
¿a qué soy alérgica?|penicilina
¿soy alérgica a algo?|penicilina
¿qué remedio tomo?|enalapril 20
¿cuánto enalapril tomo?|enalapril 20
¿qué dosis de enalapril tomo?|enalapril 20
¿puedo comer pan?|celíaca
¿puedo tomar amoxicilina?|penicilina
¿cómo se llama mi perra?|Mora
¿y mi gato?|Tano
¿qué mascotas tengo?|Tano|Mora
¿me gusta el vóley?|vóley
¿qué auto tengo?|Cronos
¿con quién estoy de novia?|Darío
¿quién es mi novio?|Darío
¿cuándo cumplo años?|noviembre
¿cuándo es mi cumpleaños?|noviembre
¿quién es mi jefa?|Patricia
¿cuánto pago de alquiler?|380
¿cuándo murió mi papá?|2019
¿cómo se llama mi mejor amiga?|Flor
¿qué días voy a pilates?|martes
¿cuándo tengo dentista?|20
¿qué idiomas hablo?|portugués
¿qué estudié?|bioquímica
¿cuánto gano?|900
¿odio algo de comer?|cilantro
¿cómo se llaman mi hermana y mi gato?|Inés|Tano
¿a qué remedio no me puedo acercar?|penicilina
¿de qué signo es Darío?|
¿cuál es el apellido de Darío?|
¿qué edad tiene mi perra?|
¿cuántos años tiene Lola?|
¿de qué trabaja mi mamá?|
¿dónde vive mi mamá?|
¿cómo se llama el marido de mi hermana?|
¿cuándo es el cumpleaños de mi hijo?|
¿a qué escuela va Bruno?|
¿qué talle uso?|
¿cuál es mi grupo sanguíneo?|
¿cuánto peso?|
¿cómo se llama mi abuela?|
¿de qué color es mi auto?|
¿qué patente tiene mi auto?|
¿dónde nací?|
¿cuánto gana Darío?|
¿cómo se llama mi dentista?|
¿a qué hora entro a trabajar?|
¿cuánto mide mi hijo?|
¿qué toma mi mamá para la presión?|
"""

ENGLISH = """
300 personal      Is called Marcus
300 personal      Lives in Tulsa
300 relationships Their daughter is called Ivy
300 relationships Ivy is 6
290 relationships Their wife is called Joan
280 relationships Their brother is called Pete
280 personal      Their brother lives in Denver
270 work          Works at a print shop
270 health        Is allergic to shellfish
260 health        Has asthma
260 health        Takes metformin 500
250 health        Is vegetarian
240 relationships Their dog is called Biscuit
230 preferences   Loves bluegrass
220 preferences   Hates mushrooms
210 schedule      Goes to choir on Wednesdays
200 personal      Drives a Subaru
180 personal      Their birthday is May 9
170 work          Their boss is called Karen
160 personal      Pays 1150 a month in rent
150 relationships Their dad died in 2017
140 relationships Their best friend is called Omar
130 health        Takes metformin 1000
100 goals         Wants to learn the banjo
90  relationships Joan is a nurse
80  personal      Studied geology
70  relationships Their cat is called Pickle
60  schedule      Has a dentist appointment on March 20
50  personal      Speaks German
40  health        Wears glasses
30  relationships Their mom is 70
20  work          Makes 24 an hour
10  relationships Their brother is getting married
"""

ENGLISH_QUESTIONS = """
what's my name?|Marcus
where do i live|Tulsa
what's my daughter called?|Ivy
how old is Ivy?|6
how old is my daughter|6
what's my wife's name|Joan
who is my wife?|Joan
what does my wife do for work?|nurse
what does my wife do?|nurse
what does my brother do?|
what's my brother's name?|Pete
where does my brother live?|Denver
where do i work?|print shop
what am i allergic to?|shellfish
am i allergic to anything|shellfish
what do i take?|metformin 1000
how much metformin do i take|metformin 1000
what dose of metformin am i on?|metformin 1000
can i eat shrimp?|shellfish
can i eat a steak?|shellfish|vegetarian
what's my dog called|Biscuit
whats my cats name|Pickle
what pets do i have?|Biscuit|Pickle
do i like bluegrass?|bluegrass
what car do i drive|Subaru
when's my birthday?|May 9
when is my birthday|May 9
who's my boss?|Karen
what's my boss called?|Karen
how much rent do i pay?|1150
when did my dad die?|2017
who's my best friend|Omar
what day is choir?|Wednesday
when do i go to choir|Wednesday
when's my dentist appointment?|March 20
what languages do i speak?|German
what did i study?|geology
how much do i make an hour|24
how old is my mom?|70
do i hate mushrooms|mushrooms
what are my wife and my brother called?|Joan|Pete
who is Joan?|wife
do i have asthma?|asthma
what's joan's maiden name?|
how old is my dog?|
how old is my brother|
what does my brother do for a living?|
what does my mom do for work|
where does my mom live?|
what's my brother's wife called?|
when's my daughter's birthday?|
which school does Ivy go to?|
what size shoe do i wear?|
what's my blood type|
how much do i weigh?|
what's my grandma's name?|
what color is my car?|
what's my license plate|
where was i born?|
how much does Joan make?|
what's my dentist's name?|
what time do i start work?|
how tall is my daughter?|
what does my mom take for her heart?|
"""


def parse_life(lines: str) -> list[Fact]:
    """Return the facts of lines with their age in days, domain and text."""
    facts: list[Fact] = []
    for number, line in enumerate(lines.strip().splitlines(), 1):
        age, domain, text = line.split(maxsplit=2)
        day = TODAY - timedelta(days=int(age))
        starts_with_other = text.split()[0] in {"Su", "Bruno", "Inés", "Their", "Ivy", "Joan"}
        subject = Subject.OTHER if starts_with_other and domain == "relationships" else Subject.USER
        fact = Fact(
            FactId(number), OWNER, text, Domain(domain), subject, Confidence.HIGH, FactSource.INFERRED, day, day,
            critical="alérgica" in text or "allergic" in text,
        )  # fmt: skip
        facts.append(fact)
    return [replace(fact, pinned=identity_rank(fact)) for fact in facts]


def parse_questions(lines: str) -> list[tuple[str, tuple[str, ...]]]:
    """Return the questions, each with the words that its answer must hold; none when it was never told."""
    rows = [line.split("|") for line in lines.strip().splitlines()]
    return [(question, tuple(filter(None, words))) for question, *words in rows]
