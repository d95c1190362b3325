"""The words of English dates."""

from __future__ import annotations

from collections.abc import Mapping

from sidecar.dates.date_language import DateWords, RequestWords
from sidecar.dates.languages.patterns import symbols
from sidecar.dates.languages.vocabulary import build_vocabulary
from sidecar.language.lexicon import ADDRESSED, GREETINGS, PLEASE, THANKS

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
    "arvo": "Pafternoon", "nite": "Pnight", "nites": "Pnight", "morn": "Pmorning",
    "tonite": "tonight", "2night": "tonight", "2day": "today", "tmrw": "tomorrow", "tmr": "tomorrow",
    "tmw": "tomorrow", "tomoz": "tomorrow", "tomorow": "tomorrow", "tommorow": "tomorrow", "tommorrow": "tomorrow",
    "tom": "tom", "tomorrow": "tomorrow", "tonight": "tonight",
    "tomorrow's": "tomorrow", "today's": "today", "o'clock": "oclock", "oclock": "oclock",
    "or": "OR", "last": "ULTIMO", "mondays": "W0s", "tuesdays": "W1s", "wednesdays": "W2s", "thursdays": "W3s",
    "fridays": "W4s", "saturdays": "W5s", "sundays": "W6s", "nxt": "next", "evry": "every", "each": "every",
    "thru": "through", "til": "until", "till": "until", "am": "am", "pm": "pm", "a": "a", "til'": "until",
    "weekdays": "weekday",
    "everday": "everyday", "evryday": "everyday", "othr": "other", "horus": "Uh", "huors": "Uh", "hous": "Uh",
    "weds": "W2", "wensday": "W2", "wendsday": "W2", "wednsday": "W2", "weekends": "weekends", "fortnight": "fortnight",
}  # fmt: skip
_TYPO_TARGETS = (
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "january", "february", "september",
    "october", "november", "december", "august", "april", "tomorrow", "minutes", "afternoon", "tonight",
)  # fmt: skip
_NO_TYPOS = frozenset(
    {"mundane", "sundae", "sundays", "sunder", "minuted", "minuets", "minutiae", "fridge", "tomorrows"}
)
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
WORDS = DateWords(
    symbols=build_vocabulary("en", _UNITS, _OTHERS),
    typo_targets=_TYPO_TARGETS,
    no_typos=_NO_TYPOS,
    glue=_GLUE,
    breaks=symbols("that because but when if . ; ! ? cause cuz although"),
    repeats=symbols("every"),
    corrections=symbols("no actually sorry rather wait instead not"),
    no_break_after=frozenset(),
    triggers=_TRIGGERS,
    fillers=_FILLERS | _DELAYS | _ADVANCES,
    delays=_DELAYS,
    advances=_ADVANCES,
    asks=symbols("remind reminder ping nudge alert notify wake alarm timer"),
    changes=symbols("""
        no nope better actually sorry wait oops rather instead not make move change shift put reschedule bring push
        switch keep it postpone delay snooze advance forward
    """),
    denying=symbols("not"),
    denied=frozenset(),
    tens=frozenset({20, 30, 40, 50, 60, 70, 80, 90}),
    tens_joints=symbols("-"),
    joint_required=False,
)
REQUEST_WORDS = RequestWords(
    greetings=(*GREETINGS["en"], "and", "so", ADDRESSED),
    please=PLEASE["en"],
    thanks=THANKS["en"],
    modal=r"(?:can|could|would|will) you|i (?:want|need) you to|i'd like you to",
    ask=(
        r"(?:remind|notify|alert|ping|nudge) (?:me|us)|(?:i (?:want|need|would like)|i'd like) to be reminded"
        r"|(?:do not|don't) (?:let me )?forget"
    ),
    set_=r"(?:set|create|add|make|schedule)(?: me)?",
    article="a|an|another",
    reminder="reminder|alert",
    link="that|to|about|of|for",
    leading="on|at|by|for|in|the|on the|for the|by the|from|and|,",
)
TRANSLATIONS: Mapping[str, str] = {
    "cada": "every", "todos": "every", "todos los": "every", "todas las": "every", "todos los dias": "every Ud",
    "diariamente": "daily", "semanalmente": "weekly", "mensualmente": "monthly", "anualmente": "yearly",
    "por medio": "every other", "dia por medio": "every other Ud", "quincenalmente": "fortnightly",
    "habiles": "weekday", "dias habiles": "weekday", "finde": "weekend",
    "hoy": "today", "manana": "tomorrow", "pasado manana": "overmorrow", "ayer": "yesterday",
    "esta manana": "this Pmorning", "esta noche": "tonight", "esta tarde": "this Pafternoon",
    "de la manana": "in the Pmorning", "a la manana": "in the Pmorning", "por la manana": "in the Pmorning",
    "de la": "in the", "a la": "in the", "por la": "in the", "en la": "in the", "a la una": "at 1",
    "Pnoon": "NOON", "al mediodia": "at NOON", "medianoche": "midnight", "a medianoche": "at midnight",
    "a las": "at", "a eso de las": "around", "tipo": "around", "en punto": "sharp",
    "el": "on the", "on el": "on the", "los": "on", "el dia": "on the", "del": "of the", "de": "of", "y": "and",
    "en": "in", "dentro de": "in", "proximo": "next", "el proximo": "next", "la proxima": "next", "este": "this",
    "esta": "this", "desde": "from", "hasta": "until", "hasta el": "until", "empezando": "starting",
    "durante": "for", "por": "for", "ahora": "now", "pronto": "soon", "mas tarde": "later", "antes de": "before",
    "despues de": "after", "excepto": "except", "una": "a",
    "once": "", "ago": "", "set": "", "mar": "", "media": "", "medio": "", "media hora": "HALF Uh",
    "cuarto de hora": "QUARTER Uh", "o": "", "dom": "", "sem": "", "seg": "", "quince": "", "sexta": "", "cien": "",
    "ora": "", "oras": "", "dais": "", "tods": "", "lune": "", "u": "", "d": "", "m": "", "k": "", "q": "", "x": "",
    "pa": "", "fds": "", "uno": "", "entrante": "", "todo": "",
}  # fmt: skip
"""What Spanish words are in this grammar; "" for those that mean something else in an English sentence."""
