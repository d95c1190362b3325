"""Where the date words of a sentence stand, and what remains to be said without them."""

from __future__ import annotations

from dataclasses import dataclass

from sidecar.dates.date_language import DateLanguage
from sidecar.dates.pieces import is_glue
from sidecar.dates.symbols import SymbolLine, fold
from sidecar.dates.tree import Expression

_SEPARATORS = " ,;:-"


@dataclass(frozen=True, slots=True)
class DateMatch:
    """The date words of a text, where they stand, and what remains: without them and without the words that ask."""

    words: str
    spans: tuple[tuple[int, int], ...]
    rest: str


def match_expression(text: str, expression: Expression, line: SymbolLine, language: DateLanguage) -> DateMatch:
    """The words of an expression in its text."""
    spans = find_spans(expression, line, language)
    words = " ".join(text[start:end] for start, end in spans)
    kept, reached = list[str](), 0
    for start, end in spans:
        kept.append(_before(text[reached:start], language))
        reached = end
    kept.append(text[reached:].strip(_SEPARATORS))
    return DateMatch(words, spans, strip_request(" ".join(filter(None, kept)), language))


def strip_request(text: str, language: DateLanguage) -> str:
    """What somebody wants to be told: without "remind me to" before it and "please" after it."""
    text = " ".join(text.split())
    folded, origin = fold(text)
    asked = language.request.match(folded)
    if asked:
        text = text[origin[asked.end()] :] if asked.end() < len(folded) else ""
        text = text if "¿" in text else text.rstrip(" ?")
    folded, origin = fold(text)
    thanked = language.courtesy.search(folded)
    if thanked:
        text = text[: origin[thanked.start()]] if thanked.start() else ""
    return text.strip(_SEPARATORS).rstrip(f"{_SEPARATORS}.")


def find_spans(expression: Expression, line: SymbolLine, language: DateLanguage) -> tuple[tuple[int, int], ...]:
    """Start and end of the date words; neighbours are one span."""
    spans: list[tuple[int, int]] = []
    last = -1
    for piece in expression.pieces:
        start, end = line.tokens[piece.first].start, line.tokens[piece.last - 1].end
        if spans and is_glue(line.between(last, piece.first), language):
            spans[-1] = (spans[-1][0], end)
        else:
            spans.append((start, end))
        last = piece.last
    return tuple(spans)


def _before(text: str, language: DateLanguage) -> str:
    """What stands before date words: a preposition that led to them goes with them."""
    stripped = text.strip(_SEPARATORS)
    folded, origin = fold(stripped)
    led = language.leading.search(folded)
    return stripped[: origin[led.start()]].rstrip(" ,") if led else stripped
