"""RFC 5545 rules: written from what was said, and expanded in local time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from itertools import islice
from zoneinfo import ZoneInfo

from sidecar.dates.days import nth_weekday
from sidecar.dates.zones import settle, to_local

WEEKDAYS = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")
_MOST_EMPTY_PERIODS = 200


@dataclass(frozen=True, slots=True)
class Rule:
    """The parts of RFC 5545 that people speak. Empty `times` means the time of the first firing."""

    freq: str
    interval: int = 1
    weekdays: tuple[int, ...] = ()
    nth: int | None = None
    month_day: int | None = None
    month: int | None = None
    times: tuple[time, ...] = ()

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
            f"BYSETPOS={self._positions(hours, minutes)}" if len(minutes) > 1 else "",
        ]
        return ";".join(filter(None, parts))

    def _positions(self, hours: list[int], minutes: list[int]) -> str:
        grid = [time(hour, minute) for hour in hours for minute in minutes]
        return ",".join(str(grid.index(moment) + 1) for moment in sorted(self.times))


def read_rule(text: str) -> Rule:
    """The rule that `str(rule)` wrote. Raises `ValueError` for parts that this package does not write."""
    parts = dict(part.split("=", 1) for part in text.removeprefix("RRULE:").split(";"))
    days = parts.pop("BYDAY", "").split(",")
    nth = days[0][:-2]
    hours = [int(n) for n in parts.pop("BYHOUR", "").split(",") if n]
    minutes = [int(n) for n in parts.pop("BYMINUTE", "0").split(",")]
    grid = tuple(time(hour, minute) for hour in hours for minute in minutes)
    positions = [int(n) for n in parts.pop("BYSETPOS", "").split(",") if n]
    rule = Rule(
        parts.pop("FREQ"),
        int(parts.pop("INTERVAL", "1")),
        tuple(WEEKDAYS.index(day[-2:]) for day in days if day),
        int(nth) if nth else None,
        _optional(parts.pop("BYMONTHDAY", None)),
        _optional(parts.pop("BYMONTH", None)),
        tuple(grid[position - 1] for position in positions) if positions else grid,
    )
    if parts:
        raise ValueError(text)
    return rule


def next_firings(rrule: str, first: datetime, zone: ZoneInfo, *, after: datetime, count: int = 1) -> list[datetime]:
    """The rule's firings after an aware moment, as aware local times. `first` is the naive local first firing.

    Hours and minutes are elapsed time; from days on the local time stays, and moves forward out of a gap.
    """
    rule = read_rule(rrule)
    return [moment.astimezone(zone) for moment in islice(_moments(rule, first, zone, after.astimezone(UTC)), count)]


def _moments(rule: Rule, first: datetime, zone: ZoneInfo, after: datetime) -> Iterator[datetime]:
    if rule.freq in {"HOURLY", "MINUTELY"}:
        step = timedelta(hours=rule.interval) if rule.freq == "HOURLY" else timedelta(minutes=rule.interval)
        start = settle(first, zone)
        moment = start + step * max(0, (after - start) // step)
        while True:
            if moment > after:
                yield moment
            moment += step
    for local in local_firings(rule, first, to_local(after, zone) - timedelta(days=1)):
        moment = settle(local, zone)
        if moment > after:
            yield moment


def local_firings(rule: Rule, first: datetime, since: datetime) -> Iterator[datetime]:
    """Local times from `first` on, starting near `since`; for rules of days, weeks, months and years."""
    times = sorted(rule.times) or [first.time()]
    period = max(0, _periods_between(rule, first.date(), since.date()) // rule.interval - 1)
    empty = 0
    while empty < _MOST_EMPTY_PERIODS:
        try:
            days = _days(rule, first.date(), period * rule.interval)
        except (OverflowError, ValueError):
            return
        empty = 0 if days else empty + 1
        for day in days:
            for moment in times:
                local = datetime.combine(day, moment)
                if local >= first:
                    yield local
        period += 1


def _periods_between(rule: Rule, first: date, since: date) -> int:
    match rule.freq:
        case "DAILY":
            return (since - first).days
        case "WEEKLY":
            return (since - first).days // 7
        case "MONTHLY":
            return (since.year - first.year) * 12 + since.month - first.month
        case _:
            return since.year - first.year


def _days(rule: Rule, first: date, periods: int) -> list[date]:
    match rule.freq:
        case "DAILY":
            day = first + timedelta(days=periods)
            return [day] if not rule.weekdays or day.weekday() in rule.weekdays else []
        case "WEEKLY":
            monday = first - timedelta(days=first.weekday()) + timedelta(weeks=periods)
            return [monday + timedelta(days=day) for day in sorted(rule.weekdays or (first.weekday(),))]
        case "MONTHLY":
            years, month = divmod(first.month - 1 + periods, 12)
            return _in_month(rule, first, first.year + years, month + 1)
        case _:
            return _in_month(rule, first, first.year + periods, rule.month or first.month)


def _in_month(rule: Rule, first: date, year: int, month: int) -> list[date]:
    if rule.nth is not None:
        found = [nth_weekday(year, month, rule.nth, day) for day in rule.weekdays]
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


def _optional(number: str | None) -> int | None:
    return None if number is None else int(number)
