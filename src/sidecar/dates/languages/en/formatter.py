"""Moments, rules and refusals in English."""

from __future__ import annotations

from datetime import datetime, time

from sidecar.dates.date_language import DateFormatter
from sidecar.dates.rules import RecurrenceRule
from sidecar.language.weekdays_and_months import MONTHS, WEEKDAYS

_DAYS, _MONTHS = WEEKDAYS["en"], MONTHS["en"]
_NTHS = {1: "first", 2: "second", 3: "third", 4: "fourth", 5: "fifth", -1: "last"}
_UNITS = {
    "MINUTELY": "minute", "HOURLY": "hour", "DAILY": "day", "WEEKLY": "week", "MONTHLY": "month", "YEARLY": "year",
}  # fmt: skip
_SUFFIXES = {1: "st", 2: "nd", 3: "rd"}
_YEAR_NEEDED_DAYS = 300
_NIGHT_ENDS_HOUR = 4
_END_OF_DAY = time(23, 59, 59)


def _format_moment(local: datetime, now: datetime, short: bool) -> str:
    return f"{_format_day(local, now)} {_format_time(local, short=short)}"


def _format_rule_with_end(rule: RecurrenceRule, first: datetime) -> str:
    return f"{_format_rule(rule, first)}{_format_end(rule)}"


def _format_end(rule: RecurrenceRule) -> str:
    if rule.count:
        return f", {rule.count} time{'' if rule.count == 1 else 's'}"
    if rule.until is None:
        return ""
    hour = "" if rule.until.time() == _END_OF_DAY else f" {_format_time(rule.until, short=False)}"
    return f" until {_MONTHS[rule.until.month - 1]} {rule.until.day}, {rule.until.year}{hour}"


def _format_rule(rule: RecurrenceRule, first: datetime) -> str:
    if rule.freq in {"MINUTELY", "HOURLY"}:
        return _format_interval(rule)
    times = sorted(rule.times) or [first.time()]
    hours = [_format_time(first.replace(hour=at.hour, minute=at.minute), short=False) for at in times]
    return f"{_format_days(rule, first)} {_join(hours)}"


def _format_day(local: datetime, now: datetime) -> str:
    days = (local.date() - now.date()).days
    if days == 0:
        return "today"
    if days == 1 and now.hour >= _NIGHT_ENDS_HOUR:
        return "tomorrow"
    leap_day = (local.month, local.day) == (2, 29) and local.year != now.year
    year = f", {local.year}" if days > _YEAR_NEEDED_DAYS or days < 0 or leap_day else ""
    return f"on {_DAYS[local.weekday()]}, {_MONTHS[local.month - 1]} {local.day}{year}"


def _format_time(local: datetime, *, short: bool) -> str:
    if local.second:
        return f"at {local:%-H:%M:%S}"
    hour, half = local.hour % 12 or 12, "am" if local.hour < 12 else "pm"
    return f"at {hour}{half}" if short and not local.minute else f"at {hour}:{local:%M}{half}"


def _format_days(rule: RecurrenceRule, first: datetime) -> str:
    if rule.weekdays and rule.nth is None:
        return _format_weekdays(rule)
    if rule.freq == "MONTHLY" and (rule.nth or rule.month_day):
        day = f"{_NTHS[rule.nth]} {_DAYS[rule.weekdays[0]]}" if rule.nth else _format_ordinal(rule.month_day or 1)
        day = "last day" if rule.month_day == -1 else day
        return f"on the {day} of every month" if rule.interval == 1 else f"{_format_interval(rule)} on the {day}"
    if rule.freq == "YEARLY" and rule.month_day:
        return f"{_format_interval(rule)} on {_MONTHS[(rule.month or first.month) - 1]} {rule.month_day}"
    return _format_interval(rule)


def _format_weekdays(rule: RecurrenceRule) -> str:
    if rule.interval != 1:
        return f"every {rule.interval} weeks on {_join([_DAYS[day] for day in rule.weekdays])}"
    if rule.weekdays == (0, 1, 2, 3, 4):
        return "every weekday"
    return f"every {_join([_DAYS[day] for day in rule.weekdays])}"


def _format_interval(rule: RecurrenceRule) -> str:
    unit = _UNITS[rule.freq]
    return f"every {unit}" if rule.interval == 1 else f"every {rule.interval} {unit}s"


def _format_ordinal(number: int) -> str:
    return f"{number}{'th' if 10 < number % 100 < 14 else _SUFFIXES.get(number % 10, 'th')}"


def _join(words: list[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def _format_small_hour(local: datetime) -> str:
    return f"{local:%H:%M}, early in the morning; if you meant {local.hour}:{local:%M}pm, tell me."


FORMATTER = DateFormatter(
    moment=_format_moment,
    rule=_format_rule_with_end,
    small_hour=_format_small_hour,
    first_of_two="The clocks change that night and this time occurs twice: it will be the first.",
    messages={
        "ambiguous_day": "I'm not sure when that is.",
        "vague": "That's too vague: give me a day and a time.",
        "missing_time": "What time?",
        "past": "That's already past.",
        "nonexistent_local_time": "That time does not exist: the clocks go forward just then.",
        "impossible": "There's no such date or time.",
        "unparseable": "I didn't get when. Give me a day and a time, like “tomorrow at 9am”.",
    },
    soon=("in 30 minutes", "in 2 hours"),
    either="{0}?",
    joint="or",
)
