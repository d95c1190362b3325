"""An expression and a reference → the result: a moment, a rule, or the error that helps out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, time, timedelta
from typing import TypeVar
from zoneinfo import ZoneInfo

from sidecar.dates.amounts import sum_seconds
from sidecar.dates.date_language import DateLanguage
from sidecar.dates.instants import add_amounts, resolve_instant
from sidecar.dates.recurrences import LastDaySuggestion, resolve_rule, resolve_rule_at
from sidecar.dates.reference import Reference
from sidecar.dates.result import DateError, DateErrorCode, DateResult, Instant, Recurrence, Refusal
from sidecar.dates.rules import parse_local_rule
from sidecar.dates.tree import ClockTime, DayPart, ElapsedTime, Expression, MonthDay, NumericDate, ShiftedDay
from sidecar.dates.wall_time import to_local
from sidecar.language.places import ZONE_OF_PLACE
from sidecar.language.zones import find_zones

R = TypeVar("R", bound=DateResult)

_MOST_SUGGESTIONS = 2
_SAID_BY_THE_QUESTION: frozenset[DateErrorCode] = frozenset({"ambiguous_day", "vague"})
"""What needs no words beside the suggestions: "Today at 3pm or tomorrow at 3am?"."""
_USUAL_HOURS = {
    DayPart.DAWN: (5, 6),
    DayPart.MORNING: (8, 10),
    DayPart.NOON: (12, 13),
    DayPart.AFTERNOON: (15, 18),
    DayPart.EVENING: (19, 20),
    DayPart.NIGHT: (21, 22),
}


def interpret(expression: Expression | None, reference: Reference) -> DateResult:
    """Return the meaning of an expression, relative to the reference; an error without an expression."""
    if expression is None:
        return make_error("unparseable", [], reference)
    if expression.zone:
        return _interpret_elsewhere(expression, reference)
    return try_resolve(resolve, expression, reference)


def try_resolve(
    resolver: Callable[[Expression, Reference], R], expression: Expression, reference: Reference
) -> R | DateError:
    """Call the resolver and turn its refusals into errors with suggestions."""
    formatter = reference.language.formatter
    try:
        return resolver(expression, reference)
    except LastDaySuggestion as instead:
        return make_error("ambiguous_day", [formatter.rule(instead.rule, instead.first)], reference)
    except Refusal as refusal:
        suggestions = _format_moments(refusal.moments, reference)
        if expression.every and refusal.code in {"missing_time", "impossible"}:
            suggestions = _suggest_usual_hours(expression, reference)
        elif not suggestions and expression.every:
            suggestions = _suggest_plain_rule(expression, reference)
        if not suggestions and refusal.code == "impossible":
            suggestions = _format_moments(_list_usual_hours_of_tomorrow(reference), reference)
        elif not suggestions and refusal.code == "vague" and not expression.every:
            certain = _suggest_certain_part(expression, reference)
            suggestions = _format_moments(certain, reference) or list(formatter.soon)
        return make_error(refusal.code, suggestions, reference)


def make_error(code: DateErrorCode, suggestions: list[str], reference: Reference) -> DateError:
    return DateError(code, _format_message(code, suggestions, reference.language), tuple(suggestions))


def resolve(expression: Expression, reference: Reference) -> Instant | Recurrence:
    """Resolve an expression in the person's own zone. Raises `Refusal`."""
    expression = _count_from_now(expression, reference)
    unclear = expression.vague and not expression.complete and not expression.days
    if expression.refused or unclear:
        raise Refusal("vague", *_suggest_certain_part(expression, reference))
    if expression.every:
        return resolve_rule(expression, reference)
    result = resolve_instant(expression, reference)
    return add_amounts(result.utc, expression.advance_notice, reference) if expression.advance_notice else result


def _count_from_now(expression: Expression, reference: Reference) -> Expression:
    """Count "half an hour later" from now, and take "this time" for the time that it is now."""
    if expression.same_time:
        now = reference.now
        clock = ClockTime(now.hour, now.minute, now.second)
        expression = replace(expression, clocks=(clock, *expression.clocks), same_time=False)
    if expression.shift is None:
        return expression
    amounts = expression.shift.amounts
    if any(amount.number < 0 for amount in amounts):
        return replace(expression, refused=True)
    if sum_seconds(amounts):
        return replace(expression, elapsed=ElapsedTime(amounts), shift=None, choices=bool(expression.elapsed))
    return replace(expression, days=(ShiftedDay(amounts), *expression.days), shift=None)


def _suggest_certain_part(expression: Expression, reference: Reference) -> tuple[datetime, ...]:
    """Suggest what a vague expression names for certain."""
    if expression.every:
        return ()
    bare = replace(expression, refused=False, vague=False, span=False, shift=None)
    try:
        result = resolve_instant(bare, reference) if bare.days or bare.clocks else None
        return (result.local.replace(tzinfo=None),) if result else ()
    except Refusal as refusal:
        return refusal.moments


def _interpret_elsewhere(expression: Expression, reference: Reference) -> DateResult:
    """Interpret a time of another zone: the answer is in the person's own, suggestions name the zone."""
    zones = find_zones(expression.zone.strip("()"))
    if len(zones) != 1:
        return make_error("unparseable", [], reference)
    zone = ZoneInfo(zones[0])
    there = replace(reference, zone=zone, now=to_local(reference.utc, zone))
    result = try_resolve(resolve, replace(expression, zone=""), there)
    if isinstance(result, Instant):
        own = replace(result, local=result.utc.astimezone(reference.zone), zone=reference.zone)
        dated = all(isinstance(day, MonthDay | NumericDate) for day in expression.days) and expression.days
        if there.now.date() != reference.now.date() and expression.zone in ZONE_OF_PLACE and not dated:
            local = own.local.replace(tzinfo=None)
            suggestions = _format_moments((local,), reference)  # tomorrow here or tomorrow there?
            return make_error("ambiguous_day", suggestions, reference)
        return own
    if zone.key == reference.zone.key:
        return result
    if isinstance(result, Recurrence):
        return make_error("unparseable", [], reference)
    name = f"({zone.key})" if "/" in zone.key else zone.key
    return make_error(result.code, [f"{phrase} {name}" for phrase in result.suggestions], reference)


def _suggest_plain_rule(expression: Expression, reference: Reference) -> list[str]:
    """Suggest the rule without what was not understood, if one is left."""
    plain = replace(expression, refused=False, vague=False, until=None, until_clock=None, lasting=(), times=None)
    try:
        found = resolve_rule(plain, reference)
    except (Refusal, LastDaySuggestion):
        return []
    return [reference.language.formatter.rule(parse_local_rule(found.rrule, found.zone), found.first)]


def _suggest_usual_hours(expression: Expression, reference: Reference) -> list[str]:
    hours = _USUAL_HOURS.get(expression.parts[0], (9, 18)) if expression.parts else (9, 18)
    phrases: list[str] = []
    for hour in hours:
        try:
            found = resolve_rule_at(expression, reference, hour)
        except (Refusal, LastDaySuggestion):
            continue
        phrases.append(reference.language.formatter.rule(parse_local_rule(found.rrule, found.zone), found.first))
    return phrases


def _list_usual_hours_of_tomorrow(reference: Reference) -> tuple[datetime, ...]:
    tomorrow = reference.now.date() + timedelta(days=1)
    return tuple(datetime.combine(tomorrow, time(hour)) for hour in (9, 18))


def _format_moments(moments: tuple[datetime, ...], reference: Reference) -> list[str]:
    in_words, usable = reference.language.formatter.moment, [m for m in moments if reference.may_be_suggested(m)]
    phrases = (in_words(moment.replace(microsecond=0), reference.now, True) for moment in usable)
    return list(dict.fromkeys(phrases))[:_MOST_SUGGESTIONS]


def _format_message(code: DateErrorCode, suggestions: list[str], language: DateLanguage) -> str:
    message = language.formatter.messages[code]
    if not suggestions:
        return message
    offered = f" {language.formatter.joint} ".join(suggestions)
    question = language.formatter.either.format(f"{offered[0].upper()}{offered[1:]}")
    return question if code in _SAID_BY_THE_QUESTION else f"{message} {question}"
