"""Where a rule ends: "until June 30", "for 2 weeks", "10 times"."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, time, timedelta
from math import ceil

from sidecar.dates.amounts import select_calendar_amounts, sum_seconds
from sidecar.dates.clocks import TimeOfDay, resolve_time
from sidecar.dates.days import add_to_date
from sidecar.dates.instants import resolve_day
from sidecar.dates.reference import Reference
from sidecar.dates.result import Refusal
from sidecar.dates.rules import RecurrenceRule
from sidecar.dates.tree import Amount, ClockTime, Expression, Weekday
from sidecar.dates.wall_time import settle_local_time

_END_OF_DAY = time(23, 59, 59)


def apply_limits(rule: RecurrenceRule, first: datetime, said: Expression, reference: Reference) -> RecurrenceRule:
    """Apply the stated end to a rule. Raises `Refusal`: two ends, or an end before the first firing."""
    ends = [bool(said.until or said.until_clock), bool(said.lasting), said.times is not None]
    if sum(ends) > 1:
        raise Refusal("ambiguous_day")
    if said.times is not None:
        if said.times < 1:
            raise Refusal("impossible")
        return replace(rule, count=said.times)
    if said.lasting:
        return _end_after(rule, first, said.lasting, reference)
    if any(ends):
        return _end_at(rule, first, said, reference)
    return rule


def _end_after(
    rule: RecurrenceRule, first: datetime, amounts: tuple[Amount, ...], reference: Reference
) -> RecurrenceRule:
    """End a rule by a length counted from its first firing: "for 5 days" at 9 are five firings."""
    try:
        end = datetime.combine(add_to_date(first.date(), select_calendar_amounts(amounts)), first.time())
        end += timedelta(seconds=sum_seconds(amounts))
    except (OverflowError, ValueError):
        raise Refusal("impossible") from None
    step = rule.step
    if step:
        return replace(rule, count=max(1, ceil((end - first) / step)))
    if sum_seconds(amounts):
        raise Refusal("impossible")  # every day for two hours
    last = datetime.combine(end.date() - timedelta(days=1), _END_OF_DAY)
    return replace(rule, until=settle_local_time(last, reference.zone))


def _end_at(rule: RecurrenceRule, first: datetime, said: Expression, reference: Reference) -> RecurrenceRule:
    clock = said.until_clock
    day = reference.now.date() if said.until is None else resolve_day((said.until,), None, reference, joined=False)
    at = None if clock is None else _resolve_end_time(clock, reference)
    last = datetime.combine(day, _END_OF_DAY) if at is None else at.combine_with(datetime.combine(day, time()))
    if said.until is None and last <= reference.now:
        last += timedelta(days=1)  # "every 2 hours until 3 in the morning"
    if isinstance(said.until, Weekday) and said.until.modifier == "plain":
        while last < first:  # "from Monday until Friday"
            last += timedelta(days=7)
    end = settle_local_time(last, reference.zone).astimezone(UTC)
    if end < settle_local_time(first, reference.zone):
        raise Refusal("past" if end <= reference.utc else "impossible")
    return replace(rule, until=end)


def _resolve_end_time(clock: ClockTime, reference: Reference) -> TimeOfDay:
    return resolve_time(clock, None, noon_morning=reference.language.noon_morning)
