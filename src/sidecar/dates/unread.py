"""Words of time that no phrase accounts for: they never drop out, the answer is a question (DAT-10)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from sidecar.dates.date_language import DateLanguage
from sidecar.dates.languages.unread_words import UNREAD
from sidecar.dates.symbols import SymbolLine
from sidecar.dates.tree import Expression, Mark, Piece

_NEAR = 3
_WEEKDAY, _MONTH, _HALF = re.compile(r"W\d[as]?"), re.compile(r"M\d+"), re.compile("am|pm")
_PART = re.compile(r"P[a-z]+|NOON")
_LEADING = re.compile(r"\d{1,2}º|HALF|QUARTER")
"""What changes the time after it: "20th at 6pm", "half 7"; behind a time it begins the message."""


def refuse_unread_words(expression: Expression, read: set[int], line: SymbolLine, language: DateLanguage) -> Expression:
    """Refuse an expression beside such a word, which becomes a part of it: "every 9th Monday" must not become one
    Monday. `read` are the tokens of all phrases."""
    first, last = expression.pieces[0].first, expression.pieces[-1].last
    begin = min(_find_before(expression, read, line, language), default=first)
    end = max(_find_after(last, read, line, language), default=last - 1) + 1
    unread = [Piece((Mark("refused"),), *span) for span in ((begin, first), (last, end)) if span[0] < span[1]]
    if not unread:
        return expression
    pieces = sorted((*expression.pieces, *unread), key=lambda piece: piece.first)
    return replace(expression, pieces=tuple(pieces), refused=True)


def _find_before(expression: Expression, read: set[int], line: SymbolLine, language: DateLanguage) -> Iterator[int]:
    words, first = language.words, expression.pieces[0].first
    beside = True
    for index in range(first - 1, max(-1, first - 1 - _NEAR), -1):
        symbol = line.tokens[index].symbol
        if index in read:
            return
        announces = symbol in words.repeats and index >= first - 2 and not expression.every
        if (
            announces
            or symbol == UNREAD
            or (beside and _changes_what_follows(index, line, language, is_next=index == first - 1))
        ):
            yield index
        beside = beside and symbol in words.glue


def _changes_what_follows(index: int, line: SymbolLine, language: DateLanguage, *, is_next: bool) -> bool:
    symbol, words = line.tokens[index].symbol, language.words
    if _MONTH.fullmatch(symbol):  # somebody is called "Julio", but hardly where a request begins
        return (words.glue | words.triggers).issuperset(line.between(0, index))
    kinds = (
        (_WEEKDAY, _HALF, _LEADING) if is_next else (_WEEKDAY, _HALF, _LEADING, _PART)
    )  # "the parents' evening at 8"
    return any(kind.fullmatch(symbol) for kind in kinds)


def _find_after(last: int, read: set[int], line: SymbolLine, language: DateLanguage) -> Iterator[int]:
    beside, is_next = True, True
    for index, symbol in enumerate(line.between(last, last + _NEAR), last):
        if index in read:
            return
        kinds = (_WEEKDAY, _MONTH, _HALF) if is_next else (_PART,)  # "at 3 in afternoon"; "at 3 siesta" is a message
        if symbol == UNREAD or (beside and any(kind.fullmatch(symbol) for kind in kinds)):
            yield index
        beside, is_next = beside and symbol in language.words.glue, False
