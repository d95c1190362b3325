"""From the line of symbols to pieces: the phrases of a language, found and built."""

from __future__ import annotations

from heapq import heapify, heappop, heappush

from sidecar.dates.date_language import DateLanguage
from sidecar.dates.nodes import build_nodes
from sidecar.dates.symbols import SymbolLine
from sidecar.dates.tree import Piece

_WIDEST_GAP = 4


def find_pieces(line: SymbolLine, language: DateLanguage) -> list[Piece]:
    """The longest phrases from left to right, none overlapping another."""
    waiting = [  # start, minus end, phrase: the first match of each
        (match.start(), -match.end(), order)
        for order, phrase in enumerate(language.phrases)
        if (match := phrase.pattern.search(line.symbols))
    ]
    heapify(waiting)
    pieces: list[Piece] = []
    reached = 0
    while waiting:
        start, _, order = heappop(waiting)
        if start < reached:
            _search(order, reached, line, language, waiting)
            continue
        phrase = language.phrases[order]
        match = phrase.pattern.match(line.symbols, start)
        assert match  # it was found there
        caught = {name: value for name, value in match.groupdict().items() if value is not None}
        first = line.token_at[start]
        last = first + match.group().count(" ") + 1
        pieces.append(Piece(build_nodes(phrase.kind, {**phrase.fixed, **caught}), first, last, phrase.weak))
        reached = match.end()
        _search(order, reached, line, language, waiting)
    return pieces


def _search(
    order: int, begin: int, line: SymbolLine, language: DateLanguage, waiting: list[tuple[int, int, int]]
) -> None:
    match = language.phrases[order].pattern.search(line.symbols, begin)
    if match:
        heappush(waiting, (match.start(), -match.end(), order))


def is_glue(between: list[str], language: DateLanguage) -> bool:
    """Whether nothing but connecting words stands between two pieces."""
    return len(between) <= _WIDEST_GAP and all(word in language.glue for word in between)
