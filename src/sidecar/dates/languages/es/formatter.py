"""Moments, rules and refusals in Spanish: casual, with vos."""

from __future__ import annotations

from datetime import datetime, time

from sidecar.dates.date_language import DateFormatter
from sidecar.dates.rules import RecurrenceRule
from sidecar.language.weekdays_and_months import MONTHS, WEEKDAYS

_DAYS, _MONTHS = WEEKDAYS["es"], MONTHS["es"]
_PLURALS = ("lunes", "martes", "miércoles", "jueves", "viernes", "sábados", "domingos")
_NTHS = {1: "primer", 2: "segundo", 3: "tercer", 4: "cuarto", 5: "quinto", -1: "último"}
_UNITS = {
    "MINUTELY": ("minuto", "minutos"), "HOURLY": ("hora", "horas"), "DAILY": ("día", "días"),
    "WEEKLY": ("semana", "semanas"), "MONTHLY": ("mes", "meses"), "YEARLY": ("año", "años"),
}  # fmt: skip
_YEAR_NEEDED_DAYS = 300
_NIGHT_ENDS_HOUR = 4
_END_OF_DAY = time(23, 59, 59)


def _format_moment(local: datetime, now: datetime, short: bool) -> str:
    return f"{_format_day(local, now)} {_format_time(local, short=short)}"


def _format_rule_with_end(rule: RecurrenceRule, first: datetime) -> str:
    return f"{_format_rule(rule, first)}{_format_end(rule)}"


def _format_end(rule: RecurrenceRule) -> str:
    if rule.count:
        return f", {rule.count} {'vez' if rule.count == 1 else 'veces'}"
    if rule.until is None:
        return ""
    hour = "" if rule.until.time() == _END_OF_DAY else f" {_format_time(rule.until, short=False)}"
    return f" hasta el {rule.until.day} de {_MONTHS[rule.until.month - 1]} de {rule.until.year}{hour}"


def _format_rule(rule: RecurrenceRule, first: datetime) -> str:
    if rule.freq in {"MINUTELY", "HOURLY"}:
        return _format_interval(rule)
    times = sorted(rule.times) or [first.time()]
    hours = [_format_time(first.replace(hour=at.hour, minute=at.minute), short=False) for at in times]
    return f"{_format_days(rule, first)} {_join(hours)}"


def _format_day(local: datetime, now: datetime) -> str:
    days = (local.date() - now.date()).days
    if days == 0:
        return "hoy"
    if days == 1 and now.hour >= _NIGHT_ENDS_HOUR:
        return "mañana"
    leap_day = (local.month, local.day) == (2, 29) and local.year != now.year
    year = f" de {local.year}" if days > _YEAR_NEEDED_DAYS or days < 0 or leap_day else ""
    return f"el {_DAYS[local.weekday()]} {local.day} de {_MONTHS[local.month - 1]}{year}"


def _format_time(local: datetime, *, short: bool) -> str:
    article = "la" if local.hour == 1 else "las"
    if local.second:
        return f"a {article} {local:%-H:%M:%S}"
    return f"a {article} {local.hour}" if short and not local.minute else f"a {article} {local.hour}:{local:%M}"


def _format_days(rule: RecurrenceRule, first: datetime) -> str:
    if rule.weekdays and rule.nth is None:
        return _format_weekdays(rule)
    if rule.freq == "MONTHLY" and (rule.nth or rule.month_day):
        day = f"el {_NTHS[rule.nth]} {_DAYS[rule.weekdays[0]]}" if rule.nth else f"el {rule.month_day}"
        day = "el último día" if rule.month_day == -1 else day
        return f"{day} de cada mes" if rule.interval == 1 else f"{_format_interval(rule)} {day}"
    if rule.freq == "YEARLY" and rule.month_day:
        years = "todos los años" if rule.interval == 1 else _format_interval(rule)
        return f"{years} el {rule.month_day} de {_MONTHS[(rule.month or first.month) - 1]}"
    return "todos los días" if rule.freq == "DAILY" and rule.interval == 1 else _format_interval(rule)


def _format_weekdays(rule: RecurrenceRule) -> str:
    if rule.weekdays == (0, 1, 2, 3, 4):
        days = "de lunes a viernes"
    else:
        days = f"todos los {_join([_PLURALS[day] for day in rule.weekdays])}"
    return days if rule.interval == 1 else f"cada {rule.interval} semanas {days.replace('todos los', 'los')}"


def _format_interval(rule: RecurrenceRule) -> str:
    one, many = _UNITS[rule.freq]
    if rule.freq == "DAILY" and rule.interval == 15:
        return "cada 15 días"
    return f"cada {one}" if rule.interval == 1 else f"cada {rule.interval} {many}"


def _join(words: list[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} y {words[-1]}"


def _format_small_hour(local: datetime) -> str:
    later = f"a {'la' if local.hour == 1 else 'las'} {local.hour + 12}:{local:%M}"
    return f"{local:%H:%M}, de la madrugada; si querías decir {later}, avisame."


FORMATTER = DateFormatter(
    moment=_format_moment,
    rule=_format_rule_with_end,
    small_hour=_format_small_hour,
    first_of_two="Esa noche cambia la hora y ese horario pasa dos veces: va la primera.",
    messages={
        "ambiguous_day": "No me queda claro cuándo.",
        "vague": "Eso es muy vago: decime un día y una hora.",
        "missing_time": "¿A qué hora?",
        "past": "Eso ya pasó.",
        "nonexistent_local_time": "Ese horario no existe: justo ahí se adelanta el reloj.",
        "impossible": "Esa fecha o esa hora no existe.",
        "unparseable": "No entendí cuándo. Decímelo con día y hora, por ejemplo “mañana a las 9”.",
    },
    soon=("en 30 minutos", "en 2 horas"),
    either="¿{0}?",
    joint="o",
)
