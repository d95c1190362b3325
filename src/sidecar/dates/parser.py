"""The front of the package: text in; a moment, a rule or an error with suggestions out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from sidecar.dates.choice import choose_expression
from sidecar.dates.date_language import DateLanguage
from sidecar.dates.expressions import find_expressions, is_glue, read_length
from sidecar.dates.instants import Reference
from sidecar.dates.interpretation import interpret
from sidecar.dates.languages import load_date_language
from sidecar.dates.result import DateResult
from sidecar.dates.symbols import SymbolLine, read_symbols
from sidecar.dates.tree import Expression
from sidecar.language.fold import fold_with_offsets

LONGEST_TEXT = 2_000
_SEPARATORS = " ,;:-"


@dataclass(frozen=True, slots=True)
class DateMatch:
    """The date words of a text, where they stand, and the rest: without them and without the words that ask."""

    words: str
    spans: tuple[tuple[int, int], ...]
    rest: str


def parse(text: str, now: datetime, zone: ZoneInfo, language: str) -> DateResult:
    """Return what the date words of a text mean at `now` (aware), for a person who lives in `zone`.

    The text may be the date words alone or a whole sentence. Only its first 2,000 characters are read. Never raises.
    """
    return _Reading(text, language).interpret(now, zone)


def find(text: str, language: str) -> DateMatch | None:
    """Find the date words that `parse` reads, and what remains to be said; None when the text has none."""
    return _Reading(text, language).match()


def split(text: str, now: datetime, zone: ZoneInfo, language: str) -> tuple[DateResult, str]:
    """Split a request into when and what: the result of `parse`, and the text without its date words and its request.

    "Recordame mañana a las 9 llamar a mamá" → the moment and "llamar a mamá".
    """
    reading = _Reading(text, language)
    match = reading.match()
    return reading.interpret(now, zone), match.rest if match else _strip_request(text, reading.language)


def explain(text: str, now: datetime, zone: ZoneInfo, language: str) -> Iterator[str]:
    """Yield the steps of a reading, one a line: tokens, pieces, the chosen expression, the result."""
    reading = _Reading(text, language)
    line = reading.line
    yield f"tokens      {line.symbols.strip()}"
    for expression in find_expressions(line, reading.language):
        for piece in expression.pieces:
            said = text[line.tokens[piece.first].start : line.tokens[piece.last - 1].end]
            yield f"piece       {said!r} → {', '.join(map(str, piece.nodes))}"
    if reading.expression is not None:
        yield f"expression  {' … '.join(text[start:end] for start, end in reading.find_spans())!r}"
    yield f"now         {now.astimezone(zone).isoformat()} {zone.key}"
    yield f"result      {reading.interpret(now, zone)}"


class _Reading:
    """A text with the one expression that it is about, if any."""

    def __init__(self, text: str, language: str) -> None:
        self.text = text
        self.language = load_date_language(language)
        self.line: SymbolLine = read_symbols(text[:LONGEST_TEXT], self.language)
        expressions = find_expressions(self.line, self.language)
        self.expression: Expression | None = (
            choose_expression(expressions, self.line, self.language)
            if expressions
            else read_length(self.line, self.language)
        )

    def interpret(self, now: datetime, zone: ZoneInfo) -> DateResult:
        return interpret(self.expression, Reference.at(now, zone, self.language))

    def match(self) -> DateMatch | None:
        if self.expression is None:
            return None
        spans = self.find_spans()
        kept, reached = list[str](), 0
        for start, end in spans:
            kept.append(_strip_leading_words(self.text[reached:start], self.language))
            reached = end
        kept.append(self.text[reached:].strip(_SEPARATORS))
        words = " ".join(self.text[start:end] for start, end in spans)
        return DateMatch(words, spans, _strip_request(" ".join(filter(None, kept)), self.language))

    def find_spans(self) -> tuple[tuple[int, int], ...]:
        """Return start and end of the date words; neighbours are one span."""
        spans: list[tuple[int, int]] = []
        last = -1
        for piece in self.expression.pieces if self.expression else ():
            start, end = self.line.tokens[piece.first].start, self.line.tokens[piece.last - 1].end
            if spans and is_glue(self.line.between(last, piece.first), self.language):
                spans[-1] = (spans[-1][0], end)
            else:
                spans.append((start, end))
            last = piece.last
        return tuple(spans)


def _strip_request(text: str, language: DateLanguage) -> str:
    """Return the message of a request: without "remind me to" before it and "please" after it."""
    text = " ".join(text.split())
    folded = fold_with_offsets(text)
    if asked := language.request.match(folded.text):
        text = text[folded.offsets[asked.end()] :] if asked.end() < len(folded.text) else ""
        text = text if "¿" in text else text.rstrip(" ?")
    folded = fold_with_offsets(text)
    if thanked := language.courtesy.search(folded.text):
        text = text[: folded.offsets[thanked.start()]] if thanked.start() else ""
    return text.strip(_SEPARATORS).rstrip(f"{_SEPARATORS}.")


def _strip_leading_words(text: str, language: DateLanguage) -> str:
    """Return the text before date words, without the preposition that leads to them."""
    stripped = text.strip(_SEPARATORS)
    folded = fold_with_offsets(stripped)
    led = language.leading.search(folded.text)
    return stripped[: folded.offsets[led.start()]].rstrip(" ,") if led else stripped
