"""From the line of symbols to expressions: pieces are found, neighbours belong together."""

from __future__ import annotations

import itertools
from dataclasses import replace
from heapq import heappop, heappush

from sidecar.dates.build import build
from sidecar.dates.language import Language
from sidecar.dates.tokens import Line
from sidecar.dates.tree import (
    Clock,
    DayOfMonth,
    Elapsed,
    Every,
    Exact,
    Expression,
    Mark,
    MonthDay,
    Numeric,
    Part,
    Piece,
    Relative,
    Weekday,
)

_WIDEST_GAP = 4


def read_expressions(line: Line, language: Language) -> list[Expression]:
    """The time expressions of a text, in their order."""
    groups: list[list[Piece]] = []
    for piece in find_pieces(line, language):
        if groups and glued(line.between(groups[-1][-1].last, piece.first), language):
            groups[-1].append(piece)
        else:
            groups.append([piece])
    kept = (group for group in groups if _counts(group, line, language))
    return [_unless_it_repeats(assemble(group, line), line, language) for group in kept]


def _unless_it_repeats(expression: Expression, line: Line, language: Language) -> Expression:
    """ "Every 9th Monday" is no Monday: a recurrence that was not understood must not become one moment."""
    first = expression.pieces[0].first
    announced = any(word in language.repeats for word in line.between(max(0, first - 2), first))
    return replace(expression, refused=expression.refused or (announced and not expression.every))


def find_pieces(line: Line, language: Language) -> list[Piece]:
    """The longest phrases from left to right, none overlapping another."""
    waiting: list[tuple[int, int, int]] = []  # start, minus end, phrase: the first match of each
    for order in range(len(language.phrases)):
        _search(order, 0, line, language, waiting)
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
        pieces.append(Piece(build(phrase.kind, {**phrase.fixed, **caught}), first, last, phrase.weak))
        reached = match.end()
        _search(order, reached, line, language, waiting)
    return pieces


def _search(order: int, begin: int, line: Line, language: Language, waiting: list[tuple[int, int, int]]) -> None:
    match = language.phrases[order].pattern.search(line.symbols, begin)
    if match:
        heappush(waiting, (match.start(), -match.end(), order))


def assemble(pieces: list[Piece], line: Line) -> Expression:
    """What the pieces say together."""
    expression = Expression(tuple(pieces))
    starting = False
    for piece in pieces:
        for node in piece.nodes:
            match node:
                case Mark(kind="start"):
                    starting = True
                case Clock():
                    expression = replace(expression, clocks=(*expression.clocks, node))
                case Part():
                    expression = replace(expression, parts=(*expression.parts, node))
                case Elapsed():
                    doubled = expression.elapsed is not None
                    expression = replace(expression, elapsed=node, choices=expression.choices or doubled)
                case Exact():
                    doubled = expression.exact is not None
                    expression = replace(expression, exact=node, choices=expression.choices or doubled)
                case Every():
                    expression = replace(expression, every=(*expression.every, node))
                case Mark():
                    expression = _marked(expression, node)
                case _ if starting and (expression.every or not expression.days):
                    expression = replace(expression, start=node)
                    starting = False
                case _:
                    expression = replace(expression, days=(*expression.days, node))
    if expression.start and not expression.every:  # "from Monday at 9" without a rule is Monday at 9
        expression = replace(expression, days=(expression.start, *expression.days), start=None)
    between = {word for a, b in itertools.pairwise(pieces) for word in line.between(a.last, b.first)}
    return replace(
        expression,
        choices=expression.choices or "OR" in between,
        anded=expression.anded or bool(between & {"y", "and"}),
    )


def _marked(expression: Expression, mark: Mark) -> Expression:
    match mark.kind:
        case "vague":
            return replace(expression, vague=True)
        case "refused":
            return replace(expression, refused=True)
        case "span":
            return replace(expression, span=True)
        case "zone":
            return replace(expression, zone=mark.text)
        case "and":
            return replace(expression, anded=True)
        case "or":
            return replace(expression, choices=True)
        case _:
            return expression


def glued(between: list[str], language: Language) -> bool:
    """Whether nothing but connecting words stands between two pieces."""
    return len(between) <= _WIDEST_GAP and all(word in language.glue for word in between)


def _counts(group: list[Piece], line: Line, language: Language) -> bool:
    """A weak piece needs a neighbour that is no marginal word itself, or the whole text for itself."""
    if any(not piece.weak for piece in group):
        return True
    nodes = [node for piece in group for node in piece.nodes]
    has_day = any(isinstance(node, DayOfMonth | MonthDay | Numeric | Relative | Weekday) for node in nodes)
    if has_day and any(isinstance(node, Clock) for node in nodes):
        return True
    around = line.between(0, group[0].first) + line.between(group[-1].last, len(line.tokens))
    return all(word in language.glue or word in language.triggers for word in around)


def choose(expressions: list[Expression], line: Line, language: Language) -> Expression | None:
    """The one expression that the text is about, or None when it has none. Several rivals become one with choices."""
    firm = [e for e in expressions if not _only_marks(e)]
    if not firm:
        return expressions[0] if expressions else None
    if any(e.refused for e in expressions[: expressions.index(firm[0])]):  # "2 hours before the flight tomorrow at 6pm"
        return replace(firm[0], refused=True)
    if len(firm) > 1 and _taken_back(line, firm[0], firm[1], language):
        return replace(firm[0], choices=True)
    if len(firm) == 1:
        return firm[0]
    first, second = firm[0], firm[1]
    if first.complete:
        doubtful = first.every and second.clocks and not second.days  # "every 8 hours, the first at 9"
        return replace(first, choices=True) if doubtful else first
    complete = [e for e in firm if e.complete]
    if complete:
        has_no_rival = all(e is complete[0] or _is_background(e) for e in firm)
        return complete[0] if has_no_rival else replace(complete[0], choices=True)
    if len(firm) == 2 and _complementary(first, second) and not _broken(line, first, second, language):
        return assemble([*first.pieces, *second.pieces], line)
    if _is_background(second) or _broken(line, first, second, language) or first.days:
        return first
    return replace(first, choices=True)


def _only_marks(expression: Expression) -> bool:
    return all(isinstance(node, Mark) for piece in expression.pieces for node in piece.nodes)


def _is_background(expression: Expression) -> bool:
    """Only a part of the day, as in a greeting."""
    return not (expression.days or expression.clocks or expression.elapsed or expression.exact or expression.every)


def _complementary(a: Expression, b: Expression) -> bool:
    """One says the day or the rule, the other the hour."""
    return any(
        (x.days or x.exact or x.every) and not x.clocks and y.clocks and not (y.days or y.exact or y.every)
        and not (x.elapsed or y.elapsed)
        for x, y in ((a, b), (b, a))
    )  # fmt: skip


def _taken_back(line: Line, a: Expression, b: Expression, language: Language) -> bool:
    return any(word in language.corrections for word in line.between(a.pieces[-1].last, b.pieces[0].first))


def _broken(line: Line, a: Expression, b: Expression, language: Language) -> bool:
    begin, end = a.pieces[-1].last, b.pieces[0].first
    words = line.between(begin, end)
    return any(
        word in language.breaks and (i == 0 or words[i - 1] not in language.no_break_after)
        for i, word in enumerate(words)
    )
