"""English phrases for words that change, blur or forbid a reading, over the vocabulary's symbols."""

from __future__ import annotations

from sidecar.dates.languages.en.days import IN
from sidecar.dates.languages.patterns import phrase

_SOME = r"(?:a few|few|several|some|a couple of|a couple|couple of|a bit|a little|a while)"
SIGNS = (
    phrase(
        "mark",
        r"(?:(?:the|this|that) )?(?:ULTIMO|past|previous)"
        r" (?:Uw|Uo|Uy|time|weekend|summer|winter|spring|autumn|fall|Pnight)",
        mark="refused",
    ),
    phrase("mark", r"every (?:[3-9]|\d\d)º W\d|on the Uh", mark="refused"),
    phrase("mark", r"for (?:the next )?(?:a|\d{1,3}) U[dwoy]|the next \d{1,3} U[dwoy]", mark="refused", weak=True),
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
        r"|afterwards|another time|when (?:i|you|we) [a-z]+|(?:at )?the end of (?:the )?(?:Uo|Uy|Uw|Ud)|end"
        r" of (?:the )?(?:Uo|Uy|Uw|Ud|today|tomorrow|W\d)|eod|eow",
        mark="vague",
    ),
    phrase(
        "mark",
        r"(?:before|after|past|until|between|prior to|no later than)(?: the)?(?= (?:\d|W\d|tomorrow|today"
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
