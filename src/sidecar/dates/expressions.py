"""Symbols → pieces → expressions: neighbours belong together, and a mere number counts only beside a firm piece."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from heapq import heapify, heappop, heappush

from sidecar.dates.amounts import select_calendar_amounts
from sidecar.dates.assembly import assemble
from sidecar.dates.date_language import DateLanguage
from sidecar.dates.nodes import build_nodes
from sidecar.dates.symbols import SymbolLine
from sidecar.dates.tree import (
    ClockTime,
    DayOfMonth,
    Duration,
    Expression,
    MonthDay,
    Node,
    NumericDate,
    Piece,
    RelativeDay,
    RepeatCount,
    Repetition,
    Weekday,
)
from sidecar.dates.unread import refuse_unread_words

BEFORE_AN_HOUR = frozenset({"las", "la", "at", "on", "el", "al", "the"})
"""Words after which a number is an hour, no length."""
_WIDEST_GAP = 4
_ALWAYS_OPEN = NumericDate(24, 7)


def find_expressions(
    line: SymbolLine, language: DateLanguage, around: frozenset[str] = frozenset()
) -> list[Expression]:
    """Find the time expressions of a text, in their order. `around`: more words that may stand beside a weak piece."""
    groups: list[list[Piece]] = []
    pieces = find_pieces(line, language)
    for piece in _drop_idle_limits(pieces):
        if groups and is_glue(line.between(groups[-1][-1].last, piece.first), language):
            groups[-1].append(piece)
        else:
            groups.append([piece])
    repeats = any(isinstance(node, Repetition) for group in groups for piece in group for node in piece.nodes)
    allowed = language.words.glue | language.words.triggers | around
    kept = [group for group in groups if _says_time(group, line, allowed) or (repeats and _is_limit(group))]
    kept = kept or [group for group in groups if _names_a_day(group)][:1]
    read = {index for piece in pieces for index in range(piece.first, piece.last)}
    return [refuse_unread_words(assemble(group, line), read, line, language) for group in kept]


def _names_a_day(group: list[Piece]) -> bool:
    """Return whether the group is "the 15th": when nothing else is said, the hour can be asked for."""
    nodes = [node for piece in group for node in piece.nodes]
    return all(isinstance(node, DayOfMonth | MonthDay | NumericDate) and node != _ALWAYS_OPEN for node in nodes)


def _drop_idle_limits(pieces: list[Piece]) -> list[Piece]:
    """Drop "for 2 hours" and "3 times" where no rule is there to be limited: they belong to the message."""
    if any(isinstance(node, Repetition) for piece in pieces for node in piece.nodes):
        return pieces
    return [piece for piece in pieces if not all(_limits_nothing(node) for node in piece.nodes)]


def _limits_nothing(node: Node) -> bool:
    match node:
        case RepeatCount():
            return True
        case Duration(amounts):
            return not select_calendar_amounts(amounts)
        case _:
            return False


def _is_limit(group: list[Piece]) -> bool:
    """Return whether the group says how long or how often something repeats."""
    return any(isinstance(node, Duration | RepeatCount) for piece in group for node in piece.nodes)


def _says_time(group: list[Piece], line: SymbolLine, allowed: frozenset[str]) -> bool:
    """Return whether a group says a time: a weak piece alone does only when the text has nothing but marginal words."""
    if any(not piece.weak for piece in group):
        return True
    nodes = [node for piece in group for node in piece.nodes]
    has_day = any(isinstance(node, DayOfMonth | MonthDay | NumericDate | RelativeDay | Weekday) for node in nodes)
    if has_day and any(isinstance(node, ClockTime) for node in nodes):
        return True
    around = line.between(0, group[0].first) + line.between(group[-1].last, len(line.tokens))
    return all(word in allowed for word in around)


def read_length(line: SymbolLine, language: DateLanguage, around: frozenset[str] = frozenset()) -> Expression | None:
    """Read a text that is nothing but a length of time: "2 hours"."""
    piece = find_length(line, language, around)
    return None if piece is None else assemble([piece], line)


def find_length(line: SymbolLine, language: DateLanguage, around: frozenset[str]) -> Piece | None:
    """Find the length of time that the text consists of, beside words that mean nothing here."""
    match = language.length.search(line.symbols)
    if match is None:
        return None
    first = line.token_at[match.start()]
    last = first + match.group().count(" ") + 1
    if ":" in line.text[line.tokens[first].start : line.tokens[last - 1].end]:
        return None  # 16:30 is an hour, 1h30 a length
    allowed = (language.words.glue | language.words.triggers | around) - BEFORE_AN_HOUR
    if not all(word in allowed for word in line.between(0, first) + line.between(last, len(line.tokens))):
        return None
    return Piece(build_nodes("shift", {"dur": match["dur"]}), first, last)


def find_pieces(line: SymbolLine, language: DateLanguage) -> list[Piece]:
    """Find the phrases of a line from left to right, none overlapping another: at each place the longest one, and of
    what several languages find the pieces that cover most of the text and borrow least."""
    if not line.found:
        return find_own_pieces(line, language)
    ends, best = [0], [_Chosen(0, 0, ())]  # the best choice among the pieces that end there or before
    for piece in sorted(line.found, key=lambda piece: piece.last):
        before = best[bisect_right(ends, piece.first) - 1]
        start, end = line.span(piece)
        chosen = _Chosen(before.covered + end - start, before.borrowed + piece.borrowed, (before, piece))
        if (chosen.covered, -chosen.borrowed) > (best[-1].covered, -best[-1].borrowed):
            ends.append(piece.last)
            best.append(chosen)
    return list(best[-1].unroll())[::-1]


@dataclass(frozen=True, slots=True)
class _Chosen:
    """The pieces up to a place of the line: the last one, and what was chosen before it."""

    covered: int
    borrowed: int
    chain: tuple[()] | tuple[_Chosen, Piece]

    def unroll(self) -> Iterator[Piece]:
        """Yield the pieces, the last one first."""
        chosen = self
        while chosen.chain:
            chosen, piece = chosen.chain
            yield piece


def find_own_pieces(line: SymbolLine, language: DateLanguage) -> list[Piece]:
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
            _push_next_match(order, reached, line, language, waiting)
            continue
        phrase = language.phrases[order]
        match = phrase.pattern.match(line.symbols, start)
        assert match  # it was found there
        caught = {name: value for name, value in match.groupdict().items() if value is not None}
        first = line.token_at[start]
        last = first + match.group().count(" ") + 1
        borrowed = sum(token.borrowed for token in line.tokens[first:last])
        pieces.append(Piece(build_nodes(phrase.kind, {**phrase.fixed, **caught}), first, last, phrase.weak, borrowed))
        reached = match.end()
        _push_next_match(order, reached, line, language, waiting)
    return pieces


def _push_next_match(
    order: int, begin: int, line: SymbolLine, language: DateLanguage, waiting: list[tuple[int, int, int]]
) -> None:
    match = language.phrases[order].pattern.search(line.symbols, begin)
    if match:
        heappush(waiting, (match.start(), -match.end(), order))


def is_glue(between: list[str], language: DateLanguage) -> bool:
    """Return whether nothing but connecting words stands between two pieces."""
    return len(between) <= _WIDEST_GAP and all(word in language.words.glue for word in between)
