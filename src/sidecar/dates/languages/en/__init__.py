"""English."""

from __future__ import annotations

import re

from sidecar.dates.date_language import DateLanguage
from sidecar.dates.languages.en.calendar_words import CALENDAR
from sidecar.dates.languages.en.clocks import CLOCKS, PARTS
from sidecar.dates.languages.en.days import DAYS, HOW_LONG, LENGTHS
from sidecar.dates.languages.en.formatter import FORMATTER
from sidecar.dates.languages.en.marks import SIGNS
from sidecar.dates.languages.en.rules import RULES
from sidecar.dates.languages.patterns import SHARED, symbols
from sidecar.dates.languages.vocabulary import build_vocabulary
from sidecar.dates.tree import DayPart
from sidecar.language.lexicon import ADDRESSED, GREETINGS, PLEASE, THANKS, any_word_pattern

_UNITS = {
    "Us": ("seconds", "sec", "secs"),
    "Um": ("m", "minute", "minutes", "min", "mins"),
    "Uh": ("hour", "hours"),
    "Hs": ("h", "hr", "hrs"),
    "Ud": ("d", "day", "days"),
    "Uw": ("week", "weeks", "wk", "wks"),
    "Uo": ("month", "months"),
    "Uy": ("year", "years", "yr", "yrs"),
}
_OTHERS = {
    "an": "a", "half": "HALF", "quarter": "QUARTER", "quarters": "QUARTER", "oh": "oh",
    "dawn": "Pdawn", "morning": "Pmorning", "mornings": "Pmorning", "noon": "NOON", "noonish": "NOON",
    "midday": "NOON", "lunchtime": "NOON", "afternoon": "Pafternoon", "afternon": "Pafternoon",
    "afternoons": "Pafternoon", "evening": "Pevening", "evenings": "Pevening", "night": "Pnight", "nights": "Pnight",
    "tonite": "tonight", "2night": "tonight", "2day": "today", "tmrw": "tomorrow", "tmr": "tomorrow",
    "tmw": "tomorrow", "tomoz": "tomorrow", "tomorow": "tomorrow", "tommorow": "tomorrow", "tommorrow": "tomorrow",
    "tom": "tom", "tomorrow": "tomorrow", "tonight": "tonight",
    "tomorrow's": "tomorrow", "today's": "today", "o'clock": "oclock", "oclock": "oclock",
    "or": "OR", "last": "ULTIMO", "mondays": "W0s", "tuesdays": "W1s", "wednesdays": "W2s", "thursdays": "W3s",
    "fridays": "W4s", "saturdays": "W5s", "sundays": "W6s", "nxt": "next", "evry": "every", "each": "every",
    "thru": "through", "til": "until", "till": "until", "am": "am", "pm": "pm", "a": "a", "til'": "until",
    "weekdays": "weekday",
    "everday": "everyday", "evryday": "everyday", "othr": "other", "horus": "Uh", "huors": "Uh", "hous": "Uh",
    "wensday": "W2", "wendsday": "W2", "wednsday": "W2", "weekends": "weekends", "fortnight": "fortnight",
}  # fmt: skip
_TYPO_TARGETS = (
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "january", "february", "september",
    "october", "november", "december", "august", "april", "tomorrow", "minutes", "afternoon", "tonight",
)  # fmt: skip
_NO_TYPOS = frozenset(
    {"mundane", "sundae", "sundays", "sunder", "minuted", "minuets", "minutiae", "fridge", "tomorrows"}
)
_HELLO = any_word_pattern(GREETINGS["en"], PLEASE["en"], ("and", "so", ADDRESSED))
_THANKS = any_word_pattern(PLEASE["en"], THANKS["en"])
_MODAL = r"(?:(?:can|could|would|will) you|i (?:want|need) you to|i'd like you to)(?: please)?"
_ASK = (
    r"(?:(?:remind|notify|alert|ping|nudge) (?:me|us)|(?:i (?:want|need|would like)|i'd like) to be reminded"
    r"|(?:do not|don't) (?:let me )?forget|(?:(?:set|create|add|make|schedule)(?: me)? (?:a|an|another) )?"
    r"(?:reminder|alert))(?![a-z])"
)
_LINK = r"(?: (?:that|to|about|of|for)(?![a-z]))?"
_DELAYS = symbols("postpone delay push snooze back")
_ADVANCES = symbols("advance forward up")
_FILLERS = symbols("""
    no nope better actually sorry wait oops hmm ah oh ok okay yes yeah yep well rather instead not i meant mean
    make move change shift put set reschedule bring push switch keep let let's lets do have how what about would
    it that this the reminder one alarm time to at for by on of be should is can could you we please pls thanks
    thank then just maybe remind me want like another other more until same
""")
_TRIGGERS = symbols("""
    remind me reminder set please pls plz hey hi ping nudge alert notify wake up can could you i need a schedule
    alarm
""")
_GLUE = symbols(", - ( ) . ; : / @ OR and & on at in the of for by to this from around about early late please sharp")

LANGUAGE = DateLanguage(
    code="en",
    words=build_vocabulary("en", _UNITS, _OTHERS),
    typo_targets=_TYPO_TARGETS,
    no_typos=_NO_TYPOS,
    glue=_GLUE,
    breaks=symbols("that because but when if . ; ! ? cause cuz although"),
    repeats=symbols("every"),
    corrections=symbols("no actually sorry rather wait instead not"),
    no_break_after=symbols(""),
    triggers=_TRIGGERS,
    fillers=_FILLERS | _DELAYS | _ADVANCES,
    delays=_DELAYS,
    advances=_ADVANCES,
    negations=(frozenset({"not"}), frozenset[str]()),
    request=re.compile(rf"\s*(?:{_HELLO}[\s,.!]+)*(?:{_MODAL}\s*)?{_ASK}(?:\s*,?\s*please)?{_LINK}[\s,:]*"),
    courtesy=re.compile(rf"[\s,.;]+(?:{_THANKS}|(?:{_MODAL} )?{_ASK})[\s.!?]*$"),
    leading=re.compile(r"(?:^| )(?:on|at|by|for|in|the|on the|for the|by the|from|and|,)$"),
    length=re.compile(rf"(?<= )(?P<dur>{HOW_LONG})(?= )"),
    phrases=(*SHARED, *RULES, *CLOCKS, *PARTS, *LENGTHS, *DAYS, *SIGNS),
    formatter=FORMATTER,
    calendar=CALENDAR,
    tens=frozenset({20, 30, 40, 50, 60, 70, 80, 90}),
    tens_joints=frozenset({"-"}),
    joint_required=False,
    month_first=True,
    noon_morning=False,
    part_hours={
        DayPart.DAWN: (5, 6),
        DayPart.MORNING: (9, 11),
        DayPart.NOON: (12, 13),
        DayPart.AFTERNOON: (15, 17),
        DayPart.EVENING: (19, 21),
        DayPart.NIGHT: (21, 22),
    },
)
