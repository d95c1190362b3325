"""Pieces → one expression: what neighbours say together."""

from __future__ import annotations

import itertools
from dataclasses import replace

from sidecar.dates.symbols import SymbolLine
from sidecar.dates.tree import (
    Amount,
    ClockTime,
    Day,
    DayOffset,
    DayPart,
    Duration,
    ElapsedTime,
    Expression,
    IsoDateTime,
    Mark,
    Piece,
    RepeatCount,
    Repetition,
    Shift,
    ShiftedDay,
)


def assemble(pieces: list[Piece], line: SymbolLine) -> Expression:
    """Combine the pieces into the one expression that they say together."""
    expression = Expression(tuple(pieces))
    starting = ending = False
    offset: tuple[Amount, ...] = ()
    for piece in pieces:
        for node in piece.nodes:
            if offset and isinstance(node, Day):
                node, offset = ShiftedDay(offset, node), ()  # noqa: PLW2901
            match node:
                case DayOffset(amounts):
                    offset = amounts
                case Mark(kind="start"):
                    starting = True
                case Mark(kind="until"):
                    ending = True
                case ClockTime() if ending and _may_end_by_hour(expression):
                    expression = replace(expression, until_clock=node)
                case ClockTime():
                    expression = replace(expression, clocks=(*expression.clocks, node))
                case DayPart():
                    expression = replace(expression, parts=(*expression.parts, node))
                case ElapsedTime():
                    doubled = expression.elapsed is not None
                    expression = replace(expression, elapsed=node, choices=expression.choices or doubled)
                case IsoDateTime():
                    doubled = expression.exact is not None
                    expression = replace(expression, exact=node, choices=expression.choices or doubled)
                case Shift():
                    doubled = expression.shift is not None
                    expression = replace(expression, shift=node, choices=expression.choices or doubled)
                case Duration(amounts):
                    expression = replace(expression, lasting=amounts)
                case RepeatCount(number):
                    expression = replace(expression, times=number)
                case Repetition():
                    expression = replace(expression, every=(*expression.every, node))
                case Mark():
                    expression = _apply_mark(expression, node)
                case _ if ending and expression.until is None:
                    expression = replace(expression, until=node)
                case _ if starting and (expression.every or not expression.days):
                    expression = replace(expression, start=node)
                    starting = False
                case _:
                    expression = replace(expression, days=(*expression.days, node))
    if expression.start and not expression.every:  # "from Monday at 9" without a rule is Monday at 9
        expression = replace(expression, days=(expression.start, *expression.days), start=None)
    if offset:
        expression = replace(expression, refused=True)
    if ending and not (expression.until or expression.until_clock):
        expression = replace(expression, refused=True)
    between = {word for a, b in itertools.pairwise(pieces) for word in line.between(a.last, b.first)}
    return replace(
        expression,
        choices=expression.choices or "OR" in between,
        joined=expression.joined or bool(between & {"y", "and"}),
    )


def _may_end_by_hour(expression: Expression) -> bool:
    """Return whether an hour after "until" is the end ("every 2 hours until 8"): a rule of days needs one itself."""
    return bool(expression.clocks) or not expression.every or all(every.unit in "smh" for every in expression.every)


def _apply_mark(expression: Expression, mark: Mark) -> Expression:
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
            return replace(expression, joined=True)
        case "same_time":
            return replace(expression, same_time=True)
        case "or":
            return replace(expression, choices=True)
        case _:
            return expression
