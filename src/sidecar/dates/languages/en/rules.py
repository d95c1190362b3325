"""English phrases for what repeats, over the vocabulary's symbols."""

from __future__ import annotations

from sidecar.dates.languages.en.clocks import DAYTIME
from sidecar.dates.languages.en.days import NUMBER, WA, W
from sidecar.dates.languages.patterns import DAY, UNIT, WEEKDAYS, phrase

_LIST = rf"(?P<ws>{WEEKDAYS}(?:(?: , and| ,| and| &)?(?: on| every)? {WEEKDAYS}){{0,6}})"
_RANGE = r"(?P<from>W\d)a?s? (?:to|through|-) (?P<to>W\d)a?s?"
_MONTHLY = r"(?:(?:of )?every Uo|of the Uo every Uo|a Uo|monthly)"
RULES = (
    phrase("every", r"every Ud(?! of)|(?<!\bthe )(?<!\bmy )(?<!\bour )daily|every single Ud|everyday", unit="d"),
    phrase("every", rf"(?:every|most) {DAYTIME}", unit="d"),
    phrase("every", rf"(?:on )?every (?:single )?{_LIST}", unit="w"),
    phrase("every", rf"(?:on )?every (?P<ws>W\d) {DAYTIME}", unit="w"),
    phrase("every", r"(?:on )?(?P<ws>W\ds(?:(?: , and| ,| and| &)?(?: on)? W\ds?){0,6})", unit="w"),
    phrase("every", rf"(?:weekly|every Uw) (?:on )?{_LIST}", unit="w"),
    phrase("every", rf"every (?:other|2º) {_LIST}", unit="w", interval="2"),
    phrase("every", rf"every (?P<interval>\d{{1,2}}|2º) {_LIST}", unit="w"),
    phrase("every", rf"every (?P<interval>\d{{1,2}}) Uw on {_LIST}", unit="w"),
    phrase("every", rf"every other Uw on {_LIST}", unit="w", interval="2"),
    phrase("every", rf"(?:(?:from|every|on) )?{_RANGE}", unit="w"),
    phrase(
        "every",
        r"(?:(?:on|every|all) )?(?:weekday|(?:work|working|business|week|school) Ud|workday|workdays)",
        unit="w",
        ws="W0 W1 W2 W3 W4",
    ),
    phrase("every", r"(?:(?:on|every) )?(?:weekends)|every weekend", unit="w", ws="W5 W6"),
    phrase(
        "every",
        rf"every (?P<dur>\d{{1,2}} and a HALF Uh|(?:a )?Uh and a HALF|{NUMBER} Uh and {NUMBER} Um|\d{{1,4}}"
        rf" {UNIT}|U[mhw]|Hs|HALF (?:a )?Uh|QUARTER Uh)(?! and (?:a|\d))",
    ),
    phrase("every", rf"(?:on )?(?:the )?every {DAY} of the Uo", unit="o"),
    phrase("every", r"hourly", dur="1 Uh"),
    phrase("every", r"every (?:other|2º) Ud", unit="d", interval="2"),
    phrase("every", r"every (?:other|2º) Uw|fortnightly|every fortnight", unit="w", interval="2"),
    phrase("every", r"every (?:other|2º) Uo", unit="o", interval="2"),
    phrase("every", r"every other (?:Uh|Hs)", unit="h", interval="2"),
    phrase("every", r"every (?P<interval>\d{1,2})º Ud(?! of)", unit="d"),
    phrase("every", r"weekly", unit="w"),
    phrase("every", r"every Uo|monthly", unit="o", open="1"),
    phrase("every", rf"(?:on )?(?:the )?(?P<day>\d{{1,2}}º) {_MONTHLY}", unit="o"),
    phrase("every", r"(?:on )?(?:the )?(?P<day>\d{1,2}º) Ud of every Uo", unit="o"),
    phrase("every", r"every (?P<day>\d{1,2}º)(?= at)(?: of the Uo)?", unit="o"),
    phrase("every", r"(?:every Uo|monthly) on the (?P<day>\d{1,2}º?)(?! (?:W\d|Ud))", unit="o"),
    phrase("every", r"(?:on )?(?:the )?ULTIMO Ud of every Uo|every Uo on the ULTIMO Ud", unit="o", day="last"),
    phrase("nth", rf"(?:on )?(?:the |every )?(?P<nth>[1-5]º|ULTIMO) {WA} {_MONTHLY}", every="1"),
    phrase("nth", rf"every (?P<nth>[1-5]º|ULTIMO) {W} of the Uo", every="1"),
    phrase("nth", rf"(?:every Uo|monthly) on the (?P<nth>[1-5]º|ULTIMO) {WA}", every="1"),
    phrase("nth", rf"(?<=Uo )on the (?P<nth>[1-5]º|ULTIMO) {WA}", months="0"),
    phrase("day_of_month", r"(?<=Uo )on the ULTIMO Ud", day="last"),
    phrase("every", r"every Uy|yearly|annually", unit="y", open="1"),
    phrase("every", rf"(?:every Uy |yearly |annually )(?:on )?(?P<month>M\d{{1,2}}) (?:the )?{DAY}", unit="y"),
    phrase(
        "every",
        rf"(?:every Uy |yearly |annually )(?:on )?(?:the )?{DAY} (?:of )?"
        rf"(?P<month>M\d{{1,2}})",
        unit="y",
    ),
    phrase("every", rf"(?:on )?(?:every )?(?P<month>M\d{{1,2}}) {DAY} every Uy", unit="y"),
    phrase("every", rf"every {DAY} of (?P<month>M\d{{1,2}})", unit="y"),
    phrase("every", rf"every (?P<month>M\d{{1,2}}) {DAY}", unit="y"),
    phrase("every", rf"(?:on )?(?:the )?{DAY} of (?P<month>M\d{{1,2}}) every Uy", unit="y"),
    phrase("weekday_list", r"(?:on )?(?P<ws>W\da?(?:(?: , and| ,| and| &)? W\da?){1,6})"),
)
