"""An expression, a reference and a zone → one moment, or the refusal that says why not."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta
from math import ceil

from sidecar.dates.amounts import select_calendar_amounts, sum_seconds
from sidecar.dates.clocks import TimeOfDay, list_nearest_times, resolve_time
from sidecar.dates.days import DayReference, DayRefusal, add_to_date, resolve_date
from sidecar.dates.reference import Reference
from sidecar.dates.result import Instant, Refusal
from sidecar.dates.tree import (
    Amount,
    Day,
    DayOfMonth,
    DayPart,
    ElapsedTime,
    Expression,
    IsoDateTime,
    MonthDay,
    NumericDate,
    Period,
    RelativeDay,
    ShiftedDay,
    Weekday,
)
from sidecar.dates.wall_time import occurs_twice, to_local, to_utc

_HOURS_OF_A_DAY = (9, 12, 15, 18, 21)
_SMALL_HOURS = range(1, 7)
_SATURDAY = 5


def resolve_instant(expression: Expression, reference: Reference) -> Instant:
    """Resolve an expression to one moment. Raises `Refusal` with moments to suggest."""
    if expression.elapsed:
        return _resolve_elapsed(expression, expression.elapsed, reference)
    if expression.exact:
        return _resolve_exact(expression, expression.exact, reference)
    clock = _resolve_single_time(expression, reference)
    if not expression.days:
        return _resolve_without_day(expression, clock, reference)
    day = resolve_day(expression.days, clock, reference, joined=expression.joined or expression.choices)
    if expression.choices:
        raise Refusal("ambiguous_day", *_suggest_on(day, clock, expression, reference))
    if clock is None:
        return _refuse_without_hour(day, expression, reference)
    return _resolve_at(clock.combine_with(datetime.combine(day, time())), clock, expression, reference)


def resolve_day(days: tuple[Day, ...], clock: TimeOfDay | None, reference: Reference, *, joined: bool) -> date:
    """Resolve the date that all of `days` name. Raises `Refusal`: several dates, none, or a contradicting weekday."""

    def ahead(day: date) -> bool:
        return (
            day >= reference.now.date() if clock is None else reference.is_ahead(clock.combine_with(get_midnight(day)))
        )

    today = DayReference(reference.now, ahead, reference.language.month_first, reference.language.month_first)
    found: list[date] = []
    for day in _merge_days(days):
        try:
            found.append(resolve_date(day, today))
        except DayRefusal as problem:
            open_day = problem.code == "missing_time" and clock is not None  # "next week at 9"
            code = "ambiguous_day" if open_day else problem.code
            raise Refusal(code, *_add_times(problem.dates, clock, reference)) from None
        if isinstance(day, Weekday) and day.modifier == "this" and not ahead(found[-1]):
            raise Refusal("past", *_add_times((found[-1] + timedelta(days=7),), clock, reference))
    if len(set(found)) == 1:
        return found[0]
    if any(isinstance(day, Weekday) for day in days) and not joined:
        if {day.weekday() for day in found} == {found[0].weekday()} and _has_fixed_date(days):
            return next(date for day, date in zip(days, found, strict=True) if not isinstance(day, Weekday))
        dates = [date for day, date in zip(days, found, strict=False) if not isinstance(day, Weekday)]
        raise Refusal("impossible", *_add_times(tuple(dates or found), clock, reference))
    raise Refusal("ambiguous_day", *_add_times(tuple(dict.fromkeys(found)), clock, reference))


def get_midnight(day: date) -> datetime:
    return datetime.combine(day, time())


def _has_fixed_date(days: tuple[Day, ...]) -> bool:
    return len(days) == 2 and any(
        isinstance(day, MonthDay | NumericDate | DayOfMonth | ShiftedDay | RelativeDay) for day in days
    )


def _merge_days(days: tuple[Day, ...]) -> tuple[Day, ...]:
    """Merge one day that was said in two pieces: "on Tuesday, next week"."""
    weeks = [day for day in days if isinstance(day, Period) and day.unit == "w"]
    weekdays = [day for day in days if isinstance(day, Weekday)]
    if len(days) == 2 and weeks and weekdays:
        return (replace(weekdays[0], modifier="next_week" if weeks[0].ahead else "this_week"),)
    weekends = [day for day in days if isinstance(day, Period) and day.unit == "e"]
    if len(days) == 2 and weekends and weekdays and weekdays[0].weekday >= _SATURDAY:
        return (weekdays[0],)
    months = [day for day in days if isinstance(day, Period) and day.unit == "o"]
    numbers = [day for day in days if isinstance(day, DayOfMonth) and day.months is None]
    if len(days) == 2 and months and numbers:
        return (replace(numbers[0], months=months[0].ahead),)
    return days


def _resolve_single_time(expression: Expression, reference: Reference) -> TimeOfDay | None:
    if expression.span or len(expression.clocks) > 1:
        raise Refusal("vague" if expression.span else "ambiguous_day", *_suggest_each_clock(expression, reference))
    if not expression.clocks:
        return None
    try:
        return _resolve_time(expression, 0, reference)
    except Refusal as refusal:
        if refusal.code == "ambiguous_day":
            raise Refusal("ambiguous_day", *_suggest_small_hours(expression, reference)) from None
        raise Refusal(refusal.code, *_suggest_nearest_times(expression, reference)) from None


def _resolve_time(expression: Expression, index: int, reference: Reference) -> TimeOfDay:
    part = expression.parts[0] if expression.parts else None
    if len(set(expression.parts)) > 1:
        raise Refusal("impossible")
    return resolve_time(expression.clocks[index], part, noon_morning=reference.language.noon_morning)


def _suggest_each_clock(expression: Expression, reference: Reference) -> list[datetime]:
    """Suggest a moment for each of the first two times that were said."""
    moments: list[datetime] = []
    for clock in expression.clocks[:2]:
        single = replace(expression, clocks=(clock,), span=False, choices=False)
        try:
            moments.append(resolve_instant(single, reference).local.replace(tzinfo=None))
        except Refusal as refusal:
            moments += refusal.moments[:1]
    return moments


def _suggest_small_hours(expression: Expression, reference: Reference) -> list[datetime]:
    """Suggest the two mornings that "tonight at 2" may mean."""
    clock = expression.clocks[0]
    at = time(clock.hour % 24, clock.minute)
    return [
        datetime.combine(day + timedelta(days=days), at) for day in _find_day(expression, reference) for days in (0, 1)
    ]


def _suggest_nearest_times(expression: Expression, reference: Reference) -> list[datetime]:
    """Suggest what may be meant by a time that does not exist: "25:00", "7:75", "20 in the morning"."""
    midnights = [get_midnight(day) for day in _find_day(expression, reference)]
    moments = [midnight + length for midnight in midnights for length in list_nearest_times(expression.clocks[0])]
    may_be_tomorrow = not expression.days
    return [moment + timedelta(days=may_be_tomorrow and not reference.is_ahead(moment)) for moment in moments]


def _find_day(expression: Expression, reference: Reference) -> list[date]:
    """Return the day that was said, or today; nothing for a day that is unclear itself."""
    try:
        return [
            resolve_day(expression.days, None, reference, joined=False) if expression.days else reference.now.date()
        ]
    except Refusal:
        return []


def _resolve_elapsed(expression: Expression, elapsed: ElapsedTime, reference: Reference) -> Instant:
    if expression.clocks or expression.choices or expression.exact:
        raise Refusal("ambiguous_day")
    if any(amount.number < 0 for amount in elapsed.amounts):
        raise Refusal("past")
    found = add_amounts(reference.utc, elapsed.amounts, reference)
    if expression.days and found.local.date() != resolve_day(expression.days, None, reference, joined=False):
        raise Refusal("ambiguous_day", found.local.replace(tzinfo=None))
    return found  # "today in 2 hours"


def add_amounts(start: datetime, amounts: tuple[Amount, ...], reference: Reference) -> Instant:
    """Add amounts to a moment: days and longer by the calendar, hours and less as elapsed time."""
    local, calendar = to_local(start, reference.zone), select_calendar_amounts(amounts)
    try:
        if calendar:
            start = to_utc(datetime.combine(add_to_date(local.date(), calendar), local.time()), reference.zone)
        utc = start + timedelta(seconds=ceil(sum_seconds(amounts)))
        local = utc.astimezone(reference.zone)
    except (OverflowError, ValueError):
        raise Refusal("impossible") from None
    if utc <= reference.utc:
        raise Refusal("past", *_find_next_at(local.time(), reference))
    return Instant(utc, local, reference.zone)


def _resolve_exact(expression: Expression, exact: IsoDateTime, reference: Reference) -> Instant:
    day = exact.day
    if exact.clock is None:
        return resolve_instant(replace(expression, exact=None, days=(day, *expression.days)), reference)
    if expression.days or expression.clocks or expression.choices:
        raise Refusal("ambiguous_day")
    single = replace(expression, exact=None, days=(day,), clocks=(exact.clock,))
    if exact.offset_minutes is None:
        return resolve_instant(single, reference)
    clock = _resolve_time(single, 0, reference)
    date_ = resolve_day((day,), None, reference, joined=False)
    try:
        utc = clock.combine_with(get_midnight(date_)).replace(tzinfo=UTC) - timedelta(minutes=exact.offset_minutes)
        local = utc.astimezone(reference.zone)
    except OverflowError:
        raise Refusal("impossible") from None
    if utc <= reference.utc:
        raise Refusal("past", *_find_next_at(local.time(), reference))
    return Instant(utc, local, reference.zone)


def _resolve_without_day(expression: Expression, clock: TimeOfDay | None, reference: Reference) -> Instant:
    today, tomorrow = get_midnight(reference.now.date()), get_midnight(reference.now.date() + timedelta(days=1))
    if clock is None:
        if expression.parts:
            raise Refusal("missing_time", *_suggest_part_hours(expression, reference))
        raise Refusal("vague" if expression.vague else "unparseable")
    if clock.certain and not expression.choices:
        if reference.is_ahead(clock.combine_with(today)):
            return _resolve_at(clock.combine_with(today), clock, expression, reference)
        raise Refusal("past", clock.combine_with(tomorrow))
    later = clock.combine_with(today) + timedelta(hours=12)
    readings = [clock.combine_with(today), later, clock.combine_with(tomorrow)]
    raise Refusal("ambiguous_day", *[moment for moment in readings if reference.is_ahead(moment)][:2])


def _suggest_part_hours(expression: Expression, reference: Reference) -> list[datetime]:
    """Suggest hours of the part of the day, today while they are ahead, else tomorrow."""
    today = reference.now.date()
    moments = suggest_hours(today, expression.parts[0], reference)
    return moments or suggest_hours(today + timedelta(days=1), expression.parts[0], reference)


def _refuse_without_hour(day: date, expression: Expression, reference: Reference) -> Instant:
    part = expression.parts[0] if expression.parts else None
    if day < reference.now.date():
        raise Refusal("past", *suggest_hours(reference.now.date() + timedelta(days=1), part, reference))
    moments = suggest_hours(day, part, reference)
    raise Refusal("missing_time", *(moments or suggest_hours(day + timedelta(days=1), part, reference)))


def suggest_hours(day: date, part: DayPart | None, reference: Reference) -> list[datetime]:
    """Suggest usual hours of that day, or of its part, that are still ahead; at most two."""
    hours = reference.language.part_hours[part] if part else _HOURS_OF_A_DAY if day == reference.now.date() else (9, 18)
    moments = (datetime.combine(day, time(hour)) for hour in hours)
    return [moment for moment in moments if reference.is_ahead(moment)][:2]


def _add_times(dates: tuple[date, ...], clock: TimeOfDay | None, reference: Reference) -> list[datetime]:
    moments: list[datetime] = []
    for day in dates:
        if clock is not None:
            moments.append(clock.combine_with(get_midnight(day)))
        elif len(dates) == 1:
            moments += suggest_hours(day, None, reference)
        else:
            moments += suggest_hours(day, None, reference)[:1]
    return moments


def _suggest_on(day: date, clock: TimeOfDay | None, expression: Expression, reference: Reference) -> list[datetime]:
    part = expression.parts[0] if expression.parts else None
    return [clock.combine_with(get_midnight(day))] if clock else suggest_hours(day, part, reference)


def _resolve_at(local: datetime, clock: TimeOfDay, expression: Expression, reference: Reference) -> Instant:
    utc = to_utc(local, reference.zone)
    if utc <= reference.utc:
        raise Refusal("past", *_suggest_instead_of_past(local, clock, reference))
    notes = make_notes(local, reference, certain=clock.certain)
    return Instant(utc, utc.astimezone(reference.zone), reference.zone, notes)


def make_notes(local: datetime, reference: Reference, *, certain: bool) -> tuple[str, ...]:
    """Return what a person should know of a time: the other reading of a small hour, the first of two."""
    formatter, notes = reference.language.formatter, list[str]()
    if local.hour in _SMALL_HOURS and not certain:
        notes.append(formatter.small_hour(local))
    if occurs_twice(local, reference.zone):
        notes.append(formatter.first_of_two)
    return tuple(notes)


def _suggest_instead_of_past(local: datetime, clock: TimeOfDay, reference: Reference) -> list[datetime]:
    moments = _find_next_at(clock.time, reference)
    later = local + timedelta(hours=12)
    if local.date() == reference.now.date() and not clock.certain:
        moments = [later, *[moment for moment in moments if moment != later]]
    return moments


def _find_next_at(at: time, reference: Reference) -> list[datetime]:
    today = datetime.combine(reference.now.date(), at.replace(second=0, microsecond=0))
    return [moment for moment in (today, today + timedelta(days=1)) if reference.is_ahead(moment)][:1]
