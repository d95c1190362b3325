"""Reads the words of an event, and those that say when to ring for it: times, leads, and what is to be done then."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import timedelta

from sidecar import dates
from sidecar.conversation.context import ConversationContext
from sidecar.language.fold import fold, fold_letters
from sidecar.language.phrase_match import find_key_words
from sidecar.reminders.days import find_days
from sidecar.reminders.lead import AT_NIGHT, Lead, find_lead, is_by_night
from sidecar.router.spoken_times import list_spoken_times

ASKS = (
    r"(?:(?:please|por favor|porfa|can you|could you|podes|podrias|do|quiero que|necesito que|i want you to) )*"
    r"(?:a[vb]i?s[ae](?:me|nos)|lmk|recuerdeme|hagame acordar|avisa(?!r)|avisenme|me avis[ae]s"
    r"|me (?:recuerd|record|hag)[ae]s(?: acordar)?"
    r"|recorda(?:me|nos|melo|mela)|recuerda(?:me|melo)|ha(?:ceme|z me|zme) (?:acordar|recordar)|acordame"
    r"|peg(?:a|ue)(?:me)? un grito|pone(?:me)? (?:una? )?(?:alarma|recordatorio|aviso)|pone(?:me)?(?= para\b)"
    r"|despertame|despiertame|despertarme|llamame la atencion"
    r"|(?:remind|alert|ping|warn|notify|nudge|nag|pester|bug|hit|prep|wake|shout|buzz) (?:me|us)(?: up)?"
    r"|holler at me|tell me|shout|let me know"
    r"|(?:i )?(?:need|want) (?:a |an )?(?:heads[ -]?up|warning|reminder|alert|nudge)"
    r"|(?:give|gimme|send|drop) (?:me )?(?:a )?(?:heads[ -]?up|shout|nudge|ping|warning|reminder)"
    r"|(?:set (?:me )?)?(?:an |a )?(?:alarma?|reminder|recordatorio)s?(?= (?:at|for|a las?|para|on)\b))"
)
_SENTENCE = re.compile(r"(?<![ap]\.m)[.!?\n]+\s+")
_TAILS = re.compile(r"\s*(?:[,;]|\by\b(?! (?:media|cuarto|pico|\d))|\b(?:and|n)\b(?! a half)|\.\s)\s*")
_OPENING = re.compile(
    r"^\W*(?:(?:also|ok|okay|k|whatever|hey|hi|hello|hola|buenas|che|ah|uy|eu|so|bueno|dale|y|e|and|btw|oh"
    r"|es|is|are|fijate q(?:ue)?|mira q(?:ue)?|(?:i )?(?:gotta|have to|need to|have got to|got to)"
    r"|tengo (?:que|q)|tenemos (?:que|q)|hay (?:que|q))\b\W*)+",
    re.IGNORECASE,
)
_CLOSING = re.compile(r"\W+(?:so|y|and|pero|but|as[ií] (?:que|q)|es|is|are)\W*$", re.IGNORECASE)
_FILLERS = re.compile(
    r"^\W*(?:(?:also|again|tambien|tmb|tb|otra vez|otr[oa]|another(?: one)?|one|una|uno|el mismo|la misma|mism[oa]"
    r"|the same|ese|esa|dia|that|day|ahi|porfa|please|pls|asi|both|just|y|and|same day|up|ya|then|each time"
    r"|cada vez)\b\W*)+",
    re.IGNORECASE,
)
_SAME_DAY = re.compile(
    r"\b(?:that (?:day|(?P<en>morning|afternoon|evening|night))|the same day"
    r"|(?:es[ea](?: mism[oa])?|el mismo|la misma) (?:dia|(?P<es>manana|tarde|noche)))\b\s*"
)
_UNREAD_TIME = re.compile(r"(?:at|in|on|a las?|a la|en|tipo|every|cada)\b")
_REASON = re.compile(r"^\W*(?:bc|because|cause|cuz|porque|xq|pq|since|as i|no rush|thanks|gracias|ok)\b", re.IGNORECASE)
_LINK = re.compile(
    r"^\W*(?:(?:acordate|remember|to|that|about|for|of|q|que|de|para|pa|p|sobre|con|so (?:that )?i(?: can)?)\b\s*)+"
    r"(?:(?:tengo (?:que|q)|i (?:have|need|gotta) to|hay (?:que|q))\s+)?",
    re.IGNORECASE,
)
_PLEASE = re.compile(r"\b(?:por favor|porfa(?:vor)?|please|pls|gracias|thanks|thank you)\b", re.IGNORECASE)
_HOUR = re.compile(
    r"^(?:a las? |at |tipo |around |about )?(?P<hour>\d{1,4}(?:[:.][0-5]\d)?(?: y (?:media|cuarto|\d\d))?"
    r"(?: ?(?:am|pm|hs?))?)(?![\w:/])(?! (?:min|hora|hour|dia|day|sem|week))",
    re.IGNORECASE,
)
_MINUTES = re.compile(r"(?:in|en) (\d{1,3})")
CLOCK_WORDS = re.compile(
    r"(?:\b(?:a las?|at)\s+)?\b\d{1,2}(?:[:.]\d\d)?\s*(?:am|pm|hs?)?\b"
    r"(?: (?:y (?:media|cuarto)|de la \w+|in the \w+))*",
    re.IGNORECASE,
)
COUNTS = re.compile(r"\b(?:en|in|dentro|cada|every|todos|todas|from now)\b")
_BEFORE_NOON = frozenset(["morning", "manana"])
_SAMPLE_DAYS = (timedelta(days=2), timedelta(days=4))


@dataclass(frozen=True, slots=True)
class ToldEvent:
    message: str
    when: str


@dataclass(frozen=True, slots=True)
class Alert:
    """When to ring, as a time of its own or so long before the event, and what for where that is said."""

    when: str = ""
    lead: Lead | None = None
    deed: str = ""

    @property
    def has_time(self) -> bool:
        return bool(self.when) or self.lead is not None


def read_event(text: str, context: ConversationContext) -> ToldEvent | None:
    """Read the last sentence before a request; None where it says nothing, or has several times."""
    said = [part for part in _SENTENCE.split(text) if find_key_words(part)]
    if not said:
        return None
    found = _find(said[-1].strip(" ,.;:!"), context)
    message = found.rest if found else said[-1]
    if (found and _find(message, context)) or find_lead(message):
        return None
    message = _CLOSING.sub("", _OPENING.sub("", message))
    message = re.sub(r"\s+([,.;])", r"\1", message).strip(" ,.;:!")
    return ToldEvent(message, found.words if found else "")


def read_alerts(text: str, context: ConversationContext) -> list[Alert] | None:
    """Read what follows a request: times and leads, and what for; None for what cannot be told apart."""
    alerts, joints = list[Alert](), ["", *_TAILS.findall(text)]
    for joint, part in zip(joints, _TAILS.split(text), strict=True):
        alert = _read_alert(part, context)
        if alert is None:
            return None
        if alerts and "," in joint and not alerts[-1].deed and _refines(alert, alerts[-1], context):
            alerts[-1] = replace(alert, when=f"{alerts[-1].when} {alert.when}")
        elif alerts and not alert.has_time:
            known = alerts[-1].deed
            more = "" if _REASON.match(part) else f"{known}{joint}{part}" if known else alert.deed
            alerts[-1] = replace(alerts[-1], deed=more or known)
        else:
            alerts.append(alert)
    if len(alerts) > 1 and not all(alert.has_time for alert in alerts):
        return None
    if len(alerts) > 1 and all(alert.when for alert in alerts) and not any(alert.deed for alert in alerts[:-1]):
        return [replace(alert, deed=alerts[-1].deed) for alert in alerts]
    return alerts


def _refines(alert: Alert, before: Alert, context: ConversationContext) -> bool:
    """Return whether an hour belongs to the day before it: "tomorrow in the afternoon, at a quarter past five"."""
    if not alert.when or not before.when or names_day(alert.when, context) or COUNTS.search(fold(alert.when)):
        return False
    return isinstance(read := parse_words(before.when, context), dates.DateError) and read.code == "missing_time"


def _read_alert(text: str, context: ConversationContext) -> Alert | None:
    if (lead := find_lead(text)) is not None:
        before = _cut(_FILLERS, lead.event + " ").strip()
        if _find(before, context):
            return None
        clock, rest = (lead.clock, "") if lead.clock == AT_NIGHT else _split_clock(lead.clock, context)
        clock = clock or (AT_NIGHT if is_by_night(text) else "")
        deed = _read_deed(rest or before)
        return None if deed is None else Alert(lead=replace(lead, event="", clock=clock), deed=deed)
    part = ""
    if len(fold(text)) == len(text) and (same_day := _SAME_DAY.search(fold(text))):
        text = text[: same_day.start()] + text[same_day.end() :]
        part = same_day["en"] or same_day["es"] or ""
    text = _cut(_FILLERS, text)
    when, rest = _split_clock(text, context)
    if not when and (found := _find(text, context)):
        when, rest = found.words, found.rest
    half = "" if not part or not when else " am" if part in _BEFORE_NOON else " pm"
    deed = _read_deed(rest)
    return None if deed is None else Alert(f"{when}{half}", deed=deed)


def _split_clock(text: str, context: ConversationContext) -> tuple[str, str]:
    """Split a text that begins with a time: its date words and the rest."""
    found = _find(text, context)
    if found and not text[: found.spans[0][0]].strip(" ,"):
        return found.words, found.rest
    if minutes := _MINUTES.fullmatch(fold(text)):
        return f"in {minutes[1]} minutes", ""
    hour = _HOUR.match(text)
    spoken = next(iter(list_spoken_times(fold(hour["hour"]))), None) if hour else None
    return (f"at {spoken[0]}", text[hour.end() :]) if hour and spoken else ("", text)


def _read_deed(text: str) -> str | None:
    """Return what is to be done; None for words of time that nobody reads: "at teatime"."""
    deed = _PLEASE.sub("", _cut(_LINK, text)).strip(" ,.;:!")
    if _UNREAD_TIME.match(fold(deed)):
        return None
    return deed if find_key_words(deed) and not _REASON.match(deed) else ""


def _cut(opening: re.Pattern[str], text: str) -> str:
    """Return a text without what it begins with."""
    found = opening.match(fold_letters(text))
    return text[found.end() :] if found and len(fold_letters(text)) == len(text) else text


def _find(text: str, context: ConversationContext) -> dates.DateMatch | None:
    for language in context.reading_languages:
        if (found := dates.find(text, language)) is not None:
            return found
    return None


def names_day(words: str, context: ConversationContext) -> bool:
    """Return whether date words are of one day, and not an hour of any day."""
    zone, language = context.preferences.timezone, context.answer_language
    samples = [context.now + days for days in _SAMPLE_DAYS]
    changed = [dates.change_time(words, sample, context.now, zone, language) for sample in samples]
    found = [one.local.date() for one in changed if isinstance(one, dates.Instant)]
    if len(found) == len(samples):
        return len(set(found)) == 1
    return find_days(words, context.now, zone, language) is not None


def parse_words(words: str, context: ConversationContext) -> dates.DateResult:
    return dates.parse(words, context.now, context.preferences.timezone, context.answer_language)
