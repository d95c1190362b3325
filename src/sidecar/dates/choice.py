"""Which expression a text is about, and which of its other times belong to it."""

from __future__ import annotations

from dataclasses import replace

from sidecar.dates.amounts import select_calendar_amounts
from sidecar.dates.assembly import assemble
from sidecar.dates.date_language import DateLanguage
from sidecar.dates.symbols import SymbolLine
from sidecar.dates.tree import Duration, Expression, Mark, RepeatCount


def choose_expression(expressions: list[Expression], line: SymbolLine, language: DateLanguage) -> Expression | None:
    """Choose the expression that the text is about; None when it has none. Rivals are marked as `choices`."""
    earlier = next((e for e in expressions if _is_earlier(e)), None)
    others = [e for e in expressions if e is not earlier]
    if earlier and any(not _has_only_marks(e) for e in others):
        return _apply_warning(choose_expression(others, line, language), earlier, line, language)
    chosen = _choose_firm(_merge_limits(expressions, line, language), line, language)
    if chosen is None or chosen.every:
        return chosen
    endless = not (chosen.until or chosen.until_clock or select_calendar_amounts(chosen.lasting))
    return chosen if endless else replace(chosen, refused=True)


def _is_earlier(expression: Expression) -> bool:
    """Return whether the expression is nothing but "an hour before"."""
    shift = expression.shift
    alone = len(expression.pieces) == 1 and len(expression.pieces[0].nodes) == 1
    return shift is not None and alone and all(amount.number < 0 for amount in shift.amounts)


def _apply_warning(
    chosen: Expression | None, earlier: Expression, line: SymbolLine, language: DateLanguage
) -> Expression | None:
    """Apply "remind me an hour before" to the moment beside it; when nobody asked, it is unclear whose hour that is."""
    if chosen is None or not chosen.complete or chosen.refused or chosen.choices:
        return chosen
    first = earlier.pieces[0].first
    asked = any(word in language.words.triggers for word in line.between(max(0, first - 1), first))
    if not asked or chosen.every or chosen.elapsed or earlier.shift is None:
        return replace(chosen, choices=True)
    pieces = sorted((*chosen.pieces, *earlier.pieces), key=lambda piece: piece.first)
    return replace(chosen, pieces=tuple(pieces), advance_notice=earlier.shift.amounts)


def _merge_limits(expressions: list[Expression], line: SymbolLine, language: DateLanguage) -> list[Expression]:
    """Apply to a rule the limits that are separate from it: "every day at 9 ... for a week"."""
    rule = next((e for e in expressions if e.every), None)
    limits = [e for e in expressions if e.limits]
    if rule is None or not limits:
        return expressions
    near = [
        e
        for e in limits
        if not _is_interrupted(line, min(rule, e, key=_get_start), max(rule, e, key=_get_start), language)
    ]
    whole = sorted((rule, *near), key=_get_start)
    merged = assemble([piece for e in whole for piece in e.pieces], line)
    return [merged if e is rule else e for e in expressions if e not in near]


def _get_start(expression: Expression) -> int:
    return expression.pieces[0].first


def _choose_firm(expressions: list[Expression], line: SymbolLine, language: DateLanguage) -> Expression | None:
    firm = [e for e in expressions if not _has_only_marks(e)]
    if not firm:
        return expressions[0] if expressions else None
    if any(e.refused for e in expressions[: expressions.index(firm[0])]):  # "2 hours before the flight tomorrow at 6pm"
        return replace(firm[0], refused=True)
    if len(firm) > 1 and _is_taken_back(line, firm[0], firm[1], language):
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
    if len(firm) == 2 and _are_complementary(first, second) and not _is_interrupted(line, first, second, language):
        whole = assemble([*first.pieces, *second.pieces], line)
        return replace(whole, refused=whole.refused or first.refused or second.refused)
    if _is_background(second) or _is_interrupted(line, first, second, language) or first.days:
        return first
    return replace(first, choices=True)


def _has_only_marks(expression: Expression) -> bool:
    return all(isinstance(node, Mark | Duration | RepeatCount) for piece in expression.pieces for node in piece.nodes)


def _is_background(expression: Expression) -> bool:
    """Return whether the expression is only a part of the day, as in a greeting."""
    times = expression.clocks or expression.elapsed or expression.shift or expression.exact
    return not (expression.days or times or expression.every)


def _are_complementary(a: Expression, b: Expression) -> bool:
    """Return whether one says the day or the rule and the other the hour."""
    return any(
        (x.days or x.exact or x.every) and not x.clocks and (y.clocks or y.same_time)
        and not (y.days or y.exact or y.every)
        and not (x.elapsed or y.elapsed)
        for x, y in ((a, b), (b, a))
    )  # fmt: skip


def _is_taken_back(line: SymbolLine, a: Expression, b: Expression, language: DateLanguage) -> bool:
    return any(word in language.words.corrections for word in line.between(a.pieces[-1].last, b.pieces[0].first))


def _is_interrupted(line: SymbolLine, a: Expression, b: Expression, language: DateLanguage) -> bool:
    begin, end = a.pieces[-1].last, b.pieces[0].first
    words = line.between(begin, end)
    return any(
        word in language.words.breaks and (i == 0 or words[i - 1] not in language.words.no_break_after)
        for i, word in enumerate(words)
    )
