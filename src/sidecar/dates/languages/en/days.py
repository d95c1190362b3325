"""English phrases for days and lengths of time, over the vocabulary's symbols."""

from __future__ import annotations

from sidecar.dates.languages.patterns import CALENDAR_UNIT, DATE, DAY, MARKS, UNIT, YEAR, phrase

NUMBER = r"(?:\d{1,3}|\d{1,3}\.\d{1,2}|a)"
W = r"(?P<w>W\d)"
WA = r"(?P<w>W\da?)"
_ON = r"(?:(?:on|for|by|on the) )?"
_NO_VERB = "".join(rf"(?<! {word} )" for word in ("the", "i", "he", "she", "we", "they", "you", "who", "it"))
_ABBREVIATION_NEXT = r"(?= (?:\d|at|,|next|Pmorning|Pafternoon|Pevening|Pnight|NOON|@|M\d|the \d|around|-|\.))"
DAYS = (
    phrase("relative", r"(?:later )?today", days="0"),
    phrase("relative", r"tomorrow", days="1"),
    phrase("relative", r"tom(?= (?:\d|at|Pmorning|Pnight))", days="1"),
    phrase("relative", r"(?:the )?Ud after tomorrow|overmorrow", days="2"),
    phrase("relative", r"(?:the )?(?:next|following) Ud(?! (?:after|before|of))", days="1"),
    phrase("relative", r"(?:the )?Ud after(?= (?:$|at|by|,|\?))", days="1"),
    phrase("mark", r"(?:the )?Ud (?:after|before)(?: the| my| our| this)?", mark="refused"),
    phrase("relative", r"(?:the )?Ud before yesterday", days="-2"),
    phrase("relative", r"yesterday", days="-1"),
    phrase("relative", r"ULTIMO Pnight", days="-1", part="Pnight"),
    phrase("relative", r"tonight", days="0", part="Pevening"),
    phrase("relative", r"(?:this|later this) (?P<part>Pmorning|Pafternoon|Pevening|Pnight)", days="0"),
    phrase("weekday", rf"{_ON}{W}"),
    phrase("weekday", rf"{_NO_VERB}(?:on )?{_NO_VERB}{WA}{_ABBREVIATION_NEXT}"),
    phrase("weekday", r"(?:on|for|by) (?P<w>W\da)"),
    phrase("weekday", rf"{_NO_VERB}(?P<w>W\da)(?= (?:$|[.,;!?]))", weak=True),
    phrase("weekday", rf"{_ON}this {WA}", modifier="this"),
    phrase("weekday", rf"{_ON}(?:the )?(?:this )?(?:coming|upcoming) {WA}"),
    phrase("weekday", rf"{_ON}next {WA}", modifier="next"),
    phrase("weekday", rf"{_ON}{WA},? ?(?:of )?next Uw", modifier="next_week"),
    phrase("weekday", rf"next Uw (?:, )?(?:on )?{WA}", modifier="next_week"),
    phrase("weekday", rf"{_ON}{WA} (?:of )?this Uw", modifier="this_week"),
    phrase("weekday", rf"this Uw (?:on )?{WA}", modifier="this_week"),
    phrase("weekday", rf"{_ON}(?:ULTIMO|past) {WA}", modifier="last"),
    phrase("weekday", rf"{_ON}(?:the )?following {WA}", modifier="unclear"),
    phrase("weekday", rf"{_ON}{W} (?:after next|Uw)", modifier="unclear"),
    phrase("weekday", rf"(?:a |1 )?Uw on {W}", modifier="unclear"),
    phrase(
        "month_day",
        rf"(?:(?:on|for|by) )?(?:the )?{DAY}{MARKS} (?:(?:Ud )?of )?(?P<month>M\d{{1,2}}){MARKS}(?:(?: of|"
        rf" in)? {YEAR})?(?P<nextyear> (?:of )?next Uy)?(?! 2 thousand)",
    ),
    phrase(
        "month_day",
        rf"(?:(?:on|for|by) )?(?P<month>M\d{{1,2}}){MARKS} (?:the )?{DAY}{MARKS}(?: (?:of |in )?{YEAR})?"
        rf"(?P<nextyear> (?:of )?next Uy)?(?! (?:oclock|am|pm|Um|Uh|Hs))",
    ),
    phrase("month_day", r"(?:(?:on|at|for) )?(?:christmas|xmas)(?: Ud)?(?! eve)", day="25", month="M12"),
    phrase("month_day", r"(?:(?:on|for) )?(?:christmas|xmas) eve", day="24", month="M12"),
    phrase("month_day", r"(?:(?:on|for) )?new (?:year's|years) eve", day="31", month="M12"),
    phrase("month_day", r"(?:(?:on|for) )?new (?:year's|years) Ud", day="1", month="M1"),
    phrase("month_day", r"new Uy(?= (?:$|[.,;!?]|at))", day="1", month="M1"),
    phrase("month_day", r"(?:(?:on|for) )?halloween", day="31", month="M10"),
    phrase("month_day", r"(?:(?:on|for) )?valentine's(?: Ud)?", day="14", month="M2"),
    phrase("numeric", rf"(?:on|by|for the|the) {DATE}"),
    phrase("numeric", DATE, weak=True),
    phrase(
        "day_of_month",
        r"(?:(?:on|for|by) )?the (?P<day>\d{1,2}º)(?! (?:M\d|of M|of the M|Ud|Uw|time"
        r"|W\d|Uh|Um))",
    ),
    phrase("day_of_month", r"(?:on|at) (?P<day>\d{1,2}º)(?! (?:M\d|of M|Ud|Uw|time|W\d|Uh|Um))", weak=True),
    phrase("day_of_month", r"(?:for|by) the (?P<day>\d{1,2})(?= (?:$|[.,;!?]))", weak=True),
    phrase("day_of_month", r"on (?:the )?(?P<day>\d{1,2})(?! (?:M\d|of|U|Hs|#|am|pm))", weak=True),
    phrase("day_of_month", r"(?<=W\d )(?:the )?(?P<day>\d{1,2}º)(?! (?:M\d|of M))"),
    phrase("day_of_month", r"(?<=W\da )(?:the )?(?P<day>\d{1,2}º)(?! (?:M\d|of M))"),
    phrase(
        "day_of_month",
        r"(?<=W\d )(?P<day>\d{1,2})(?! (?:#|U|Hs|am|pm|oclock|ish|HALF|[:.]|to|past|M\d|\d|-|or|in the))",
    ),
    phrase("day_of_month", r"(?:(?:on|by) )?(?:the )?(?P<day>\d{1,2}º)(?: Ud)? of next Uo", months="1"),
    phrase("day_of_month", r"(?:(?:on|by) )?(?:the )?(?P<day>\d{1,2}º) (?:of (?:this|the) Uo|this Uo)", months="0"),
    phrase("day_of_month", r"(?:on )?(?:the )?ULTIMO Ud of (?:the|this) Uo", day="last", months="0"),
    phrase("day_of_month", r"(?:on )?(?:the )?ULTIMO Ud of next Uo", day="last", months="1"),
    phrase("nth", rf"(?:on )?(?:the )?(?P<nth>[1-5]º|ULTIMO) {WA} (?:of|in) (?:the|this) Uo", months="0"),
    phrase("nth", rf"(?:on )?(?:the )?(?P<nth>[1-5]º|ULTIMO) {WA} (?:of|in) next Uo", months="1"),
    phrase("nth", rf"(?:on )?(?:the )?(?P<nth>[1-5]º|ULTIMO) {WA} (?:of|in) (?P<month>M\d{{1,2}})"),
    phrase("period", r"next Uw", unit="w", ahead="1"),
    phrase("period", r"(?:later )?this Uw", unit="w", ahead="0"),
    phrase("period", r"(?:(?:on|over|at) )?(?:this|the|next) (?:weekend|weekends)", unit="e", ahead="0"),
    phrase("period", r"next Uo", unit="o", ahead="1"),
    phrase("period", r"this Uo", unit="o", ahead="0"),
    phrase("period", r"next Uy", unit="y", ahead="1"),
)

_A_UNIT = rf"{NUMBER} {UNIT}"
HOW_LONG = (
    rf"(?:HALF (?:a )?(?:Uh|Um)|(?:a |three )?(?:a )?(?:HALF|QUARTER)(?: of)?(?: a)? Uh|3 QUARTER of a Uh"
    rf"|\d{{1,2}} and a HALF {UNIT}|\d{{1,2}} [13]/[24] {UNIT}|\d{{1,2}}:\d\d"
    rf"|{_A_UNIT}(?: and (?:3 QUARTER|(?:a )?(?:HALF|QUARTER))(?! (?:a|Uh))|(?:(?: and| ,| , and)? (?:{NUMBER}|HALF a)"
    rf" {UNIT}){{0,3}}(?: (?:and )?[0-5][05](?= ))?))"
)
IN = r"(?:in|within)"
_DAYS_LONG = rf"{NUMBER} {CALENDAR_UNIT}"
_A_DATE = (
    r"(?:(?:the|this|next|on) )*(?:W\d|M\d{1,2} \d|\d{1,2}º? (?:of )?M\d|\d{1,2}/|\d{4}-|christmas|xmas|new Uy"
    r"|yesterday)"
)
LENGTHS = (
    phrase(
        "elapsed",
        rf"{IN} (?:exactly |about |around |approximately |the next )?(?P<dur>{HOW_LONG})(?: (?:from now"
        rf"|time|'s time))?(?! OR)",
    ),
    phrase("elapsed", rf"(?P<dur>{HOW_LONG}) (?:from now|hence)"),
    phrase("elapsed", rf"(?:\+|timer (?:for|of)) (?P<dur>{HOW_LONG})"),
    phrase("offset", rf"(?P<dur>{_DAYS_LONG}) (?:from|after)(?= {_A_DATE})"),
    phrase("offset", rf"(?P<dur>{_DAYS_LONG}) (?:before|prior to)(?= {_A_DATE})", before="1"),
    phrase("shift", rf"(?P<dur>{HOW_LONG}) (?:later(?! than)|after(?= $))"),
    phrase("shift", rf"(?P<dur>{HOW_LONG}) (?:(?:earlier|sooner)(?! than)|before(?= $))", earlier="1"),
    phrase("shift", rf"(?P<dur>{HOW_LONG}) more(?! than)", further="1", weak=True),
    phrase("shift", rf"(?P<dur>{NUMBER} more {UNIT})", further="1", weak=True),
    phrase("mark", rf"{NUMBER} (?:{UNIT}|W\ds?) (?:from|after|before|prior|later|earlier)", mark="refused"),
    phrase("ahead", rf"(?:{IN} )?(?P<dur>{NUMBER} {CALENDAR_UNIT}) (?:from|after) (?:today|now)", days="0"),
    phrase("ahead", rf"(?:{IN} )?(?P<dur>{NUMBER} {CALENDAR_UNIT}) (?:from|after) tomorrow", days="1"),
    phrase("ahead", rf"(?P<dur>{NUMBER} {CALENDAR_UNIT}) (?:from|after) {W}"),
    phrase("ahead", rf"(?P<dur>{HOW_LONG}) ago", ago="1"),
    phrase("ahead", r"in (?:a )?fortnight(?:'s time)?", dur="2 Uw"),
)
