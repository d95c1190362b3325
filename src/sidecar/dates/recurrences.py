"""What repeats, as an RFC 5545 rule with its first firing."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, datetime, timedelta

from sidecar.dates.clocks import TimeOfDay, resolve_time
from sidecar.dates.days import add_to_date
from sidecar.dates.instants import make_notes, resolve_day, resolve_instant
from sidecar.dates.limits import apply_limits
from sidecar.dates.reference import Reference
from sidecar.dates.result import Recurrence, Refusal
from sidecar.dates.rules import RecurrenceRule, expand_local, next_firings
from sidecar.dates.tree import (
    Amount,
    ClockTime,
    DayOfMonth,
    Expression,
    MonthDay,
    NthWeekday,
    NumericDate,
    Repetition,
    Weekday,
)
from sidecar.dates.wall_time import settle_local_time, to_local

_ELAPSED = {"h": ("HOURLY", 1), "m": ("MINUTELY", 1)}
_FREQUENCIES = {"d": "DAILY", "w": "WEEKLY", "o": "MONTHLY", "y": "YEARLY"}
_LONGEST_MONTH = 31
_NOON = 12


def resolve_rule(expression: Expression, reference: Reference) -> Recurrence:
    """Resolve what repeats to a rule. Raises `Refusal`: no hour, the 31st, two days that exclude each other."""
    if expression.choices or expression.span or expression.elapsed or expression.exact:
        raise Refusal("ambiguous_day")
    every, rest = _complete_rule(expression)
    if every.unit in _ELAPSED:
        return _resolve_elapsed_rule(
            every, replace(rest, every=(), until=None, until_clock=None), expression, reference
        )
    if every.unit == "s" or every.interval < 1 or every.interval % 1:
        raise Refusal("impossible")
    if not rest.clocks:
        raise Refusal("missing_time")
    times = [_resolve_time(rest, index, reference) for index in range(len(rest.clocks))]
    rule = _build_rule(every, times)
    first = _find_first(rule, times, rest, reference)
    certain = all(moment.certain for moment in times)
    return _make_recurrence(apply_limits(rule, first, expression, reference), first, reference, certain=certain)


def _complete_rule(expression: Expression) -> tuple[Repetition, Expression]:
    """Complete a rule with the days said apart from it: "every month" + "on the 5th"."""
    every = expression.every[0]
    for other in expression.every[1:]:
        every = _combine(every, other)
    days = expression.days
    if len(days) == 1 and (every.open_day or every.unit in "dwoy"):
        match days[0]:
            case DayOfMonth(day, None) if every.unit == "o" and not every.month_day:
                every, days = replace(every, month_day=day), ()
            case MonthDay(day, month, None, False) | NumericDate(day, month, None) if every.unit == "y":
                every, days = replace(every, month_day=day, month=month), ()
            case NthWeekday(nth, weekday, None, 0) if every.unit == "o":
                every, days = replace(every, nth=nth, weekdays=(weekday,)), ()
            case Weekday(weekday, "plain") if every.unit == "w" and not every.weekdays:
                every, days = replace(every, weekdays=(weekday,)), ()
            case _:
                pass
    if days and every.unit not in _ELAPSED:
        raise Refusal("ambiguous_day")
    return every, replace(expression, days=days)


def _combine(one: Repetition, other: Repetition) -> Repetition:
    """Combine "every two weeks" + "on Mondays", "every day" + "from Monday to Friday"."""
    if one == other:
        return one
    for rough, fine in ((one, other), (other, one)):
        if rough.unit == "w" and not rough.weekdays and fine.unit == "w" and fine.interval == 1:
            return replace(fine, interval=rough.interval)
        if rough == Repetition("d") and fine.unit == "w" and fine.weekdays:
            return fine
        if rough == Repetition(rough.unit, open_day=True) and fine.unit == rough.unit and not fine.open_day:
            return fine
    raise Refusal("ambiguous_day")


def _resolve_elapsed_rule(every: Repetition, rest: Expression, said: Expression, reference: Reference) -> Recurrence:
    freq, interval = _ELAPSED[every.unit][0], every.interval
    if interval % 1 and freq == "HOURLY":
        freq, interval = "MINUTELY", interval * 60
    if interval < 1 or interval % 1:
        raise Refusal("impossible")
    rule = RecurrenceRule(freq, int(interval))
    days = (*rest.days, rest.start) if rest.start else rest.days
    if days or rest.clocks or rest.parts:
        start = resolve_instant(replace(rest, days=days, start=None), reference).local
        first = start.replace(tzinfo=None)
    else:
        try:
            first = to_local(reference.utc + (rule.step or timedelta()), reference.zone)
        except OverflowError:
            raise Refusal("impossible") from None
    return _make_recurrence(apply_limits(rule, first, said, reference), first, reference)


def _resolve_time(expression: Expression, index: int, reference: Reference) -> TimeOfDay:
    clock, part = expression.clocks[index], None
    if len(expression.parts) == len(expression.clocks):
        part = expression.parts[index]
    elif expression.parts and not clock.half and clock.hour <= _NOON:  # "every night at 9 and 11"
        part = expression.parts[0]
    return resolve_time(clock, part, noon_morning=reference.language.noon_morning)


def _build_rule(every: Repetition, times: list[TimeOfDay]) -> RecurrenceRule:
    day = every.month_day
    if day is not None and (day == 0 or day > _LONGEST_MONTH):
        raise Refusal("impossible")
    if every.unit == "y" and day is not None:
        _check_exists(day, every.month)
    shift = times[0].days
    if any(time.days != shift for time in times) or (shift and every.unit in "oy"):
        raise Refusal("ambiguous_day")
    several = tuple(sorted({moment.time.replace(second=0) for moment in times})) if len(times) > 1 else ()
    rule = RecurrenceRule(
        _FREQUENCIES[every.unit],
        int(every.interval),
        tuple(sorted((weekday + shift) % 7 for weekday in every.weekdays)),
        every.nth,
        day,
        every.month,
        several if len(several) > 1 else (),
    )
    if len({moment.minute for moment in several}) > 1 and rule.freq != "DAILY":
        if rule.freq != "WEEKLY" or rule.interval != 1 or not rule.weekdays:
            raise Refusal("ambiguous_day")
        return replace(rule, freq="DAILY")
    return rule


def _check_exists(day: int, month: int | None) -> None:
    try:
        date(2000, month or 1, day)
    except ValueError:
        raise Refusal("impossible") from None


def _find_first(rule: RecurrenceRule, times: list[TimeOfDay], rest: Expression, reference: Reference) -> datetime:
    """Find the first matching moment ahead; an interval without a day starts one interval from now."""
    anchored = bool(rule.weekdays or rule.month_day or rule.nth)
    earliest = min(moment.time for moment in times).replace(second=0)
    if rule.month_day == _LONGEST_MONTH and rule.freq == "MONTHLY":
        last = replace(rule, month_day=-1)
        raise LastDaySuggestion(last, _find_next(last, datetime.combine(reference.now.date(), earliest), reference))
    start = reference.now.date()
    if rest.start:
        start = resolve_day((rest.start,), None, reference, joined=False)
        if start < reference.now.date():
            raise Refusal("past")
    elif not anchored and (rule.freq != "DAILY" or rule.interval > 1):
        unit = {"DAILY": "d", "WEEKLY": "w", "MONTHLY": "o", "YEARLY": "y"}[rule.freq]
        try:
            start = add_to_date(start, (Amount(rule.interval, unit),))  # pyright: ignore[reportArgumentType]
        except (OverflowError, ValueError):
            raise Refusal("impossible") from None
    return _find_next(rule, datetime.combine(start, earliest), reference)


def _find_next(rule: RecurrenceRule, start: datetime, reference: Reference) -> datetime:
    counted = replace(rule, interval=1) if rule.weekdays or rule.month_day or rule.nth else rule
    for local in expand_local(counted, start, start):
        moment = settle_local_time(local, reference.zone)
        if moment > reference.utc and to_local(moment, reference.zone) == local:  # a skipped hour is no anchor
            return local
    raise Refusal("impossible")


class LastDaySuggestion(Exception):
    """Raised for "the 31st of every month", which skips months: the last day may be meant."""

    def __init__(self, rule: RecurrenceRule, first: datetime) -> None:
        super().__init__(rule)
        self.rule = rule
        self.first = first


def _make_recurrence(
    rule: RecurrenceRule, first: datetime, reference: Reference, *, certain: bool = True
) -> Recurrence:
    text = str(rule)
    firings = next_firings(text, first, reference.zone, after=reference.utc, count=2)
    notes = make_notes(first, reference, certain=certain)
    return Recurrence(text, first, tuple(firings), reference.zone, notes)


def resolve_rule_at(expression: Expression, reference: Reference, hour: int) -> Recurrence:
    """Resolve the same rule at a usual hour, to suggest it."""
    return resolve_rule(replace(expression, clocks=(ClockTime(hour),), parts=()), reference)
