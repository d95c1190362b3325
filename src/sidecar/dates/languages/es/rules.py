"""Spanish phrases for what repeats, over the vocabulary's symbols."""

from __future__ import annotations

from sidecar.dates.languages.es.days import W
from sidecar.dates.languages.patterns import DAY, NUMBER, UNIT, WEEKDAYS, phrase

_DAYTIME = r"(?P<part>manana|Pafternoon|Pnight|Pdawn|Pnoon)"
_LIST = rf"(?P<ws>{WEEKDAYS}(?:(?: , y| ,| y| e)?(?: los)? {WEEKDAYS}){{0,6}})"
_ALL = r"(?:todos (?:los|las)|cada|los|las)"
_OF_EVERY_MONTH = r"(?:de cada Uo|de todos los Uo|del Uo (?=todos)|de c Uo|todos los Uo|cada Uo|por Uo)"
_RANGE = r"(?P<from>W\d)a? [a\-] (?P<to>W\d)a?"
RULES = (
    phrase(
        "every",
        r"(?:todos los|cada) Ud(?! (?:\d{1,2} (?!Hs|Uh|am|pm)|habil|laboral|de Uw))"
        r"|(?<!\bel )(?<!\bla )(?<!\bmi )diariamente|a diario",
        unit="d",
    ),
    phrase("every", rf"(?:todos las|todos los|cada) {_DAYTIME}", unit="d"),
    phrase("every", rf"(?:{_ALL} )(?:Ud )?{_LIST}", unit="w"),
    phrase("every", r"(?P<ws>W\ds(?:(?: , y| ,| y| e)(?: los)? W\ds?){0,6})", unit="w"),
    phrase("every", rf"todos las Uw (?:los |el )?{_LIST}", unit="w"),
    phrase("every", rf"cada (?P<interval>\d{{1,2}}) {_LIST}", unit="w"),
    phrase("every", rf"cada (?P<interval>\d{{1,2}}) Uw (?:los|el) {_LIST}", unit="w"),
    phrase(
        "every",
        rf"(?:(?:un|el|los|una|cada) )?(?P<ws>{WEEKDAYS}) (?:(?:de )?por HALF|si (?:y )?(?:(?:un|una|el)"
        rf" )?otro no)",
        unit="w",
        interval="2",
    ),
    phrase(
        "every",
        r"(?:una )?Ud (?:de )?por HALF|(?:una )?Ud si (?:y |, )?(?:una |el )?(?:otro|Ud) no",
        unit="d",
        interval="2",
    ),
    phrase("every", r"(?:una )?Uw (?:de )?por HALF", unit="w", interval="2"),
    phrase("every", r"(?:una )?Uo (?:de )?por HALF", unit="o", interval="2"),
    phrase("every", rf"(?:(?:de|los|todos los|cada|todas las Uw de) )*{_RANGE}", unit="w"),
    phrase(
        "every",
        r"(?:(?:todos los|los|cada|en|de) )*(?:Ud|Uw)? ?(?:habiles|laborables|laborales)"
        r"|(?:cada|todos|todos los) Ud (?:habil|laborable|laboral)"
        r"|(?:todos los |los )Ud de (?:la )?Uw|(?:de )?entre Uw",
        unit="w",
        ws="W0 W1 W2 W3 W4",
    ),
    phrase("every", r"(?:todos los|cada|los) (?:finde|fines de Uw|fin de Uw)", unit="w", ws="W5 W6"),
    phrase("every", r"cada 15 Ud|quincenalmente|cada quincena", unit="w", interval="2"),
    phrase(
        "every",
        rf"cada (?P<dur>{NUMBER} (?:Uh|Hs) y {NUMBER}(?: Um)?|(?:{NUMBER} )?{UNIT}(?: y (?:HALF|QUARTER))?"
        rf"|HALF Uh)",
    ),
    phrase("every", r"cada Uw|todos las Uw|semanalmente", unit="w", interval="1"),
    phrase("every", r"(?:todos los|cada) Uo|mensualmente", unit="o", open="1"),
    phrase("every", rf"(?:(?:todos )?(?:el|los) )?(?:Ud )?{DAY} {_OF_EVERY_MONTH}", unit="o"),
    phrase("every", rf"(?:el|los|todos los) (?:Ud )?{DAY} del Uo", unit="o"),
    phrase("every", rf"(?:todos los|cada) (?:Ud )?{DAY}(?= (?:a las|a la|al|de Uo))(?: de Uo)?", unit="o"),
    phrase("every", rf"(?:todos los Uo|cada Uo) (?:el|los)(?: Ud)? {DAY}(?! (?:de|#|U))", unit="o"),
    phrase(
        "every",
        rf"(?:el )?ULTIMO Ud {_OF_EVERY_MONTH}|(?:todos los Uo|cada Uo) el ULTIMO Ud(?: del Uo)?",
        unit="o",
        day="last",
    ),
    phrase("every", rf"(?:el )?1º Ud {_OF_EVERY_MONTH}", unit="o", day="1"),
    phrase("nth", rf"(?:(?:todos los|el|los) )?(?P<nth>[1-5]º|QUARTER|ULTIMO) {W} {_OF_EVERY_MONTH}", every="1"),
    phrase("nth", rf"(?:todos los Uo|cada Uo) el (?P<nth>[1-5]º|QUARTER|ULTIMO) {W}(?: del Uo)?", every="1"),
    phrase("nth", rf"(?<=Uo )el (?P<nth>[1-5]º|QUARTER|ULTIMO) {W}", months="0"),
    phrase("day_of_month", r"(?<=Uo )el ULTIMO Ud", day="last"),
    phrase("every", r"(?:todos los|cada) Uy|anualmente", unit="y", open="1"),
    phrase(
        "every",
        rf"(?:(?:todos los|cada) )?(?:Uy )?(?:el )?{DAY} de (?P<month>M\d{{1,2}}) (?:de )?(?:cada|todos los) Uy",
        unit="y",
    ),
    phrase("every", rf"(?:todos los|cada) {DAY} de (?P<month>M\d{{1,2}})", unit="y"),
    phrase("every", rf"(?:todos los|cada) Uy (?:el )?{DAY} de (?P<month>M\d{{1,2}})", unit="y"),
    phrase("weekday_list", r"(?P<ws>W\da?(?:(?: , y| ,| y| e)? W\da?){1,6})"),
)
