"""Says the results of tools to the person, where no model does."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from typing import cast

from sidecar.conversation.context import ConversationContext
from sidecar.domain.tool import ToolReceipt
from sidecar.i18n import Texts
from sidecar.language.figures import format_figure
from sidecar.language.weekdays_and_months import MONTHS, WEEKDAYS
from sidecar.reminders.days import Days, find_days
from sidecar.router.calculation import format_result
from sidecar.router.intents import (
    AddNote,
    Calculation,
    Intent,
    ListReminders,
    TimeQuestion,
    UnitConversion,
    WeatherQuestion,
)
from sidecar.router.time_question import format_time

_CONVERTED = re.compile(r".+ = (?P<number>\S+) (?P<unit>.+)")
_SMALL_DIGITS, _SIGNIFICANT = 4, 6


def phrase_result(intent: Intent, receipt: ToolReceipt, context: ConversationContext, say: Texts) -> str | None:
    """Return a sentence with the result; None where a model has to say it."""
    if receipt.required_text is not None:  # what was done, or what must be asked first
        return receipt.required_text.text
    match intent:
        case WeatherQuestion() if not receipt.ok:
            return say("I couldn't get the weather: {why}.", why=_explain_weather(receipt, say))
        case _ if not receipt.ok:
            return None
        case TimeQuestion():
            return format_time(receipt.content, say)
        case Calculation():
            return format_result(intent, receipt.content, say)
        case UnitConversion():
            return _format_conversion(intent, receipt.content, say)
        case ListReminders():
            return _format_agenda(intent, receipt.content, context, say)
        case AddNote(text):
            return say("Noted: {facts}.", facts=text.rstrip("."))
        case WeatherQuestion():
            return _format_weather(intent, receipt.content, context, say)
        case _:
            return None


def _format_conversion(asked: UnitConversion, content: str, say: Texts) -> str | None:
    found = _CONVERTED.fullmatch(content.removesuffix(" (US measures)"))
    if found is None:
        return None
    value, result = _round(asked.value), _round(float(found["number"]))
    line = (
        f"{format_figure(value, say.language)} {asked.from_unit} = "
        f"{format_figure(result, say.language)} {asked.to_unit}"
    )
    return say("{line} (US measures)", line=line) if content.endswith("(US measures)") else line


def _round(value: float) -> str:
    """Write with at most six figures and four decimals."""
    shown = f"{float(f'{value:.{_SIGNIFICANT}g}'):.{_SMALL_DIGITS}f}" if abs(value) >= 1 else f"{value:.4g}"
    return shown.rstrip("0").rstrip(".") if "." in shown and "e" not in shown else shown


# -- reminders


def _format_agenda(asked: ListReminders, content: str, context: ConversationContext, say: Texts) -> str:
    """List the reminders, or say that there are none of these days or words."""
    result = cast("Mapping[str, Sequence[str]]", json.loads(content))
    lines = [f"- {line}" for line in result.get("reminders", ())]
    days = find_days(asked.when, context.now, context.preferences.timezone, say.language) if asked.when else None
    if days is not None:
        title = _format_title(days, context, say, empty=not lines)
    elif lines:
        title = say("You have:") if len(lines) > 1 else say("You have one reminder:")
    elif asked.words:
        title = say("I have no reminder about “{words}”.", words=asked.words)
    else:
        title = say("You have no reminders.")
    return "\n".join([title, *lines])


def _format_title(days: Days, context: ConversationContext, say: Texts, *, empty: bool) -> str:
    """Name the days: "today", "tomorrow", "Friday, December 4", or the first and the last."""
    today = context.now.astimezone(context.preferences.timezone).date()
    first, last = (_name_day(day, today, say) for day in (days.first, days.last))
    if first != last and empty:
        return say("No reminders between {first} and {last}.", first=first, last=last)
    if first != last:
        return say("Between {first} and {last} you have:", first=first, last=last)
    return say("No reminders for {when}.", when=first) if empty else say("For {when} you have:", when=first)


def _name_day(day: date, today: date, say: Texts) -> str:
    match (day - today).days:
        case 0:
            return say("today")
        case 1:
            return say("tomorrow")
        case _:
            weekday, month = WEEKDAYS[say.language][day.weekday()], MONTHS[say.language][day.month - 1]
            return say("{weekday}, {month} {day}", weekday=weekday, month=month, day=day.day)


# -- weather


def _explain_weather(receipt: ToolReceipt, say: Texts) -> str:
    if "no place given" in receipt.error:
        return say("tell me the city")
    if "no place called" in receipt.error:
        return say("I don't know that place")
    return say("I have no connection to the service")


def _format_weather(asked: WeatherQuestion, content: str, context: ConversationContext, say: Texts) -> str:
    report = json.loads(content)
    zone = context.preferences.timezone
    days = find_days(asked.when, context.now, zone, say.language) if asked.when else None
    if days is None:
        now = report["now"]
        return say(
            "In {place} it is {degrees} °C, {sky}.",
            place=report["place"],
            degrees=format_figure(f"{now['temperature_c']:.0f}", say.language),
            sky=translate_sky(now["sky"], say),
        )
    wanted = [day for day in report["days"] if days.first <= date.fromisoformat(day["date"]) <= days.last]
    if not wanted:
        return say("I only have the forecast for the next seven days.")
    today = context.now.astimezone(zone).date()
    lines = [_format_day(day, today, say) for day in wanted]
    if len(lines) == 1:
        return say("In {place}, {forecast}.", place=report["place"], forecast=lines[0])
    return "\n".join([say("In {place}:", place=report["place"]), *(f"- {line}" for line in lines)])


def _format_day(day: Mapping[str, object], today: date, say: Texts) -> str:
    text = say(
        "{day}: {sky}, {low} to {high} °C",
        day=_name_day(date.fromisoformat(str(day["date"])), today, say),
        sky=translate_sky(str(day["sky"]), say),
        low=_write_degrees(day.get("min_c")),
        high=_write_degrees(day.get("max_c")),
    )
    rain = day.get("rain_percent")
    return say("{forecast}, chance of rain {percent}", forecast=text, percent=f"{rain} %") if rain else text


def _write_degrees(value: object) -> str:
    return f"{value:.0f}" if isinstance(value, int | float) else "?"


def translate_sky(sky: str, say: Texts) -> str:
    """Return the tool's word for the sky in the person's language."""
    names: Mapping[str, Callable[[], str]] = {
        "clear sky": lambda: say("clear sky"),
        "mainly clear": lambda: say("mainly clear"),
        "partly cloudy": lambda: say("partly cloudy"),
        "overcast": lambda: say("overcast"),
        "fog": lambda: say("fog"),
        "light drizzle": lambda: say("light drizzle"),
        "drizzle": lambda: say("drizzle"),
        "light rain": lambda: say("light rain"),
        "rain": lambda: say("rain"),
        "heavy rain": lambda: say("heavy rain"),
        "light snow": lambda: say("light snow"),
        "snow": lambda: say("snow"),
        "heavy snow": lambda: say("heavy snow"),
        "light showers": lambda: say("light showers"),
        "showers": lambda: say("showers"),
        "violent showers": lambda: say("violent showers"),
        "thunderstorm": lambda: say("thunderstorm"),
    }
    known = names.get(sky) or next((name for word, name in names.items() if word in sky), None)
    return known() if known else sky
