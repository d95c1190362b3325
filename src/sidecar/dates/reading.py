"""A text with what it says of time, read in the language of its words: in the person's own one, another, or both."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from sidecar.dates.date_language import DateLanguage
from sidecar.dates.languages import load_spoken_languages
from sidecar.dates.symbols import SymbolLine, read_symbols
from sidecar.dates.tree import Expression

LONGEST_TEXT = 2_000

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
    """Read the first 2,000 characters of a text: where words of two languages are in it, in the language whose grammar
    explains most of them, `home` before others."""
    readings: list[Reading] = []
    for language in load_spoken_languages(home):
        line = read_symbols(text[:LONGEST_TEXT], language.words)
        reading = Reading(line, language, find(line, language))
        if not any(token.borrowed for token in line.tokens):
            return reading
        readings.append(reading)
    return max(readings, key=lambda reading: reading.rank)
