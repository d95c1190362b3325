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

_NO_EVENT = r"(?! (?:del?|que|al(?! Pnoon)) | a (?!las? ))"
DAYS = (
    phrase("relative", r"(?:(?:el )?Ud )?(?:de )?hoy(?: mismo| Ud)?", days="0"),
    phrase("relative", r"(?<! la )(?<! una )(?<! buena )(?<! esta )(?<! otra )manana(?: mismo)?", days="1"),
    phrase(
        "relative",
        rf"(?:el|al) (?:Ud (?:siguiente|de despues|despues)|(?:proximo|otro|siguiente) Ud){_NO_EVENT}",
        days="1",
    ),
    phrase("relative", r"traspasado manana", days="3"),
    phrase("mark", r"(?:el|al) Ud (?:siguiente|despues|anterior|antes)", mark="refused"),
    phrase("mark", r"de (?:hoy|manana) en \d{1,2}(?! U)", mark="refused"),
    phrase("mark", r"(?:el|para el) #(?= (?:a|al|de) )", mark="refused"),
    phrase("relative", r"(?:el )?Ud de manana", days="1"),
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
    phrase("weekday", r"(?P<w>W\da)", weak=True),
    phrase("weekday", rf"(?:{_EL}este|para este) (?:proximo )?{W}", modifier="this"),
    phrase("weekday", rf"{_EL}proximo {_WA}", modifier="next"),
    phrase("weekday", rf"{_EL}{_WA} (?:proximo|que viene)", modifier="next"),
    phrase("weekday", rf"(?:para )?este {_WA} que viene", modifier="next"),
    phrase("weekday", rf"{_EL}{W} (?:de|en) {_NEXT_WEEK}", modifier="next_week"),
    phrase("weekday", rf"{_NEXT_WEEK} (?:,? ?el )?{W}", modifier="next_week"),
    phrase("weekday", rf"{_EL}{W} de esta Uw", modifier="this_week"),
    phrase("weekday", rf"{_EL}{W} (?:pasado|anterior)", modifier="last"),
    phrase("weekday", rf"{_EL}pasado {W}", modifier="last"),
    phrase("weekday", rf"{_EL}ULTIMO {W}", modifier="last"),
    phrase("weekday", rf"{_EL}(?:otro|siguiente) {W}", modifier="unclear"),
    phrase("weekday", rf"{_EL}{W} (?:siguiente|subsiguiente|de la otra Uw)", modifier="unclear"),
    phrase(
        "month_day",
        rf"{_EL}(?:Ud )?{DAY}{MARKS} (?:de |del |do )?(?P<month>M\d{{1,2}})"
        rf"(?:(?: de| del| en| [,.\-/])? {YEAR})?"
        r"(?P<nextyear> del (?:ano|Uy) que viene| del proximo Uy| del Uy proximo)?(?! de 2 mil)",
    ),
    phrase("month_day", rf"{_EL}(?P<day>\d{{1,2}}º) Ud de (?P<month>M\d{{1,2}})"),
    phrase(
        "month_day",
        rf"(?<! a )(?<! con )(?<! de )(?:(?:el|en|para el) )?(?P<month>M\d{{1,2}})(?: ,)? {DAY}(?: (?:de|del) {YEAR})?"
        r"(?! (?:U\w|Hs|am|pm|y HALF|y QUARTER|de la|menos|vez|veces))",
    ),
    phrase("month_day", rf"{DAY} (?P<month>W1a)(?= (?:\d|a las?|,|de la))"),
    phrase("month_day", r"(?:(?:en|para|el Ud de|la) )?navidad", day="25", month="M12"),
    phrase("month_day", r"(?:(?:en|para|la) )?(?:nochebuena|noche buena)", day="24", month="M12"),
    phrase("month_day", r"(?:(?:en|para) )?(?:nochevieja|fin de Uy)", day="31", month="M12"),
    phrase("month_day", r"(?:(?:en|para|el) )?(?:ano|Uy) nuevo", day="1", month="M1"),
    phrase("numeric", rf"(?:el|al|del|para el|este)(?: proximo)?(?: Ud)? {DATE}"),
    phrase("month_day", r"(?:el|al|para el)(?: Ud)? (?P<day>\d{1,2}) (?:del|de) (?P<month>\d{1,2})(?! (?:#|U|Hs))"),
    phrase("numeric", DATE, weak=True),
    phrase("day_of_month", rf"(?:el|al|del|para el|este) {DAY}(?! (?:#|U|Hs|de|del|a [1-9]))", weak=True),
    phrase("day_of_month", rf"(?:(?:el|al|del|para el|este) )?Ud {DAY}(?! (?:Hs|Uh|am|pm))"),
    phrase("day_of_month", rf"(?<=W\d ){DAY}(?! (?:#|U|Hs|am|pm|y HALF|y QUARTER|de la|[:.]))"),
    phrase("day_of_month", rf"(?<=W\d )el (?:Ud )?{DAY}(?! (?:#|U|Hs))"),
    phrase(
        "day_of_month",
        rf"(?:el|al|para el)(?: Ud)? {DAY} (?:del Uo que viene|del proximo Uo|del Uo proximo)",
        months="1",
    ),
    phrase("day_of_month", rf"(?:el|al|del|para el)(?: Ud)? {DAY} (?:de este Uo|este Uo|del corriente)", months="0"),
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

HOW_LONG = (
    rf"(?:(?:una )?(?:HALF|QUARTER)(?: de)? Uh|(?:1/2|[13]/4)(?: de)? Uh|Uh y HALF|{NUMBER} QUARTER de Uh"
    rf"|\d{{1,2}}:\d\d"
    rf"|\d{{1,2}} [13]/[24] {UNIT}"
    rf"|{NUMBER} {UNIT}(?: y (?:HALF|{NUMBER} QUARTER|QUARTER)(?! Uh)|(?:(?: y| ,| con)? (?:{NUMBER}|HALF)"
    rf" {UNIT}){{0,3}})(?: (?:y )?[0-5]\d(?= ))?)"
)
IN = r"(?:en|dentro de|de aca a|de aqui a|de hoy en)"
_DAYS_LONG = rf"{NUMBER} {CALENDAR_UNIT}"
_A_DATE = r"(?:(?:el|este|proximo) )*(?:W\d|\d{1,2} de M\d|\d{1,2}/|\d{4}-|navidad|nochebuena|ano nuevo|Uy nuevo)"
_ABOUT = r"(?:(?:unos|unas|como|casi|exactamente|aproximadamente|aprox|mas (?:OR|o) menos) )?"
LENGTHS = (
    phrase(
        "elapsed",
        rf"{IN} {_ABOUT}(?P<dur>{HOW_LONG})(?: a partir de ahora)?(?! OR)",
    ),
    phrase("elapsed", rf"(?:\+|temporizador de|timer de) (?P<dur>{HOW_LONG})"),
    phrase("elapsed", rf"(?P<dur>{HOW_LONG}) (?:a partir de ahora|desde ahora)"),
    phrase("offset", rf"(?P<dur>{_DAYS_LONG}) (?:despues|luego|a partir|desde) (?:de|del)(?= {_A_DATE})"),
    phrase("offset", rf"(?P<dur>{_DAYS_LONG}) antes (?:de|del)(?= {_A_DATE})", before="1"),
    phrase("shift", rf"(?P<dur>{HOW_LONG}) (?:despues|luego|mas (?:Pafternoon|adelante))(?! (?:del?|que))"),
    phrase("shift", rf"(?P<dur>{HOW_LONG}) (?:antes|mas temprano)(?! (?:del?|que))", earlier="1"),
    phrase(
        "shift", rf"(?P<dur>{HOW_LONG}) mas(?! (?:Pafternoon|adelante|temprano|del?|que|OR))", further="1", weak=True
    ),
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
    phrase("ahead", rf"hace (?P<dur>{HOW_LONG})", ago="1"),
)
