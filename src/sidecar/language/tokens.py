"""Text into words, numbers and signs, each with its folded form and its place in the text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from sidecar.language.fold import fold_letters

ADDRESS_PATTERN = r"https?://\S+|www\.\S+|[\w.+\-]{1,64}@[\w\-]+\.\S+"
"""Web and mail addresses."""

_TOKEN = re.compile(
    rf"""
      (?P<address>{ADDRESS_PATTERN}|@\w+)
    | (?P<number>\d+(?:[.,:/\-]\d+)*)
    | (?P<word>[^\W\d_][^\W_]*(?:['’´`\-][^\W_]+)*)
    | (?P<line>(?<![^\S\n])[^\S\n]*\n\s*)  # a run of blanks is looked through once
    | (?P<sign>\.{{2,}}|\S)
    """,
    re.VERBOSE,
)
_WORD = re.compile(r"[^\W_]+")


class TokenKind(StrEnum):
    """`WORD` has letters, digits after them, and apostrophes and dashes between them ("don't", "twenty-one", "ps5");
    `NUMBER` has digits and what joins them ("3.5", "10:30", "1/2"), never its unit; `LINE` is a line break with the
    white space around it; `SIGN` is anything else, one character or several dots."""

    WORD = "word"
    NUMBER = "number"
    ADDRESS = "address"
    LINE = "line"
    SIGN = "sign"


@dataclass(frozen=True, slots=True)
class Token:
    """A piece of a text. `text[start:end]` of the original is `text`; tokens touch when one starts where one ends."""

    kind: TokenKind
    text: str
    folded: str
    start: int
    end: int


def tokenize(text: str) -> Iterator[Token]:
    """Yield the tokens of a text in their order, white space left out. Linear in its length; never fails.

    Folded forms have straight apostrophes: "Don’t" → "don't".
    """
    for found in _TOKEN.finditer(text):
        written = found.group()
        kind = TokenKind(found.lastgroup or "sign")
        folded = fold_letters(re.sub("[’´`]", "'", written)) if kind is TokenKind.WORD else fold_letters(written)
        yield Token(kind, written, folded, found.start(), found.end())


def split_words(text: str) -> list[str]:
    """Return the folded words and numbers of a text, cut at every sign: "It's Ana-María" → it, s, ana, maria."""
    return _WORD.findall(fold_letters(text))
