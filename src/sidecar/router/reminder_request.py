"""A plain request for a reminder."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from sidecar import dates
from sidecar.domain.person import LANGUAGES, Language
from sidecar.language.detection import detect_language
from sidecar.language.fold import fold
from sidecar.router.intents import SetReminder
from sidecar.router.normalization import normalize_request

_ASKING = (
    r"(?:(?:me |nos )?(?:podes|podras|podrias|puedes|queres|querrias) |(?:quiero|quisiera|necesito|te pido) que "
    r"|(?:can|could|would|will) you (?:please )?|i (?:want|need) you to )?"
)
_REQUEST = re.compile(
    _ASKING + r"(?:(?P<surely>(?:me |nos )?(?:recorda(?:me|rme|nos|rnos|r)|recuerda(?:me|nos)|recuerdes)"
    r"|(?:me |nos )(?:recordas|recuerdas)"  # without them: do you remember
    r"|no te olvides de recordar(?:me|nos)|acordame|acuerdame|no me dejes olvidar|que no me olvide(?: de)?"
    r"|(?:me )?ha(?:ce(?:me|s)|zme|cerme|cer|gas) acordar"
    r"|(?:(?:(?:pon|pone|crea|agrega|agenda|programa|anota|hace|deja|arma|guarda|configura|coloca|manda)(?:me|r|rme)?"
    r"|establecer|necesito|quiero|quisiera) )?(?:(?:un|otro) )?recordatorio"
    r"|remind me|(?:do not|don't) let me forget"
    r"|(?:(?:set(?: up)?|create|add|make|schedule|put|place|give|i(?: need| want|'d like| would like)) )?(?:me )?"
    r"(?:(?:a|another) )?(?:new )?reminder)"
    r"|avisa(?:me|rme)|me avis(?:as|es)|acordate de|agenda(?:me|rme|r)|(?:alert|ping|notify) me)(?![\w'])[\s,:]*"
)
"""What is in `surely` asks for a reminder even without a time; the rest may be about something else."""

_LINK = re.compile(r"^(?:de que|para que|que|de|para|sobre|to|that|about|of|for)\b\s*", re.IGNORECASE)
_QUESTION = re.compile(
    r"(?:de )?(?:(?:como|cual(?:es)?|quien(?:es)?|donde|cuantos?|cuantas?|por que|lo que|de que hablamos)"
    r"|(?:about )?(?:what|who|whose|which|where|how|why))\b"
)
_QUESTION_BY_ITS_ACCENT = re.compile(r"\b(?:qué|cuándo)\b", re.IGNORECASE)
_WHETHER = re.compile(
    r"\b(?:pregunt\w+|ver|saber|averiguar|confirmar|chequear|revisar|mirar|fijar\w*|ask|see|know|check|confirm)"
    r"(?: \w+){0,4}? (?:si|if)\b"
)
_CONDITION = re.compile(
    r"\b(?:si|cuando|apenas|ni bien|en cuanto|antes que|if|when|whenever|unless|once i|as soon as|salvo|excepto)\b"
)
_ANYTHING = re.compile(r"(?:de |of |about )?(?:cosas|eventos|things|stuff|events)\b")
"""A question about what Sidecar can do: "can you remind me of things?"."""
_PAST = re.compile(r"\b(?:ayer|anteayer|anoche|yesterday|last night)\b")
_ANY_MOMENT, _ANY_ZONE = datetime(2026, 1, 1, tzinfo=UTC), ZoneInfo("UTC")


def parse_reminder_request(text: str) -> SetReminder | None:
    """Parse a plain request in one sentence.

    None for what hangs on a condition ("if it rains"), for a question to the memory ("remind me what I said") and for
    what is only to be remembered.
    """
    core = normalize_request(text)
    request = _REQUEST.match(core) or _find_after_time(text, core)
    if request is None or _is_something_else(core[request.end() :], text):
        return None
    language = detect_language(text) or "es"
    message, when = _split_message_and_time(text, language)
    if _REQUEST.match(normalize_request(message)):
        message, when = _split_message_and_time(_remove_request(text, core, request), language)
    if not (when or request["surely"]) or _REQUEST.match(normalize_request(message)):
        return None  # words that ask are still in it: not understood well enough
    if not when and _ANYTHING.match(core[request.end() :]):
        return None
    return SetReminder(message, when)


def _is_something_else(wanted: str, text: str) -> bool:
    plain = _WHETHER.sub("", wanted)
    return bool(
        _QUESTION.match(wanted)
        or _QUESTION_BY_ITS_ACCENT.search(text)
        or _CONDITION.search(plain)
        or _PAST.search(fold(text))
    )


def _find_after_time(text: str, core: str) -> re.Match[str] | None:
    """Find the request in "tomorrow at 9 remind me": it follows the date words at once."""
    if _REQUEST.search(core) is None:
        return None  # without reading dates, which takes long to load
    for tongue in LANGUAGES:
        found = dates.find(text, tongue)
        first = normalize_request(text[slice(*found.spans[0])]) if found and found.spans else ""
        if first and core.startswith(first):
            place = len(first) + len(core[len(first) :]) - len(core[len(first) :].lstrip(" ,:;"))
            if request := _REQUEST.match(core, place):
                return request
    return None


def _remove_request(text: str, core: str, request: re.Match[str]) -> str:
    """Cut out a way of asking that the date parser does not know."""
    text = " ".join(text.split())
    plain = fold(text.replace("’", "'"))
    start = plain.find(core)
    if start < 0 or len(plain) != len(text):
        return text
    rest = text[start + request.end() : start + len(core)]
    return text[start : start + request.start()] + _LINK.sub("", rest)


def _split_message_and_time(text: str, language: Language) -> tuple[str, str]:
    text = " ".join(re.sub("[¿¡]", " ", text).split())
    tongues = sorted(LANGUAGES, key=lambda other: other != language)
    for tongue in tongues:
        if found := dates.find(text, tongue):
            return found.rest.strip(" \"'"), found.words
    rests = (dates.split(text, _ANY_MOMENT, _ANY_ZONE, tongue)[1] for tongue in tongues)
    return min(rests, key=len).strip(" \"'"), ""  # in the other language the words that ask are still there
