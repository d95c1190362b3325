"""Questions for the time or the date, here or elsewhere."""

from __future__ import annotations

import json
import re
from datetime import date, time

from sidecar.i18n import Texts
from sidecar.language.fold import fold
from sidecar.language.weekdays_and_months import MONTHS, WEEKDAYS
from sidecar.router.courtesy import read_request
from sidecar.router.intents import TimeQuestion
from sidecar.router.message_words import WHEN, MessageWords
from sidecar.router.place_names import read_place
from sidecar.router.polite import ASKING

_NOW = (
    r"(?:ahora(?: mismo)?|ya|actualmente|now|right now|currently|at (?:the|this) moment|en este (?:momento"
    r"|instante)|right|exactly|exactamente|mismo|real|local|en punto|already)"
)
_TODAY = re.compile(
    r"(?:de |del )?(?:hoy(?: en dia)?|el dia de hoy|dia de hoy|this day|este dia|today|ahora(?: mismo)?|(?:right )?now)"
)
_LEAD = (
    rf"(?:(?:{ASKING}(?:(?:me )?(?:dec(?:ir|i|is|ime|irme|idme)|dig?[ao]?(?:me|s)?|da(?:r|s|me|rme)?"
    rf"|informa(?:r|rme|me)?(?: de)?|comparti?r?"
    r"|averigua(?:r|me)?|mostra(?:r|me)?|muestra(?:me)?|saber|comprobar|ver|conocer|mirar|chequear|fijate"
    r"|hacer(?:me)? saber|avisa(?:r|rme|me)?)(?: conmigo)?(?: de)?"
    r"|tell(?: me)?|give(?: me)?|show me|know|have|check|share|let me know|get|see|find out|say)"
    r"|(?:sabes|sabe|sabrias|tenes|tienes|tiene|tendras|tendrias)(?: (?:vos|tu|acaso))?|(?:do"
    r"|would) you (?:know|have|happen to (?:know|have))|i (?:need|want|would like|would love) to (?:know"
    r"|check|see)"
    r"|me pregunto(?: sobre)?|tengo curiosidad|i wonder|i am curious|i would (?:like to know"
    r"|appreciate it if you (?:could )?(?:tell|give)(?: me)?)|te agradeceria si pudieras (?:decirme|darme"
    r"|compartir)"
    r"|por casualidad|(?:me )?(?:decis|das|dices|dis|tiras|pasas)|pasame|tirame|y)(?: (?:por"
    r"|con) (?:casualidad|ganas))? )*"
)
_CORE_ES = (
    rf"(?:(?:§ )?(?:que|cual) (?:hora|horas)(?: exacta)? (?:es|son|tenes|tienes|tenemos|sera|seran"
    rf"|marca(?: el reloj)?|es ya)|(?:que|cual) es la hora(?: (?:actual|exacta|local))?|que horas"
    rf"|la hora(?: (?:actual|exacta|local))?|(?:la )?hora (?:actual|exacta|local)|hora(?= en )"
    rf"|(?<=tenes )hora|(?<=tienes )hora|reloj(?= ahora)"
    rf"|(?:§ )?(?:a|en)? ?(?:que|cual) (?:dia|fecha)(?: (?:de la semana|del mes|es la))? (?:es|estamos"
    rf"|tenemos|cae|somos)(?: el)?"
    rf"|(?:a|en) cuanto estamos|(?:§ )?(?:en )?que (?:ano|mes|semana) (?:es|estamos)|(?:que"
    rf"|cual) es la fecha(?: (?:actual|de))?|(?:la )?fecha(?: (?:actual|de))?(?: {WHEN})"
    rf"|(?:la )?fecha actual|(?:el )?dia de la semana(?: actual)?|que es {WHEN}|(?:{WHEN} )?que (?:fecha"
    rf"|dia) es)"
)
_CORE_EN = (
    rf"(?:what (?:is the |the )?(?:current |exact |local )?time(?: is it| it is| is)?(?: over)?"
    rf"|(?:the )?(?:current |exact |local )(?:time|date|hours?)|the (?:time|hours?)|what hour is it"
    rf"|time(?= in )|how late is it|what (?:is )?(?:the )?(?:day|date|year|month|weekday)(?: of the (?:week"
    rf"|month))?(?: is)?(?: it)?(?: of)?|what is (?:the )?(?:{WHEN} )?(?:current )?(?:date"
    rf"|day)(?: of the week)?"
    rf"|(?:the )?(?:{WHEN} )?date|what {WHEN} date is|what is {WHEN}|what clock|the hours?)"
)
_IS_IT = re.compile(
    r"(?:hoy es|es hoy|is it|is today|estamos a)(?: it)?(?: (?:lunes|martes|miercoles|jueves|viernes"
    r"|sabado|domingo|monday|tuesday|wednesday|thursday|friday|saturday|sunday|o|or|today|hoy|already"
    r"|ya))+"
)
_QUESTION = re.compile(
    rf"{_LEAD}(?P<core>{_CORE_ES}|{_CORE_EN})(?: (?:{_NOW}|{WHEN}|is it))*(?: (?:en|in|at|over in|de"
    rf"|for) (?P<place>[^§]+?))?(?: (?:{_NOW}|{WHEN}))*"
    r"(?: que no (?:veo|tengo|traigo)(?: \w+){1,3})?"
)
_BARE = frozenset(("time", "date", "que hora", "what time", "hora actual"))


def parse_time_question(text: str) -> TimeQuestion | None:
    said = read_request(text)
    return read_time_question(said) if said is not None else None


def read_time_question(said: MessageWords) -> TimeQuestion | None:
    if ("?" in said.text and said.line in _BARE) or _IS_IT.fullmatch(fold(said.text).strip(" ¿?!.")):
        return TimeQuestion()
    question = _QUESTION.fullmatch(said.line)
    another_day = said.when and not _TODAY.fullmatch(fold(said.when))
    if question is None or another_day or said.line in {"date", "fecha", "que hora"}:
        return None
    place = question["place"]
    if place is None:
        return TimeQuestion()
    return TimeQuestion(said.quote(question.span("place"))) if read_place(place) else None


def format_time(content: str, say: Texts) -> str:
    """Format the result of the tool `current_time` as a sentence."""
    now = json.loads(content)
    day, clock = date.fromisoformat(now["date"]), time.fromisoformat(now["time"])
    return say.plural(  # one o'clock has a verb of its own in Spanish
        "It's {clock} on {weekday}, {month} {day} ({zone}).",
        "It's {clock} on {weekday}, {month} {day} ({zone}).",
        clock.hour,
        clock=f"{clock.hour}:{clock:%M}" if say.language == "es" else f"{clock.hour % 12 or 12}:{clock:%M%p}".lower(),
        weekday=WEEKDAYS[say.language][day.weekday()],
        month=MONTHS[say.language][day.month - 1],
        day=day.day,
        zone=now["zone"],
    )
