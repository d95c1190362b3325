"""Spanish phrases for days and lengths of time, over the vocabulary's symbols."""

from __future__ import annotations

from sidecar.dates.languages.patterns import CALENDAR_UNIT, DATE, DAY, MARKS, NUMBER, UNIT, YEAR, phrase

_NEXT_WEEK = r"(?:la )?(?:Uw que viene|proximo Uw|Uw proximo|Uw siguiente|siguiente Uw)"
_EL = r"(?:(?:el|al|del|para el|para este) )?"
W = r"(?P<w>W\d)"
_WA = r"(?P<w>W\da?)"
_ABBREVIATION_NEXT = r"(?= (?:\d|a las?|al|que viene|proximo|,|\.|de la|tipo|por la))"
_NOT_LAST = r"(?<!W\d )(?<!W\da )(?<! U[a-z] )(?<! el )(?<! lo )(?<! finde )(?<! he )(?<! ha )(?<! han )(?<! hemos )"
"""Before a "pasado" that means the day after tomorrow, as people say it in Argentina, and not "last"."""

DAYS = (
    phrase("relative", r"(?:(?:el )?Ud )?(?:de )?hoy(?: mismo| Ud)?", days="0"),
    phrase("relative", r"(?<! la )(?<! una )(?<! buena )(?<! esta )(?<! otra )manana(?: mismo)?", days="1"),
    phrase("relative", r"(?:el|al) Ud (?:siguiente|despues)(?! de)", days="1"),
    phrase("relative", r"pasado manana|(?:el )?Ud despues de manana", days="2"),
    phrase("relative", rf"{_NOT_LAST}pasado(?= (?:\d|a las?|a eso|al|tipo|sobre|por la|de \d|Pnoon))", days="2"),
    phrase("relative", r"ayer", days="-1"),
    phrase("relative", r"anteayer|antes de ayer|antier", days="-2"),
    phrase("relative", r"anoche", days="-1", part="Pnight"),
    phrase(
        "relative",
        r"(?:a |en |de )?(?:esta|hoy a la|hoy por la|hoy de|hoy en la) "
        r"(?P<part>manana|Pafternoon|Pnight|Pdawn)",
        days="0",
    ),
    phrase("relative", r"este (?P<part>Pnoon)", days="0"),
    phrase("weekday", rf"{_EL}{W}"),
    phrase("weekday", rf"(?<! al )(?<! del )(?:el )?{_WA}{_ABBREVIATION_NEXT}"),
    phrase("weekday", rf"(?:{_EL}este|para este) (?:proximo )?{W}", which="this"),
    phrase("weekday", rf"{_EL}proximo {_WA}", which="next"),
    phrase("weekday", rf"{_EL}{_WA} (?:proximo|que viene)", which="next"),
    phrase("weekday", rf"(?:para )?este {_WA} que viene", which="next"),
    phrase("weekday", rf"{_EL}{W} (?:de|en) {_NEXT_WEEK}", which="next_week"),
    phrase("weekday", rf"{_NEXT_WEEK} (?:,? ?el )?{W}", which="next_week"),
    phrase("weekday", rf"{_EL}{W} de esta Uw", which="this_week"),
    phrase("weekday", rf"{_EL}{W} (?:pasado|anterior)", which="last"),
    phrase("weekday", rf"{_EL}pasado {W}", which="last"),
    phrase("weekday", rf"{_EL}ULTIMO {W}", which="last"),
    phrase("weekday", rf"{_EL}(?:otro|siguiente) {W}", which="unclear"),
    phrase("weekday", rf"{_EL}{W} (?:siguiente|subsiguiente|de la otra Uw)", which="unclear"),
    phrase(
        "month_day",
        rf"(?<! vigesimo )(?<! trigesimo ){_EL}(?:Ud )?{DAY}{MARKS} (?:de |del |do )?(?P<month>M\d{{1,2}})"
        rf"(?:(?: de| del| en| [,.\-/])? {YEAR})?"
        r"(?P<nextyear> del (?:ano|Uy) que viene| del proximo Uy| del Uy proximo)?(?! de 2 mil)",
    ),
    phrase("month_day", rf"{DAY} (?P<month>W1a)(?= (?:\d|a las?|,|de la))"),
    phrase("month_day", r"(?:(?:en|para|el Ud de|la) )?navidad", day="25", month="M12"),
    phrase("month_day", r"(?:(?:en|para|la) )?(?:nochebuena|noche buena)", day="24", month="M12"),
    phrase("month_day", r"(?:(?:en|para|el) )?(?:ano|Uy) nuevo", day="1", month="M1"),
    phrase("numeric", rf"(?:el|al|del|para el|este)(?: proximo)?(?: Ud)? {DATE}"),
    phrase("month_day", r"(?:el|al|para el)(?: Ud)? (?P<day>\d{1,2}) (?:del|de) (?P<month>\d{1,2})(?! (?:#|U|Hs))"),
    phrase("numeric", DATE, weak=True),
    phrase("day_of_month", rf"(?:el|al|del|para el|este) {DAY}(?! (?:#|U|Hs|de|del|a [1-9]))", weak=True),
    phrase("day_of_month", rf"(?:(?:el|al|del|para el|este) )?Ud {DAY}"),
    phrase("day_of_month", rf"(?<=W\d ){DAY}(?! (?:#|U|Hs|am|pm|y HALF|y QUARTER|de la|[:.]))"),
    phrase("day_of_month", rf"(?<=W\d )el (?:Ud )?{DAY}(?! (?:#|U|Hs))"),
    phrase(
        "day_of_month",
        rf"(?:el|al|para el)(?: Ud)? {DAY} (?:del Uo que viene|del proximo Uo|del Uo proximo)",
        months="1",
    ),
    phrase("day_of_month", rf"(?:el|al|para el)(?: Ud)? {DAY} (?:de este Uo|este Uo|del corriente)", months="0"),
    phrase("day_of_month", r"(?:el )?ULTIMO Ud (?:del|de este) Uo", day="last", months="0"),
    phrase("day_of_month", r"(?:el )?ULTIMO Ud del (?:Uo que viene|proximo Uo)", day="last", months="1"),
    phrase("nth", rf"(?:el )?(?P<nth>[1-5]º|QUARTER|ULTIMO) {W} (?:del|de este) Uo", months="0"),
    phrase("nth", rf"(?:el )?(?P<nth>[1-5]º|QUARTER|ULTIMO) {W} del (?:Uo que viene|proximo Uo)", months="1"),
    phrase("nth", rf"(?:el )?(?P<nth>[1-5]º|QUARTER|ULTIMO) {W} de (?P<month>M\d{{1,2}})"),
    phrase("period", rf"{_NEXT_WEEK}", unit="w", ahead="1"),
    phrase("period", r"esta Uw|en la Uw|durante la Uw", unit="w", ahead="0"),
    phrase("period", r"(?:(?:el|este|en el|para el) )(?:finde|fin de Uw)", unit="e", ahead="0"),
    phrase("period", r"(?:el )?(?:proximo (?:finde|fin de Uw)|(?:finde|fin de Uw) que viene)", unit="e", ahead="0"),
    phrase("period", r"(?:el |en el )?(?:Uo que viene|proximo Uo|Uo proximo)", unit="o", ahead="1"),
    phrase("period", r"(?:el )?(?:Uy que viene|proximo Uy)", unit="y", ahead="1"),
    phrase("period", r"este Uo", unit="o", ahead="0"),
)

_HOW_LONG = (
    rf"(?:(?:una )?(?:HALF|QUARTER)(?: de)? Uh|(?:1/2|[13]/4)(?: de)? Uh|Uh y HALF|{NUMBER} QUARTER de Uh"
    rf"|\d{{1,2}}:\d\d"
    rf"|{NUMBER} {UNIT}(?: y (?:HALF|{NUMBER} QUARTER|QUARTER)(?! Uh)|(?:(?: y| ,| con)? (?:{NUMBER}|HALF)"
    rf" {UNIT}){{0,3}})(?: (?:y )?[0-5]\d(?= ))?)"
)
IN = r"(?:en|dentro de|de aca a|de aqui a|de hoy en)"
LENGTHS = (
    phrase("elapsed", rf"{IN} (?P<dur>{_HOW_LONG})(?: a partir de ahora)?(?! OR)"),
    phrase("elapsed", rf"(?:\+|temporizador de|timer de) (?P<dur>{_HOW_LONG})"),
    phrase("elapsed", rf"(?P<dur>{_HOW_LONG}) (?:a partir de ahora|desde ahora)"),
    phrase(
        "mark",
        rf"{NUMBER} (?:{UNIT}|W\d) (?:antes|despues|luego|posterior|mas (?:tarde|Pafternoon|adelante)|a"
        rf" partir|desde)(?: de| del)?",
        mark="refused",
    ),
    phrase("ahead", rf"(?:{IN} )?(?P<dur>{NUMBER} {CALENDAR_UNIT}) (?:a partir de|despues de|desde) hoy", days="0"),
    phrase(
        "ahead",
        rf"(?:{IN} )?(?P<dur>{NUMBER} {CALENDAR_UNIT}) (?:a partir de|despues de|desde)"
        rf" manana",
        days="1",
    ),
    phrase("ahead", rf"(?:{IN} )?(?P<dur>{NUMBER} {CALENDAR_UNIT}) (?:a partir del|despues del) {W}"),
    phrase("ahead", rf"hace (?P<dur>{_HOW_LONG})", ago="1"),
)
