"""Where a rule ends: "until June 30", "for 2 weeks", "10 times"."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, time, timedelta
from math import ceil

from sidecar.dates.amounts import calendar_part, seconds_of
from sidecar.dates.clocks import TimeOfDay, time_of
from sidecar.dates.days import add
from sidecar.dates.resolve import Reference, day_of
from sidecar.dates.result import Refusal
from sidecar.dates.rules import Rule, step_of
from sidecar.dates.tree import Amount, Clock, Expression, Weekday
from sidecar.dates.zones import settle

_END_OF_DAY = time(23, 59, 59)


def limited(rule: Rule, first: datetime, said: Expression, reference: Reference) -> Rule:
    """The rule with its end. Raises `Refusal`: two ends, or an end before the first firing."""
    ends = [bool(said.until or said.until_clock), bool(said.lasting), said.times is not None]
    if sum(ends) > 1:
        raise Refusal("ambiguous_day")
    if said.times is not None:
        if said.times < 1:
            raise Refusal("impossible")
        return replace(rule, count=said.times)
    if said.lasting:
        return _lasting(rule, first, said.lasting, reference)
    if any(ends):
        return _until(rule, first, said, reference)
    return rule


def _lasting(rule: Rule, first: datetime, amounts: tuple[Amount, ...], reference: Reference) -> Rule:
    """Counted from the first firing: "for 5 days" at 9 are five firings."""
    try:
        end = datetime.combine(add(first.date(), calendar_part(amounts)), first.time())
        end += timedelta(seconds=seconds_of(amounts))
    except (OverflowError, ValueError):
        raise Refusal("impossible") from None
    step = step_of(rule)
    if step:
        return replace(rule, count=max(1, ceil((end - first) / step)))
    if seconds_of(amounts):
        raise Refusal("impossible")  # every day for two hours
    last = datetime.combine(end.date() - timedelta(days=1), _END_OF_DAY)
    return replace(rule, until=settle(last, reference.zone))


def _until(rule: Rule, first: datetime, said: Expression, reference: Reference) -> Rule:
    clock = said.until_clock
    day = reference.now.date() if said.until is None else day_of((said.until,), None, reference, anded=False)
    at = None if clock is None else _time(clock, reference)
    last = datetime.combine(day, _END_OF_DAY) if at is None else at.on(datetime.combine(day, time()))
    if said.until is None and last <= reference.now:
        last += timedelta(days=1)  # "every 2 hours until 3 in the morning"
    if isinstance(said.until, Weekday) and said.until.which == "plain":
        while last < first:  # "from Monday until Friday"
            last += timedelta(days=7)
    end = settle(last, reference.zone).astimezone(UTC)
    if end < settle(first, reference.zone):
        raise Refusal("past" if end <= reference.utc else "impossible")
    return replace(rule, until=end)


def _time(clock: Clock, reference: Reference) -> TimeOfDay:
    return time_of(clock, None, noon_morning=reference.language.noon_morning)
