"""English phrases for times and parts of the day, over the vocabulary's symbols."""

from __future__ import annotations

from sidecar.dates.languages.patterns import COLON_TIME, TIME, phrase

_HOUR = r"(?P<h>\d{1,2})"
SPOKEN = rf"(?:{TIME}|{_HOUR}(?: (?:oh|o) (?P<m>\d)| (?:- )?(?P<m2>[0-5]\d)(?! (?:U|#|Hs|º)))?)"
_PAST = rf"(?:a )?(?P<m>QUARTER|HALF|[0-5]?\d)(?: Um)? (?:past|after) {_HOUR}"
_TO_HOUR = (  # "10 to 11" is a range
    rf"(?:a )?(?!5 to 6|10 to 11|20 to 21)(?P<less>QUARTER|5|10|15|20|25|[0-5]?\d Um) to"
    rf" {_HOUR}"
)
DAYTIME = r"(?P<part>Pdawn|Pmorning|Pafternoon|Pevening|Pnight)"
_OF_DAY = rf"(?: (?P<ap>am|pm)| (?:in(?: the)?|at|(?:in the )?(?:early|late)) {DAYTIME})"
_AT = r"(?:(?:at|by|for|from|around|about|@|circa|approx|approximately|near|at (?:around|about|like)|like) )"
TAIL = rf"(?: oclock)?(?: sharp)?{_OF_DAY}?(?: sharp)?"
_AT_THE_END = r"(?:(?:at|by|for) )?(?:the )?(?:very )?end"
_NO_ADDRESS = r"(?= (?:$|[,.;!?]|tomorrow|today|on|W\d|next|sharp))"
CLOCKS = (
    phrase("clock", rf"{_AT}{SPOKEN}{TAIL}(?! (?:U[smhdwoy]|Hs|percent|people|#|(?:to|until) \d{{1,2}}[ :.]))"),
    phrase(
        "clock",
        rf"{_AT}{_HOUR}(?P<more>(?: , \d{{1,2}})* and \d{{1,2}})(?: (?P<ap>am|pm))?(?= |$)(?! (?:U"
        rf"|Hs|HALF))",
    ),
    phrase("clock", rf"{_AT}?{SPOKEN}(?: oclock)?{_OF_DAY}"),
    phrase("clock", rf"{_AT}?(?P<h4>\d{{3,4}}) (?P<ap>am|pm)"),
    phrase("clock", rf"{_AT}?{_HOUR} (?:oclock|ish){_OF_DAY}?"),
    phrase("clock", rf"{_AT}?(?P<less>[0-5]?\d) Um before {_HOUR}{TAIL}"),
    phrase("clock", rf"{_AT}?(?:a )?(?P<less>QUARTER|[0-5]?\d)(?: Um)? (?:before|to) (?:NOON|mid(?: -)? Ud)", h="12"),
    phrase("clock", rf"{_AT}?(?:a )?(?P<less>QUARTER|[0-5]?\d)(?: Um)? (?:before|to) midnight", h="24"),
    phrase(
        "clock", rf"{_AT}?(?:a )?(?P<m>QUARTER|HALF|[0-5]?\d)(?: Um)? (?:past|after) (?:NOON|mid(?: -)? Ud)", h="12"
    ),
    phrase("clock", rf"(?<=^ ){_HOUR}(?= tonight )"),
    phrase("clock", rf"{_HOUR}(?= , (?:tonight|this P\w+|tomorrow P\w+) )", weak=True),
    phrase("clock", rf"{_AT}?{_PAST}{TAIL}"),
    phrase("clock", rf"(?:at|by|around|about|@) {_TO_HOUR}{TAIL}"),
    phrase("clock", rf"{_TO_HOUR}{TAIL}", weak=True),
    phrase("clock", rf"{_AT}?{COLON_TIME}"),
    phrase("clock", rf"{_AT}?(?:12 )?(?:NOON|mid(?: -)? Ud)", h="12"),
    phrase("clock", rf"(?:at|by|around) {_HOUR} Hs"),
    phrase("clock", rf"(?:at|by|around) (?P<h4>(?:[01]\d|2[0-3])[0-5]\d)(?: (?:Uh|Hs))?{_NO_ADDRESS}"),
    phrase("clock", rf"{_AT_THE_END} of(?: the)?(?= (?:tomorrow|today|(?:this |next )?W\d))", h="23", m="59"),
    phrase("clock", rf"{_AT_THE_END} of(?: (?:the|this))? Ud|(?:(?:at|by|for) )?(?:the )?eod", h="23", m="59"),
    phrase("mark", r"OR \d{1,2}(?! (?:U\w|#))", mark="or", weak=True),
    phrase("clock", rf"{_AT}?(?:12 )?(?:midnight|mid Pnight)", h="24"),
)

PARTS = (
    phrase("part", rf"(?:in the|during the|at) (?:(?:early|late) )?{DAYTIME}"),
    phrase("part", rf"(?:early|late) {DAYTIME}", weak=True),
    phrase("part", rf"(?:(?:on|in) )?(?:the )?{DAYTIME} of(?= (?:the )?(?:\d|W\d|M\d))"),
    phrase("part", rf"(?<=W\d ){DAYTIME}"),
    phrase("part", rf"(?<= tomorrow ){DAYTIME}"),
    phrase("part", rf"(?<=W\d )(?:early|late) {DAYTIME}"),
    phrase("part", rf"(?<= tomorrow )(?:early|late) {DAYTIME}"),
)
