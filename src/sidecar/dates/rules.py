"""RFC 5545 rules: written from what was said, and expanded in local time."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta
from itertools import count as count_up
from itertools import islice, takewhile
from zoneinfo import ZoneInfo

from sidecar.dates.days import find_nth_weekday
from sidecar.dates.wall_time import settle_local_time, to_local

WEEKDAYS = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")
_MOST_EMPTY_PERIODS = 200
_STAMP = "%Y%m%dT%H%M%S"


@dataclass(frozen=True, slots=True)
class RecurrenceRule:
    """The parts of RFC 5545 that people speak. Empty `times` means the time of the first firing."""

    freq: str
    interval: int = 1
    weekdays: tuple[int, ...] = ()
    nth: int | None = None
    month_day: int | None = None
    month: int | None = None
    times: tuple[time, ...] = ()
    count: int | None = None
    until: datetime | None = None
    """The last moment that counts: aware, or a wall time without zone."""

    def __str__(self) -> str:
        minutes = sorted({moment.minute for moment in self.times})
        hours = sorted({moment.hour for moment in self.times})
        by_day = ",".join(f"{self.nth or ''}{WEEKDAYS[day]}" for day in self.weekdays)
        parts = [
            f"FREQ={self.freq}",
            f"INTERVAL={self.interval}" if self.interval != 1 else "",
            f"BYMONTH={self.month}" if self.month else "",
            f"BYMONTHDAY={self.month_day}" if self.month_day else "",
            f"BYDAY={by_day}" if by_day else "",
            f"BYHOUR={','.join(map(str, hours))}" if self.times else "",
            f"BYMINUTE={','.join(map(str, minutes))}" if self.times else "",
            f"BYSETPOS={self._format_positions(hours, minutes)}" if len(minutes) > 1 else "",
            f"COUNT={self.count}" if self.count else "",
            f"UNTIL={_format_stamp(self.until)}" if self.until else "",
        ]
        return ";".join(filter(None, parts))

    @property
    def step(self) -> timedelta | None:
        """The elapsed time between two firings; None for rules of days and longer."""
        match self.freq:
            case "HOURLY":
                return timedelta(hours=self.interval)
            case "MINUTELY":
                return timedelta(minutes=self.interval)
            case _:
                return None

    def _format_positions(self, hours: list[int], minutes: list[int]) -> str:
        grid = [time(hour, minute) for hour in hours for minute in minutes]
        return ",".join(str(grid.index(moment) + 1) for moment in sorted(self.times))


def parse_rule(text: str) -> RecurrenceRule:
    """Parse what `str(rule)` wrote. Raises `ValueError` for parts that this package does not write."""
    parts = dict(part.split("=", 1) for part in text.removeprefix("RRULE:").split(";"))
    days = parts.pop("BYDAY", "").split(",")
    nth = days[0][:-2]
    hours = [int(n) for n in parts.pop("BYHOUR", "").split(",") if n]
    minutes = [int(n) for n in parts.pop("BYMINUTE", "0").split(",")]
    grid = tuple(time(hour, minute) for hour in hours for minute in minutes)
    positions = [int(n) for n in parts.pop("BYSETPOS", "").split(",") if n]
    rule = RecurrenceRule(
        parts.pop("FREQ"),
        int(parts.pop("INTERVAL", "1")),
        tuple(WEEKDAYS.index(day[-2:]) for day in days if day),
        int(nth) if nth else None,
        _parse_optional(parts.pop("BYMONTHDAY", None)),
        _parse_optional(parts.pop("BYMONTH", None)),
        tuple(grid[position - 1] for position in positions) if positions else grid,
        _parse_optional(parts.pop("COUNT", None)),
        _parse_stamp(parts.pop("UNTIL", None)),
    )
    if parts:
        raise ValueError(text)
    return rule


def parse_local_rule(rrule: str, zone: ZoneInfo) -> RecurrenceRule:
    """Parse a rule and give its end as a wall time, as people say it."""
    rule = parse_rule(rrule)
    until = rule.until
    return replace(rule, until=to_local(until.astimezone(UTC), zone)) if until and until.tzinfo else rule


def shift_rule(rrule: str, first: datetime, early: datetime) -> str | None:
    """Return the rule whose firings come as much earlier as `early` is before `first`; None where no rule does."""
    rule, days = parse_rule(rrule), (first.date() - early.date()).days
    if rule.step is not None or rule.count is not None or rule.until is not None or (days and (rule.nth or rule.times)):
        return None
    times = tuple((datetime.combine(first, moment) - (first - early)).time() for moment in rule.times)
    month_day = rule.month_day - days if rule.month_day is not None and rule.month is None else rule.month_day
    if (month_day is not None and month_day < 1 <= (rule.month_day or 0)) or any(
        moment > before for moment, before in zip(times, rule.times, strict=True)
    ):
        return None
    dated = {"month": early.month, "month_day": early.day} if rule.month is not None else {"month_day": month_day}
    weekdays = tuple(sorted((day - days) % 7 for day in rule.weekdays))
    return str(replace(rule, weekdays=weekdays, times=times, **dated))


def next_firings(rrule: str, first: datetime, zone: ZoneInfo, *, after: datetime, count: int = 1) -> list[datetime]:
    """Return the rule's firings after an aware moment, as aware local times. `first` is the naive local first firing.

    Hours and minutes are elapsed time. From days on the local time stays: in a skipped hour it becomes the first time
    after it, in a repeated hour it counts once. Fewer than `count` when the rule ends before.
    """
    rule = parse_rule(rrule)
    moments = takewhile(_make_end_check(rule, zone), _expand(rule, first, zone, after.astimezone(UTC)))
    return [moment.astimezone(zone) for moment in islice(moments, count)]


def _make_end_check(rule: RecurrenceRule, zone: ZoneInfo) -> Callable[[datetime], bool]:
    if rule.until is None:
        return lambda _: True
    until = rule.until if rule.until.tzinfo else rule.until.replace(tzinfo=zone)
    return lambda moment: moment <= until


def _expand(rule: RecurrenceRule, first: datetime, zone: ZoneInfo, after: datetime) -> Iterator[datetime]:
    """Yield the firings after a moment; a rule with a count is followed from its beginning."""
    if step := rule.step:
        start = settle_local_time(first, zone)
        skipped = max(0, (after - start) // step)
        numbers = count_up(skipped) if rule.count is None else range(skipped, max(skipped, rule.count))
        moments = (start + step * number for number in numbers)
    elif rule.count is None:
        moments = _settle_each(expand_local(rule, first, to_local(after, zone) - timedelta(days=1)), zone)
    else:
        moments = _settle_each(islice(expand_local(rule, first, first), rule.count), zone)
    return (moment for moment in moments if moment > after)


def _settle_each(locals_: Iterator[datetime], zone: ZoneInfo) -> Iterator[datetime]:
    previous = None
    for local in locals_:
        moment = settle_local_time(local, zone)
        if moment != previous:  # two times of one skipped hour
            yield moment
        previous = moment


def expand_local(rule: RecurrenceRule, first: datetime, since: datetime) -> Iterator[datetime]:
    """Yield local times from `first` on, starting near `since`; for rules of days, weeks, months and years."""
    times = sorted(rule.times) or [first.time()]
    period = max(0, _count_periods(rule, first.date(), since.date()) // rule.interval - 1)
    empty = 0
    while empty < _MOST_EMPTY_PERIODS:
        try:
            days = _list_days(rule, first.date(), period * rule.interval)
        except (OverflowError, ValueError):
            return
        empty = 0 if days else empty + 1
        for day in days:
            for moment in times:
                local = datetime.combine(day, moment)
                if local >= first:
                    yield local
        period += 1


def _count_periods(rule: RecurrenceRule, first: date, since: date) -> int:
    match rule.freq:
        case "DAILY":
            return (since - first).days
        case "WEEKLY":
            return (since - first).days // 7
        case "MONTHLY":
            return (since.year - first.year) * 12 + since.month - first.month
        case _:
            return since.year - first.year


def _list_days(rule: RecurrenceRule, first: date, periods: int) -> list[date]:
    match rule.freq:
        case "DAILY":
            day = first + timedelta(days=periods)
            return [day] if not rule.weekdays or day.weekday() in rule.weekdays else []
        case "WEEKLY":
            monday = first - timedelta(days=first.weekday()) + timedelta(weeks=periods)
            return [monday + timedelta(days=day) for day in sorted(rule.weekdays or (first.weekday(),))]
        case "MONTHLY":
            years, month = divmod(first.month - 1 + periods, 12)
            return _list_days_of_month(rule, first, first.year + years, month + 1)
        case _:
            return _list_days_of_month(rule, first, first.year + periods, rule.month or first.month)


def _list_days_of_month(rule: RecurrenceRule, first: date, year: int, month: int) -> list[date]:
    if rule.nth is not None:
        found = [find_nth_weekday(year, month, rule.nth, day) for day in rule.weekdays]
        return sorted(day for day in found if day)
    day = rule.month_day or first.day
    if day == -1:
        return [date(year + month // 12, month % 12 + 1, 1) - timedelta(days=1)]
    try:
        return [date(year, month, day)]
    except ValueError:
        if not 1 <= year <= 9999:
            raise
        return []


def _parse_optional(number: str | None) -> int | None:
    return None if number is None else int(number)


def _format_stamp(moment: datetime) -> str:
    return f"{moment.astimezone(UTC):%Y%m%dT%H%M%SZ}" if moment.tzinfo else f"{moment:%Y%m%dT%H%M%S}"


def _parse_stamp(stamp: str | None) -> datetime | None:
    """Parse UNTIL as RFC 5545 writes it: a day counts to its end."""
    if stamp is None:
        return None
    if "T" not in stamp:
        return datetime.strptime(f"{stamp}T235959", _STAMP)
    moment = datetime.strptime(stamp.removesuffix("Z"), _STAMP)
    return moment.replace(tzinfo=UTC) if stamp.endswith("Z") else moment
