"""A time of day as it was said → hours and minutes, by am, pm and the part of the day."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, time, timedelta

from sidecar.dates.result import Refusal
from sidecar.dates.tree import ClockTime, DayPart

_FITS = {
    DayPart.DAWN: range(8),
    DayPart.MORNING: range(13),
    DayPart.NOON: range(11, 16),
    DayPart.AFTERNOON: range(12, 21),
    DayPart.EVENING: range(16, 25),
    DayPart.NIGHT: range(18, 25),
}
_MOVED = {  # these hours of a part are said on the twelve-hour clock
    DayPart.NOON: range(1, 4),
    DayPart.AFTERNOON: range(1, 9),
    DayPart.EVENING: range(5, 13),
    DayPart.NIGHT: range(6, 13),
}
_LAST_NIGHT_HOUR = 5
_LAST_HOUR, _LAST_MINUTE = 24, 59


@dataclass(frozen=True, slots=True)
class TimeOfDay:
    """`days` is 1 for the midnight that ends the day. `certain`: it cannot be read in another way."""

    time: time
    days: int
    certain: bool

    def combine_with(self, day: datetime) -> datetime:
        """Return that day at this time."""
        return datetime.combine(day.date(), self.time) + timedelta(days=self.days)


def resolve_time(clock: ClockTime, part: DayPart | None, *, noon_morning: bool) -> TimeOfDay:
    """Resolve a spoken time. Raises `Refusal`: impossible ("20 in the morning"), ambiguous_day ("tonight at 2")."""
    part = clock.part or part
    if clock.hour > _LAST_HOUR or clock.minute > _LAST_MINUTE or clock.second > _LAST_MINUTE:
        raise Refusal("impossible")
    if clock.hour == _LAST_HOUR and (clock.minute or clock.second):
        raise Refusal("impossible")
    hour = _apply_half(clock) if clock.half else clock.hour
    if part:
        hour = _apply_part(hour, part, said_with_half=clock.half is not None, noon_morning=noon_morning)
    moment = datetime(2000, 1, 1) + timedelta(
        hours=hour, minutes=clock.minute - clock.minus_minutes, seconds=clock.second
    )
    certain = part is not None or clock.half is not None or hour >= 12 or hour == 0
    return TimeOfDay(moment.time(), (moment.date() - datetime(2000, 1, 1).date()).days, certain)


def list_nearest_times(clock: ClockTime) -> list[timedelta]:
    """List what may be meant by a time that does not exist, as lengths from midnight, the likelier one first.

    Hours and minutes too many are carried over (25:00 is 1:00 of the next day) or cut off; an hour that contradicts its
    part of the day is one of the 24-hour clock, or of the other half of the day.
    """
    if clock.hour <= _LAST_HOUR and clock.minute <= _LAST_MINUTE:
        hours = (clock.hour, clock.hour - 12 if clock.hour > 12 else clock.hour + 12)
        return [timedelta(hours=hour, minutes=clock.minute) for hour in hours]
    carried = timedelta(hours=clock.hour, minutes=clock.minute)
    cut = timedelta(hours=min(clock.hour, _LAST_HOUR - 1), minutes=min(clock.minute, _LAST_MINUTE))
    return [carried, cut] if carried < timedelta(days=1, hours=_LAST_NIGHT_HOUR) else [cut]


def _apply_half(clock: ClockTime) -> int:
    hour = clock.hour
    if clock.half == "am":
        if hour > 12:
            raise Refusal("impossible")
        return hour % 12
    if hour == 0 or hour == _LAST_HOUR:
        raise Refusal("impossible")
    return hour if hour >= 12 else hour + 12


def _apply_part(hour: int, part: DayPart, *, said_with_half: bool, noon_morning: bool) -> int:
    small = hour <= _LAST_NIGHT_HOUR and (said_with_half or hour not in _MOVED.get(part, ()))
    if part in {DayPart.EVENING, DayPart.NIGHT} and small:
        raise Refusal("ambiguous_day")  # the small hours belong to the night before or to the next
    if not said_with_half:
        if hour == 12 and part is DayPart.DAWN:
            return 0
        if hour == 12 and part is DayPart.MORNING and not noon_morning:
            raise Refusal("ambiguous_day")
        if hour in _MOVED.get(part, ()):
            hour += 12
    if hour not in _FITS[part]:
        raise Refusal("impossible")
    return hour
