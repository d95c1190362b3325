"""A plain request for a new reminder, timer or alarm."""

from __future__ import annotations

import re

from sidecar.language.fold import fold
from sidecar.router.courtesy import read_request
from sidecar.router.intents import SetReminder
from sidecar.router.message_words import WHEN, MessageWords
from sidecar.router.polite import ASKING
from sidecar.router.vetoes import is_conditional, is_past, is_quotation

_VERB = (
    r"(?:(?:me |nos )?(?:recorda(?:me|rme|nos|rnos|r)|recuerd[ae](?:me|nos)|recuerdes|acuerd[ae]me|acordame"
    r"|ha(?:ce(?:me|s)|z(?:me)?|cer(?:me)?|g[ae]s?(?:me)?) (?:acordar|recordar))"
    r"|(?:me |nos )(?:recordas|recuerdas|recuerda)"  # without them: do you remember
    r"|no te olvides de recordar(?:me|nos)|(?:que )?no (?:me dejes|dejes que(?: me)?) olvid(?:ar|e)(?:me)?"
    r"|que no me olvide|remind (?:me|us)|remind(?= to)|nudge me"
    r"|(?:do not|never) (?:let me forget|forget to remind me)"
    r"|make sure (?:that )?i (?:do not forget|remember)|(?:i )?(?:need|want) to be reminded)"
)
_SOFT_VERB = (
    r"(?:(?:me |nos )?avis[ae](?:me|rme|nos)|(?:me |nos )avis(?:as|es|ar|e)|(?:me )?alert[ae](?:me|rme)"
    r"|notific(?:a|ar)me"
    r"|acordate de|acuerdate de|recorda(?= (?:las?|los?|el|a?l?)\b)|recuerd[ae](?= (?!que\b))"
    r"|no (?:te )?olvides (?:de )?"
    r"|(?:alert|ping|notify|buzz|text|message|poke|nudge|pester|bug|nag|warn|holler at) (?:me|us)"
    r"|tell me(?= (?:to|§))|let me know(?= §)"
    r"|remember(?= to)|do not forget(?= to)"
    r"|(?:give|gie) (?:me|us) a (?:heads up|shout|nudge|ping|buzz)|(?:pega|peg[ae]|tira)(?:me|nos) un grito)"
)
"""These may be about something else: they ask for a reminder only with a time."""
_WAKE = r"(?:(?:me )?desp[ie]+rt(?:a|e|ame|eme|arme|es|as)(?:me)?|wake (?:me|us)(?: up)?|get me up)"
_MAKE = (
    r"(?:(?:me )?(?:pon|pone|crea|agrega|anade|agenda|programa|anota|hace|haz|deja|arma|guarda|configura|coloca"
    r"|establece|fija|activa|manda|prepara|inicia|mete|setea|da|prende|tira|lanza|inserta|incluye|ajusta|genera)"
    r"(?:me|r|rme|nos|s)?|ponga(?:me)?|pongas|crees?|cree(?:me)?|agregues?|anadas?|programe(?:me)?"
    r"|haga(?:me|s)?|quiero"
    r"|necesito|quisiera|querria|preciso|me gustaria|va|dejame|set(?: up)?|create|add|make|schedule"
    r"|put(?: in| on)?|place"
    r"|give|start|begin|need|want|get|have|turn on|enter|enable|put together|i (?:need|want|would like|will need)"
    r"(?: to (?:set|create|have|make|add))?)(?: me| us)?"
)
_ARTICLE = (
    r"(?:(?:un|una|el|la|otro|otra|mi|nuevo|nueva|a|an|the|another|my|new|one|some|quick|second|recurring|repeating"
    r"|personal|importante) )*"
)
_REMINDER = r"(?:recordatorio|aviso|reminder|alerta|alert|notificacion|notification)"
_ALARM = r"(?P<alarm>alarma|despertador|timer|temporizador|cronometro|cuenta regresiva|alarm|countdown|wake up call)"
_AFTER_NOUN = (
    r"(?: (?:set(?: up)?|for me|for myself|para mi|nuev[oa]|puest[oa]|(?:que|which|that) (?:me )?(?:diga|suene|says)"
    r"|on my (?:phone|calendar)|called|named|titulad[oa]|llamad[oa]))*"
)
_NOUN = rf"(?:{_MAKE} {_ARTICLE}(?:§ )?(?:{_REMINDER}|{_ALARM}){_AFTER_NOUN})"
_TIMED = (
    r"(?:eggs?|pasta|rice|tea|coffee|oven|pizza|bread|cake|cookies?|kitchen|cooking|laundry|washing|nap|workout|plank"
    r"|study|focus|pomodoro|break|meditation)"
)
"""What people set a timer for, in front of the word."""
_NOUN_ALONE = (
    r"(?:(?:(?:un|una|otro|otra|nuev[oa]|a|an|another|new) )*(?P<bare>recordatorio|reminder|alarma|alarm"
    rf"|(?:{_TIMED} )?timer|temporizador|cronometro|cuenta regresiva|countdown|stopwatch))"
)
_LEADS_ON = re.compile(rf"(?:(?:para|for|at|a|de|en|in|to|que|cada|every) )*{WHEN}|(?:para|que|to|for)\b|$")
_CALENDAR = (
    r"(?:(?:agenda|agende)(?:me|r|rme)?|(?:anota|pon|pone|agrega|mete|suma)(?:me|r)?(?= .* (?:en"
    r"|a) (?:(?:el|mi) (?:calendario|agenda)|la agenda))"
    r"|schedule(?! (?:is|was|for)\b)(?: (?:me|a|an|my))?|(?:add|put)(?= .* (?:to|on|in) (?:my"
    r"|the) (?:calendar|agenda|schedule)))"
)
_IN_CALENDAR = re.compile(
    r" (?:en|a|to|on|in) (?:(?:el|mi|my|the) (?:calendario|agenda|calendar|schedule)|la agenda)\b"
)
_REQUEST = re.compile(
    rf"(?:(?:para |por |for |on |at )?§ )?(?:que )?{ASKING}"
    rf"(?:(?P<surely>{_VERB}|{_NOUN})|(?P<wake>{_WAKE})|(?P<soft>{_SOFT_VERB}|{_CALENDAR})"
    rf"|(?P<noun>{_NOUN_ALONE}))(?:(?= )|$)"
)
_LINK = re.compile(
    r"(?:(?:de que|para que|que|de|para|sobre|acerca de|por|to|that|about|of|for|regarding|saying|with|con|es|is|me"
    r"|again|de nuevo|otra vez|when it is|cuando sean|cuando sea)(?: |$))+"
)
_BEFORE_WHEN = re.compile(
    r"(?:^| )(?:(?:para|por|a|de|desde|en|at|on|for|by|in|the|from|starting|set|set for|when it is"
    r"|cuando sean?|due) ?)+$"
)
_QUESTION = re.compile(
    r"(?:(?:de |about |that |of )?(?:como|cual(?:es)?|quien(?:es)?|donde|cuantos?|cuantas?|por que|lo que"
    r"|de que hablamos"
    r"|what|who|whose|which|where|how|why))\b"
)
_QUESTION_BY_ITS_ACCENT = re.compile(r"\b(?:qué|cuándo)\b", re.IGNORECASE)
_ANYTHING = re.compile(r"(?:de |of |about )?(?:cosas|eventos|algo|things|stuff|events|something)\b")
"""A question about what Sidecar can do: "can you remind me of things?"."""


def parse_reminder_request(text: str) -> SetReminder | None:
    """Parse a plain request for a reminder; see `read_reminder_request`."""
    said = read_request(text)
    return read_reminder_request(said) if said is not None else None


def read_reminder_request(said: MessageWords) -> SetReminder | None:
    """Read a plain request in one sentence.

    None for what hangs on a condition ("if it rains"), for a question to the memory ("remind me what I said") and for
    what is only to be remembered.
    """
    request = _REQUEST.match(said.line)
    if request is None:
        return None
    wanted = said.line[request.end() :].strip()
    alarm = request["alarm"] or re.sub("^(?:recordatorio|reminder)$", "", request["bare"] or "")
    kind = next(name for name in ("surely", "wake", "soft", "noun") if request[name] is not None)
    if _is_something_else(wanted, said) or (not said.when and (kind == "soft" or _ANYTHING.match(wanted))):
        return None
    message = _read_message(said, request.end(), calendar=kind == "soft")
    if kind == "soft" and _names_nothing_certain(request[0], message):
        return None
    if kind == "noun" and not _leads_on(said, request.end(), bool(alarm)):
        return None
    message = "" if _ANYTHING.fullmatch(fold(message)) else message  # of what is asked
    if not message and kind == "wake":
        message = "wake up" if "wake" in request[0] or "get" in request[0] else "despertarte"
    noun = said.quote(request.span("alarm" if request["alarm"] else "bare")) if alarm else ""
    return SetReminder(message or noun, said.when)


def _leads_on(said: MessageWords, end: int, alarm: bool) -> bool:
    """Return whether a noun without a verb is a request: "alarma a las 7", "recordatorio: pagar la luz"."""
    rest = said.select((end, len(said.line)))
    if rest and rest[0].breaks:
        return bool(said.when) or not alarm
    return bool(said.when or not alarm) and _LEADS_ON.match(said.line[end:].strip()) is not None


def _names_nothing_certain(head: str, message: str) -> bool:
    """Return whether it may be no reminder at all: "schedule" or "tell me" with a time and no deed."""
    return (
        not message
        and re.search(r"\b(?:tell|call|text|message|let) me\b|agend|schedule|add|put|anot|know", head) is not None
    )


def _is_something_else(wanted: str, said: MessageWords) -> bool:
    return bool(
        _QUESTION.match(wanted)
        or _QUESTION_BY_ITS_ACCENT.search(said.text)
        or any(is_conditional(words) or is_past(words) for words in (wanted, fold(said.when)))
        or is_quotation(said)
    )


def _read_message(said: MessageWords, start: int, *, calendar: bool) -> str:
    """Return the words from an offset of the line, without the date words and what leads to them."""
    if said.line[start : start + 1] == " ":
        start += 1
    line = said.line[start:]
    if calendar and (place := _IN_CALENDAR.search(line)):
        line = line[: place.start()] + " " * (place.end() - place.start()) + line[place.end() :]
    pieces, at = list[str](), 0
    for piece in line.split(WHEN):
        first, last = at, at + len(piece)
        at = last + len(WHEN)
        if led := _LINK.match(piece.lstrip()):
            first += len(piece) - len(piece.lstrip()) + led.end()
        if at <= len(line) and (lead := _BEFORE_WHEN.search(said.line[start + first : start + last])):
            last = first + lead.start()
        pieces.append(said.quote((start + first, start + last)).strip(" \"'“”«»"))
    return " ".join(filter(None, pieces))
