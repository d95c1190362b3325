"""A yes or a no, as people write them to a question of Sidecar's."""

from __future__ import annotations

import pytest

from sidecar.router.consent import Consent, parse_consent


@pytest.mark.parametrize(
    "text",
    ["sí", "si", "siiii", "dale", "Dale, hacelo.", "ok", "bueno", "obvio", "de una", "sí, por favor", "sí a todo", "👍",
     "claro que sí", "adelante", "dale nomás", "sip gracias", "yes", "Yes, please!", "yep", "sure", "go ahead", "do it",
     "ok sidecar, do it", "all of them", "yes to all", "👌🏽", "dale dale"],
)  # fmt: skip
def test_a_yes(text: str) -> None:
    assert parse_consent(text) == Consent(yes=True)


@pytest.mark.parametrize(
    "text",
    ["no", "nooo", "no, gracias", "mejor no", "bueno, no", "ni loco", "ni se te ocurra", "no lo hagas", "dejalo así",
     "no, nada de eso", "no, none of it", "claro que no", "of course not", "ninguna de esas",
     "no hace falta", "ahora no", "cancelalo", "para nada", "nope", "no thanks", "don't do it", "not now",
     "please don't",
     "no way", "stop", "never mind", "👎"],
)  # fmt: skip
def test_a_no(text: str) -> None:
    assert parse_consent(text) == Consent(yes=False)


@pytest.mark.parametrize(
    ("text", "yes"),
    [("sí, siempre", True), ("siempre", True), ("sí y no me preguntes más", True), ("dale, de ahora en más", True),
     ("yes, always", True), ("yes and don't ask again", True), ("ok, from now on", True), ("always", True),
     ("no, nunca", False), ("nunca", False), ("nunca más", False), ("no, never", False), ("never", False),
     ("no y no vuelvas a preguntarme", False)],
)  # fmt: skip
def test_an_answer_for_always(text: str, yes: bool) -> None:
    assert parse_consent(text) == Consent(yes, always=True)


@pytest.mark.parametrize(
    ("text", "only"),
    [("solo la primera", {1}), ("la 2", {2}), ("el primero y el tercero", {1, 3}), ("1 y 2", {1, 2}),
     ("sí, solo la segunda", {2}), ("only the first one", {1}), ("yes, just 2", {2}), ("the third", {3})],
)  # fmt: skip
def test_some_of_several_things(text: str, only: set[int]) -> None:
    assert parse_consent(text) == Consent(yes=True, only=frozenset(only))


@pytest.mark.parametrize(
    "text",
    ["sí, mañana voy", "no sé", "no, hacelo", "no la segunda", "¿cuál?", "qué página", "dale, nos vemos", "hola", "",
     "nada", "and", "yes I went there", "no idea", "if you want", "la primera vez que fui", "siempre que llueve", "15"],
)  # fmt: skip
def test_anything_else_is_no_answer(text: str) -> None:
    assert parse_consent(text) is None


def test_a_question_brings_its_own_words() -> None:
    assert parse_consent("cancelalo", yes="cancelalo") == Consent(yes=True)
    assert parse_consent("sí, cancelalo", yes="cancelalo") == Consent(yes=True)
    assert parse_consent("no, no lo canceles", yes="cancelalo", no="no lo canceles") == Consent(yes=False)


@pytest.mark.parametrize("text", ["ok " * 5_000 + "k", "no " * 5_000 + "z", "la 1 " * 5_000 + "x", "👍" * 20_000 + "x"])
def test_long_nonsense_is_read_in_no_time(text: str) -> None:
    assert parse_consent(text) is None
