"""The cheap look whether a message may hold a fact."""

from __future__ import annotations

import pytest

from sidecar.memory.extraction import may_hold_fact
from tests.memory.extraction.test_statements import ONE_EN, ONE_ES, OTHERS

pytestmark = pytest.mark.req("CON-33")


@pytest.mark.parametrize("message", [row[0] for row in (*ONE_ES, *ONE_EN)] + [row[1] for row in OTHERS])
def test_sees_every_message_that_holds_a_fact(message: str):
    assert may_hold_fact(message, None)


@pytest.mark.parametrize(
    "message", ["soy diabético", "trabajo en el puerto", "mi hermana cumple años", "MI VIEJO MURIÓ"]
)
def test_sees_spanish_cues(message: str):
    assert may_hold_fact(message, "es")


@pytest.mark.parametrize("message", ["hola", "qué hora es?", "gracias!", "ok", "cuánto es 3 + 4", "ja", ""])
def test_lets_small_talk_pass(message: str):
    assert not may_hold_fact(message, "es")


@pytest.mark.parametrize("message", ["hi", "what time is it?", "thanks!", "what is 3 + 4", "lol"])
def test_lets_english_small_talk_pass(message: str):
    assert not may_hold_fact(message, "en")
