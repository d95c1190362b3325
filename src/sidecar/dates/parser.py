"""The front: text in, an instant, a recurrence or an error that helps out."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from sidecar.dates.choice import choose_expression
from sidecar.dates.date_language import DateLanguage
from sidecar.dates.expressions import find_expressions, read_length
from sidecar.dates.instants import Reference
from sidecar.dates.interpretation import interpret
from sidecar.dates.languages import load_language
from sidecar.dates.result import Instant, Recurrence, Result
from sidecar.dates.rules import parse_local_rule
from sidecar.dates.sentences import DateMatch, find_spans, match_expression, strip_request
from sidecar.dates.symbols import SymbolLine, read_symbols
from sidecar.dates.tree import Expression
from sidecar.dates.wall_time import to_local

LONGEST_TEXT = 2_000


def parse(text: str, now: datetime, zone: ZoneInfo, language: str) -> Result:
    """What the date words of a text mean at `now` (aware), for a person who lives in `zone`. Never raises on a text.

    The text may be the date words alone or a whole sentence. Only the first 2,000 characters are read.
    """
    tongue = load_language(language)
    line = read_symbols(text[:LONGEST_TEXT], tongue)
    return interpret(_expression(line, tongue), Reference.at(now, zone, tongue))


def find(text: str, language: str) -> DateMatch | None:
    """The date words that `parse` reads in a text, and what remains to be said; None when it has none."""
    tongue = load_language(language)
    line = read_symbols(text[:LONGEST_TEXT], tongue)
    expression = _expression(line, tongue)
    return None if expression is None else match_expression(text, expression, line, tongue)


def split(text: str, now: datetime, zone: ZoneInfo, language: str) -> tuple[Result, str]:
    """When and what: the result of `parse`, and the text without date words and without the words that ask.

    "Recordame mañana a las 9 llamar a mamá" → the moment and "llamar a mamá".
    """
    tongue = load_language(language)
    line = read_symbols(text[:LONGEST_TEXT], tongue)
    expression = _expression(line, tongue)
    found = None if expression is None else match_expression(text, expression, line, tongue)
    rest = strip_request(text, tongue) if found is None else found.rest
    return interpret(expression, Reference.at(now, zone, tongue)), rest


def explain(text: str, now: datetime, zone: ZoneInfo, language: str) -> Iterator[str]:
    """The steps of a reading, one a line: tokens, pieces, the chosen expression, the result."""
    tongue = load_language(language)
    line = read_symbols(text[:LONGEST_TEXT], tongue)
    yield f"tokens      {line.symbols.strip()}"
    for expression in find_expressions(line, tongue):
        for piece in expression.pieces:
            said = text[line.tokens[piece.first].start : line.tokens[piece.last - 1].end]
            yield f"piece       {said!r} → {', '.join(map(str, piece.nodes))}"
    expression = _expression(line, tongue)
    if expression is not None:
        words = " … ".join(text[start:end] for start, end in find_spans(expression, line, tongue))
        yield f"expression  {words!r}"
    yield f"now         {now.astimezone(zone).isoformat()} {zone.key}"
    yield f"result      {interpret(expression, Reference.at(now, zone, tongue))}"


def _expression(line: SymbolLine, language: DateLanguage) -> Expression | None:
    expressions = find_expressions(line, language)
    return choose_expression(expressions, line, language) if expressions else read_length(line, language)


def format_instant(
    instant: Instant | datetime, now: datetime, zone: ZoneInfo, language: str, *, with_zone: bool = False
) -> str:
    """A moment in words that `parse` reads back: "mañana a las 9:00". The zone stands in it when it is not `zone`."""
    moment = instant.utc if isinstance(instant, Instant) else instant.astimezone(UTC)
    other = instant.zone if isinstance(instant, Instant) else zone
    local = moment.astimezone(other)
    if local.fold:
        return local.isoformat()  # words name the first of two
    shown = load_language(language).speech.moment(
        local.replace(tzinfo=None), to_local(now.astimezone(UTC), other), False
    )
    return f"{shown} ({other.key})" if with_zone or other.key != zone.key else shown


def format_recurrence(recurrence: Recurrence, language: str, *, now: datetime | None = None) -> str:
    """A rule in words that `parse` reads back: "todos los lunes a las 9:00". With `now`, its next firings follow."""
    words = load_language(language).speech.rule(parse_local_rule(recurrence.rrule, recurrence.zone), recurrence.first)
    if now is None:
        return words
    firings = (format_instant(moment, now, recurrence.zone, language) for moment in recurrence.next_two)
    return " · ".join([words, *firings])
