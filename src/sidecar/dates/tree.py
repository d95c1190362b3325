"""The parse tree: what was said, before anyone asks which day today is."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

Unit = Literal["s", "m", "h", "d", "w", "o", "y"]
"""Seconds, minutes, hours, days, weeks, months (o), years."""

PeriodUnit = Literal["w", "e", "o", "y"]
"""A week, a weekend, a month, a year."""

WeekdayModifier = Literal["plain", "next", "this", "next_week", "this_week", "last", "unclear"]


class DayPart(StrEnum):
    DAWN = "dawn"
    MORNING = "morning"
    NOON = "noon"
    AFTERNOON = "afternoon"
    EVENING = "evening"
    NIGHT = "night"


@dataclass(frozen=True, slots=True)
class Amount:
    number: float
    unit: Unit


@dataclass(frozen=True, slots=True)
class ClockTime:
    """A time of day as it was said; `hour` and `minute` may be impossible."""

    hour: int
    minute: int = 0
    second: int = 0
    half: Literal["am", "pm"] | None = None
    part: DayPart | None = None
    minus_minutes: int = 0


@dataclass(frozen=True, slots=True)
class ElapsedTime:
    amounts: tuple[Amount, ...]


@dataclass(frozen=True, slots=True)
class Shift:
    """Later than another moment, earlier with negative amounts; without another moment, than now.

    `further` ("10 minutes more") counts from now when the other moment has passed.
    """

    amounts: tuple[Amount, ...]
    further: bool = False


@dataclass(frozen=True, slots=True)
class DayOffset:
    """How long after the day that is named next; before it with negative amounts."""

    amounts: tuple[Amount, ...]


@dataclass(frozen=True, slots=True)
class Duration:
    """How long something repeats."""

    amounts: tuple[Amount, ...]


@dataclass(frozen=True, slots=True)
class RepeatCount:
    """How many times something repeats."""

    number: int


@dataclass(frozen=True, slots=True)
class IsoDateTime:
    """ISO 8601: the minutes of its UTC offset, if it has one; `clock` is None where it names only a day."""

    day: MonthDay
    clock: ClockTime | None
    offset_minutes: int | None


@dataclass(frozen=True, slots=True)
class RelativeDay:
    """Today is 0, tomorrow 1."""

    days: int


@dataclass(frozen=True, slots=True)
class ShiftedDay:
    """Days, weeks, months or years from now, or from another day."""

    amounts: tuple[Amount, ...]
    base: Day | None = None


@dataclass(frozen=True, slots=True)
class Weekday:
    weekday: int
    modifier: WeekdayModifier = "plain"


@dataclass(frozen=True, slots=True)
class MonthDay:
    day: int
    month: int
    year: int | None = None
    next_year: bool = False


@dataclass(frozen=True, slots=True)
class NumericDate:
    """4/5 or 4/5/2027: which is the month depends on the language."""

    first: int
    second: int
    year: int | None = None


@dataclass(frozen=True, slots=True)
class DayOfMonth:
    """The 5th; -1 is the last day. `months` is 0 for "of this month", 1 for "of next month", None unsaid."""

    day: int
    months: int | None = None


@dataclass(frozen=True, slots=True)
class NthWeekday:
    """The first Monday of May, the last Friday of the month; -1 is the last."""

    nth: int
    weekday: int
    month: int | None = None
    months: int = 0


@dataclass(frozen=True, slots=True)
class Period:
    """A week, weekend, month or year without a day: next week, this weekend. `ahead` counts from the current one."""

    unit: PeriodUnit
    ahead: int


Day = RelativeDay | ShiftedDay | Weekday | MonthDay | NumericDate | DayOfMonth | NthWeekday | Period


@dataclass(frozen=True, slots=True)
class Repetition:
    """A recurrence: every `interval` units, on these weekdays, days of the month or nth weekday."""

    unit: Unit
    interval: float = 1
    weekdays: tuple[int, ...] = ()
    month_day: int | None = None
    nth: int | None = None
    month: int | None = None
    open_day: bool = False
    """It repeats by the month or year and the day has still to be said: "every month on the 5th"."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A word that changes the meaning of its neighbours."""

    kind: Literal["start", "until", "or", "and", "vague", "refused", "zone", "span", "same_time"]
    text: str = ""


Node = (
    ClockTime
    | DayPart
    | ElapsedTime
    | Shift
    | IsoDateTime
    | Day
    | Repetition
    | DayOffset
    | Duration
    | RepeatCount
    | Mark
)


@dataclass(frozen=True, slots=True)
class Piece:
    """Nodes with the tokens they were read from, some of them borrowed. A weak one counts only beside another."""

    nodes: tuple[Node, ...]
    first: int
    last: int
    weak: bool = False
    borrowed: int = 0


@dataclass(frozen=True, slots=True)
class Expression:
    """One whole statement about time, ready to be resolved."""

    pieces: tuple[Piece, ...]
    days: tuple[Day, ...] = ()
    clocks: tuple[ClockTime, ...] = ()
    parts: tuple[DayPart, ...] = ()
    elapsed: ElapsedTime | None = None
    shift: Shift | None = None
    exact: IsoDateTime | None = None
    every: tuple[Repetition, ...] = ()
    start: Day | None = None
    until: Day | None = None
    until_clock: ClockTime | None = None
    lasting: tuple[Amount, ...] = ()
    times: int | None = None
    advance_notice: tuple[Amount, ...] = ()
    """How long before the moment the person wants to be reminded, as negative amounts."""
    same_time: bool = False
    """The hour of now: "tomorrow at this time"."""
    zone: str = ""
    choices: bool = False
    joined: bool = False
    """With "and" between its parts."""
    vague: bool = False
    refused: bool = False
    span: bool = False

    @property
    def complete(self) -> bool:
        """Whether it says a moment, or a rule, by itself."""
        if self.elapsed or (self.exact and self.exact.clock):
            return True
        timed = self.clocks or self.same_time
        return bool((self.days or self.exact or self.every) and timed) or any(
            every.unit in "smh" for every in self.every
        )

    @property
    def limits(self) -> bool:
        """Whether it says only when something that repeats begins or ends."""
        begins = isinstance(self.pieces[0].nodes[0], Mark) and self.pieces[0].nodes[0].kind == "start"
        ends = self.until or self.until_clock or self.lasting or self.times
        return bool(begins or ends) and not self.every
