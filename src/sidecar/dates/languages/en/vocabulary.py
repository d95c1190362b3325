"""English words and the symbols that the patterns are written in, as people type them on a telephone."""

from __future__ import annotations

_NUMBERS = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty",
)  # fmt: skip
_TENS = {"thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90, "hundred": 100}
_ORDINALS = (
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh",
    "twelfth", "thirteenth", "fourteenth", "fifteenth", "sixteenth", "seventeenth", "eighteenth", "nineteenth",
    "twentieth",
)  # fmt: skip
_WEEKDAYS = (
    ("monday", "mon"), ("tuesday", "tue", "tues"), ("wednesday", "wed", "weds"), ("thursday", "thu", "thur", "thurs"),
    ("friday", "fri"), ("saturday", "sat"), ("sunday", "sun"),
)  # fmt: skip
_MONTHS = (
    ("january", "jan"), ("february", "feb", "febr"), ("march", "mar"), ("april", "apr"), ("may",), ("june", "jun"),
    ("july", "jul"), ("august", "aug"), ("september", "sep", "sept"), ("october", "oct"), ("november", "nov"),
    ("december", "dec"),
)  # fmt: skip
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
    "tom": "tom", "tomorrow's": "tomorrow", "today's": "today", "o'clock": "oclock", "oclock": "oclock",
    "or": "OR", "last": "ULTIMO", "mondays": "W0s", "tuesdays": "W1s", "wednesdays": "W2s", "thursdays": "W3s",
    "fridays": "W4s", "saturdays": "W5s", "sundays": "W6s", "nxt": "next", "evry": "every", "each": "every",
    "thru": "through", "til": "until", "till": "until", "am": "am", "pm": "pm", "a": "a", "til'": "until",
    "weekdays": "weekday",
    "everday": "everyday", "evryday": "everyday", "othr": "other", "horus": "Uh", "huors": "Uh", "hous": "Uh",
    "wensday": "W2", "wendsday": "W2", "wednsday": "W2", "weekends": "weekends", "fortnight": "fortnight",
}  # fmt: skip


def _words() -> dict[str, str]:
    words = {word: str(number) for number, word in enumerate(_NUMBERS)}
    words.update({word: str(number) for word, number in _TENS.items()})
    words.update({word: f"{number}º" for number, word in enumerate(_ORDINALS, start=1)} | {"thirtieth": "30º"})
    for number, names in enumerate(_WEEKDAYS):
        words[names[0]] = f"W{number}"
        words.update(dict.fromkeys(names[1:], f"W{number}a"))
    for number, names in enumerate(_MONTHS, start=1):
        words.update(dict.fromkeys(names, f"M{number}"))
    for symbol, names in _UNITS.items():
        words.update(dict.fromkeys(names, symbol))
    return words | _OTHERS | {"tomorrow": "tomorrow", "tonight": "tonight"}


WORDS = _words()
TYPO_TARGETS = (
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "january", "february", "september",
    "october", "november", "december", "august", "april", "tomorrow", "minutes", "afternoon", "tonight",
)  # fmt: skip
NO_TYPOS = frozenset(
    {"mundane", "sundae", "sundays", "sunder", "minuted", "minuets", "minutiae", "fridge", "tomorrows"}
)
