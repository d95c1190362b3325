"""Reads that an appointment has another day, where the message does not say which one: "me lo pasaron al 22"."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from datetime import date

from sidecar.dates import DaySpan, Tense, find_days
from sidecar.domain.fact import Confidence, Fact, NewFact
from sidecar.domain.message import Speaker, TurnId
from sidecar.domain.person import Language
from sidecar.language.fold import fold_letters
from sidecar.language.weekdays_and_months import weekday_numbers
from sidecar.memory.extraction.context import ExtractionContext
from sidecar.memory.extraction.correction_words import CorrectionWords
from sidecar.memory.extraction.fact_dates import move_day

_ORDINAL = re.compile(r"(?<!the )\b(?=\d{1,2}(?:st|nd|rd|th)\b)")
_DAY_OF_MONTH = re.compile(
    r"\b(?:al?|el|para el|the|to|is|es|queda|on) \d{1,2}(?:st|nd|rd|th)?\b(?! (?:de|of)\b|[:.]\d)"
)
"""A day without a month is one of the month that the appointment had: "el 14 de enero", "al 28"."""
_SHORTEST_SHARED_CHARS = 5


class PostponementReader:
    """Reads another day for the one appointment that was spoken of."""

    def __init__(self, context: ExtractionContext, words: CorrectionWords, code: Language) -> None:
        self._context = context
        self._words = words
        self._code: Language = code

    def read(self, message: str) -> NewFact | None:
        """Return the appointment on its new day; None where the message gives none, or several may be meant."""
        said_on = self._context.said_on
        moved = self._words.moved.search(fold_letters(message)) if said_on else None
        if said_on is None or moved is None:
            return None
        meant = self._meant(message, said_on)
        if len(meant) != 1:
            return None
        ((fact, old),) = meant
        told = self._plain(message[moved.start() :])
        counted_from = max(said_on, old.first.replace(day=1)) if _DAY_OF_MONTH.search(told) else said_on
        days = [day for day in self._days(told, counted_from) if day.first >= said_on]
        if not days or len({day.first for day in days}) > 1:
            return None
        if old.first == days[0].first:
            return None
        text = self._at_hour(move_day(fact.text, old, days[0]), message)
        return NewFact(
            text,
            fact.domain,
            fact.subject,
            Confidence.HIGH,
            critical=fact.critical,
            until=days[0].last,
            ends=(fact.id,),
        )

    def _days(self, text: str, said_on: date) -> Sequence[DaySpan]:
        return find_days(text, said_on, self._code, Tense.COMING)

    def _plain(self, text: str) -> str:
        """Leave out a weekday before its day ("al lunes 27"), and put in the article before an ordinal."""
        names = "|".join(weekday_numbers(self._code))
        text = re.sub(rf"\b(?:{names})\s+(?=\d{{1,2}}\b)", "", fold_letters(text))
        return _ORDINAL.sub("the ", text) if self._code == "en" else text

    def _meant(self, message: str, said_on: date) -> Sequence[tuple[Fact, DaySpan]]:
        """Return the appointments that share a word with the message, else those of the messages before."""
        turns = {said.turn for said in self._context.before if said.speaker is Speaker.PERSON}
        coming = [fact for fact in self._context.known if fact.until is not None and fact.until >= said_on]
        words = set(_long_words(message))
        named = [fact for fact in coming if not words.isdisjoint(_long_words(fact.text))]
        dated = ((fact, self._days(fact.text, said_on)) for fact in named or _told_in(turns, coming))
        return [(fact, days[0]) for fact, days in dated if len(days) == 1]

    def _at_hour(self, text: str, message: str) -> str:
        """Put the new hour in the place of the old one, which holds no longer unless the message says so."""
        if self._words.same_hour.search(fold_letters(message)):
            return text
        told = self._words.hour.search(message.lower())
        without = self._words.hour.sub("", text).rstrip()
        return f"{without}{told.group()}" if told else without


def _long_words(text: str) -> Iterable[str]:
    return (word for word in re.findall(r"[^\W\d_]+", fold_letters(text)) if len(word) >= _SHORTEST_SHARED_CHARS)


def _told_in(turns: Collection[TurnId | None], facts: Iterable[Fact]) -> Iterable[Fact]:
    return [fact for fact in facts if fact.origin in turns]
