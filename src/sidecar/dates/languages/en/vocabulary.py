"""English words and the symbols that the patterns are written in, as people type them on a telephone."""

from __future__ import annotations

from sidecar.dates.languages.vocabulary import read_words

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
WORDS = read_words("en", _UNITS, _OTHERS)
TYPO_TARGETS = (
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "january", "february", "september",
    "october", "november", "december", "august", "april", "tomorrow", "minutes", "afternoon", "tonight",
)  # fmt: skip
NO_TYPOS = frozenset(
    {"mundane", "sundae", "sundays", "sunder", "minuted", "minuets", "minutiae", "fridge", "tomorrows"}
)
