"""Which message answers a question, among all that the person said."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta

import pytest

from sidecar.domain.person import Language
from sidecar.memory.answers.follow_ups import find_follow_ups
from sidecar.memory.answers.kin_names import find_kin_names
from sidecar.memory.answers.question import parse_question
from sidecar.memory.answers.told import Told, find_told, find_wanted_slot

pytestmark = pytest.mark.req("CON-60")
FIRST_DAY = date(2026, 1, 1)
ENGLISH = """
    crashing at joan's in wexford, the attic|got the keys!! new flat on harrow st, 4th floor
    up at six for the gym|first shift at the bakery on monday, night baker
    joan is back feb 7 to 9 and sleeps in my bath
    prednisone 20 every morning. yuck|rent's 700 split so 350 for me|my gf Priya hates olives
    rent went to 760 a month, standing order changed|he snores like a truck
"""
SPANISH = """
    estoy parando en lo de Martu, en haedo|primera noche en el depto de lanús!! sin cortinas
    tomo losartan 50 de noche|el jefe nuevo es Ibarra, un amargo|cobro 900 lucas en mano
    la vieja me subió a verme, re contenta|mi hermana Flor labura de enfermera en el Posadas
    me aumentaron, ahora cobro 980 lucas
"""


def talk(lines: str) -> list[Told]:
    texts = [text.strip() for line in lines.strip().splitlines() for text in line.split("|")]
    return [Told(text, FIRST_DAY + timedelta(days=day)) for day, text in enumerate(texts)]


def ask(question: str, messages: Sequence[Told], language: Language) -> list[str]:
    wanted = find_wanted_slot(parse_question(question, language), messages, {})
    quote = find_told(wanted, messages)
    return [quote.text, *(one.text for one in find_follow_ups(wanted, quote, messages))] if quote else []


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("where am i living these days?", "new flat on harrow st"),
        ("what street do I live on?", "harrow st"),
        ("what's my job?", "night baker"),
        ("what meds am i on?", "prednisone"),
        ("how much prednisone do i take?", "20"),
        ("what's my rent?", "760"),
        ("who's my girlfriend?", "Priya"),
    ],
)
def test_the_newest_message_of_the_aspect_answers(question: str, answer: str) -> None:
    assert answer in "".join(ask(question, talk(ENGLISH), "en"))


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("dónde estoy viviendo?", "lanús"),
        ("qué remedio tomo?", "losartan"),
        ("quién es mi jefe?", "Ibarra"),
        ("cuánto cobro?", "980"),
        ("de qué labura mi hermana?", "enfermera"),
    ],
)
def test_in_spanish_too(question: str, answer: str) -> None:
    assert answer in "".join(ask(question, talk(SPANISH), "es"))


@pytest.mark.parametrize(
    ("question", "language"),
    [
        ("what's my blood type?", "en"),
        ("what's Priya's last name?", "en"),
        ("how old is Priya?", "en"),
        ("how much do i weigh?", "en"),
        ("what hours do i work?", "en"),
        ("where does Joan work?", "en"),
        ("¿qué edad tiene Flor?", "es"),
        ("¿cómo se llama mi sobrina?", "es"),
        ("¿qué patente tiene mi auto?", "es"),
        ("¿cuándo es mi cumpleaños?", "es"),
    ],
)
def test_what_was_never_told_is_not_answered_by_what_is_near(question: str, language: Language) -> None:
    assert ask(question, talk(ENGLISH if language == "en" else SPANISH), language) == []


def test_a_change_that_does_not_name_the_thing_follows_the_message_that_does() -> None:
    messages = talk(
        "interview at the brewery, thursday 14th at 10|lovely soup today|they've shifted it, it's the 19th at 3pm"
    )
    assert ask("when is my interview?", messages, "en") == [
        "interview at the brewery, thursday 14th at 10",
        "they've shifted it, it's the 19th at 3pm",
    ]
    messages = talk("turno con el oculista el 14 a las 10|qué sopa rica|me lo pasaron al 19, 15hs")
    assert ask("¿cuándo tengo el oculista?", messages, "es")[1:] == ["me lo pasaron al 19, 15hs"]


def test_an_answer_to_what_was_asked_belongs_to_the_message() -> None:
    messages = [
        Told("started on quetiapine last night", FIRST_DAY),
        Told("25", FIRST_DAY, before="started on quetiapine last night", asked="What dose?"),
    ]
    assert ask("what dose of quetiapine am i on?", messages, "en")[-1:] in ([], ["25"])
    assert ask("what meds do I take?", messages, "en") == ["started on quetiapine last night", "25"]


def test_names_are_known_from_who_somebody_is() -> None:
    found = find_kin_names(
        [("brother = owen, in leeds", ""), ("my gf! two years now", "Who's Tess?"), ("ella es Ro, mi hermana", "")]
    )
    assert found["brother"] == {"owen"}
    assert found["girlfriend"] == {"tess"}
    assert "the mum said" not in find_kin_names([("mum said hi", "")])


def test_what_is_only_thought_counts_for_allergies_alone() -> None:
    messages = talk("creo que soy intolerante a la lactosa|capaz me mudo a Tandil")
    assert ask("¿soy intolerante a algo?", messages, "es") == ["creo que soy intolerante a la lactosa"]
    assert ask("¿dónde vivo?", messages, "es") == []


@pytest.mark.parametrize(
    ("question", "said", "language"),
    [
        ("what are my hours?", "pottery's saturdays now, 10 till 12", "en"),
        ("what town do i live in?", "my mom's name is Gloria, she lives in Spokane", "en"),
        ("¿en qué horario trabajo?", "la pileta abre los sábados de 10 a 12", "es"),
        ("when is my birthday?", "what a day. bus broke down. no keys. turned up wet. then dev was home by 9", "en"),
    ],
)
def test_a_value_of_something_else_is_no_answer(question: str, said: str, language: Language) -> None:
    assert not ask(question, talk(said), language)
