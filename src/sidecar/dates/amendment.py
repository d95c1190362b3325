"""Changes of an existing moment: by the message after a reminder was set, or the words of a snooze."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from zoneinfo import ZoneInfo

from sidecar.dates.assembly import assemble
from sidecar.dates.date_language import DateLanguage
from sidecar.dates.expressions import BEFORE_AN_HOUR, find_expressions, find_length
from sidecar.dates.instants import add_amounts, resolve_instant
from sidecar.dates.interpretation import interpret, make_error, resolve, try_resolve
from sidecar.dates.parser import parse
from sidecar.dates.reading import LONGEST_TEXT, read
from sidecar.dates.reference import Reference
from sidecar.dates.result import DateError, Instant, Recurrence, Refusal
from sidecar.dates.symbols import SymbolLine
from sidecar.dates.tree import Amount, ClockTime, ElapsedTime, Expression, MonthDay, NumericDate, Piece, Shift

_BEFORE_HOUR = re.compile(r"^\W*hasta(?=\s+las?\s)", re.IGNORECASE)
_UNTIL = re.compile(r"^\W*(?:hasta(?!\s+las?\s)|until|till|til)\b", re.IGNORECASE)
_MOST_MINUTES = 24 * 60


def change_time(
    text: str, previous: datetime, now: datetime, zone: ZoneInfo, language: str
) -> Instant | DateError | None:
    """Change the moment `previous` (aware) by a message that is nothing but a time; return None for any other message.

    "A las 16" keeps the day, "no, mañana" keeps the hour, "una hora antes" counts from `previous`; "10 minutos más"
    from now when `previous` has passed. Returns None for a rule, and for what asks for another reminder ("alarm at 7").
    """
    reading = read(text, language, _read_change)
    expression = reading.expression
    if expression is None or expression.every:
        return None
    reference = Reference.at(now, zone, reading.language)
    if expression.zone:
        result = interpret(expression, reference)
        return None if isinstance(result, Recurrence) else result
    return try_resolve(partial(_change, previous=previous.astimezone(UTC)), expression, reference)


def parse_snooze_time(text: str, due: datetime, now: datetime, zone: ZoneInfo, language: str) -> Instant | DateError:
    """Return when a reminder that was due at `due` (aware) comes again: "10", "1h", "media hora" from now.

    A day alone keeps the hour of `due`; everything else means what `parse` says. A rule is refused as *vague*.
    """
    words = _BEFORE_HOUR.sub("a", _UNTIL.sub("", text[:LONGEST_TEXT]))
    length = read(words, language, _read_amounts)
    if length.expression:
        return try_resolve(resolve_instant, length.expression, Reference.at(now, zone, length.language))
    reading = read(words, language, _read_time_only)
    expression, reference = reading.expression, Reference.at(now, zone, reading.language)
    if expression and (expression.shift or _is_day_only(expression)):
        start = reference.utc if expression.shift else due.astimezone(UTC)
        return try_resolve(partial(_change, previous=start), expression, reference)
    result = parse(words, now, zone, language)
    return (
        make_error("vague", list(reference.language.formatter.soon), reference)
        if isinstance(result, Recurrence)
        else result
    )


def _read_time_only(line: SymbolLine, language: DateLanguage) -> Expression | None:
    """Return the time of a text that says nothing else, without what it denies ("hoy no, mañana"); else None."""
    expressions = find_expressions(line, language, language.words.fillers)
    if not expressions:
        length = find_length(line, language, language.words.fillers)
        return None if length is None else _shift_by_length(assemble([length], line), line, language)
    allowed = language.words.glue | language.words.fillers | language.words.triggers
    inside = {index for e in expressions for piece in e.pieces for index in range(piece.first, piece.last)}
    if any(token.symbol not in allowed for index, token in enumerate(line.tokens) if index not in inside):
        return None
    pieces = [piece for e in expressions for piece in e.pieces if not _is_denied(piece, e, line, language)]
    if not pieces or all(isinstance(node, NumericDate) and piece.weak for piece in pieces for node in piece.nodes):
        return None  # "9/10" may be a grade
    return assemble(pieces, line)


def _read_change(line: SymbolLine, language: DateLanguage) -> Expression | None:
    """Return the time of a text that changes what is set, and does not ask for something new."""
    said, words = {token.symbol for token in line.tokens}, language.words
    asks_anew = not said.isdisjoint(words.asks) and said.isdisjoint(words.changes)
    return None if asks_anew else _read_time_only(line, language)


def _is_denied(piece: Piece, expression: Expression, line: SymbolLine, language: DateLanguage) -> bool:
    """Return whether a piece is denied: by the word before it ("not today") or one after it all ("hoy no")."""
    last = expression.pieces[-1].last
    words = set(line.between(max(0, piece.first - 1), piece.first))
    return bool(words & language.words.denying) or bool(
        language.words.denied.intersection(line.between(last, last + 1))
    )


def _shift_by_length(expression: Expression, line: SymbolLine, language: DateLanguage) -> Expression:
    """Count a mere length from now, and after "postpone it" or "bring it forward" from the moment that stands."""
    assert expression.shift
    words = {token.symbol for token in line.tokens}
    later, earlier = bool(words & language.words.delays), bool(words & language.words.advances)
    amounts = expression.shift.amounts
    if later and earlier:
        return replace(expression, shift=None, refused=True)
    if earlier:
        return replace(expression, shift=Shift(tuple(Amount(-amount.number, amount.unit) for amount in amounts)))
    if later:
        return replace(expression, shift=Shift(amounts, further=True))
    return replace(expression, shift=None, elapsed=ElapsedTime(amounts))


def _change(said: Expression, reference: Reference, *, previous: datetime) -> Instant:
    """Return the previous moment with its day or its hour replaced by what was said. Raises `Refusal`."""
    if said.shift and not said.refused:
        if said.days or said.clocks or said.parts or said.elapsed or said.exact or said.choices:
            raise Refusal("ambiguous_day")
        start = max(previous, reference.utc) if said.shift.further else previous
        return add_amounts(start, said.shift.amounts, reference)
    local = previous.astimezone(reference.zone)
    if _is_day_only(said):
        said = replace(said, clocks=(ClockTime(local.hour, local.minute, local.second),))
    elif (said.clocks or said.parts or said.same_time) and not (said.days or said.exact):
        said = replace(said, days=(MonthDay(local.day, local.month, local.year),))
    result = resolve(said, reference)
    assert isinstance(result, Instant)
    return result


def _is_day_only(said: Expression) -> bool:
    """Return whether the expression names a day and no hour."""
    day = said.days or (said.exact and said.exact.clock is None)
    return bool(day) and not (said.clocks or said.parts or said.elapsed or said.shift or said.same_time)


def _read_amounts(line: SymbolLine, language: DateLanguage) -> Expression | None:
    """Return the length that the text consists of; a number alone is minutes."""
    piece = find_length(line, language, language.words.fillers)
    if piece is not None:
        amounts = tuple(amount for node in piece.nodes if isinstance(node, Shift) for amount in node.amounts)
        return Expression((piece,), elapsed=ElapsedTime(amounts))
    allowed = (language.words.glue | language.words.fillers) - BEFORE_AN_HOUR
    others = [token.symbol for token in line.tokens if token.symbol not in allowed]
    number = int(others[0]) if len(others) == 1 and others[0].isdecimal() else 0
    return Expression((), elapsed=ElapsedTime((Amount(number, "m"),))) if 0 < number <= _MOST_MINUTES else None
