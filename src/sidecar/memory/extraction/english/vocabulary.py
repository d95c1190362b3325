"""The English vocabulary: the lexicon, guesses from the form of other words, and contractions."""

from __future__ import annotations

import re
from collections.abc import Iterable

from sidecar.language.numerals import CARDINALS
from sidecar.memory.extraction.words import vocabulary

_JOB = re.compile(
    r".{3,}(?:ologist|iatrist|ographer|ineer|grammer|evaluator|ulator|anager|urist|maker|keeper|therapist)$"
)
_NO_JOB = frozenset(["tourist", "troublemaker"])
_MED = re.compile(
    r".{4,}(?:pril|sartan|statin|prazole|oxetine|pram|zepam|zolam|thyroxine|formin|cillin|olol|dipine|mab|triptyline|gliptin)$"
)


_TENS = re.compile(r"(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:-\w+)?")


def _guess(symbol: str) -> Iterable[str]:
    if _TENS.fullmatch(symbol):
        yield "NUMBER"
        yield "YEARS"
    if _MED.fullmatch(symbol):
        yield "MED"
    if _JOB.fullmatch(symbol) and symbol not in _NO_JOB:
        yield "JOB"


_SHORT = {
    "i'm": "i am", "im": "i am", "i've": "i have", "ive": "i have", "i'll": "i will", "i'd": "i would",
    "we're": "we are",
    "we've": "we have", "we'll": "we will", "we'd": "we would", "he's": "he is", "she's": "she is", "it's": "it is",
    "that's": "that is", "they're": "they are", "there's": "there is", "you're": "you are", "gonna": "going to",
    "wanna": "want to", "dont": "don't", "cant": "can't", "doesnt": "doesn't", "didnt": "didn't", "wont": "won't",
    "cannot": "can't", "gotta": "got to",
}  # fmt: skip

KNOWN = vocabulary("en", _guess, _SHORT, {"COUNT": CARDINALS["en"]})
