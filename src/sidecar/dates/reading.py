"""A text with what it says of time, read in the language of its words: in the person's own one, another, or both."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from sidecar.dates.date_language import DateLanguage
from sidecar.dates.expressions import find_own_pieces
from sidecar.dates.languages import load_date_language, load_mixed_words, load_spoken_languages
from sidecar.dates.symbols import SymbolLine, read_symbols
from sidecar.dates.tree import Expression, Piece

LONGEST_TEXT = 2_000
_TEXTS_KEPT = 32
"""A message is read for every home language, and more than once in a turn: its lines are read once."""

FindExpression = Callable[[SymbolLine, DateLanguage], Expression | None]


@dataclass(frozen=True, slots=True)
class Reading:
    """The expression that a text is about, if any, and the language in which that was found."""

    line: SymbolLine
    language: DateLanguage
    expression: Expression | None

    @property
    def rank(self) -> tuple[int, int]:
        """Return how much of the text the expression covers, and how little of that is borrowed."""
        tokens = {
            (token.start, token.end): token
            for piece in (self.expression.pieces if self.expression else ())
            for token in self.line.tokens[piece.first : piece.last]
        }
        covered = sum(len("".join(self.line.text[start:end].split())) for start, end in tokens)
        return covered, -sum(token.borrowed for token in tokens.values())


def read(text: str, home: str, find: FindExpression) -> Reading:
    """Read the first 2,000 characters of a text. Where words of two languages are in it, each grammar reads what it
    explains best, and the one that explains most says what dates like 4/5 mean: `home` before others."""
    spoken: list[tuple[SymbolLine, DateLanguage]] = []
    for language in load_spoken_languages(home):
        line = _read_line(text[:LONGEST_TEXT], language.code)
        if not any(token.borrowed for token in line.tokens):
            return Reading(line, language, find(line, language))
        spoken.append((line, language))
    pieces = [(line, _find_pieces(line.text, language.code)) for line, language in spoken]
    readings: list[Reading] = []
    for line, language in spoken:
        found = tuple(piece for other, theirs in pieces for piece in _translate(theirs, other, line))
        whole = replace(line, found=found)
        readings.append(Reading(whole, language, find(whole, language)))
    return max(readings, key=lambda reading: reading.rank)


@lru_cache(_TEXTS_KEPT)
def _read_line(text: str, code: str) -> SymbolLine:
    return read_symbols(text, load_mixed_words(code))


@lru_cache(_TEXTS_KEPT)
def _find_pieces(text: str, code: str) -> Sequence[Piece]:
    return find_own_pieces(_read_line(text, code), load_date_language(code))


def _translate(pieces: Sequence[Piece], line: SymbolLine, to: SymbolLine) -> Iterator[Piece]:
    """Yield the pieces of a line as pieces of another one of the same text."""
    firsts = {token.start: index for index, token in reversed(list(enumerate(to.tokens)))}
    lasts = {token.end: index + 1 for index, token in enumerate(to.tokens)}
    for piece in pieces:
        start, end = line.span(piece)
        if line is to:
            yield piece
        elif start in firsts and end in lasts:
            yield replace(piece, first=firsts[start], last=lasts[end])
