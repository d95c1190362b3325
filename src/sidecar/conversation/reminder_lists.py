"""Reads several reminders in one message, and an event with how long before it to ring."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from sidecar import dates
from sidecar.conversation.alert_words import ASKS, parse_words
from sidecar.conversation.context import ConversationContext
from sidecar.conversation.event_alerts import read_event_alerts
from sidecar.domain.person import LANGUAGES
from sidecar.language.fold import fold
from sidecar.language.phrase_match import find_key_words
from sidecar.reminders.days import find_days
from sidecar.reminders.lead import cut_lead, find_lead
from sidecar.router.intents import SetReminder, Several

_MOST_CHARS, _MOST_PIECES, _PIECE_CHARS = 600, 12, 120
_NOT_TO_COME = re.compile(
    r"^\W*(?:si|if|cuando|when|apenas|unless|en cuanto|as soon as)\b"
    r"|\b(?:ayer|anoche|anteayer|yesterday|last (?:night|week))\b|[\"“«]"
    r"|\b(?:no|not|do not|don'?t|never|nunca)(?: (?:me|que|q|to|need|have))*"
    r" (?:avis|recuerd|record|remind|alert|ping|wake|despi?ert)"
)
_QUESTION = re.compile(r"\?\s*$")
_HEADER = re.compile(r"^\s*(?P<head>[^:\n]{1,40}):(?!\d)\s*")
_BULLET = re.compile(r"(?:^|\n)\s*(?:[-*•·]|\d{1,2}[).])\s+|\n+|\s*;\s*")
_CLAUSE = re.compile(r"\s*[,.]\s+(?:(?:y|and|also|ademas|además|también)\s+)*|\s+(?:y|and)\s+(?=(?:\D{1,40}\s)?\d)")
_SENTENCE = re.compile(r"(?<=[.!?\n])\s+|,\s+(?=[^,]*$)")
_LEADING_HOUR = re.compile(r"^\W*(?P<hour>\d{1,2})(?:[:.](?P<minutes>[0-5]\d))?\s*(?:hs?\b)?\s+(?=[^\W\d])")
_HOUR_WITHIN = re.compile(r"\s(?P<hour>\d{1,2})(?:[:.](?P<minutes>[0-5]\d))?\s*(?:hs?\b)?(?=\s|$)")
_LATER_ASK = re.compile(rf"(?<=[,.;!] ){ASKS}\b\s*")
_REMIND = re.compile(rf"\b{ASKS}\b|\b(?:recordatorios?|alarmas?|avisos?|reminders?|alarms?|timers?)\b")
_LAST_ASK = re.compile(rf"\s+(?:{ASKS})\W*$")
_NO_MESSAGE = frozenset(["antes", "despues", "before", "after", "each", "cada uno", "ese dia", "that day"])
_OF_ANOTHER = re.compile(r"(?:de|del|of|que|the|my|to|for)\b")
_BY_DAYS = re.compile(r"\b(?:dias?|days?|semanas?|weeks?|mes(?:es)?|months?)\b")
_EACH = re.compile(r"\b(?:each|cada un[oa]|de tod[oa]s|both|c/u|every one)\b")
_ANNOUNCES = re.compile(
    r"\b(?:cosas|things|pendientes|agenda|to ?dos?|lista|list|recordatorios|reminders|turnos|citas|appointments)\b"
)
_ASK_ALONE = re.compile(rf"\W*(?:{ASKS})\W*")
_COUNTS = re.compile(r"\b(?:en|in|dentro|cada|every|todos|todas|from now)\b")
"""A length or a rule needs no day."""
_CHATTER = re.compile(
    r"\W*(?:ta|thanks?|thank you|thx|gracias|no rush|sin apuro|asap|please|pls|porfa|por favor|ok|dale)\W*"
)
_OPENING = re.compile(
    r"^\W*(?:(?:also|ok|okay|k|whatever|hey|hi|hola|che|y|ah|uy|so|fijate q(?:ue)?|mira q(?:ue)?"
    r"|(?:i )?(?:gotta|have to|need to|(?:have |have got |'ve got |got )an?)"
    r"|tengo que|tenemos que|hay que)\b\W*)+",
    re.IGNORECASE,
)
_DEADLINE = re.compile(r"\b(?:antes del?|before(?: the)?|by the)\b")
_EVERY = re.compile(r"\b(?:cada|todos|todas|every|daily|weekly)\b")
_TRAILING_HOUR = re.compile(r"[\s,]+(?:a las? |at |tipo )?(?P<hour>\d{1,2}(?:[:.][0-5]\d)?(?: y (?:media|cuarto))?)$")


@dataclass(frozen=True, slots=True)
class _Piece:
    """A line of a list: what, and its date words."""

    message: str
    when: str


def match_reminder_list(context: ConversationContext) -> Several | SetReminder | None:
    """Return every reminder of a message that plainly holds several; those without a time are asked about."""
    text = context.text.strip()
    if len(text) > _MOST_CHARS or _NOT_TO_COME.search(fold(text)) or _QUESTION.search(text):
        return None
    if (each := _read_each(text, context)) is not None:
        return each
    if (alerts := read_event_alerts(context)) is not None:
        return alerts[0] if len(alerts) == 1 else Several(tuple(alerts))
    asked = _LATER_ASK.search(fold(text)) if len(fold(text)) == len(text) else None
    if asked:
        text = text[asked.end() :] or text[: asked.start()]
    return _read_list(text, context)


def asks_to_be_reminded(text: str) -> bool:
    """Return whether there is a plain "remind me" somewhere in a text."""
    return _REMIND.search(fold(text)) is not None


def take_lead(request: SetReminder) -> SetReminder:
    """Take how long before its time a reminder is to ring out of its words: "the standup at 9, 5 min before"."""
    if fold(request.message) in _NO_MESSAGE:
        return replace(request, message="")
    lead = find_lead(request.message) if request.when and find_lead(request.when) is None else None
    if lead is None:
        return request
    if _OF_ANOTHER.match(fold(lead.clock)):  # "two days before the move at 8": nobody said when that is
        return replace(request, when="") if _BY_DAYS.search(fold(lead.before)) else request
    message = cut_lead(request.message)
    asked = _LAST_ASK.search(fold(message))
    message = message[: asked.start()] if asked and len(fold(message)) == len(message) else message
    return SetReminder(message.strip(" ,.;:"), f"{request.when}, {lead.before} {lead.clock}".strip())


def _read_each(text: str, context: ConversationContext) -> Several | None:
    """Read a list with how long before each of its times to ring: "dentist at 9, gym at 11. 10 min before each"."""
    clauses = [clause for clause in _SENTENCE.split(text) if clause.strip()]
    leads = [(clause, lead) for clause in clauses if _EACH.search(fold(clause)) and (lead := find_lead(clause))]
    if len(leads) != 1:
        return None
    clause, lead = leads[0]
    listed = _read_list(text.replace(clause, " ").strip(" ,.;\n"), context)
    if listed is None:
        return None
    requests = (one for one in listed.requests if isinstance(one, SetReminder))
    return Several(tuple(replace(one, when=f"{one.when}, {lead.before}" if one.when else "") for one in requests))


def _read_list(text: str, context: ConversationContext) -> Several | None:
    header = _HEADER.match(text)
    day = _find_day_words(header["head"], context) if header else ""
    body = text[header.end() :] if header else text
    lines = [part.strip() for part in _BULLET.split(body) if part and part.strip()]
    announced = bool(day) or (header is not None and _ANNOUNCES.search(fold(header["head"])) is not None)
    if len(lines) < 2 and not announced and not asks_to_be_reminded(context.text):
        return None  # "today I thought of the trip, tomorrow we leave" is a story
    parts = lines if len(lines) > 1 else [part.strip(" .") for part in _CLAUSE.split(body) if part.strip(" .")]
    if not 1 < len(parts) <= _MOST_PIECES or any(len(part) > _PIECE_CHARS for part in parts):
        return None
    parts = [part for part in parts if not _CHATTER.fullmatch(fold(part)) and not _ASK_ALONE.fullmatch(fold(part))]
    pieces = _share_messages(_share_days([_read_piece(part, day, context) for part in parts], context))
    rules = [bool(_EVERY.search(fold(piece.when))) for piece in pieces]
    if any(rules) and not all(rules):
        return None
    timed = [piece for piece in pieces if piece.when and find_key_words(piece.message)]
    if len(timed) < 2 or not all(find_key_words(piece.message) for piece in pieces):
        return None
    return Several(tuple(SetReminder(piece.message, piece.when) for piece in pieces))


def _share_days(pieces: Sequence[_Piece], context: ConversationContext) -> Sequence[_Piece]:
    """Give an hour without a day the day of the piece before: "tomorrow at 9 the gym, at 11 the bank"."""
    shared, day = list[_Piece](), ""
    zone, language = context.preferences.timezone, context.answer_language
    *before, last = [find_days(piece.when, context.now, zone, language) for piece in pieces]
    if last is not None and not any(before):  # "Biscuit at 8 and Rolo at 11 tomorrow"
        day = last.first.isoformat()
    for piece in pieces:
        days = find_days(piece.when, context.now, context.preferences.timezone, context.answer_language)
        alone = bool(day and piece.when) and days is None and not _COUNTS.search(fold(piece.when))
        shared.append(replace(piece, when=f"{day} {piece.when}") if alone else piece)
        if days is not None:
            day = days.first.isoformat()
    return shared


def _share_messages(pieces: Sequence[_Piece]) -> Sequence[_Piece]:
    """Give a time alone the message of the piece before: "measure it at 19:30 and at 22"."""
    shared: list[_Piece] = []
    for piece in pieces:
        message = piece.message or (shared[-1].message if shared else "")
        shared.append(_Piece(message, piece.when))
    return shared


def _read_piece(part: str, day: str, context: ConversationContext) -> _Piece:
    part = _OPENING.sub("", part)
    if _DEADLINE.search(fold(part)):
        return _Piece(part, "")
    for language in context.reading_languages:
        found = dates.find(part, language)
        if found is not None:
            when = found.words if not day or _names_days(found.words, context) else f"{day} {found.words}"
            message = found.rest.strip(" ,.;:-")
            hour = _TRAILING_HOUR.search(message)
            if hour and isinstance(parse_words(f"{when} {hour['hour']}", context), dates.Instant):
                return _Piece(message[: hour.start()], f"{when} {hour['hour']}")
            return _Piece(message, when)
    hours = list(_HOUR_WITHIN.finditer(part)) if day else []
    if hour := _LEADING_HOUR.match(part) or (hours[0] if len(hours) == 1 else None):
        when = f"{day} a las {hour['hour']}" + (f":{hour['minutes']}" if hour["minutes"] else "")
        return _Piece(f"{part[: hour.start()]} {part[hour.end() :].strip()}".strip(), when.strip())
    return _Piece(part, "")


def _find_day_words(text: str, context: ConversationContext) -> str:
    found = (dates.find(text, language) for language in LANGUAGES)
    words = next((one.words for one in found if one is not None), "")
    return words if words and _names_days(words, context) else ""


def _names_days(words: str, context: ConversationContext) -> bool:
    if find_days(words, context.now, context.preferences.timezone, context.answer_language) is not None:
        return True
    read = parse_words(words, context)
    return isinstance(read, dates.DateError) and read.code == "missing_time"
