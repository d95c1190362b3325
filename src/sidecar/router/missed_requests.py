"""Finds a plain request for a reminder that the model neither set nor asked about (RTR-07)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from sidecar import dates
from sidecar.domain.person import LANGUAGES
from sidecar.domain.tool import ToolReceipt
from sidecar.language.fold import fold
from sidecar.router.intents import SetReminder

_SETTING_TOOLS = frozenset({"set_reminder", "edit_reminder", "snooze_reminder"})

_SENTENCE = re.compile(r"[^.!?\n]*(?:[.!?\n]|$)")
_ABOUT_REMINDER = re.compile(
    r"\b(?:recuerd|recordar|recordat|recorde\b|acordar|avis|agend|alarm|remind|notif|alert)"
    r"|\b(?:a |de |para )?que (?:hora|dia|fecha|momento)\b|\b(?:para |de )cuando\b|^\W*(?:y )?cuando\W*$"
    r"|\bcuando (?:quer|te|lo|la|seria|exactamente)|\bin (?:the )?(?:morning|afternoon|evening)\b|\b(?:am|pm)\b"
    r"|\bde la (?:manana|tarde|noche|madrugada)\b|\bconfirm|\b(?:what|which) (?:time|day|date)\b"
    r"|\b(?:a las?|at) \d|\b\d{1,2} ?(?:hs?|am|pm)\b|\d:\d\d"
    r"|^\W*(?:and )?when\W*$|\bwhen (?:should|shall|do you want|would you like|exactly)"
)
_DONE = (
    r"\bte (?:lo |la |voy a )?(?:record|recuerd|avis)|\bhago acordar|\b(?:agend|anot)(?:o|ado|ada|e)\b|\brecordatorio"
    r"|\b(?:listo|hecho|done)\b|\bremind(?:er| you)|\blet you know"
)
_CLAIM = re.compile(_DONE)
_PROMISE = re.compile(_DONE + r"|\b(?:dale|sure)\b")
_TO_DO = re.compile(
    r"$|(?:(?:que )?(?:tengo|tenemos|hay|debo) (?:que )?)?\w*[aei]r(?:l[aeo]s?|me|nos|les?|se)*\b"
    r"|(?:que )?(?:tengo|hay) "
)
_PLAINLY = re.compile(r"\b(?:recordatorio|reminder|me to|forget to)\b")
_ALSO = re.compile(r"\b(?:y|ademas|tambien|luego|despues|and|also|then)\b|[.;]")
_MORE = re.compile(
    r"(?:[.;,!]|\b(?:y|and)\b)\s*(?:(?:ademas|tambien|despues|de paso|also|then)\b,?\s*)?"
    r"(?:(?:conta|deci|mostra|busca|pone|hace|da|manda|explica|ayuda|recorda|avisa)(?:me|nos)"
    r"|(?:tell|show|give|send|explain|help|remind) me|what|who)\b"
)
_ASKED = re.compile("[¿?]")
_ANY_MOMENT, _ANY_ZONE = datetime(2026, 1, 1, tzinfo=UTC), ZoneInfo("UTC")


def find_missed_request(
    request: SetReminder, text: str, answer: str, receipts: Sequence[ToolReceipt]
) -> SetReminder | None:
    """Return the request that code still has to set, or to ask about, after the model's work on `text`.

    `answer` is everything the model has said, `receipts` what its tools did. None when the model has seen to it.
    Where the message holds several things the request comes back empty: the tool asks.
    """
    if any((receipt.ok or receipt.held) and receipt.call.name in _SETTING_TOOLS for receipt in receipts):
        return None
    if asks_about_reminder(answer) and not (request.when and _CLAIM.search("".join(_split_questions(fold(answer))[1]))):
        return None  # a time was given and the model says it is done: whatever it asks besides, the person counts on it
    if not request.when and not (is_to_do(request.message, text) or _PROMISE.search(fold(answer))):
        return None  # "remind me of her address": the answer was the address
    return SetReminder("", "") if _holds_another_request(request.message) else request


def asks_about_reminder(answer: str) -> bool:
    """Return whether a question in the answer is about the reminder, and not "anything else?"."""
    questions, _ = _split_questions(fold(answer))
    return any(_ABOUT_REMINDER.search(question) for question in questions)


def _split_questions(answer: str) -> tuple[Sequence[str], Sequence[str]]:
    """Return the questions and the other sentences."""
    sentences: Sequence[str] = _SENTENCE.findall(answer)
    questions = [sentence for sentence in sentences if sentence.endswith("?")]
    return questions, [sentence for sentence in sentences if not sentence.endswith("?")]


def is_to_do(message: str, text: str) -> bool:
    """Return whether it is something to do rather than something to be told again."""
    return bool(_TO_DO.match(fold(message)) or _PLAINLY.search(fold(text)))


def _holds_another_request(message: str) -> bool:
    """Return whether the message, without its date words, holds another moment or another wish."""
    plain = fold(message)
    asked = _ASKED.search(plain)
    if _MORE.search(plain) or (asked and re.search(r"\w", plain[asked.end() :])):
        return True
    for tongue in LANGUAGES:
        second = dates.find(message, tongue)
        if second is None or not second.spans or not _ALSO.search(fold(message[: second.spans[0][0]])):
            continue
        if not isinstance(dates.parse(second.words, _ANY_MOMENT, _ANY_ZONE, tongue), dates.DateError):
            return True
    return False
