"""Reads when, or which one, in a short answer to a question of Sidecar's."""

from __future__ import annotations

import re
from collections.abc import Sequence

from sidecar import dates
from sidecar.conversation.context import ConversationContext
from sidecar.domain.person import LANGUAGES
from sidecar.language.fold import fold
from sidecar.language.tokens import split_words
from sidecar.router.consent import parse_consent

MOST_OTHER_WORDS = 4
_ORDINALS: Sequence[str] = (
    r"(?:la |el |lo )?primer[oa]?|(?:the )?first(?: one)?",
    r"(?:la |el )?segund[oa]|(?:the )?second(?: one)?",
    r"(?:la |el )?tercer[oa]?|(?:the )?third(?: one)?",
    r"(?:la |el )?cuart[oa]|(?:the )?fourth(?: one)?",
)
_LAST = re.compile(r"(?:la |el )?ultim[oa]|(?:the )?(?:last|latter)(?: one)?|(?:la |el )otr[oa]|the other(?: one)?")
NUMBER = re.compile(
    r"\W*(?:el|la|a las?|at|#|tipo|the|around|numero|number)?\W*(\d{1,2})(?:[:.h]?([0-5]\d))?"
    r"\s*(?P<unit>hs?|am|pm|a\.m\.|p\.m\.|one)?\b"
)
"""A number in an answer: an hour, a place in a list, or a reminder's own."""
_PARTS: Sequence[tuple[str, range]] = (
    (r"(?:a|de|por|en) la (?:manana|matina)|madrugada|\bam\b|\ba\.m\.|\bmorning\b|tempran", range(12)),
    (r"\btarde\b|\bafternoon\b|\bpm\b|\bp\.m\.", range(12, 20)),
    (r"\bnoche\b|\bnight\b|\btonight\b|\bevening\b|\bpm\b|\bp\.m\.", range(18, 24)),
    (r"mediodia|\bnoon\b|\bmidday\b", range(12, 14)),
)


def find_ordinal(plain: str, count: int) -> int | None:
    """Return the place from 0 that an answer names of `count` things."""
    for place, pattern in enumerate(_ORDINALS[:count]):
        if re.search(rf"(?<!\w)(?:{pattern})(?!\w)", plain):
            return place
    return count - 1 if count and _LAST.search(plain) else None


def complete_when(before: str, context: ConversationContext) -> str | None:
    """Return date words that are one moment, made of those that were not enough and those of this message."""
    text = " ".join(context.text.split())
    error = _explain(before, context) if before else None
    if error is not None and (picked := _pick(text, error.suggestions, context)):
        return picked
    if (words := _read_time(text, context)) is None:
        return None
    hours = [f"{lead} {words}" for lead in ("a las", "at")]
    lengths = [f"{lead} {words}" for lead in ("en", "in")]
    if error is None or error.code in {"vague", "impossible", "past"}:
        tried = [words, *lengths, f"{before} {words}", *(f"{before} {hour}" for hour in hours), *hours]
    else:
        tried = [f"{before} {words}", *(f"{before} {hour}" for hour in hours), f"{words} {before}", words, *lengths]
    return next((one for one in tried if one.strip() and _is_clear(one, context)), None)


def _read_time(text: str, context: ConversationContext) -> str | None:
    """Return the time in an answer that says little else; a bare number as it is written."""
    if number := NUMBER.match(fold(text)):
        rest = split_words(fold(text)[number.end() :])
        if len(rest) <= 1:
            return _write_hour(number)
    for language in sorted(LANGUAGES, key=lambda other: other != context.answer_language):
        found = dates.find(text, language)
        if found is not None and len(split_words(found.rest)) <= MOST_OTHER_WORDS:
            return found.words
    return None


def _write_hour(number: re.Match[str]) -> str:
    minutes = f":{number[2]}" if number[2] else ""
    unit = (number["unit"] or "").replace(".", "")
    return f"{number[1]}{minutes}{unit if unit in {'am', 'pm'} else ''}"


def _pick(text: str, suggestions: Sequence[str], context: ConversationContext) -> str | None:
    """Return the suggestion that an answer picks: by its hour, its part of the day, its place, or a yes to the one."""
    moments = [(one, moment) for one in suggestions if (moment := _parse(one, context)) is not None]
    plain = fold(text)
    fitting = moments
    number = NUMBER.match(plain)
    if number is not None:
        hours = (
            {int(number[1])}
            if number["unit"] in {"h", "hs"} or int(number[1]) > 12
            else {int(number[1]), int(number[1]) + 12}
        )
        fitting = [one for one in fitting if one[1].local.hour in hours]
        exact = [one for one in fitting if one[1].local.hour == int(number[1])]
        fitting = exact if len(exact) == 1 else fitting
    for pattern, part in _PARTS:
        if re.search(pattern, plain):
            fitting = [one for one in fitting if one[1].local.hour in part] or fitting
    if len(fitting) == 1 and (len(moments) > 1 or number is not None):
        return fitting[0][0] if _says_little(text) else None
    if (place := find_ordinal(plain, len(moments))) is not None and number is None:
        return moments[place][0]
    if number is not None and not fitting and 0 < int(number[1]) <= len(moments) and not number[2]:
        return moments[int(number[1]) - 1][0]
    consent = parse_consent(text)
    return moments[0][0] if len(moments) == 1 and consent is not None and consent.yes else None


def _says_little(text: str) -> bool:
    return len(split_words(text)) <= MOST_OTHER_WORDS + 2


def _parse(words: str, context: ConversationContext) -> dates.Instant | None:
    for language in sorted(LANGUAGES, key=lambda other: other != context.language):
        found = dates.parse(words, context.now, context.preferences.timezone, language)
        if isinstance(found, dates.Instant):
            return found
    return None


def _is_clear(words: str, context: ConversationContext) -> bool:
    return any(
        not isinstance(dates.parse(words, context.now, context.preferences.timezone, language), dates.DateError)
        for language in LANGUAGES
    )


def _explain(words: str, context: ConversationContext) -> dates.DateError | None:
    """Return why words are no moment, in the language that understands them best."""
    errors: list[dates.DateError] = []
    for language in sorted(LANGUAGES, key=lambda other: other != context.language):
        found = dates.parse(words, context.now, context.preferences.timezone, language)
        if not isinstance(found, dates.DateError):
            return None
        errors.append(found)
    return next((error for error in errors if error.code != "unparseable"), errors[0])
