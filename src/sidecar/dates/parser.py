"""The front of the package: text in; a moment, a rule or an error with suggestions out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from sidecar.dates.choice import choose_expression
from sidecar.dates.date_language import DateLanguage
from sidecar.dates.expressions import find_expressions, is_glue, read_length
from sidecar.dates.interpretation import interpret
from sidecar.dates.reading import Reading, read
from sidecar.dates.reference import Reference
from sidecar.dates.requests import SEPARATORS, strip_leading_words, strip_request
from sidecar.dates.result import DateResult
from sidecar.dates.symbols import SymbolLine
from sidecar.dates.tree import Expression


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
    return _interpret(_read(text, language), now, zone)


def find(text: str, language: str) -> DateMatch | None:
    """Find the date words that `parse` reads, and what remains to be said; None when the text has none."""
    return _match(_read(text, language), text)


def split(text: str, now: datetime, zone: ZoneInfo, language: str) -> tuple[DateResult, str]:
    """Split a request into when and what: the result of `parse`, and the text without its date words and its request.

    "Recordame mañana a las 9 llamar a mamá" → the moment and "llamar a mamá".
    """
    reading = _read(text, language)
    match = _match(reading, text)
    return _interpret(reading, now, zone), match.rest if match else strip_request(text)


def explain(text: str, now: datetime, zone: ZoneInfo, language: str) -> Iterator[str]:
    """Yield the steps of a reading, one a line: tokens, pieces, the chosen expression, the result."""
    reading = _read(text, language)
    line = reading.line
    yield f"language    {reading.language.code}"
    yield f"tokens      {line.symbols.strip()}"
    for expression in find_expressions(line, reading.language):
        for piece in expression.pieces:
            said = text[slice(*line.span(piece))]
            yield f"piece       {said!r} → {', '.join(map(str, piece.nodes))}"
    if reading.expression is not None:
        yield f"expression  {' … '.join(text[start:end] for start, end in _find_spans(reading))!r}"
    yield f"now         {now.astimezone(zone).isoformat()} {zone.key}"
    yield f"result      {_interpret(reading, now, zone)}"


def _read(text: str, language: str) -> Reading:
    return read(text, language, _find_expression)


def _find_expression(line: SymbolLine, language: DateLanguage) -> Expression | None:
    expressions = find_expressions(line, language)
    return choose_expression(expressions, line, language) if expressions else read_length(line, language)


def _interpret(reading: Reading, now: datetime, zone: ZoneInfo) -> DateResult:
    return interpret(reading.expression, Reference.at(now, zone, reading.language))


def _match(reading: Reading, text: str) -> DateMatch | None:
    if reading.expression is None:
        return None
    spans = _find_spans(reading)
    kept, reached = list[str](), 0
    for start, end in spans:
        kept.append(strip_leading_words(text[reached:start]))
        reached = end
    kept.append(text[reached:].strip(SEPARATORS))
    words = " ".join(text[start:end] for start, end in spans)
    return DateMatch(words, spans, strip_request(" ".join(filter(None, kept))))


def _find_spans(reading: Reading) -> tuple[tuple[int, int], ...]:
    """Return start and end of the date words; neighbours are one span."""
    line, spans = reading.line, list[tuple[int, int]]()
    last = -1
    for piece in reading.expression.pieces if reading.expression else ():
        start, end = line.span(piece)
        if spans and is_glue(line.between(last, piece.first), reading.language):
            spans[-1] = (spans[-1][0], end)
        else:
            spans.append((start, end))
        last = piece.last
    return tuple(spans)
