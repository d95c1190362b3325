"""English phrases for words that change, blur or forbid a reading, over the vocabulary's symbols."""

from __future__ import annotations

from sidecar.dates.languages.en.clocks import SPOKEN, TAIL
from sidecar.dates.languages.en.days import HOW_LONG, IN
from sidecar.dates.languages.patterns import PLACE, phrase

_SOME = r"(?:a few|few|several|some|a couple of|a couple|couple of|a bit|a little|a while)"
_UNTIL = r"(?:until|through|up to|ending(?: on)?)"
_A_DAY = r"(?:(?:the|on|next|this|Ud) )*(?:tomorrow|today|tonight|W\d|\d|M\d|christmas|xmas|new|midnight)"
_UNKNOWN_DAYS = (  # days whose date nobody knows: an hour beside them is not today's
    r"(?:on (?:my|your|his|her|our|their|[a-z]+'s) (?:birthday|anniversary)|(?:on |at )?(?:easter|thanksgiving)(?: Ud)?"
    r"|(?:(?:in|this|next|the) )*(?:summer|winter|spring|autumn)(?: 20\d\d)?|the other Ud|(?:the )?Uw after next"
    r"|(?:a|some|any) W\d|on Ud \d{1,2}|(?<=^ )\d{1,2}|\d{1,2}º? of [a-z]{4,})(?= at )"
)
SIGNS = (
    phrase("mark", _UNKNOWN_DAYS, mark="refused", weak=True),
    phrase("mark", r"(?:the )?Uw of", mark="refused"),
    phrase("mark", rf"(?=(?:[a-z]+ ){{1,4}}time )(?P<text>{PLACE}) time", mark="zone"),
    phrase(
        "mark",
        r"(?:(?:the|this|that) )?(?:ULTIMO|past|previous)"
        r" (?:Uw|Uo|Uy|time|weekend|summer|winter|spring|autumn|fall|Pnight)",
        mark="refused",
    ),
    phrase("mark", r"every (?:[3-9]|\d\d)º W\d|on the Uh", mark="refused"),
    phrase(
        "lasting", rf"for (?:the )?(?:next |following )?(?P<dur>{HOW_LONG})(?! (?:from|before|after|ago))", weak=True
    ),
    phrase("lasting", r"(?:(?:in|over|during) )?the next (?P<dur>\d{1,3} U[dwoy])", weak=True),
    phrase("times", r"(?:(?:for|only|just) )?(?P<n>\d{1,3}) times?(?! (?:a|per|every|more))", weak=True),
    phrase("mark", rf"{_UNTIL}(?= {_A_DAY})", mark="until"),
    phrase("mark", r"until", mark="until", weak=True),  # without an end that can be read it is refused
    phrase("until_clock", rf"{_UNTIL} {SPOKEN}{TAIL}(?! (?:M\d|of|º|[/\-]|U|#))"),
    phrase("until_clock", rf"{_UNTIL} (?:NOON|midday)", h="12"),
    phrase("until_day", rf"{_UNTIL} (?:the )?end of (?:the|this) Uo", day="last", months="0"),
    phrase("until_date", rf"{_UNTIL} (?:the )?end of (?:the|this) Uy", day="31", month="M12"),
    phrase("mark", r"until (?:i|he|she|they|we|you|it|further|my)", mark="refused"),
    phrase(
        "mark",
        r"(?:at|by|around) this (?:(?:same|exact|very) )?time|this time(?= (?:tomorrow|on|next|W\d))",
        mark="same_time",
    ),
    phrase(
        "mark",
        r"(?:a )?(?:HALF|QUARTER)(?: of)?(?: a)? Uh (?:before|after)|before (?:the|my|our|we"
        r"|i)",
        mark="refused",
    ),
    phrase("mark", r"(?:in |on |the )*(?:\d{1,2}º?|ULTIMO|next) (?:business|working|work) Ud", mark="refused"),
    phrase(
        "mark",
        rf"(?:{IN} )?\d{{1,2}} W\ds?|(?:and |but )?not (?:this|next|the next) (?:1"
        rf"|W\d)",
        mark="refused",
    ),
    phrase(
        "mark",
        r"(?:starting|beginning|from)(?: from| on)?(?= (?:at|today|tomorrow|W\d|next|this|M\d|on|the \d|\d"
        r"|NOON|midnight))",
        mark="start",
    ),
    phrase(
        "mark",
        rf"{IN} {_SOME}(?: (?:of )?(?:Us|Um|Uh|Hs|Ud|Uw|Uo|Uy|while|bit))?|in a (?:while|bit|moment|sec"
        rf"|jiffy|minute or 2|little while)"
        r"|in a (?:Um|2º|Us) or (?:so|2)",
        mark="vague",
    ),
    phrase(
        "mark",
        r"later(?: on)?|soon|sometime|some Ud|1 Ud|eventually|someday|now|right now|right away|asap|as soon"
        r" as possible|in the future"
        r"|afterwards|another time|when (?:i|you|we) [a-z]+"
        r"|(?:(?:at|in|by) )?(?:the )?(?:end|beginning|start|middle) of (?:(?:the|this|next) )?(?:Uo|Uy|Uw|M\d{1,2})"
        r"|(?:early|late|mid)(?: -)? (?:next |this )?(?:Uo|Uw|Uy|M\d{1,2})(?! \d)|eow|eom",
        mark="vague",
    ),
    phrase(
        "mark",
        r"(?:before|after|past|between|prior to|no later than)(?: the)?(?= (?:\d|W\d|tomorrow|today"
        r"|NOON|midnight|M\d|next|QUARTER|HALF))",
        mark="refused",
    ),
    phrase(
        "mark",
        r"(?:except|excluding|but not)(?: for)?(?: on)?(?: the)?(?: W\d[as]?| weekends?| weekday)?"
        r"|holidays?|(?:1|2|3|4|once|twice|thrice|\d times|three times) (?:a|per|every) (?:Ud|Uw|Uo|Uy)"
        r"|est|edt|cst|cdt|mst|mdt|pst|pdt|cet|cest|bst|pt|et|ct|(?:pacific|eastern|central|mountain|local"
        r"|london|madrid) (?:time|timezone)|bimonthly|biweekly|semiweekly",
        mark="refused",
        weak=True,
    ),
    phrase(
        "mark",
        r"(?:from|between) \d{1,2}(?:[:.]\d\d)?(?: am| pm)? (?:to|and|until|-) \d{1,2}(?:[:.]\d\d)?(?: am| pm)?",
        mark="span",
        weak=True,
    ),
    phrase(
        "mark",
        r"(?<! W\d )\d{1,2}(?:[:.]\d\d)?(?: am| pm)? (?:-|to|until) \d{1,2}(?:[:.]\d\d)?(?: am| pm)",
        mark="span",
        weak=True,
    ),
)
