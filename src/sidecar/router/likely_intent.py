"""What the classifier decides alone: small talk, and questions whose slots are nothing, a day or a place."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from sidecar.router.classifier import predict
from sidecar.router.intents import (
    Intent,
    ListReminders,
    MemoryQuestion,
    SmallTalk,
    SmallTalkKind,
    StatusQuestion,
    TimeQuestion,
    UndoChange,
)
from sidecar.router.message_words import MessageWords
from sidecar.router.place_names import find_known_place, read_place
from sidecar.router.prediction import MessageLabel, Prediction
from sidecar.router.vetoes import holds_another_request, is_conditional, is_past, is_quotation
from sidecar.router.weather_question import asks_with_weather_word, read_likely_weather

_SURE, _SURE_WITH_ITS_WORDS, _SURE_SMALL_TALK = 0.9, 0.6, 0.75
"""Small talk is only answered by code where no model can be had."""
_CLEAR_KIND, _CLEAR_QUESTION = 0.4, 0.7
_ABOUT_SIDECAR = {MessageLabel.HOW_ARE_YOU, MessageLabel.WHO_ARE_YOU, MessageLabel.WHAT_CAN_YOU_DO}
"""The same questions are asked about others."""
_LONGEST_SMALL_TALK, _LONGEST_QUESTION, _LONGEST_CHANGE = 14, 14, 7
_SMALL_TALK: Mapping[MessageLabel, SmallTalkKind] = {MessageLabel(kind): kind for kind in SmallTalkKind}
_PLACE = re.compile(r" (?:en|in|for|de) (?!est[ae] |this |the moment)(?P<place>[^§]+?)(?: (?:ahora|now|right now|§))*$")
_TIME_WORDS = re.compile(r"\b(?:hora|reloj|what time|the time|current time|clock|is it|son (?:ya )?(?:las?|§)|es ya)\b")
_ABOUT_ME = re.compile(
    r"\b(?:de|sobre|acerca de|about|on) (?:mi|me|myself)$|\b(?:conoces\b|know me\b|(?:who am i|quien soy)(?: yo)?$)"
)


def read_likely_intent(said: MessageWords, likely: Prediction) -> Intent | None:
    """Read what the classifier is sure of and no grammar reads; None where a slot or anything else is in doubt."""
    if not said.words:
        return None
    if likely.sum(_SMALL_TALK) >= _SURE_SMALL_TALK:
        return _read_small_talk(said, likely)
    vetoed = is_conditional(said.line) or is_past(said.line) or is_quotation(said) or holds_another_request(said)
    enough = _SURE_WITH_ITS_WORDS if _has_its_words(said, likely.label) else _SURE
    if likely.probability < enough or vetoed or len(said.words) > _LONGEST_QUESTION:
        return None
    read = _READ.get(likely.label)
    return read(said) if read is not None else None


def _has_its_words(said: MessageWords, label: MessageLabel) -> bool:
    """Return whether a word of the message is of just such questions."""
    return (label is MessageLabel.TIME and _TIME_WORDS.search(said.line) is not None) or (
        label is MessageLabel.WEATHER and asks_with_weather_word(said)
    )


def _read_small_talk(said: MessageWords, likely: Prediction) -> SmallTalk | None:
    """Read small talk that holds no request, fact or question besides."""
    if len(said.words) > _LONGEST_SMALL_TALK or any(map(_holds_more, _split_clauses(said))):
        return None
    kind = max(_SMALL_TALK, key=likely.probabilities.__getitem__)
    clear = _CLEAR_QUESTION if kind in _ABOUT_SIDECAR else _CLEAR_KIND
    return SmallTalk(_SMALL_TALK[kind]) if likely.probabilities[kind] >= clear else None


def _split_clauses(said: MessageWords) -> Sequence[str]:
    starts = [word.start for word in said.words if word.breaks]
    parts = [said.text[start:end] for start, end in zip([0, *starts], [*starts, len(said.text)], strict=True)]
    return [part for part in parts if part.strip()]


def _holds_more(clause: str) -> bool:
    likely = predict(clause)
    return likely is None or (likely.label not in _SMALL_TALK and likely.probability >= _CLEAR_KIND)


def _read_time(said: MessageWords) -> TimeQuestion | None:
    found = _PLACE.search(said.line)
    place = read_place(found["place"]) if found is not None else ""
    if place is None or (not place and find_known_place(said)):
        return None
    return TimeQuestion(said.quote(found.span("place")) if found is not None and place else "")


def _read_list(said: MessageWords) -> ListReminders:
    return ListReminders(said.when)


def _read_memory_question(said: MessageWords) -> MemoryQuestion | None:
    return MemoryQuestion() if _ABOUT_ME.search(said.line) else None


def _read_undo(said: MessageWords) -> UndoChange | None:
    return UndoChange() if len(said.words) <= _LONGEST_CHANGE else None


_READ: Mapping[MessageLabel, Callable[[MessageWords], Intent | None]] = {
    MessageLabel.TIME: _read_time,
    MessageLabel.WEATHER: read_likely_weather,
    MessageLabel.LIST_REMINDERS: _read_list,
    MessageLabel.MEMORY_QUESTION: _read_memory_question,
    MessageLabel.STATUS: lambda _: StatusQuestion(),
    MessageLabel.UNDO: _read_undo,
}
