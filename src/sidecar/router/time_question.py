"""Questions for the time or the date, here or elsewhere."""

from __future__ import annotations

import json
import re
from datetime import date

from sidecar.i18n import Texts
from sidecar.language.weekdays_and_months import MONTHS, WEEKDAYS
from sidecar.router.intents import TimeQuestion
from sidecar.router.normalization import normalize_request

_QUESTION = re.compile(
    r"(?:(?:sabes|me decis|decime|dame|podes decirme|me podes decir|(?:can you |could you )?tell me|do you know) )?"
    r"(?:que hora (?:es|son|tenes)|que hora sera|(?:hoy )?que (?:dia|fecha) es(?: hoy)?"
    r"|(?:a )?que (?:dia|fecha) estamos"
    r"|la hora|tenes hora|hora actual|(?:la )?fecha de hoy|today's date|hora(?= en )|time(?= in )|current (?:time|date)"
    r"|what(?:'s| is) the (?:current )?(?:time|date)|what time it is|what time is it"
    r"|what (?:day|date) is (?:it|today)|what(?:'s| is) today's date)"
    r"(?: (?:ahora|now|ya|hoy|today|right now|mismo))*"
    r"(?: (?:en|in|at) (?P<place>[a-z][a-z .,'-]{1,40}?))?"
    r"(?: (?:ahora|now|right now|por favor|please))*"
)


def parse_time_question(text: str) -> TimeQuestion | None:
    question = _QUESTION.fullmatch(normalize_request(text))
    return TimeQuestion(question["place"] or "") if question else None


def format_time(content: str, say: Texts) -> str:
    """Format the result of the tool `current_time` as a sentence."""
    now = json.loads(content)
    day = date.fromisoformat(now["date"])
    return say(
        "It is {time} on {weekday}, {month} {day} ({zone}).",
        time=now["time"],
        weekday=WEEKDAYS[say.language][day.weekday()],
        month=MONTHS[say.language][day.month - 1],
        day=day.day,
        zone=now["zone"],
    )
