"""A sum written in figures."""

from __future__ import annotations

import json
import re

from sidecar.i18n import Texts
from sidecar.intents.asking import core_of

TOOL = "calculator"

_QUESTION = re.compile(
    r"(?:(?:cuanto (?:es|da|son)|calcula(?:me)?|how much is|what(?:'s| is)|calculate) )?"
    r"(?P<sum>[-+(]*\d[\d.,]*(?:\s*(?:[-+*/^x×÷()%]|\*\*|\bpor\b|\bmas\b|\bmenos\b|\bdividido(?: por)?\b"
    r"|\btimes\b|\bplus\b|\bminus\b|\bdivided by\b)\s*[-+(]*\d[\d.,]*[)%]*)+)(?:\s*=)?"
)
_WORDS = (
    (r"\bdividido(?: por)?\b|\bdivided by\b|÷", "/"),
    (r"\bpor\b|\btimes\b|×|(?<=[\d\s)])x(?=[\d\s(-])", "*"),
    (r"\bmas\b|\bplus\b", "+"),
    (r"\bmenos\b|\bminus\b", "-"),
)


def read(text: str) -> str | None:
    question = _QUESTION.fullmatch(core_of(text))
    if question is None:
        return None
    expression = question["sum"]
    for words, sign in _WORDS:
        expression = re.sub(words, sign, expression)
    return json.dumps({"expression": expression})


def phrase(content: str, say: Texts) -> str:
    return say("It is {result}.", result=content)
