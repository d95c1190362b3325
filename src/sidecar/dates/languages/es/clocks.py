"""Spanish phrases for times and parts of the day, over the vocabulary's symbols."""

from __future__ import annotations

from sidecar.dates.languages.patterns import COLON_TIME, TIME, phrase

_HOUR = r"(?P<h>\d{1,2}|una)"
_PAST = r"(?: (?:y|con) (?P<m>\d{1,2}|HALF|QUARTER|pico)(?! (?:Uh|Hs))(?: Um)?| menos (?P<less>\d{1,2}|QUARTER))?"
_SPOKEN = rf"(?:{TIME}|{_HOUR}{_PAST})"
LOOSE = rf"(?:{TIME}|{_HOUR}(?: (?P<m2>[0-5][05])(?! (?:U\w|Hs|#|de M\d))|{_PAST}))"
PART = r"(?:Pdawn|manana|Pafternoon|Pnight|Pnoon)"
HALF = rf"(?: (?P<ap>am|pm)| (?:de|por|en|a) la (?P<part>{PART})| (?:del|de|al) (?P<part2>Pnoon))"
_LATE_LESS = r"(?: menos (?P<less2>\d{1,2}|QUARTER))?"
_O_CLOCK = (
    r"(?: (?:Hs|Uh)(?! (?:de|del|en) [a-z]{4,}(?<!manana)(?<!pasado)(?<!punto)(?= )))?"  # no "15 horas de Madrid"
)
TAIL = rf"{_O_CLOCK}(?: en punto)?{HALF}?(?: en punto)?{_LATE_LESS}"
_ABOUT = r"(?:tipo|como|onda|sobre|hacia|cerca de|alrededor de|a eso de|aprox|aproximadamente|alrededor)"
_TO = rf"(?:(?:{_ABOUT} )?(?:a|para|de|desde|son|{_ABOUT}) )"
_MORE = r"(?P<more>(?: , \d{1,2})* y(?: a)? las? \d{1,2}|(?: , \d{1,2})+ y \d{1,2})"
_AT_THE_END = r"(?:a|al|para el|hacia el) (?:(?:fin|final|finales) (?:del|de(?: el)?)|finalizar(?: el)?)"
_NO_DATE = r"(?!(?<=W\d )\d{1,2} al Pnoon )"  # "el jueves 12 al mediodía"
_A_DAY = r"(?:(?:el |este )?(?:manana|hoy|W\d)|Ud de (?:manana|hoy))"
CLOCKS = (
    phrase("clock", rf"{_TO}las? {_HOUR}{_MORE}{TAIL}"),
    phrase("clock", rf"{_TO}las? {LOOSE}{TAIL}"),
    phrase("clock", rf"{_TO}las (?P<h4>(?:[01]\d|2[0-3])[0-5]\d)(?: (?:Hs|Uh))?"),
    phrase("clock", rf"{_NO_DATE}(?:{_TO})?(?:las? )?{_SPOKEN}(?: Hs| Uh)?(?: en punto)?{HALF}{_LATE_LESS}"),
    phrase("clock", rf"{_TO}las? {_HOUR} Uh (?:y|con) (?P<m>\d{{1,2}}|HALF|QUARTER)(?: Um)?{HALF}?"),
    phrase("clock", rf"(?P<less>[0-5]?\d) Um antes de las? {_HOUR}{HALF}?"),
    phrase("clock", rf"(?:tipo|onda|a eso de) (?:las? )?{_SPOKEN}{TAIL}"),
    phrase("clock", rf"(?:a )?{COLON_TIME}(?: Hs)?"),
    phrase("clock", rf"(?<! en )(?<! de )(?<! cada )(?<! por )(?<! durante ){_SPOKEN} Hs", weak=True),
    phrase("clock", rf"las? {_HOUR} (?:(?:Uh|Hs) )?y (?P<m>\d{{1,2}})(?: Um)?{HALF}?(?! [a-z]{{4,}})", weak=True),
    phrase(
        "clock",
        rf"(?:las )?{_HOUR} (?:y (?P<m>HALF|QUARTER)|menos (?P<less>QUARTER|[125]\d?)|en punto)"
        r"(?! (?:Uh|Um|Ud|Uw|Uo|Uy|Hs))",
        weak=True,
    ),
    phrase("clock", r"(?P<t>\d{1,2}\.\d{2})(?: Hs)?", weak=True),
    phrase("clock", rf"(?:a las? )?(?P<less>5|10|20|25|QUARTER|una QUARTER) para las? {_HOUR}{HALF}?"),
    phrase("clock", rf"{_AT_THE_END}(?= {_A_DAY})", h="23", m="59"),
    phrase("clock", rf"{_AT_THE_END} Ud(?! de (?:manana|hoy|la|los|las|el))", h="23", m="59"),
    phrase("mark", r"OR \d{1,2}(?! (?:U\w|#|de M\d))", mark="or", weak=True),
    phrase("clock", r"(?:al|el|a|cerca del?|hacia el|tipo) (?:Pnoon|HALF Ud)", h="12", m="0"),
    phrase("clock", r"(?:a(?: la)?|la|de(?: la)?|tipo) medianoche|(?:a )?media ?noche", h="24", m="0"),
    phrase("clock", r"(?:a(?: la)?|la|de(?: la)?|tipo) HALF Pnight", h="24", m="0"),
)

PARTS = (
    phrase("part", rf"(?:a|por|en|de) la (?P<part>{PART})(?: temprano)?"),
    phrase("part", r"(?:de|a) (?P<part>Pnight|Pafternoon|Pdawn)"),
    phrase("part", r"(?<=W\d )de (?P<part>manana)"),
    phrase("part", r"(?<=Ud )de (?P<part>manana)"),
    phrase("part", r"(?<= manana )(?P<part>Pafternoon|Pnight|Pdawn)"),
)
