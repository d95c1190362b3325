"""Words of time that no phrase accounts for: they never drop out, the answer is a question (DAT-10)."""

from __future__ import annotations

import itertools
import re
from dataclasses import replace

from sidecar.dates.date_language import DateLanguage
from sidecar.dates.languages.unread_words import UNREAD
from sidecar.dates.symbols import SymbolLine
from sidecar.dates.tree import Expression

_NEAR = 3
_WEEKDAY, _MONTH, _HALF = re.compile(r"W\d[as]?"), re.compile(r"M\d+"), re.compile("am|pm")
_PART = re.compile(r"P[a-z]+|NOON")
_LEADING = re.compile(r"\d{1,2}º|HALF|QUARTER")
"""What changes the time after it: "20th at 6pm", "half 7"; behind a time it begins the message."""


def refuse_unread_words(expression: Expression, read: set[int], line: SymbolLine, language: DateLanguage) -> Expression:
    """Refuse an expression beside such a word: "every 9th Monday" must not become one Monday. `read` are the tokens of
    all phrases."""
    first, last = expression.pieces[0].first, expression.pieces[-1].last
    announced = any(word in language.words.repeats for word in line.between(max(0, first - 2), first))
    unread = (announced and not expression.every) or (
        UNREAD in line.between(max(0, first - _NEAR), last + _NEAR)
        or _is_unread_before(first, read, line, language)
        or _is_unread_after(last, read, line, language)
    )
    return replace(expression, refused=expression.refused or unread)


def _is_unread_before(first: int, read: set[int], line: SymbolLine, language: DateLanguage) -> bool:
    for index in range(first - 1, max(-1, first - 1 - _NEAR), -1):
        symbol = line.tokens[index].symbol
        if index in read:
            return False
        if any(kind.fullmatch(symbol) for kind in (_WEEKDAY, _HALF, _PART, _LEADING)):
            return True
        if _MONTH.fullmatch(symbol):  # somebody is called "Julio", but hardly where a request begins
            return (language.words.glue | language.words.triggers).issuperset(line.between(0, index))
        if symbol not in language.words.glue:
            return False
    return False


def _is_unread_after(last: int, read: set[int], line: SymbolLine, language: DateLanguage) -> bool:
    gap = list(itertools.takewhile(language.words.glue.__contains__, line.between(last, last + _NEAR)))
    index = last + len(gap)
    if index in read or index >= len(line.tokens):
        return False
    symbol = line.tokens[index].symbol
    if gap:
        return _PART.fullmatch(symbol) is not None  # "at 3 in afternoon"; "at 3 siesta" is a message
    return any(kind.fullmatch(symbol) for kind in (_WEEKDAY, _MONTH, _HALF))
