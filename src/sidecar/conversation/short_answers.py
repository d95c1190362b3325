"""Reads when, or which one, in a short answer to a question of Sidecar's."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date, datetime, timedelta

from sidecar import dates
from sidecar.conversation.context import ConversationContext
from sidecar.conversation.small_hours import list_halves, write_moment
from sidecar.language.fold import fold
from sidecar.language.stop_words import STOP_WORDS
from sidecar.language.tokens import split_words
from sidecar.router.consent import parse_consent
from sidecar.router.spoken_times import drop_denied_time, list_spoken_times, read_small_number

SMALL_HOUR = "small_hour"
"""Why it is asked: the hour is one of the night, or of the afternoon."""
_MOST_OTHER_WORDS = 1
_FILLERS = re.compile(
    r"\b(?:like|idk|actually|sorry|please|pls|thanks|ok(?:ay)?|yeah|yep|sure|works|fine|good|say|maybe|around|about|make|day"
    r"|off|lol|ugh|oops|wait|hang|hold|meant|mean|nah|um|hmm|let|go|with|want|hs|tipo|onda|digo|dale|porfa|perdon|mejor"
    r"|quise|decir|bueno|che|asi|ahi|nomas|estaria|ja(?:ja)+|gracias|seria|salgo|llego|ponele|pone(?:lo|la|me)|dejalo"
    r"|deci(?:le|me)|va|obvio|claro|listo|hoy|manana|tarde|noche|today|tomorrow|morning|afternoon|evening|night)\b"
)
_LEAD = re.compile(r"\b\d+ ?(?:m|min\w*)? (?:before|antes|prior|earlier)\b")
"""So long before is no hour."""
_NEAR_MISSES = frozenset({"ambiguous_day", "impossible", SMALL_HOUR, "offered"})
"""Why a time was asked although its day, or its hour, is plain from what was suggested."""
_SAMPLE_DAYS = (timedelta(days=2), timedelta(days=4))
_ORDINALS: Sequence[str] = (
    r"(?:la |el |lo )?primer[oa]?|(?:the )?first(?: one)?",
    r"(?:la |el )?segund[oa]|(?:the )?second(?: one)?",
    r"(?:la |el )?tercer[oa]?|(?:the )?third(?: one)?",
    r"(?:la |el )?cuart[oa]|(?:the )?fourth(?: one)?",
)
_LAST = re.compile(r"(?:la |el )?ultim[oa]|(?:the )?(?:last|latter)(?: one)?|(?:la |el )otr[oa]|the other(?: one)?")
NUMBER = re.compile(
    r"\W*(?:el|la|a las?|at|#|tipo|the|around|numero|number)?\W*(\d{1,2})(?:[:.h]?([0-5]\d))?"
    r"(?: y (?P<past>\d{1,2}|media|cuarto|cinco|diez|veinte)\b)?\s*(?P<unit>hs?|am|pm|a\.m\.|p\.m\.|one)?\b"
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


def complete_when(before: str, context: ConversationContext, *, reason: str = "") -> str | None:
    """Return date words that are one moment, made of those that were not enough and those of this message.

    `reason`: why they were not; "offered" where nothing was missing but a yes. None where it would be a guess.
    """
    if _LEAD.search(fold(context.text)):
        return None
    understood = _understand(before, context)
    if reason == SMALL_HOUR:
        suggested = list_halves(before, understood, context)
    elif isinstance(understood, dates.DateError):
        parsed = ((one, _parse(one, context)) for one in understood.suggestions)
        suggested = [(one, moment.local.replace(tzinfo=None)) for one, moment in parsed if moment is not None]
    elif reason == "offered" and isinstance(understood, dates.Instant):
        suggested = [(write_moment(understood.local), understood.local.replace(tzinfo=None))]
    else:
        return None  # it was not the time that was missing
    moments = [moment for _, moment in suggested]
    code = reason if reason == SMALL_HOUR or not isinstance(understood, dates.DateError) else understood.code
    said = " ".join(context.text.split())
    if is_only_time(said, context) and (plain := _complete(before, code, said, moments, context)) is not None:
        return plain
    text = drop_denied_time(fold(context.text))
    if reason != "offered" and (picked := _pick(text, suggested)):
        return picked
    completed = (_complete(before, code, words, moments, context) for words in _list_times(text, context))
    return next((when for when in completed if when), None)


def _complete(
    before: str, code: str, words: str, moments: Sequence[datetime], context: ConversationContext
) -> str | None:
    """Join the words that were not enough with those that came now: "mañana" and "a las 16", "a las 3" and "mañana".

    None when an hour came and the day is not plain. `moments`: what was suggested.
    """
    clear = _is_clear(words, context)
    only_hour, had_only_hour = _keeps_day(words, context), _keeps_day(before, context)
    if code == "missing_time" and (
        only_hour or (not clear and is_only_time(words, context) and not _names_day(words, context))
    ):
        return f"{before} {words}"
    if had_only_hour and not only_hour and _names_day(words, context) and not clear:
        return f"{words} {before}"
    if code in _NEAR_MISSES and only_hour and len({moment.date() for moment in moments}) == 1:
        return f"{moments[0]:%Y-%m-%d} {words}"
    if (
        code in _NEAR_MISSES
        and not clear
        and _names_day(words, context)
        and len({moment.time() for moment in moments}) == 1
    ):
        return f"{words} {moments[0]:%H:%M}"
    if code == "missing_time" and _names_day(words, context) and not clear:
        return words  # another day, and still no hour
    any_day = not before or had_only_hour or (code == "vague" and is_only_time(before, context))
    return words if clear and (any_day or not only_hour) else None


def _list_times(text: str, context: ConversationContext) -> Iterator[str]:
    """Yield the time in an answer that says little else, in words that `dates` reads; the most certain first."""
    for language in context.reading_languages:
        for said in (context.text, text):
            found = dates.find(said, language)
            if found is not None and _says_little(found.rest):
                yield found.words
    yield from (words for words, rest in list_spoken_times(text) if _says_little(rest))


def _pick(text: str, moments: Sequence[tuple[str, datetime]]) -> str | None:
    """Return the suggestion that an answer picks: by its hour, its part of the day, its place, or a yes to the one."""
    plain = fold(text)
    number = NUMBER.match(plain)
    fitting = [one for one in moments if number is None or _is_at(one[1], number)]
    exact = [one for one in fitting if number is not None and one[1].hour == int(number[1])]
    fitting = exact if len(exact) == 1 else fitting
    for pattern, part in _PARTS:
        if re.search(pattern, plain):
            fitting = [one for one in fitting if one[1].hour in part] or fitting
    if len(fitting) == 1 and (len(moments) > 1 or number is not None):
        return fitting[0][0] if _says_little(text) else None
    if (place := find_ordinal(plain, len(moments))) is not None and number is None:
        return moments[place][0]
    if number is not None and not fitting and 0 < int(number[1]) <= len(moments) and number.end() == len(plain):
        return moments[int(number[1]) - 1][0]
    consent = parse_consent(text)
    return moments[0][0] if len(moments) == 1 and consent is not None and consent.yes else None


def _is_at(local: datetime, number: re.Match[str]) -> bool:
    """Return whether a moment has the hour that an answer begins with, and its minutes where it says some."""
    hour, minutes = int(number[1]), number[2] or number["past"]
    hours = {hour} if number["unit"] in {"h", "hs"} or hour > 12 else {hour % 24, hour % 12 + 12}
    return local.hour in hours and (minutes is None or local.minute == read_small_number(minutes))


def _says_little(text: str, known: str = "") -> bool:
    """Return whether hardly a word is left beside fillers and those of the reminder itself."""
    empty = STOP_WORDS | frozenset(split_words(known))
    return sum(word not in empty for word in split_words(_FILLERS.sub(" ", fold(text)))) <= _MOST_OTHER_WORDS


def _read(words: str, context: ConversationContext) -> Iterator[dates.DateResult]:
    for language in context.reading_languages:
        yield dates.parse(words, context.now, context.preferences.timezone, language)


def _parse(words: str, context: ConversationContext) -> dates.Instant | None:
    return next((found for found in _read(words, context) if isinstance(found, dates.Instant)), None)


def _is_clear(words: str, context: ConversationContext) -> bool:
    return not all(isinstance(found, dates.DateError) for found in _read(words, context))


def _understand(words: str, context: ConversationContext) -> dates.DateResult:
    """Return what words mean in the language that understands them best."""
    results = list(_read(words, context))
    clear = (found for found in results if not isinstance(found, dates.DateError))
    helpful = (found for found in results if isinstance(found, dates.DateError) and found.code != "unparseable")
    return next(clear, next(helpful, results[0]))


def is_only_time(text: str, context: ConversationContext) -> bool:
    """Return whether a text says nothing but when."""
    found = dates.find(text, context.answer_language)
    return bool(_list_changed(text, (context.now,), context)) or (found is not None and not found.rest)


def _keeps_day(text: str, context: ConversationContext) -> bool:
    """Return whether the text is an hour that keeps whatever day there was."""
    return len(_change_samples(text, context)) == len(_SAMPLE_DAYS)


def _names_day(text: str, context: ConversationContext) -> bool:
    return len(_change_samples(text, context)) == 1


def _change_samples(text: str, context: ConversationContext) -> set[date]:
    """Return the days that different moments would come to, amended by this text."""
    changed = _list_changed(text, [context.now + days for days in _SAMPLE_DAYS], context)
    return {new.local.date() for new in changed if isinstance(new, dates.Instant)}


def _list_changed(
    text: str, moments: Sequence[datetime], context: ConversationContext
) -> Sequence[dates.Instant | dates.DateError]:
    zone, language = context.preferences.timezone, context.answer_language
    changed = (dates.change_time(text, moment, context.now, zone, language) for moment in moments)
    return [new for new in changed if new is not None]
